"""Manifests from a small grammar, whole or with changes to their tokens and bytes, for `check` and for a run."""

import json

import damage
import oracles
import truth
import wire
from asks import isbn13

SECRET = "s3cr3t-manifest-value"
# A changed address must not lead out of this machine: what isn't on loopback goes to a proxy that isn't there.
NOWHERE = {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1,localhost"}

# Members that a manifest and a request may both have, with some of their values.
POLICIES = {
    "retry": [
        {"attempts": 1}, {"attempts": 3, "baseDelay": "1ms", "maxDelay": "5ms"},
        {"overLimit": "fail", "retryAfterLimit": "1s"}],
    "timeout": [{"connect": "2s"}, {"idle": 1, "attempt": "2s"}, {"request": "1m"}],
    "cache": [False, {}, {"ttl": "1h", "notFoundTTL": "1m"}]}
SETTINGS = {
    "$schema": ["manifest.schema.json"], "version": [1], "name": ["shelf", "a b", "ü"], "userAgent": ["fuzz/1 (x)"],
    "headers": [{"X-B": "2"}], "output": ["out.json", "deep/er/out.json", "../out.json"], "data": ["data.json"],
    "publish": ["finished", "always"], "resumeWithin": ["1h", "7d"], "maxFailures": ["10%", 0, 5, "100%"],
    "deadline": ["3s", 2], "pace": [{"minInterval": "1ms"}, {"rate": "600/s"}, {"minInterval": 0, "perDay": 1000}],
    "maxBody": [100_000, 1 << 24]}
DETAILS = {
    "query": [{"q": "a b"}, {"key": "${env:TOKEN}"}], "expect": [[200], [200, 404]],
    "headers": [{"X-A": "1"}, {"Authorization": "Bearer ${env:TOKEN}"}]}
BODIES = [{"body": "x ${env:TOKEN}"}, {"json": {"a": [1, "${env:TOKEN}", None]}}, {}]


def some(random, table):
    """Some of the members of a table of choices."""
    return {name: random.choice(values) for name, values in table.items() if random.random() < 0.4}


def request(random, index, base):
    kind = random.choice(["isbn", "title", "path", "url", "url"])
    made = {"id": f"r{index}"} if random.random() < 0.5 else {}
    if kind == "isbn":
        made["isbn"] = isbn13(random)
    elif kind == "title":
        made.update({"title": "Dune"}, **some(random, {"author": ["Frank Herbert"]}))
    elif kind == "path":
        made["path"] = f"/works/OL{index}W.json"
    else:
        method = random.choice(["GET", "GET", "HEAD", "POST", "PUT", "DELETE"])
        made.update({"url": f"{base}/u/{index}"}, **some(random, DETAILS))
        if method != "GET":
            made["method"] = method
        if method in ("POST", "PUT"):
            made.update(random.choice(BODIES))
        if method == "POST" and random.random() < 0.5:
            made["idempotent"] = True
    made.update(some(random, POLICIES))
    if random.random() < 0.2:
        made["comment"] = {"any": ["thing", 1e-9]}
    return made


def manifest(random, base):
    made = {"api": random.choice(["openlibrary", "openlibrary", "sample"]), "contact": "fuzz@example.org"}
    made.update(some(random, SETTINGS), **some(random, POLICIES))
    made["requests"] = [request(random, index, base) for index in range(random.choice([1, 1, 2, 5]))]
    items = list(made.items())
    random.shuffle(items)
    return dict(items)


def spelled(random, made):
    """The manifest as text, and whether it is sound still."""
    written = json.dumps(made, ensure_ascii=random.random() < 0.5, indent=random.choice([None, 1, 4]))
    changes = random.choice([0, 1, 1, 1, 2, 3])
    for _ in range(changes):
        written = damage.in_tokens(random, written)
    data = written.encode("utf-8", "surrogatepass")
    if changes and random.random() < 0.2:
        data = damage.in_bytes(random, data)
    if random.random() < 0.1:
        odd = [written.encode("utf-16"), b"", b"[" * 100_000, b"\0" + data]
        sound = [b"\xef\xbb\xbf" + data, data + b"\n \n"]
        data = random.choice(odd + sound)
        changes += data in odd
    return data, changes == 0


def answer(request):
    is_head = request.method == "HEAD"
    body = b"" if is_head else b"{}" if "ISBN" in request.target else b'{"title": "x", "docs": []}'
    return wire.plain(wire.Content(200, body, truth.NOTHING), without_body=is_head)


def play(case):
    random = case.random
    case.hidden.append(SECRET)
    case.variables.update(NOWHERE)
    has_secret = random.random() < 0.95
    if has_secret:
        case.variables["TOKEN"] = SECRET
    with case.serve(answer) as server:
        data, is_sound = spelled(random, manifest(random, server.base))
        case.write("books.json", data)
        check = case.take(case.command.run("check", "books.json", bound=20))
        sent = len(server.received())
        run = case.take(case.command.run("books.json", "--min-interval", "0", "--deadline", "4s", bound=30))
        case.judge(
            oracles.check_agrees(check, run), oracles.refused_sends_nothing(run, server.received()),
            oracles.quiet_output(run), oracles.no_leftover(case))
    said = check.err + check.out
    if sent:
        case.judge([f"check sends nothing: the server got {sent} requests"])
    if check.code == 65 and b"books.json" not in said:
        case.judge([f"faults explain themselves: no place in {said[:200]!r}"])
    if is_sound and has_secret and check.code != 0:
        case.judge([f"a sound manifest: check says {check.code}: {said[-300:]!r}"])
    for name, text in case.written():
        if name.endswith(".json") and "lanes/" not in name:
            document, found = oracles.valid_results(text, name)
            case.judge(found)
            if document and "summary" in document:
                case.judge(oracles.sums(document), oracles.counts(document))
    case.judge(oracles.no_secret(case))
