"""Servers that answer books, paths and URLs well, oddly and badly."""

import collections
import dataclasses
import random as randomness
import signal
import time

import fields
import hidden
import oracles
import truth
import wire
from asks import Ask, Asks
from contents import BODILESS, PASSWORD, Contents

METHODS = ["GET"] * 6 + ["HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]
# Results on standard output, one a line.
HAND_ON = ["--format", "ndjson", "-o", "-"]
TEMPERS = {"calm": 4, "healing": 4, "odd": 6, "sick": 1, "miss": 1}


class Script:
    """Chooses each answer by the case, the target and how often it was asked, so that no timing changes it."""

    def __init__(self, case):
        self.name, self.random = case.name, case.random
        self.visits = collections.Counter()

    def learn(self, asks, contents):
        self.asks, self.contents = asks, contents
        chosen = self.random.choices(list(TEMPERS), list(TEMPERS.values()), k=len(asks))
        self.tempers = {ask.mark: temper for ask, temper in zip(asks, chosen)}

    def __call__(self, request):
        ask = self.asks.of(request.target)
        if ask is None:
            return wire.plain(wire.Content(404, b"{}", truth.NOTHING))
        visit = self.visits[request.target]
        self.visits[request.target] += 1
        random = randomness.Random(f"{self.name} {request.method} {request.target} {visit}")
        answer = self.answer(random, ask, request, visit)
        return without_body(answer) if request.method == "HEAD" else answer

    def answer(self, random, ask, request, visit):
        temper = self.tempers[ask.mark]
        if temper == "calm" or (temper == "healing" and visit >= 2):
            answer = wire.plain(self.contents.good(random, ask, request))
            return wire.followed(random, answer) if random.random() < 0.3 else answer
        if temper == "sick":
            return random.choice(wire.BROKEN)(random, self.contents.good(random, ask, request))
        choose = self.contents.miss if temper == "miss" else self.contents.any
        return self.packed(random, ask, request, choose(random, ask, request))

    @staticmethod
    def packed(random, ask, request, content):
        """The content with further fields, coded, framed and followed by something, each of them now and then."""
        if random.random() < 0.3:
            content.headers += fields.harmless(random)
        if random.random() < 0.08:
            content.headers += fields.heavy(random)
            content.truth = content.truth.loose.unmarked
        if random.random() < 0.25 and request.method != "HEAD" and content.status not in BODILESS:
            content = wire.coded(random, content, empty=truth.of(ask, request.target, content.status, b""))
        shape = random.random()
        if shape < 0.5:
            answer = wire.plain(content)
        else:
            frames = wire.SOUND if shape < 0.75 else wire.ODD if shape < 0.85 else wire.BROKEN
            answer = random.choice(frames)(random, content)
            if content.status in BODILESS:
                # Such an answer ends with its head, and what is odd behind that is nothing of it.
                answer.truth = content.truth.loose
        return wire.followed(random, answer) if answer.end == "keep" and random.random() < 0.2 else answer


def without_body(answer):
    data = b"".join(step for step in answer.steps if isinstance(step, bytes))
    edge = data.find(b"\r\n\r\n")
    # What was to be broken by its body may be whole now, and a broken head stays broken.
    may = truth.Truth(may_ok=True, may_miss=True)
    end = "close" if answer.end == "stall" else answer.end
    return dataclasses.replace(answer, steps=[data[: edge + 4] if edge >= 0 else data], truth=may, end=end, unasked=b"")


def settle(random, ask):
    """Gives a `url` request its method, body, headers and so on."""
    spec = ask.spec
    ask.method = random.choice(METHODS)
    if ask.method != "GET":
        spec["method"] = ask.method
    if ask.method in ("POST", "PATCH"):
        ask.is_idempotent = random.random() < 0.4
        if ask.is_idempotent:
            spec["idempotent"] = True
        spec[random.choice(["body", "json"])] = random.choice(["x", "token ${env:TOKEN}"])
    if random.random() < 0.4:
        spec["headers"] = {random.choice(["Authorization", "X-Api-Key", "X-Plain"]): "Bearer ${env:TOKEN}"}
    if random.random() < 0.3:
        spec["query"] = {random.choice(["key", "q"]): "${env:TOKEN}"}
    if random.random() < 0.15:
        spec["expect"] = random.choice([[200], [200, 404], [404], [200, 302], [500]])
        ask.expected = set(spec["expect"])
    if random.random() < 0.1:
        spec["cache"] = random.choice([False, {"ttl": "1h"}])


def manifest(random, asks):
    made = {
        "api": "openlibrary", "contact": "fuzz@example.org", "output": "out.json", "data": "data.json",
        "retry": {
            "attempts": random.randint(1, 3), "baseDelay": "2ms", "maxDelay": "10ms",
            "retryAfterLimit": random.choice(["50ms", "1500ms"]),
            "overLimit": random.choice(["defer", "fail", "wait"])},
        "timeout": {"connect": "5s", "idle": "400ms", "attempt": "1500ms"},
        "maxBody": random.choice([1 << 20, 100_000, 1 << 24]), "requests": [ask.spec for ask in asks]}
    if random.random() < 0.3:
        made["headers"] = {"X-Api-Key": "${env:TOKEN}"}
    if random.random() < 0.2:
        made["publish"] = "always"
    return made


def questions(random, base):
    """A few requests of all kinds, some of them twice under another id."""
    kinds = ["isbn", "isbn", "title", "path", "url", "url"]
    asks = Asks(Ask(random.choice(kinds), index, random).specify(base) for index in range(random.randint(1, 9)))
    for ask in asks:
        if ask.kind == "url":
            settle(random, ask)
    if asks[0].method == "GET" and random.random() < 0.2:
        asks.append(asks[0].twin(len(asks)))
    return asks


def play(case):
    random = case.random
    secret = hidden.value(random)
    case.variables["TOKEN"] = secret
    script = Script(case)
    with case.serve(script) as server:
        asks = questions(random, server.base)
        script.learn(asks, Contents([secret], server.base, server.elsewhere))
        made = manifest(random, asks)
        if "TOKEN" in str(made):
            # Else it is no secret to the runner.
            case.hidden.append(secret)
        case.write("books.json", made)
        # A pace leaves connections idle, and what comes then must not answer the next request.
        line = ["books.json", "--min-interval", random.choice(["0", "0", "100ms"]), "--deadline", "4s"]
        more = random.choice([[], ["--verbose"], ["--progress", "always"], ["--no-cache"], HAND_ON])
        start = case.command.start(*line, *more, bound=30)
        signals = interrupted(random, start) if random.random() < 0.15 else ()
        run = case.take(start.end(), signals)
        exchanges = server.received()
        judge(case, asks, run, exchanges)
        if run.code in (0, 1) and random.random() < 0.3 and more != HAND_ON:
            again = case.take(case.command.run(*line, bound=30))
            if again.code in (0, 1) and (document := case.document("out.json")):
                case.judge(oracles.asked_anew(asks, server.received()[len(exchanges) :], document["results"]))
    case.hidden.append(PASSWORD)
    case.judge(oracles.no_secret(case))


def interrupted(random, start):
    """Interrupts a start, and gives the signals that it may end by; a request on the wire has five seconds."""
    time.sleep(random.uniform(0, 0.6))
    start.send(signal.SIGINT)
    start.hasten(5 + 5)
    return [signal.SIGINT]


def judge(case, asks, run, exchanges):
    is_handed_on = HAND_ON[-1] in run.arguments
    case.judge(
        oracles.refused_sends_nothing(run, exchanges), oracles.no_leftover(case),
        oracles.unsafe_once(asks, exchanges), oracles.secrets_stay_home(case.hidden, exchanges),
        [] if is_handed_on else oracles.quiet_output(run))
    if run.code not in (0, 1, 75, -signal.SIGINT):
        case.judge([f"answers end a run well: {run.code}: {run.err[-300:]!r}"])
        return
    if is_handed_on:
        case.judge(oracles.lines(run.out, asks.ids) if run.code in (0, 1) else [])
        return
    is_partial = case.read("out.partial.json") is not None
    if run.code < 0 and not is_partial:
        # It was ended before it began.
        return
    document = case.document("out.partial.json" if is_partial else "out.json")
    if document is None:
        return
    case.judge(oracles.whole(document, asks.ids, run.code), oracles.sends_are_told(document, exchanges))
    if run.code in (0, 1):
        case.judge(oracles.data_fits(case.read("data.json") or b"", document, "data.json"))
    truths = oracles.truths(asks, exchanges)
    marks = [ask.mark for ask in asks]
    for ask, result in zip(asks, document["results"]):
        case.judge(oracles.fair(result, ask, truths[ask.mark]))
        # Of a twin nobody knows which of the two got the last answer.
        if marks.count(ask.mark) == 1:
            case.judge(oracles.good_counts(result, ask, truths[ask.mark]))
