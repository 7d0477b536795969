"""What a server says: the right answer, or one that is damaged, foreign, moved, throttled, or tells a secret."""

import dataclasses

import damage
import fields
import hidden
import truth
from asks import Ask
from wire import Content

# Statuses whose answers have no body, whatever their fields say.
BODILESS = (204, 205, 304)
STATUSES = [
    *(202, 204, 205, 206, 299, 300, 304, 400, 401, 403, 408, 410, 418, 425, 429, 451, 499),
    *(500, 501, 502, 503, 504, 505, 520, 599)]
PAGE = b"<!DOCTYPE html><html><head><title>503</title></head><body>maintenance</body></html>"
# Of a user whom a redirect names.
PASSWORD = "hop-passw0rd-1234"
JSON = ("Content-Type", "application/json")

# Bodies that are nearly or not at all what is due; ISBN stands for the one that was asked.
BODIES = rb"""

null
[]
{}
""
0
true
{"error": "internal_error"}
{"error": "notfound"}
{"status": 429}
{"type": {"key": "/type/delete"}}
{"docs": null}
{"docs": ["x"]}
{"numFound": 5, "docs": []}
{"docs": []}
{"ISBN": null}
{"ISBN": {"details": "x"}}
{"ISBN": []}
{"a": NaN}
{"a": "\ud800"}
""".split(b"\n")[1:-1] + [PAGE, b'{"mark": "caf\xe9"}', b"\0\0\0\0"]

# Where a redirect may lead; HOP is a path of the same request, HERE and THERE are the two origins.
PLACES = """
HOP
HOP
HERE/HOP
THERE/HOP
THERE/HOP
//THERE/HOP
HERE@/HOP
THERE@/HOP
LOCALHOST/HOP
SECURE/HOP
SELF
HOP#part
HOP?token=abc123&x=1
HOP x	y
HOP/ü
../../HOP
?x
http:HOP

http://[::1
http://a b/
http://127.0.0.1:99999/HOP
http://127.0.0.1:1/HOP
http://name.invalid/HOP
ftp://127.0.0.1/x
file:///etc/passwd
javascript:x
""".split("\n")[1:-1]


class Contents:
    """Makes contents for the requests of a case."""

    def __init__(self, secrets, here, there):
        self.secrets, self.here, self.there = secrets, here, there

    def any(self, random, ask, request):
        makers = [
            (6, self.good), (1, self.miss), (4, self.damaged), (4, self.altered), (3, self.other_status),
            (3, self.redirect), (2, self.foreign), (2, self.odd_body), (3, self.throttle), (2, self.echo),
            (1, self.moved_record), (1, self.deep)]
        return random.choices([make for _, make in makers], [weight for weight, _ in makers])[0](random, ask, request)

    @staticmethod
    def _judged(ask, request, status, body, headers=()):
        return Content(status, body, truth.of(ask, request.target, status, body), list(headers))

    @staticmethod
    def _unmarked(content):
        return dataclasses.replace(content, truth=content.truth.unmarked)

    def good(self, random, ask, request):
        kind = ("Content-Type", "text/plain") if ask.kind == "url" and ask.text else JSON
        content = self._judged(ask, request, 200, ask.good(request.target), [kind])
        return dataclasses.replace(content, truth=dataclasses.replace(content.truth, good=content.truth.may_ok))

    def miss(self, random, ask, request):
        return self._judged(ask, request, *ask.miss(), [JSON])

    def damaged(self, random, ask, request):
        return self._unmarked(self._judged(ask, request, 200, damage.in_bytes(random, ask.good(request.target))))

    def altered(self, random, ask, request):
        good = ask.good(request.target)
        body = damage.in_json(random, good) if good.startswith(b"{") else b"plain text"
        return self._unmarked(self._judged(ask, request, 200, body))

    def other_status(self, random, ask, request):
        status = random.choice(STATUSES)
        body = random.choice([ask.good(request.target), ask.miss()[1], b"", PAGE])
        told = fields.harmless(random) if random.random() < 0.5 else []
        return self._judged(ask, request, status, b"" if status in BODILESS else body, told)

    def throttle(self, random, ask, request):
        body = random.choice([b'{"error": "too many", "status": 429, "message": "slow down"}', PAGE, b""])
        told = random.choice([("Retry-After", "0"), ("Retry-After", "1"), fields.wait(random)])
        return self._judged(ask, request, random.choice([429, 503, 429, 200]), body, [told])

    def foreign(self, random, ask, request):
        """The answer to a question that nobody asked here."""
        other = Ask(ask.kind, 900 + random.randrange(99), random)
        other.mark = "another-book"
        return self._judged(ask, request, 200, other.good(request.target))

    def odd_body(self, random, ask, request):
        good = ask.good(request.target)
        encoded = [b"\xef\xbb\xbf" + good, good + good, good.decode().encode("utf-16"), good + b"\n\n  "]
        body = random.choice(BODIES + encoded).replace(b'"ISBN"', f'"ISBN:{ask.isbn}"'.encode())
        return self._judged(ask, request, 200, body)

    def deep(self, random, ask, request):
        depth = random.choice([400, 600, 5_000, 100_000])
        # Where the depth ends that a reader bears is its own affair.
        return Content(200, b"[" * depth + b"]" * depth, truth.Truth(may_ok=True))

    def moved_record(self, random, ask, request):
        """A record that was merged into another, as Open Library tells it."""
        place = random.choice(["/books/OLnM", "/works/OLnW", "/authors/OLnA", "/nowhere/n", "books/OLnM", ""])
        record = '{"type": {"key": "/type/redirect"}, "location": "%s"}' % place.replace("n", str(ask.number))
        if ask.kind == "isbn" and request.target.startswith("/api"):
            record = '{"ISBN:%s": {"details": %s}}' % (ask.isbn, record)
        content = self._unmarked(self._judged(ask, request, 200, record.encode()))
        is_answer = ask.kind in ("path", "url")
        return content if is_answer else dataclasses.replace(content, truth=truth.NOTHING)

    def redirect(self, random, ask, request):
        place = random.choice(PLACES + [None, "HOP/" + "a" * 9_000])
        if place:
            hop, port = f"/hop/{ask.mark}/{random.randrange(3)}", self.here.rpartition(":")[2]
            user = f"//user:{PASSWORD}@"
            for word, meaning in (
                ("//THERE", self.there.removeprefix("http:")), ("THERE@", self.there.replace("//", user)),
                ("HERE@", self.here.replace("//", user)), ("THERE", self.there), ("HERE", self.here),
                ("LOCALHOST", f"HTTP://localhost:{port}"), ("SECURE", f"https://127.0.0.1:{port}"),
                ("SELF", request.target), ("/HOP", hop), ("HOP", hop),
            ):
                place = place.replace(word, meaning)
        told = [] if place is None else [("Location", place)]
        if random.random() < 0.2:
            told += fields.harmless(random)
        status = random.choice([301, 302, 303, 307, 308, 302, 300, 304])
        # It may be an answer to those that expect it; what it leads to is judged when it is asked.
        return Content(status, b"", truth.Truth(may_ok=status in (ask.expected or ())), told)

    def echo(self, random, ask, request):
        """Sends a secret back, in one of the forms in which secrets travel."""
        form = hidden.ECHOES[random.choice(list(hidden.ECHOES))](random.choice(self.secrets))
        place = random.choice([
            '"echo": "%s"', '"echo": ["x", {"y": "a %s b"}]', '"%s": 1',
            '"url": "http://user:%s@127.0.0.1/?token=%s"'])
        body = ask.good(request.target)
        if random.random() < 0.3:
            body = body.replace(b'"title": "Book ', b'"title": "' + form.encode() + b" ")
        member = place.replace("%s", form).encode()
        body = b"{" + member + b", " + body[1:] if body.startswith(b"{") else body + form.encode()
        name = random.choice(["ETag", "X-Request-Id", "Retry-After", "Content-Type", "X-Other"])
        told = [(name, form)] if random.random() < 0.5 else []
        return self._unmarked(self._judged(ask, request, random.choice([200, 200, 500, 403, 429, 404]), body, told))
