"""Lists of identifiers as spreadsheets, scripts and hurried people write them; some change while a run reads them."""

import csv
import dataclasses
import io
import json
import os
import threading
from random import Random

import damage
import oracles
import truth
import wire
from asks import Ask, isbn13

ENDS = ["\n", "\r\n", "\r"]
ENCODINGS = ["utf-8", "utf-8", "utf-8-sig", "utf-16"]
BAD = ["9780140328722", "97801403287", "not a number", "12", "978014032872X", "9780140328721 9780451524935"]

HEADERS = [["ISBN13"], ["Title", "ISBN13", "Author"], ["isbn", "Title"], ["Title", "Author", "ISBN", "Shelf"]]
WILD = [
    b"\0" * 50, b'"' + b"x" * 5_000 + b'"', b"y" * (2 << 20), b",,,,\n" * 300, b'"never closed\n', b"\xff\xfe\xfd",
    b"\r\r\n\n\r", b"\x1a", b'{"isbn": "9780140328721", "id": "\\u0000\\u001b[2J"}\n', b'="9780140328721"\n',
    b'{"path": "/x", "headers": {"A": "${env:NOTHING}"}}\n', b"sep=,\n"]


@dataclasses.dataclass
class Row:
    """What one row asks: a number, nothing, or something that is none."""

    isbn: str = None
    bad: str = None

    @property
    def cell(self):
        return self.isbn or self.bad or ""


def rows(random):
    made = []
    for _ in range(random.choice([0, 1, 3, 12, 12, 40])):
        roll = random.random()
        made.append(Row(isbn13(random)) if roll < 0.8 else Row(bad=random.choice(BAD)) if roll < 0.9 else Row())
        if made[-1].isbn and random.random() < 0.1:
            made.append(Row(made[-1].isbn))
    return made


def written(random, isbn):
    """A number as people write it."""
    return random.choice([isbn, isbn, f"{isbn[:3]}-{isbn[3:]}", f"ISBN {isbn}", f"{isbn[:3]} {isbn[3:4]} {isbn[4:]}"])


def text(random, made, end):
    lines = []
    for row in made:
        line = written(random, row.isbn) if row.isbn else row.bad or random.choice(["", "   ", "# a comment", "\t"])
        lines.append(random.choice(["", "", "  "]) + line + random.choice(["", "", " ", "  # seen"]))
    return end.join(lines) + random.choice([end, ""])


def table(random, made, end):
    names = random.choice(HEADERS)
    separator = random.choice([",", ",", ";", "\t"]) if len(names) > 1 else ","
    place = next(index for index, name in enumerate(names) if name.lower().startswith("isbn"))
    # What a row without a number may hold; the separator in a title makes quotes needed.
    titles = ["Dune", f"One{separator}Two", 'A "word"', "Ünï", "Two\nlines" if end != "\r" else "x", "a # b"]
    out = io.StringIO()
    quoting = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=quoting)
    writer.writerow(names)
    for row in made:
        if row.cell or len(names) > 1 and random.random() < 0.7:
            cells = [random.choice(titles) for _ in names]
            cells[place] = written(random, row.isbn) if row.isbn else row.cell
            if not row.cell and random.random() < 0.5:
                cells = [""] * len(names)
            writer.writerow(cells + [""] * random.choice([0, 0, 0, 1]))
        else:
            out.write(random.choice(["", " "]) + end)
    mark = f"sep={separator}{end}" if random.random() < 0.1 else ""
    return mark + out.getvalue()


def lines_of_json(random, made, end):
    lines = []
    for row in made:
        if row.isbn:
            lines.append(json.dumps({"isbn": written(random, row.isbn), **random.choice([{}, {"comment": "x"}])}))
        else:
            lines.append(json.dumps({"isbn": row.bad}) if row.bad else random.choice(["", "  "]))
    # A line break of JSON's own is the only one that such files know.
    end = "\n" if end == "\r" else end
    return end.join(lines) + random.choice([end, ""])


FORMS = {"txt": text, "csv": table, "ndjson": lines_of_json}


def damaged(random, data):
    """Bytes that no program wrote on purpose."""
    wild = random.choice(WILD)
    for _ in range(random.choice([1, 1, 3])):
        data = random.choice([damage.in_bytes(random, data), data + wild, wild + data])
    return data


def answer(request):
    """Every book is there."""
    ask = Ask("isbn", 1, Random(0))
    ask.isbn, ask.names_authors = request.target.partition("ISBN:")[2][:13], True
    return wire.plain(wire.Content(200, ask.good(request.target), truth.NOTHING))


def all_rows(results, made):
    """Each row that asks something has its result, in order."""
    wanted = [row.isbn or "bad" for row in made if row.cell]
    got = [result["book"]["isbn13"][0] if result["outcome"] == "ok" else "bad" for result in results]
    if wanted != got:
        differ = [index for index, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1]]
        place = differ[0] if differ else min(len(wanted), len(got))
        yield (
            f"all rows: {len(wanted)} rows, {len(got)} results; "
            f"row {place} is {wanted[place : place + 1]}, its result {got[place : place + 1]}")


def change(case, name, how):
    """Changes the list when the run is at work."""
    case.server.wait_for(case.random.randint(1, 3), 10)
    path = case.path(name)
    if how == "grow":
        with open(path, "ab") as file:
            file.write(b"\n9780140328721\n" * case.random.choice([1, 5_000]))
    elif how == "shrink":
        os.truncate(path, os.path.getsize(path) // 2)
    else:
        case.write(name, b"9780451524935\n")


def play(case):
    random = case.random
    form = random.choice(list(FORMS))
    made, end = rows(random), random.choice(ENDS)
    encoding = random.choice(ENCODINGS[:3] if form == "ndjson" else ENCODINGS)
    data = FORMS[form](random, made, end).encode(encoding)
    is_sound = random.random() < 0.6
    name, strict = f"list.{form}", random.choice([[], [], ["--strict"]])
    how = random.choice(["grow", "shrink", "replace"]) if len(made) >= 12 and random.random() < 0.3 else None
    with case.serve(answer) as server:
        case.write(name, data if is_sound else damaged(random, data))
        case.write("books.json", {
            "api": "openlibrary", "contact": "fuzz@example.org", "requestsFrom": name, "output": "out.json",
            "data": "data.json", "retry": {"attempts": 1}})
        line = ["books.json", "--min-interval", "0", "--deadline", "8s", *strict]
        check = case.take(case.command.run("check", "books.json", *strict, bound=30))
        changer = threading.Thread(target=change, args=(case, name, how))
        if how:
            changer.start()
        run = case.take(case.command.run(*line, bound=40))
        if how:
            changer.join()
            starts_end(case, run, line, how)
        else:
            case.judge(oracles.check_agrees(check, run), oracles.refused_sends_nothing(run, server.received()))
        case.judge(oracles.quiet_output(run), oracles.no_leftover(case))
    is_as_written = is_sound and how in (None, "grow")
    if run.code in (0, 1) and how != "replace" and (document := case.document("out.json")):
        case.judge(oracles.sums(document), oracles.counts(document))
        case.judge(oracles.data_fits(case.read("data.json") or b"", document, "data.json"))
        if is_as_written:
            case.judge(all_rows(document["results"], made))
    elif run.code not in (0, 1) and is_as_written and not strict:
        case.judge([f"a list ends: {run.code} for a sound .{form} ({encoding}, {end!r}): {run.err[-300:]!r}"])


def starts_end(case, run, line, how):
    """Whatever became of the list, a few further starts end."""
    code = run.code
    for _ in range(3):
        if code not in (0, 1, 65):
            code = case.take(case.command.run(*line, bound=40)).code
    if code not in (0, 1, 65):
        case.judge([f"starts end: the list did {how}, and the fourth start ends with {code}"])
