"""Runs that are killed, stopped, starved of room and started again, until one ends by itself."""

import collections
import dataclasses
import os
import random as randomness
import signal
import time

import damage
import oracles
import truth
import wire
from asks import Ask, Asks

# The signals that a run ends by in good order.
ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


class Script:
    """Right answers, each after a short while; some requests fail at first or are missing."""

    def __init__(self, name, asks):
        self.name, self.asks = name, asks
        self.visits = collections.Counter()

    def __call__(self, request):
        ask = self.asks.of(request.target)
        random = randomness.Random(f"{self.name} {request.target}")
        visit = self.visits[request.target]
        self.visits[request.target] += 1
        pause = random.choice([0.001, 0.005, 0.02])
        kind = random.choice(["good"] * 7 + ["heals", "miss"])
        if kind == "heals" and visit == 0 and ask.is_idempotent:
            content = wire.Content(503, b"", truth.NOTHING)
        elif kind == "miss" and ask.kind != "url":
            status, body = ask.miss()
            content = wire.Content(status, body, truth.Truth(may_miss=True))
        else:
            content = wire.Content(200, ask.good(request.target), truth.Truth(good=True, may_ok=True, marked=True))
        answer = wire.plain(content)
        return dataclasses.replace(answer, steps=[pause] + answer.steps)


def questions(case, base):
    asks = Asks(
        Ask(case.random.choice(["isbn", "path", "url", "url"]), index, case.random)
        for index in range(case.random.choice([5, 20, 40]))
    )
    for ask in asks:
        ask.names_authors = True
        ask.specify(base)
        if ask.kind == "url" and case.random.random() < 0.4:
            ask.method, ask.is_idempotent = "POST", False
            ask.spec.update(method="POST", body=ask.mark)
    return asks


def disturbed(case, line):
    """A start that is meddled with; gives its end, and how many answers may have been lost."""
    random = case.random
    how = random.choice(["kill", "kill", "end", "end twice", "stop", "full", "no room"])
    limit = random.choice([300, 2_000, 6_000, 20_000]) if how == "full" else None
    out = open("/dev/full", "wb") if how == "no room" else None
    start = case.command.start(*line, bound=40, file_limit=limit, out=out)
    if out:
        out.close()
    seen = len(case.server.received())
    case.server.wait_for(seen + random.randrange(0, 25), random.choice([0.02, 0.2, 1]))
    time.sleep(random.choice([0, 0, 0.002, 0.01]))
    signals = []
    if random.random() < 0.2 and len(case.server.received()) > seen:
        second_start(case, start, line)
    if how == "kill":
        signals = [signal.SIGKILL]
        start.send(signal.SIGKILL)
    elif how in ("end", "end twice"):
        signals = [random.choice(ENDS)]
        start.send(signals[0])
        if how == "end twice":
            time.sleep(0.003)
            signals.append(random.choice(ENDS))
            start.send(signals[1])
    elif how == "stop":
        start.send(signal.SIGSTOP)
        time.sleep(0.1)
        start.send(signal.SIGCONT)
    ended = case.take(start.end(), signals)
    allowed = {"full": (0, 1, 73, 74)}.get(how, (0, 1))
    if not signals and ended.code not in allowed:
        case.judge([f"starts end: {ended.code} after {how}: {ended.err[-300:]!r}"])
    # What was on the wire, or found no room, is asked again.
    return ended, 0 if ended.code in (0, 1) and how != "kill" else 1


def play(case):
    random = case.random
    asks = Asks()
    with case.serve(Script(case.name, asks)) as server:
        asks += questions(case, server.base)
        case.write("books.json", {
            "api": "openlibrary", "contact": "fuzz@example.org", "output": "out.json", "data": "data.json",
            "retry": {"attempts": 3, "baseDelay": "1ms", "maxDelay": "5ms"}, "requests": [ask.spec for ask in asks]})
        line = ["books.json", "--min-interval", "0"] + random.choice([[], ["--verbose"], ["--no-cache"]])
        lost, ended = 0, None
        for _ in range(random.choice([1, 2, 4])):
            ended, more = disturbed(case, line)
            lost += more
            if ended.code in (0, 1):
                break
            if random.random() < 0.2:
                return spoilt(case, asks, line)
            if random.random() < 0.3:
                part_of_it(case, line, asks)
        if ended.code not in (0, 1):
            ended = undisturbed(case, line)
        if ended.code in (0, 1):
            at_the_end(case, asks, ended, lost)
            afterwards(case, asks, line)
    case.judge(oracles.no_leftover(case))


def undisturbed(case, line, what="undisturbed"):
    """A start that has to end by itself."""
    ended = case.take(case.command.run(*line, bound=60))
    if ended.code not in (0, 1):
        case.judge([f"starts end: {ended.code} for a start {what}: {ended.err[-300:]!r}"])
    return ended


def second_start(case, first, line):
    """A second start on the same output leaves at once; the first stands still meanwhile, and holds its lock."""
    first.send(signal.SIGSTOP)
    time.sleep(0.01)
    # Without its journal the first is finished, and another start is a new run.
    if first.process.poll() is None and case.read(".out.json.runner/journal.ndjson") is not None:
        second = case.take(case.command.run(*line, bound=10))
        if second.code != 75:
            case.judge([f"one at a time: a second start ends with {second.code}: {second.err[-200:]!r}"])
    first.send(signal.SIGCONT)


def spoilt(case, asks, line):
    """A journal with damage is gone on with or refused, but never a crash, and --fresh always leads out of it."""
    for name, data in case.written():
        if name.endswith("journal.ndjson"):
            with open(os.path.join(case.folder, name), "wb") as file:
                file.write(damage.in_bytes(case.random, data))
    seen = len(case.server.exchanges)
    ended = case.take(case.command.run(*line, bound=60))
    if ended.code == 65:
        case.judge(oracles.refused_sends_nothing(ended, case.server.received()[seen:]))
        ended = undisturbed(case, [*line, "--fresh"], "with --fresh")
    elif ended.code not in (0, 1):
        case.judge([f"starts end: {ended.code} after a damaged journal: {ended.err[-300:]!r}"])
    if ended.code in (0, 1) and (document := case.document("out.json")):
        case.judge(oracles.whole(document, asks.ids, ended.code))


def part_of_it(case, line, asks):
    """A start for some of the requests leaves the unfinished run alone."""
    before, seen = kept(case), len(case.server.exchanges)
    chosen = case.random.choice(asks).spec["id"]
    ended = case.take(case.command.run(*line, "--only", chosen, bound=20))
    # These sends are none of the run's.
    del case.server.exchanges[seen:]
    if before != kept(case):
        case.judge(["a part leaves the rest: --only changed the state or the results of the run"])
    document, found = oracles.valid_results(ended.out, "standard output")
    case.judge(found, oracles.one_each(document["results"], [chosen]) if document else [])


def kept(case):
    return {name: data for name, data in case.written() if "/out" in name or "journal" in name}


def at_the_end(case, asks, ended, lost):
    """The results are those of a run that nobody disturbed, and cost no more than what the kills took."""
    document = case.document("out.json")
    if document is None:
        return
    exchanges = case.server.received()
    case.judge(
        oracles.whole(document, asks.ids, ended.code), oracles.unsafe_once(asks, exchanges),
        oracles.data_fits(case.read("data.json") or b"", document, "data.json"))
    answers = collections.Counter(
        asks.of(exchange.request.target).mark for exchange in exchanges
        if exchange.is_given and exchange.answer.truth != truth.NOTHING)
    again = answers.total() - len(answers)
    if again > lost:
        case.judge([f"nothing twice: {again} answers were asked for again after {lost} starts that may have lost one"])
    truths = oracles.truths(asks, exchanges)
    for ask, result in zip(asks, document["results"]):
        told = truths[ask.mark]
        case.judge(oracles.fair(result, ask, told))
        # What became of an unsafe one that was on its way when the run was killed, nobody knows.
        if ask.is_idempotent or not lost:
            case.judge(oracles.good_counts(result, ask, told))
    for name, _ in case.written():
        if "journal" in name or "partial" in name:
            case.judge([f"no leftover: {name} after a finished run"])


def afterwards(case, asks, line):
    """Starts after the end: a new run, a repeat of what failed, a part."""
    part = ["-o", "part.json"]
    option = case.random.choice([
        [], [], ["--retry-failed"], ["--fresh"], ["--limit", "2", *part], ["--only", asks.ids[0], *part]])
    before, seen = case.read("out.json"), len(case.server.exchanges)
    ended = undisturbed(case, [*line, *option], f"with {option}")
    if ended.code not in (0, 1):
        return
    exchanges = case.server.received()[seen:]
    if "part.json" in option:
        if case.read("out.json") != before:
            case.judge(["a part leaves the rest: the results changed"])
        if document := case.document("part.json"):
            case.judge(oracles.one_each(document["results"], asks.ids[: 2 if "--limit" in option else 1]))
    elif document := case.document("out.json"):
        case.judge(oracles.whole(document, asks.ids, ended.code))
        if option == ["--retry-failed"]:
            case.judge(oracles.only_failed(asks, exchanges, oracles.strictjson.parse(before)["results"]))
        else:
            case.judge(oracles.asked_anew(asks, exchanges, document["results"]))
