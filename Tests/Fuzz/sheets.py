"""Tables of which the manifest says what the columns are: names in odd places, identifiers in two columns, cells to carry."""

import csv
import dataclasses
import io
import urllib.parse
from random import Random

import lists
import oracles
import truth
import wire
from asks import Ask, isbn13

SEPARATORS = [",", ";", "\t"]
BAD = ["9780140328722", "n/a", "97801403287", "=978"]
CELLS = ["", "5", "to-read; owned", "Ünï, ждати", 'a "word"', " kept as it is ", "=1+1", "a|b", "x\ty", '{"a": 1}', "# no"]


@dataclasses.dataclass
class Row:
    """What one row holds, by column, and what is right to become of it."""

    cells: dict
    # The number that is asked; "title" where its title is; "bad" for a failed result; None where it is left out.
    asks: str


def written(random, number):
    """A number as exports write it."""
    return random.choice([number, number, f'="{number}"', f"{number[:3]}-{number[3:]}", f"'{number}"])


def row(random, order, has_title, number):
    cells, good = {}, {}
    for name in ("ISBN13", "ISBN"):
        roll = random.random()
        if roll < 0.5:
            good[name] = isbn13(random)
            cells[name] = written(random, good[name])
        else:
            cells[name] = random.choice(BAD) if roll < 0.6 else random.choice(["", "", " ", '=""'])
    cells["Title"] = random.choice(["", f"Title {number}", f"A, B; C {number}"])
    cells["Author"] = random.choice(["", "Ann Author"])
    cells["Book Id"] = random.choice(["", str(random.randint(1, 9)), str(number)])
    for name in ("My Rating", "Shelves", "Notes"):
        cells[name] = random.choice(CELLS)
    first = next((good[name] for name in order if name in good), None)
    is_bad = any(cells[name] in BAD for name in order)
    title = "title" if has_title and cells["Title"] else None
    return Row(cells, first or ("bad" if is_bad else title))


def encoded(random, names, rows, separator):
    """The table as bytes, and its line end."""
    end = random.choice(lists.ENDS)
    out = io.StringIO()
    # A cell with any separator in it is quoted, as all exports do.
    writer = csv.writer(out, delimiter=separator, lineterminator=end, quoting=random.choice(
        [csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    writer.writerow(names)
    for made in rows:
        writer.writerow([made.cells[name] for name in names])
    return out.getvalue().encode(random.choice(lists.ENCODINGS))


def ids(rows):
    """The names of the results, which are told apart by a number where a cell comes again; None for any other name."""
    seen = {}
    for made in rows:
        name = made.cells["Book Id"]
        seen[name] = seen.get(name, 0) + 1
        yield None if not name else name if seen[name] == 1 else f"{name}#{seen[name]}"


def answer(request):
    """Every number is there, and no title."""
    if "ISBN:" in request.target:
        return lists.answer(request)
    if urllib.parse.urlsplit(request.target).path == "/search.json":
        return wire.plain(wire.Content(200, Ask("title", 1, Random(0)).miss()[1], truth.NOTHING))
    return wire.plain(wire.Content(404, b"{}", truth.NOTHING))


def outcome(result):
    return {"ok": result.get("book", {}).get("isbn13", ["?"])[0], "not_found": "title", "failed": "bad"}.get(
        result["outcome"], result["outcome"])


def as_written(results, rows, carried, names_results):
    """Each row has what is right for it: its answer, its name and the cells that it carries."""
    asked = [made for made in rows if made.asks]
    if [made.asks for made in asked] != [outcome(result) for result in results]:
        yield f"rows: {[made.asks for made in asked]} became {[outcome(result) for result in results]}"
        return
    for made, name, result in zip(asked, ids(asked), results):
        if names_results and name and result["id"] != name:
            yield f"rows: {name} is called {result['id']}"
        cells = {column: made.cells[column] for column in carried}
        if result.get("carried", {}) != cells:
            yield f"rows: {result['id']} carries {result.get('carried')} of {cells}"


def play(case):
    random = case.random
    order = random.choice([["ISBN13", "ISBN"], ["ISBN", "ISBN13"], ["ISBN13"], ["ISBN"]])
    columns = {"isbn": order if len(order) > 1 else order[0]}
    if has_title := random.random() < 0.6:
        columns.update(title="Title", author="Author")
    if names_results := random.random() < 0.6:
        columns["id"] = random.choice(["Book Id", "book id"])
    carried = random.sample(["My Rating", "Shelves", "Notes", "Author"], random.randint(0, 3))
    rows = [row(random, order, has_title, number) for number in range(random.choice([0, 1, 2, 8, 30]))]
    names = ["Book Id", "Title", "Author", "ISBN", "ISBN13", "My Rating", "Shelves", "Notes"]
    random.shuffle(names)
    separator = random.choice(SEPARATORS)
    source = {"file": "sheet.csv", "columns": columns}
    if carried:
        source["carry"] = carried
    if random.random() < 0.3:
        source["separator"] = "tab" if separator == "\t" else separator
    line = ["books.json", "--min-interval", "0", "--deadline", "30s"]
    with case.serve(answer) as server:
        case.write("sheet.csv", encoded(random, names, rows, separator))
        case.write("books.json", {
            "api": "openlibrary", "contact": "fuzz@example.org", "requestsFrom": source, "output": "out.json",
            "retry": {"attempts": 1}})
        check = case.take(case.command.run("check", "books.json", bound=30))
        run = case.take(case.command.run(*line, bound=60))
        case.judge(oracles.check_agrees(check, run), oracles.refused_sends_nothing(run, server.received()))
        case.judge(oracles.quiet_output(run), oracles.no_leftover(case))
    if run.code not in (0, 1):
        case.judge([f"a sheet ends: {run.code}: {run.err[-300:]!r}"])
    elif document := case.document("out.json"):
        case.judge(oracles.sums(document), oracles.counts(document))
        case.judge(as_written(document["results"], rows, carried, names_results))
