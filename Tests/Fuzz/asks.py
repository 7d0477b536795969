"""What a manifest asks, and the right answers: each holds a mark that no other request's answer has."""

import copy
import json
import re
import urllib.parse


def isbn13(random):
    digits = [9, 7, 8] + [random.randrange(10) for _ in range(9)]
    return "".join(map(str, digits + [-sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10]))


class Ask:
    """One request of a manifest: of kind isbn, title, path or url."""

    def __init__(self, kind, index, random):
        self.kind, self.index = kind, index
        self.mark = "mk" + "".join(random.choice("bcdfghjklm") for _ in range(6)) + f"{index}x"
        # The number of its records: /books/OL101M.json belongs to the request of index 1.
        self.number = 100 + index
        self.isbn = isbn13(random)
        self.method, self.expected, self.is_idempotent = "GET", None, True
        self.names_authors = random.random() < 0.8
        self.text = random.random() < 0.3
        self.spec = {"id": f"r{index}"}

    def specify(self, base):
        if self.kind == "isbn":
            self.spec["isbn"] = self.isbn
        elif self.kind == "title":
            self.spec.update(title=f"Book {self.mark}", author="Ann Author")
        elif self.kind == "path":
            self.spec["path"] = f"/works/OL{self.number}W.json"
        else:
            self.spec["url"] = f"{base}/u/{self.mark}"
        return self

    def twin(self, index):
        """The same once more, under another id."""
        twin = copy.copy(self)
        twin.spec = {**self.spec, "id": f"r{index}"}
        return twin

    @property
    def speaks_json(self):
        return self.kind != "url"

    @property
    def _edition(self):
        record = {
            "title": f"Book {self.mark}",
            "publishers": ["Puffin"],
            "number_of_pages": 96,
            "publish_date": "October 1, 1988",
            "isbn_13": [self.isbn],
            "covers": [8739161],
            "languages": [{"key": "/languages/eng"}],
            "identifiers": {"goodreads": ["1507552"]},
            "works": [{"key": f"/works/OL{self.number}W"}],
            "key": f"/books/OL{self.number}M",
            "type": {"key": "/type/edition"},
            "revision": 3,
            "created": {"type": "/type/datetime", "value": "2008-04-29T13:35:46.876380"},
        }
        if self.names_authors:
            record["authors"] = [{"key": f"/authors/OL{self.number}A", "name": "Ann Author"}]
        return record

    def record(self, target):
        """The right answer to one of its targets, as a value."""
        path = urllib.parse.urlsplit(target).path
        if path.startswith("/works/"):
            return {
                "title": f"Book {self.mark}",
                "key": f"/works/OL{self.number}W",
                "type": {"key": "/type/work"},
                "authors": [{"author": {"key": f"/authors/OL{self.number}A"}, "type": {"key": "/type/author_role"}}],
            }
        if path.startswith("/authors/"):
            return {"name": f"Ann {self.mark}", "key": f"/authors/OL{self.number}A", "type": {"key": "/type/author"}}
        if path.startswith("/books/"):
            return self._edition
        if self.kind == "isbn":
            page = f"https://openlibrary.org/books/OL{self.number}M"
            entry = {"bib_key": f"ISBN:{self.isbn}", "info_url": page, "preview": "noview", "details": self._edition}
            return {f"ISBN:{self.isbn}": entry}
        if self.kind == "title":
            edition = {"key": f"/books/OL{self.number}M", "title": f"Book {self.mark}", "isbn": [self.isbn]}
            work = {
                "key": f"/works/OL{self.number}W",
                "title": f"Book {self.mark}",
                "author_name": ["Ann Author"],
                "first_publish_year": 1988,
                "editions": {"numFound": 1, "start": 0, "docs": [edition]},
            }
            return {"numFound": 1, "start": 0, "numFoundExact": True, "num_found": 1, "q": "", "docs": [work]}
        return {"mark": self.mark, "value": [1, 2.50, None, True, "ü"]}

    def good(self, target):
        if self.kind == "url" and self.text:
            return f"mark {self.mark}\nand a second line\n".encode()
        return json.dumps(self.record(target), ensure_ascii=False).encode()

    def miss(self):
        """Status and body of an answer that says coherently that there is no such thing."""
        if self.kind == "isbn":
            return 200, b"{}"
        if self.kind == "title":
            return 200, b'{"numFound": 0, "start": 0, "numFoundExact": true, "num_found": 0, "docs": []}'
        return 404, b'{"error": "notfound", "key": "/nothing"}'


class Asks(list):
    """The requests of a manifest, and which of them a target belongs to."""

    @property
    def ids(self):
        return [ask.spec["id"] for ask in self]

    def of(self, target):
        text = urllib.parse.unquote_plus(target)
        for pattern, name in (
            (r"mk[a-z]+[0-9]+x", "mark"),
            (r"(?<=ISBN:)[0-9]{13}", "isbn"),
            (r"(?<=/OL)[0-9]+", "number"),
        ):
            found = re.search(pattern, text)
            if found:
                return next((ask for ask in self if str(getattr(ask, name)) == found[0]), None)
        return None
