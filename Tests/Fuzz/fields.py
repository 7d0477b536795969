"""Header fields, one choice a line, as `name: value | name: value`."""

# What a wait may look like: right, wrong, past, endless.
WAITS = """
0
1
 1 
-1
1.5
+1
1e3
1m0s
5;x
1, 5
²

99999
1700000000
9999999999999999999999999999999999999999
Wed, 21 Oct 2015 07:28:00 GMT
Wednesday, 21-Oct-15 07:28:00 GMT
Wed Oct 21 07:28:00 2015
Fri, 31 Dec 99999 23:59:59 GMT
""".split("\n")[1:-1] + ["0" * 3_000 + "1"]

# They change nothing about what an answer means, only how long its server is left alone.
HARMLESS = r"""
RateLimit-Limit: 100 | RateLimit-Remaining: 0 | RateLimit-Reset: 1
RateLimit-Limit: 100 | RateLimit-Remaining: 0 | RateLimit-Reset: 1470173023.123
RateLimit-Limit: 100 | RateLimit-Remaining: 0 | RateLimit-Reset: 2030-01-01T00:00:00Z
RateLimit-Limit: 100 | RateLimit-Remaining: 0 | RateLimit-Reset: Wed, 21 Oct 2015 07:28:00 GMT
RateLimit-Limit: 100 | RateLimit-Remaining: 0 | RateLimit-Reset: 999999999999999999999999999999
RateLimit-Limit: 100 | RateLimit-Remaining: x | RateLimit-Reset: 1
RateLimit-Limit: 100 | RateLimit-Remaining: -1 | RateLimit-Reset: 0
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1700000000
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1700000000000
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: -5
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1e9
X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 99999999999999999999
RateLimit: "default";r=0;t=1
RateLimit: limit=10, remaining=0, reset=1
RateLimit: "a";r=;t=
RateLimit: r=0;t=999999999999999999
RateLimit: "x";r=5, "y";r=0;t=1
X-Rate-Limit-Limit: 50 | X-Rate-Limit-Interval: 1s
X-Rate-Limit-Limit: 0 | X-Rate-Limit-Interval: 1s
X-Rate-Limit-Limit: 1 | X-Rate-Limit-Interval: 1h
X-Rate-Limit-Limit: x | X-Rate-Limit-Interval: 0s
Cache-Control: no-store | ETag: "v1"
Cache-Control: max-age=60 | ETag: "v1" | Age: old, 0
Cache-Control: max-age=99999999999999999999 | Age: -1
Cache-Control: private="x, max-age=5 | ETag: W/"
Date: Wed, 21 Oct 2015 07:28:00 GMT | Expires: 0
Date: x | Expires: -1 | Last-Modified: Wed, 21 Oct 2015 07:28:00 GMT
Date: Mon, 01 Jan 2035 00:00:00 GMT
Date: Mon, 30 Nov 2026 10:00:00 GMT | Retry-After: Mon, 30 Nov 2026 10:00:01 GMT
Vary: *
Vary: Accept-Encoding, , X
Set-Cookie: a=b; Path=/ | Link: <http://127.0.0.1/>; rel=next
WWW-Authenticate: Basic realm=x | Alt-Svc: h2=":1"
Content-Type: text/html
Content-Type: application/json; charset=latin-1
Content-Type: application/json; charset=utf-16
Content-Type: ;
X-Odd: a	 b | X-Empty:
"""

# A client may refuse an answer with one of these.
HEAVY = """
Bad Name: x
X-Folded: a\r\x01 b
X-Nul: a\x02b
Transfer-Encoding: gzip
Content-Range: bytes 0-9/500
Upgrade: h2c | Connection: Upgrade
: x
"""

# What can't stand in a line of the table above.
MARKS = str.maketrans({"\x01": "\n", "\x02": "\0"})


def _parsed(table):
    for line in table.split("\n")[1:-1]:
        pairs = (field.partition(":") for field in line.split(" | "))
        yield [(name, value.strip().translate(MARKS)) for name, _, value in pairs]


_HARMLESS, _HEAVY = list(_parsed(HARMLESS)), list(_parsed(HEAVY))


def wait(random):
    return ("Retry-After", random.choice(WAITS))


def harmless(random):
    many = [(f"X-{number}", "z") for number in range(80)]
    odd = [many, [("X-Long", "y" * 8_000)], [("X-Latin", "caf\udce9")]]
    return random.choice(_HARMLESS + [[wait(random)]] * 4 + odd)


def heavy(random):
    flood = [(f"X-{number}", "z" * 20) for number in range(9_000)]
    return random.choice(_HEAVY + [flood, [("X-Huge", "y" * 300_000)], [("X-Big", "y" * 110_000)]])
