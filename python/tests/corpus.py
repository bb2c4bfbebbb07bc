"""The files of tests/files through read_scores(): each result must be that of the table there.
`python corpus.py FOLDER` prints the outcome of each case, as `make files` needs it."""
import contextlib
import csv
import io
import re
import sys
import warnings
from pathlib import Path

import calibrant as cal


def cases(folder):
    with open(folder / "expected.tsv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["verb"] in ("scores", "two")]


def arguments(text, folder):
    pairs = [pair.split("=", 1) for pair in text.split("; ")] if text != "-" else []
    found = dict(pairs)
    if "key" in found:
        found["key"] = folder / found["key"]
    if "prior" in found:
        found["prior"] = float(found["prior"])
    if "columns" in found:
        columns = {}
        for part in found["columns"].split(","):
            role, name = part.split(":")
            columns.setdefault(role, []).append(name)
        found["columns"] = columns
    return found


def expected(text):
    """Systems with the values of both hypotheses."""
    systems = {}
    for part in re.sub("^[?] ", "", text).split("; "):
        name, values = re.fullmatch("(?:([^ ]+): )?H1 (.*)", part).groups()
        systems[name or ""] = [[float(v) for v in side.split()] for side in values.split(" / H2 ")]
    return systems


def read(row, folder):
    files = [folder / name for name in row["files"].split(" ")]
    asked = arguments(row["arguments"], folder)
    if row["verb"] == "two":
        return cal.read_scores(genuine=files[0], impostor=files[1], **asked)
    return cal.read_scores(files if len(files) > 1 else files[0], **asked)


def given_values(lrs):
    """On the scale on which they were read."""
    value, truth, _ = lrs.handle.arrays
    values = list(map(float, value.owner))
    if lrs.given_scale == "prob":
        prior = lrs.input_prior / (1 - lrs.input_prior)
        values = [1 / (1 + 2.718281828459045 ** -v / prior) if v < 700 else 1.0 for v in values]
    return [[v for v, t in zip(values, truth.owner) if t == side] for side in (1, 0)]


def near(a, b):
    return len(a) == len(b) and all(x == y or abs(x - y) <= 1e-12 * max(1, abs(y)) for x, y in zip(a, b))


def agrees(row, found):
    sets = found if isinstance(found, dict) else {found.system or "": found}
    wanted = expected(row["becomes"])
    if list(sets) != list(wanted):
        return False
    for name, lrs in sets.items():
        if not all(near(a, b) for a, b in zip(given_values(lrs), wanted[name])):
            return False
    one = next(iter(sets.values()))
    if row["items"] != "-" and sum(map(names, sets.values()), []) != row["items"].split(" "):
        return False
    told = [pair.split(" ") for pair in row["value"].split("; ")] if row["value"] != "-" else []
    return all(near([getattr(cal, verb)(one)], [float(value)]) for verb, value in told)


def names(lrs):
    items = lrs.items()
    items = {name: list(items[name]) for name in items}
    if "id" in items:
        return items["id"]
    return ["+".join(pair) for pair in zip(items["source1"], items["source2"])]


def has_words(row, text):
    words = [] if row["words"] == "-" else row["words"].split(" | ")

    def said(word):
        return re.search(r"(?<![^\W_])" + re.escape(word) + r"(?![^\W_])", text)
    return all(any(said(word) for word in words.split(" or ")) for words in words)


def outcome(row, folder):
    """Outcome of a case, and its messages."""
    said = io.StringIO()
    refusable = row["becomes"] == "refused" or row["becomes"].startswith("? ")
    try:
        with contextlib.redirect_stderr(said), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = read(row, folder)
    except cal.CalibrantError as error:
        right = has_words(row, said.getvalue() + str(error))
        return ("right" if right else "words") if refusable else "refused", str(error)
    except Exception as error:
        return "broken", repr(error)
    if row["becomes"] == "refused" or not agrees(row, found):
        return "wrong", repr(found)
    words = refusable or has_words(row, said.getvalue())
    return "right" if words else "words", said.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for row in cases(folder):
        found, today = outcome(row, folder)
        today = "" if found == "right" else " ".join(today.split())[:160]
        print(row["case"], found, today, sep="\t")
