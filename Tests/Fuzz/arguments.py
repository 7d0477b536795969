"""Command lines as people mistype them, on a manifest that is sound."""

import oracles
import truth
import wire

VALUES = """
0 1 2 -1 1.5 1e3 999999999999999999999999999999 - -- x json ndjson not_found stale none 200ms 1h 3/s 0/s 1/0 25:00 23:59
out.json out.ndjson deep/er/o.json results/ . books.json r0 r1 é \u202e \udce9 always never auto localhost
""".split() + ["", " ", "a\tb", "x" * 5_000]
OPTIONS = """
--output -o --data --format --only --limit --min-interval --rate --attempts --timeout --deadline --until --fresh
--retry-failed --lock-wait --state-dir --no-cache --fail-on --strict --clear --quiet -q --verbose -v --progress --help
-h --version -vq --ouput -- -x --output= --limit=1 --only=r0 --retry
""".split()
COMMANDS = [["run"], ["check"], ["lanes"], ["schema"], ["help"], ["help", "run"], ["chekc"], [], [], [], []]


def words(random):
    line = list(random.choice(COMMANDS))
    for _ in range(random.choice([0, 1, 1, 2, 3, 5])):
        line.append(random.choice(OPTIONS))
        if random.random() < 0.7:
            line.append(random.choice(VALUES))
    for _ in range(random.choice([0, 1, 1, 1, 1, 2])):
        line.insert(random.randrange(len(line) + 1), random.choice(["books.json"] * 6 + ["nothing.json", "list.txt"]))
    # Whatever else is said, it has to end.
    return line + ["--deadline", "3s"] if random.random() < 0.9 and "--deadline" not in line else line


def answer(request):
    return wire.plain(wire.Content(200, b'{"a": 1}', truth.NOTHING))


def play(case):
    with case.serve(answer) as server:
        case.write(
            "books.json",
            {
                "output": "out.json",
                "pace": {"minInterval": 0},
                "retry": {"attempts": 1},
                "requests": [{"id": f"r{index}", "url": f"{server.base}/u/{index}"} for index in range(3)],
            },
        )
        case.write("list.txt", "9780140328721\n")
        line = words(case.random)
        ended = case.take(case.command.run(*line, bound=30))
        case.judge(oracles.refused_sends_nothing(ended, server.received()), oracles.no_leftover(case))
        if ended.code in (64, 65, 66, 78) and not ended.err:
            case.judge([f"faults explain themselves: {ended.code} without a word"])
        if ended.code == 64 and ended.out:
            case.judge([f"quiet output: {ended.out[:100]!r} with 64"])
        for name, data in case.written():
            if name.endswith("out.json"):
                case.judge(oracles.valid_results(data, name)[1])
