"""Answers as bytes on the wire: their coding, framing and end, right, odd or broken."""

import dataclasses
import gzip
import zlib

import damage
from truth import NOTHING, Truth


@dataclasses.dataclass
class Answer:
    """What is sent: bytes and, between them, pauses in seconds; and what becomes of the connection."""

    steps: list
    truth: Truth
    # keep, close, reset or stall
    end: str = "keep"
    # Bytes that follow on the idle connection.
    unasked: bytes = b""


@dataclasses.dataclass
class Content:
    """What an answer says, before it is packed."""

    status: int
    body: bytes
    truth: Truth
    headers: list = dataclasses.field(default_factory=list)


def head(status, headers, version="HTTP/1.1"):
    lines = [f"{version} {status} Status"] + [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n"


def plain(content, without_body=False):
    data = head(content.status, content.headers + [("Content-Length", len(content.body))])
    return Answer([data if without_body else data + content.body], content.truth)


# Codings


def _gzip(data):
    # Without the time, so that a case is the same each time.
    return gzip.compress(data, mtime=0)


def _deflated(data, window):
    compressor = zlib.compressobj(wbits=window)
    return compressor.compress(data) + compressor.flush()


def coded(random, content, empty=NOTHING):
    """The content in a coding; what can't be undone leaves nothing to conclude, `empty` is what an empty body says."""
    body, truth = content.body, content.truth
    packed = _gzip(body)
    half = len(body) // 2
    name, pack, truth = random.choice([
        ("gzip", lambda: packed, truth),
        ("x-gzip", lambda: packed, truth),
        ("GZIP", lambda: packed, truth),
        ("deflate", lambda: _deflated(body, 15), truth),
        ("deflate", lambda: _deflated(body, -15), truth),
        ("gzip", lambda: _gzip(body[:half]) + _gzip(body[half:]), truth),
        ("gzip", lambda: packed + b"\0" * 37, truth),
        ("gzip", lambda: packed + b"garbage", truth.loose),
        ("gzip", lambda: packed[: random.randrange(1, len(packed))], NOTHING),
        ("gzip", lambda: packed[: -random.randrange(1, 9)], NOTHING),
        ("deflate", lambda: _deflated(body, 15)[: -random.randrange(1, 5)], NOTHING),
        ("gzip", lambda: b"", None),
        ("gzip", lambda: _gzip(b""), None),
        ("gzip", lambda: damage.flip(random, packed), None),
        ("gzip", lambda: body, truth.loose if not body else NOTHING),
        ("gzip, gzip", lambda: _gzip(packed), NOTHING),
        ("br", lambda: body, truth.loose if not body else NOTHING),
        ("identity", lambda: body, truth.loose),
        ("gzip", lambda: _gzip(b" " * (40 << 20)), NOTHING),
    ])
    data = pack()
    if truth is None:
        # An empty body is left as it is, and what it means is the status's affair.
        meaning = _unpacked(data) if data else b""
        truth = content.truth.loose if meaning == body else NOTHING
        if meaning == b"" and body:
            truth = empty
    return dataclasses.replace(content, body=data, truth=truth, headers=content.headers + [("Content-Encoding", name)])


def _unpacked(data):
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None


# Framings


def _chunks(data, size, extension=""):
    for start in range(0, len(data), size):
        piece = data[start : start + size]
        yield f"{len(piece):x}{extension}\r\n".encode() + piece + b"\r\n"


def chunked(random, content, trailer=b"", extension="", last=b"0\r\n"):
    start = head(content.status, content.headers + [("Transfer-Encoding", "chunked")])
    pieces = list(_chunks(content.body, random.choice([1, 7, 100, 5_000]), extension))
    return Answer([start + b"".join(pieces) + last + trailer + b"\r\n"], content.truth)


def _until_close(random, content):
    return Answer([head(content.status, content.headers) + content.body], content.truth, end="close")


def _http10(random, content):
    fields = content.headers + [("Content-Length", len(content.body))]
    return Answer([head(content.status, fields, "HTTP/1.0") + content.body], content.truth, end="close")


def _dripping(random, content):
    answer = plain(content)
    data = answer.steps[0]
    places = sorted(random.randrange(len(data)) for _ in range(6))
    steps = []
    for start, end in zip([0] + places, places + [len(data)]):
        steps += [data[start:end], 0.02]
    return dataclasses.replace(answer, steps=steps)


def _after_interim(random, content):
    interim = random.choice([
        b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 102 Processing\r\n\r\n",
        b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n"])
    answer = plain(content)
    return dataclasses.replace(answer, steps=[interim * random.choice([1, 2, 30])] + answer.steps)


SOUND = [
    lambda random, content: chunked(random, content),
    lambda random, content: chunked(random, content, trailer=b"X-Trailer: 1\r\n"),
    lambda random, content: chunked(random, content, extension=";a=b"),
    _until_close, _http10, _dripping, _after_interim]


def _with_length(content, length, truth, end="keep"):
    fields = content.headers + [("Content-Length", length)]
    return Answer([head(content.status, fields) + content.body], truth, end=end)


def _too_short(random, content):
    # A prefix of a text is a text; a prefix of JSON is none, but what is empty may answer a path.
    return _with_length(content, random.randrange(len(content.body) + 1), content.truth.loose.unmarked)


def _odd_length(random, content):
    length = random.choice(["-1", "+5", "5, 5", "0x10", "9" * 30, "", "abc", "1e3"])
    return _with_length(content, length, content.truth.loose.unmarked, end="close")


def _two_lengths(random, content):
    first = dataclasses.replace(content, headers=content.headers + [("Content-Length", len(content.body))])
    return _with_length(first, random.choice([len(content.body), 3]), content.truth.loose.unmarked, end="close")


def _length_and_chunks(random, content):
    fields = content.headers + [("Content-Length", 5)]
    answer = chunked(random, dataclasses.replace(content, headers=fields))
    return dataclasses.replace(answer, truth=content.truth.loose.unmarked, end="close")


def _garbled(random, content):
    fields, edge, body = plain(content).steps[0].partition(b"\r\n\r\n")
    # It may have become another status, or lost what made it odd.
    return Answer([damage.in_bytes(random, fields) + edge + body], Truth(may_ok=True, may_miss=True), end="close")


def _many_interim(random, content):
    flood = b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000
    return Answer([flood] + plain(content).steps, content.truth.loose)


ODD = [_too_short, _odd_length, _two_lengths, _length_and_chunks, _garbled, _many_interim]


def _cut(random, content):
    data = plain(content).steps[0]
    edge = data.index(b"\r\n\r\n") + 4
    end = random.choice(["close", "close", "reset", "stall"])
    if content.body:
        return Answer([data[: random.randrange(edge, len(data))]], NOTHING, end=end)
    return Answer([data[: random.randrange(edge)]], NOTHING, end=end)


def _nothing(random, content):
    return Answer([], NOTHING, end=random.choice(["close", "reset", "stall"]))


def _unended_chunks(random, content):
    answer = chunked(random, content, last=b"")
    data = answer.steps[0].removesuffix(b"\r\n")
    return Answer([data], NOTHING, end=random.choice(["close", "reset", "stall"]))


def _bad_chunks(random, content):
    start = head(content.status, content.headers + [("Transfer-Encoding", "chunked")])
    size = random.choice([b"zz", b"-5", b"fffffffffffffffff", b"", b"0x5", b"7fffffffffffffff"])
    return Answer([start + b"".join(_chunks(content.body, 50)) + size + b"\r\nrest\r\n0\r\n\r\n"], NOTHING, end="close")


def _no_http(random, content):
    sent = random.choice([
        content.body or b"x", b"SSH-2.0-x\r\n", b"\x16\x03\x01\x02", b"ICY 200 OK\r\n\r\n", b"HTTP/1.1\r\n\r\n",
        b"\r\n" * 50, b"\0" * 500])
    return Answer([sent], NOTHING, end="close")


BROKEN = [_cut, _cut, _cut, _nothing, _unended_chunks, _bad_chunks, _no_http]

# What comes behind an answer that is whole

FOREIGN = b"foreign-body"
STRANGERS = [
    b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}",
    b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(FOREIGN), FOREIGN),
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    b"garbage", b"\r\n", b"HTTP/1.1 "]


def followed(random, answer):
    """An answer that keeps the connection and is followed by what nobody asked for, the same once more among it."""
    *steps, last = answer.steps
    if not isinstance(last, bytes):
        return dataclasses.replace(answer, unasked=random.choice(STRANGERS))
    extra = random.choice([last] + STRANGERS)
    if random.random() < 0.5:
        return dataclasses.replace(answer, unasked=extra)
    return dataclasses.replace(answer, steps=steps + [last + extra])
