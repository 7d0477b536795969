"""Damages bytes and JSON texts, as disks, proxies and hurried programmers do."""

import copy
import json
import re

ODD_TOKENS = r"""
null true 0 -0 1e400 -1 1.5 9999999999999999999999999999999999999999 "" "x" [] {} [null] {"key":5} "\ud800" "\u0000"
"\x" NaN 01 +1 .5 'x' //x "978-0-14-032872-1" "${env:NOTHING}" 1e5 2.0
""".split() + ['"a\tb"', '"' + "y" * 5_000 + '"', "[" * 600 + "]" * 600, '"\u202e"', '"e\u0301"']
ODD_BYTES = [
    b"\0", b"\n", b"\r", b"\x1b[2J", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b'"', b"{", b"]", b",", b"\xe2\x80\xae",
    b" " * 9_000]
VALUES = [None, True, 0, -1, 1.5, "", "x", [], {}, ["x"], {"key": "x"}, {"value": 5}, 2**70]
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+|\s+')


def cut(random, data):
    return data[: random.randrange(len(data))] if data else data


def flip(random, data):
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        if data:
            data[random.randrange(len(data))] = random.choice([random.randrange(256), 0, 10, 13, 34, 0x5C, 0xE9, 0xFF])
    return bytes(data)


def insert(random, data):
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(ODD_BYTES) + data[place:]


def repeat(random, data):
    start = random.randrange(len(data) + 1)
    end = random.randrange(start, len(data) + 1)
    return data[:end] + data[start:]


def in_bytes(random, data):
    return random.choice([cut, flip, insert, repeat])(random, data)


def in_tokens(random, text):
    """One change to a JSON text, token by token."""
    tokens = TOKEN.findall(text)
    places = [index for index, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return text
    place, other = random.choice(places), random.choice(places)
    change = random.choice(["replace", "replace", "replace", "remove", "repeat", "swap", "misspell", "member", "case"])
    if change == "replace":
        tokens[place] = random.choice(ODD_TOKENS)
    elif change == "remove":
        del tokens[place]
    elif change == "repeat":
        tokens.insert(place, tokens[place])
    elif change == "swap":
        tokens[place], tokens[other] = tokens[other], tokens[place]
    elif change == "misspell" and len(tokens[place]) > 4:
        at = random.randrange(1, len(tokens[place]) - 1)
        tokens[place] = tokens[place][:at] + random.choice(["", "x", "\\u0065"]) + tokens[place][at + 1 :]
    elif change == "case":
        tokens[place] = tokens[place].swapcase()
    elif change == "member" and "{" in tokens:
        brace = random.choice([index for index in places if tokens[index] == "{"])
        name = random.choice(["comment", "id", "url", "type", "x", "retry"])
        tokens.insert(brace + 1, f'"{name}": {random.choice(ODD_TOKENS)},')
    return "".join(tokens)


def in_value(random, value):
    """A JSON value of which one part is dropped, doubled or of another type."""
    paths = list(_paths(value))
    container, key = random.choice(paths) if paths else (None, None)
    if container is None:
        return random.choice([None, 1, "x", [value], {"x": value}])
    change = random.randrange(4)
    if change == 0:
        del container[key]
    elif change == 1 and isinstance(container, list):
        container.insert(key, container[key])
    elif change == 2:
        container[key] = [container[key]]
    else:
        # A copy, since what is put in here may itself be changed next.
        container[key] = copy.deepcopy(random.choice(VALUES))
    return value


def _paths(value):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _paths(inner)


def in_json(random, data):
    """A JSON text with one to three changes to its value; still JSON."""
    value = json.loads(data)
    for _ in range(random.choice([1, 1, 2, 3])):
        value = in_value(random, value)
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode()
