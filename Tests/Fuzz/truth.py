"""What a careful client may conclude from an answer: the referee knows what was given, the runner has to find out."""

import dataclasses
import re

import strictjson

# The key of a record of Open Library.
RECORD = re.compile(r"/(books|works|authors)/OL[0-9]+[MWA]")


@dataclasses.dataclass(frozen=True)
class Truth:
    """What may come of an answer."""

    # It is whole and right: whoever got it last is `ok`.
    good: bool = False
    may_ok: bool = False
    may_miss: bool = False
    # An `ok` made of it shows the request's mark.
    marked: bool = False

    @property
    def loose(self):
        """The same, where a client may as well refuse the answer."""
        return dataclasses.replace(self, good=False)

    @property
    def unmarked(self):
        return dataclasses.replace(self, marked=False)


NOTHING = Truth()


def of(ask, target, status, body):
    """Judges an answer that arrived whole, by its decoded body."""
    if ask.expected is not None:
        return Truth(may_ok=status in ask.expected, marked=ask.mark.encode() in body)
    if status in (404, 410):
        return Truth(may_miss=True)
    if not 200 <= status < 300 or status == 206:
        return NOTHING
    marked = ask.mark.encode() in body
    if not ask.speaks_json:
        return Truth(may_ok=True, marked=marked)
    if status == 204 and ask.kind == "path":
        return Truth(may_ok=True)
    value = strictjson.lenient(body)
    if value is None and body.strip() != b"null":
        return NOTHING
    if isinstance(value, dict) and (value.get("error") == "notfound" or _is_deleted(value)):
        return Truth(may_miss=True, may_ok=ask.kind == "path")
    if ask.kind == "path":
        return Truth(may_ok=True, marked=marked)
    if not isinstance(value, dict):
        return NOTHING
    if ask.kind == "title" and target.startswith(("/search", "/hop")):
        return _of_search(value, marked)
    if ask.kind == "isbn" and target.startswith(("/api", "/hop")):
        return _of_editions(ask, value, marked)
    # A record that a lookup leads to is the one of its path; the mark is the edition's to show.
    path, key = target.removesuffix(".json"), value.get("key")
    if RECORD.fullmatch(path) and isinstance(key, str) and RECORD.fullmatch(key) and key != path:
        return NOTHING
    return Truth(may_ok=True, marked=marked or not target.startswith("/books/"))


def _is_deleted(record):
    kind = record.get("type")
    return isinstance(kind, dict) and kind.get("key") == "/type/delete"


def _of_search(value, marked):
    works = value.get("docs")
    if not isinstance(works, list) or not all(isinstance(work, dict) for work in works):
        return NOTHING
    counts = {value[name] for name in ("numFound", "num_found") if isinstance(value.get(name), int)}
    if not works:
        return Truth(may_miss=counts <= {0})
    # Works that don't fit are a miss, and which do is for the tests of the comparison.
    return Truth(may_ok=marked, may_miss=True, marked=marked)


def _of_editions(ask, value, marked):
    if not value:
        return Truth(may_miss=True)
    entry = value.get(f"ISBN:{ask.isbn}")
    details = entry.get("details") if isinstance(entry, dict) else None
    if not isinstance(details, dict):
        return NOTHING
    if _is_deleted(details):
        return Truth(may_miss=True)
    return Truth(may_ok=True, marked=marked)
