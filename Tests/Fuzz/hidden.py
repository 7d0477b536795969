"""Secrets: values that are hard to hide, the forms in which servers send them back, and the search for any of them."""

import base64
import html
import json
import re
import urllib.parse


def value(random):
    """A secret of at least 8 characters, some with what URLs, JSON and HTML give a meaning."""
    word = "".join(random.choice("abcdefghkmnpqrstuvwxyzABCDEFGHKMN23456789") for _ in range(12))
    return random.choice([f"s3cr3t-{word}", f"{word}+/=", f'{word[:6]}/+&="<>%{word[6:]}', f"Ab{word} {word[:3]}\\'x"])


def _unicode_escapes(secret):
    return "".join(f"\\u{ord(character):04x}" for character in secret)


def _some_unicode_escapes(secret):
    return "".join(c if c.isalnum() else f"\\u{ord(c):04X}" for c in secret)


# Each gives the inside of a JSON string: JSON has the widest choice of spellings.
ECHOES = {
    "plain": lambda secret: json.dumps(secret)[1:-1],
    "slashes": lambda secret: json.dumps(secret)[1:-1].replace("/", "\\/"),
    "unicode": _unicode_escapes,
    "some unicode": _some_unicode_escapes,
    "percent": lambda secret: urllib.parse.quote(secret, safe=""),
    "percent, small": lambda secret: re.sub("%..", lambda m: m[0].lower(), urllib.parse.quote(secret, safe="")),
    "form": lambda secret: urllib.parse.quote_plus(secret),
    "entities": lambda secret: json.dumps(html.escape(secret))[1:-1],
    "base 64": lambda secret: base64.b64encode(secret.encode()).decode(),
    "base 64 for URLs": lambda secret: base64.urlsafe_b64encode(b"x" + secret.encode()).decode(),
    "basic": lambda secret: base64.b64encode(b"user:" + secret.encode()).decode(),
    "string in a string": lambda secret: json.dumps(json.dumps({"a": secret}))[1:-1],
}


CONTROLS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _without_json_escapes(text):
    def plain(match):
        escape = match[1]
        return chr(int(escape[1:], 16)) if escape[0] == "u" else CONTROLS.get(escape, escape)

    return re.sub(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])', plain, text)


def _readings(text):
    """The text as it stands, and as those read it who undo an escape."""
    strings = _without_json_escapes(text)
    yield "as it is", text
    yield "after JSON's escapes", strings
    yield "after JSON's escapes, twice", _without_json_escapes(strings)
    for name, read in (
        ("percent", urllib.parse.unquote),
        ("form", urllib.parse.unquote_plus),
        ("entities", html.unescape),
    ):
        yield f"after {name}", read(text)
        yield f"after JSON's escapes and {name}", read(strings)


def _base64_cores(secret):
    """What any base 64 text holds in which the secret stands, at each of the three places it can have."""
    for shift in range(3):
        data = b"\0" * shift + secret.encode()
        text = base64.b64encode(data).decode()
        core = text[(shift * 8 + 5) // 6 : len(data) * 8 // 6]
        yield from {core, core.replace("+", "-").replace("/", "_")}


def found(secret, text):
    """How the secret can be read in the text; None where it can't."""
    wanted = secret.lower()
    for name, reading in _readings(text):
        if wanted in reading.lower():
            return name
    strings = _without_json_escapes(text)
    return next(("in base 64" for core in _base64_cores(secret) if core in text or core in strings), None)
