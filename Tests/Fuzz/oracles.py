"""What must hold, each as a small function that yields a sentence for everything that doesn't."""

import base64
import collections
import re

import hidden
import strictjson

# The documented codes; 70 is documented as a fault of the program.
CODES = {0, 1, 64, 65, 66, 73, 74, 75, 78}
TIMES = ["cacheMs", "paceMs", "serverMs", "backoffMs", "networkMs", "otherMs"]
# Reasons for which a server may not have got a request; the lanes remember some from one run to the next.
LATER = {"throttled", "quota_exhausted", "blocked", "breaker", "deadline", "connection", "timeout", "invalid_request"}
MARK = re.compile(r"mk[b-m]{6}[0-9]+x")
FOREIGN = "foreign-body"
# Control characters, marks of direction, and separators of lines that no one sees.
DRIVES = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


# Of any start


def no_crash(ended, signals=()):
    """It ends with a code of the table, or by a signal that it was sent."""
    if ended.code not in CODES and -ended.code not in signals and not ended.hung:
        yield f"no crash: ended with {ended.code}: {ended.err[-300:]!r}"


def no_hang(ended):
    if ended.hung:
        yield f"no hang: still at work after {ended.seconds:.1f} s: runner {' '.join(ended.arguments)}"


def clean_text(ended):
    """What people read holds nothing that drives a terminal or turns the direction of what follows."""
    odd = {character for character in ended.err.decode("utf-8", "replace") if DRIVES.match(character)}
    if odd:
        yield f"clean text: standard error holds {sorted(odd)}"


def quiet_output(ended):
    """Standard output carries results alone."""
    if ended.out:
        yield f"quiet output: standard output holds {ended.out[:100]!r}"


def no_secret(case):
    """No secret can be read in what was printed or written, in whatever form it was echoed."""
    for name, data in case.written():
        text = data.decode("utf-8", "replace")
        for secret in case.hidden:
            how = hidden.found(secret, text)
            if how:
                yield f"no secret: {secret!r} can be read in {name} {how}"


def no_leftover(case):
    """Nothing half-written stays."""
    for name, _ in case.written():
        if re.search(r"\.(tmp|temp|new)\b|~$", name):
            yield f"no leftover: {name}"


# Of a results file


def valid_results(data, name):
    """The document, or None with a complaint."""
    try:
        document = strictjson.parse(data)
    except (ValueError, RecursionError) as error:
        return None, [f"valid results: {name} is no JSON: {str(error)[:200]}"]
    found = [f"valid results: {name} repeats {path}" for path in strictjson.repeated(document)]
    if not isinstance(document, dict) or not isinstance(document.get("results"), list):
        return None, found + [f"valid results: {name} has no results"]
    return document, found


def one_each(results, ids):
    """Each request has exactly one result, in the order of the manifest."""
    got = [result.get("id") for result in results]
    if got != ids:
        differ = [pair for pair in zip(ids, got) if pair[0] != pair[1]]
        yield f"one each: {len(ids)} requests, {len(got)} results; the first that differ are {differ[:1]}"


def lines(data, ids):
    """Of results that are handed on each is a line, and perhaps the run's summary is the last."""
    values = []
    for line in data.splitlines():
        try:
            values.append(strictjson.parse(line))
        except (ValueError, RecursionError) as error:
            yield f"lines: {line[:200]!r} is no JSON: {str(error)[:200]}"
            return
    yield from one_each([value for value in values if "id" in value], ids)


def sums(document):
    """The times of a result add up, and none is negative."""
    for result in document["results"]:
        times = result.get("timing")
        if not times:
            continue
        total = sum(times.get(name, 0) for name in TIMES)
        # Each of the seven is rounded to a thousandth.
        if abs(total - times["totalMs"]) > 0.001 * (len(TIMES) + 1):
            yield f"sums: {result['id']}: {total:.3f} of {times['totalMs']}: {times}"
        for place in [times, *result.get("attempts", [])]:
            for name, value in place.items():
                if name.endswith("Ms") and value < 0:
                    yield f"sums: {result['id']}: {name} is {value}"


def counts(document):
    """The summary counts what the results are."""
    names = {"ok": "ok", "not_found": "notFound", "failed": "failed", "deferred": "deferred", "skipped": "skipped"}
    counted = collections.Counter(result.get("outcome") for result in document["results"])
    for outcome in counted.keys() - names.keys():
        yield f"counts: an outcome {outcome!r}"
    summary = document.get("summary", {})
    for outcome, name in names.items():
        if summary.get(name) != counted[outcome]:
            yield f"counts: summary has {name} {summary.get(name)}, results have {counted[outcome]}"
    if summary.get("requests") != len(document["results"]):
        yield f"counts: summary has {summary.get('requests')} requests, results have {len(document['results'])}"


def whole(document, ids, code):
    """The four that hold of any results, of which one is below."""
    yield from one_each(document["results"], ids)
    yield from sums(document)
    yield from counts(document)
    yield from code_fits(code, document)


def code_fits(code, document):
    """The exit code says what the results say."""
    outcomes = {result.get("outcome") for result in document["results"]}
    unfinished = outcomes & {"deferred", "skipped"}
    right = {0: not unfinished and "failed" not in outcomes, 1: not unfinished and "failed" in outcomes}
    if not right.get(code, True):
        yield f"code fits: {code} with outcomes {sorted(outcomes)}"
    if code == 75 and not unfinished:
        yield f"code fits: 75 with outcomes {sorted(outcomes)}"


def data_fits(data, document, name):
    """The data file has the same requests and outcomes, without times and places."""
    inner, found = valid_results(data, name)
    yield from found
    if inner is None:
        return
    pairs = [[(result.get("id"), result.get("outcome")) for result in each["results"]] for each in (inner, document)]
    if pairs[0] != pairs[1]:
        yield f"data fits: {name} has other requests or outcomes than the results"
    for result in inner["results"]:
        for banned in {"timing", "attempts", "message", "source"} & result.keys():
            yield f"data fits: {banned} in the result {result.get('id')} of {name}"


# Of what the server gave


def answer_text(result):
    """All that the result tells of the server's answer."""
    parts = [strictjson.json.dumps(result.get(name), ensure_ascii=False) for name in ("book", "json") if name in result]
    parts.append(result.get("text", ""))
    if "base64" in result:
        parts.append(base64.b64decode(result["base64"]).decode("utf-8", "replace"))
    return "\n".join(parts)


def own_mark(result, ask):
    """No result shows another request's answer, nor one that nobody asked for."""
    text = answer_text(result)
    for mark in set(MARK.findall(text)) - {ask.mark}:
        yield f"own mark: {result['id']} ({ask.kind}) holds the answer with {mark}, its own has {ask.mark}"
    if FOREIGN in text:
        yield f"own mark: {result['id']} ({ask.kind}) holds bytes that answered nothing"


def ok_is_earned(result, ask, truths):
    """`ok` comes of an answer to this very request that a careful client may take."""
    if result["outcome"] != "ok":
        return
    text = answer_text(result)
    if not any(truth.may_ok for truth in truths):
        yield f"ok is earned: {result['id']} ({ask.kind}) is ok, though no answer was: {text[:200]!r}"
    elif ask.mark not in text and all(truth.marked for truth in truths if truth.may_ok):
        yield f"ok is earned: {result['id']} ({ask.kind}) is ok without its mark: {text[:200]!r}"


def miss_is_earned(result, ask, truths):
    """`not_found` comes of an answer that says so coherently."""
    if result["outcome"] == "not_found" and not any(truth.may_miss for truth in truths):
        yield f"miss is earned: {result['id']} ({ask.kind}) is not_found, though no answer said so"


def truths(asks, exchanges):
    """What each request was told, by its mark and in order."""
    told = collections.defaultdict(list)
    for exchange in exchanges:
        ask = asks.of(exchange.request.target)
        if ask:
            told[ask.mark].append(exchange.answer.truth)
    return told


def fair(result, ask, truths):
    """The three above."""
    yield from own_mark(result, ask)
    yield from ok_is_earned(result, ask, truths)
    yield from miss_is_earned(result, ask, truths)


def good_counts(result, ask, truths):
    """A right answer that was given whole ends a request `ok`, unless time ended it."""
    became = f"{result['outcome']}/{result.get('reason')}: {result.get('message')}"
    by_time = result.get("reason") in ("timeout", "deadline", "interrupted")
    if truths and truths[-1].good and result["outcome"] != "ok" and not by_time:
        yield f"good counts: {result['id']} ({ask.kind}) got a good answer last, and is {became}"


def sends_are_told(document, exchanges):
    """The server never got more requests than the results tell."""
    told = sum("sentAt" in attempt for result in document["results"] for attempt in result.get("attempts", []))
    if len(exchanges) > told:
        yield f"sends are told: the server got {len(exchanges)} requests, the results tell {told}"
    if document["summary"].get("sends") not in (None, told):
        yield f"sends are told: the summary has {document['summary']['sends']} sends, the attempts {told}"


def unsafe_once(asks, exchanges):
    """What may not be repeated reaches the server once, unless the server itself sent it on."""
    last = {}
    for exchange in exchanges:
        ask = asks.of(exchange.request.target)
        if ask is None or ask.is_idempotent or exchange.request.method not in ("POST", "PATCH"):
            continue
        before = last.get(ask.mark)
        if before is not None and not _sends_on(before.answer):
            yield f"unsafe once: {exchange.request.method} {exchange.request.target} came again as #{exchange.number}"
        last[ask.mark] = exchange


def _sends_on(answer):
    text = b"".join(step for step in answer.steps if isinstance(step, bytes))
    return re.match(rb"(HTTP/1.1 1.. .*\r\n(.*\r\n)*\r\n)*HTTP/1.[01] 30[12378] ", text) is not None


def secrets_stay_home(secrets, exchanges):
    """Another origin gets no credentials."""
    for exchange in exchanges:
        if exchange.request.is_elsewhere:
            for secret in secrets:
                how = hidden.found(
                    secret, exchange.request.head.decode("latin-1") + exchange.request.body.decode("latin-1")
                )
                if how:
                    yield f"secrets stay home: {secret!r} went to another origin {how}: {exchange.request.head[:200]!r}"


# Of several starts


def asked_anew(asks, exchanges, results):
    """A new run asks for everything again, unless a server still wants to be left alone."""
    seen = {ask.mark for ask in (asks.of(exchange.request.target) for exchange in exchanges) if ask}
    for ask, result in zip(asks, results):
        is_told = result.get("source") in ("duplicate", "batch") or result.get("reason") in LATER
        if ask.mark not in seen and not is_told:
            yield f"asked anew: {result['id']} was not asked by the next run, and is {result['outcome']}"


def only_failed(asks, exchanges, before):
    """A repeat of what failed asks for nothing else."""
    failed = {result["id"] for result in before if result["outcome"] not in ("ok", "not_found")}
    asked = {asks.of(exchange.request.target).spec["id"] for exchange in exchanges}
    if asked - failed:
        yield f"only what failed: --retry-failed asked for {sorted(asked - failed)}"


def check_agrees(check, run):
    """`check` and a run call the same manifests invalid."""
    wrong = {65, 66, 78}
    if (check.code in wrong or run.code in wrong) and check.code != run.code:
        yield f"check agrees: check says {check.code}, run {run.code}: {check.err[-200:]!r} / {run.err[-200:]!r}"


def refused_sends_nothing(run, exchanges):
    """What is refused is refused before the first send."""
    if run.code in (64, 65, 66, 73, 78) and exchanges:
        yield f"refused sends nothing: {run.code}, but the server got {len(exchanges)} requests: {run.err[-200:]!r}"
