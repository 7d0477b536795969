"""Reads JSON as RFC 8259 has it, without what Python's reader lets pass."""

import json


class Members(dict):
    """An object that remembers which of its names came twice."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.repeated = (
            {name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1}
            if len(self) < len(pairs)
            else set()
        )


def _no_constant(text):
    raise ValueError(f"{text} is no JSON")


def _integer(text):
    # Python refuses integers of thousands of digits, which JSON allows.
    return int(text) if len(text) < 1_000 else float("inf")


def parse(data):
    """The value of a text in bytes; ValueError says what is wrong with it. Names may come twice, but are remembered."""
    text = data.decode("utf-8")
    value = json.loads(text, object_pairs_hook=Members, parse_constant=_no_constant, parse_int=_integer)
    # A lone surrogate can't be written as UTF-8.
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def lenient(data):
    """The value of an answer, with or without a byte order mark; None where it can't be read."""
    try:
        return parse(data.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return None


def repeated(value, path=""):
    """Where an object names a member twice; below `json` stands what a server said, token for token."""
    if isinstance(value, Members):
        for name in value.repeated:
            yield f"{path}.{name}"
        for name, inner in value.items():
            if name != "json":
                yield from repeated(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from repeated(inner, f"{path}[{index}]")
