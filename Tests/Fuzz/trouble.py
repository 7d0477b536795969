"""Servers in trouble that heal after a while: a few starts with a deadline come to an end."""

import collections
import random as randomness

import oracles
import truth
import wire
from asks import Ask, Asks

# A start takes at least ten sends of those that fail, and no case has as many as these starts would take.
STARTS = 12


class Script:
    """Fails for the first visits of some targets, for ever at a few, and answers well else."""

    def __init__(self, name, asks):
        self.name, self.asks = name, asks
        self.visits = collections.Counter()

    def __call__(self, request):
        ask = self.asks.of(request.target)
        visit = self.visits[request.target]
        self.visits[request.target] += 1
        random = randomness.Random(f"{self.name} {request.target}")
        sick_for = random.choices([0, random.randint(1, 4), 10_000], [13, 6, 1])[0]
        good = wire.Content(200, ask.good(request.target), truth.Truth(good=True, may_ok=True, marked=True))
        if visit >= sick_for:
            return wire.plain(good)
        random = randomness.Random(f"{self.name} {request.target} {visit}")
        told = random.choice([[], [], [("Retry-After", "1")]])
        failing = wire.plain(wire.Content(random.choice([500, 502, 503, 504]), b"", truth.NOTHING, told))
        return random.choice([failing, failing, random.choice(wire.BROKEN)(random, good)])


def play(case):
    random = case.random
    asks = Asks()
    with case.serve(Script(case.name, asks)) as server:
        for index in range(random.choice([6, 15, 30])):
            ask = Ask(random.choice(["isbn", "path", "url"]), index, random)
            ask.names_authors = True
            asks.append(ask.specify(random.choice([server.base, server.base, server.elsewhere])))
        case.write("books.json", {
            "api": "openlibrary", "contact": "fuzz@example.org", "output": "out.json", "data": "data.json",
            "maxFailures": "100%", "retry": {"attempts": 2, "baseDelay": "1ms", "maxDelay": "5ms"},
            "timeout": {"idle": "300ms"}, "requests": [ask.spec for ask in asks]})
        for _ in range(STARTS):
            ended = case.take(case.command.run("books.json", "--min-interval", "0", "--deadline", "3s", bound=30))
            if ended.code != 75:
                break
            if document := case.document("out.partial.json"):
                case.judge(oracles.whole(document, asks.ids, ended.code))
        if ended.code not in (0, 1):
            case.judge([f"starts end: {ended.code} at the start {len(case.ends)}: {ended.err[-400:]!r}"])
        elif document := case.document("out.json"):
            case.judge(oracles.whole(document, asks.ids, ended.code))
            case.judge(oracles.data_fits(case.read("data.json") or b"", document, "data.json"))
            told = oracles.truths(asks, server.received())
            for ask, result in zip(asks, document["results"]):
                case.judge(oracles.fair(result, ask, told[ask.mark]), oracles.good_counts(result, ask, told[ask.mark]))
