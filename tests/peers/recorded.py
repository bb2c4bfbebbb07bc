"""Numbers of peers: the input that a test gives to one of their functions, the expected value, and
the answer of calibrant. Each becomes a line of tests/testthat/peers.csv."""
import csv
import math
import os

import numpy as np

FIELDS = ("source", "test", "quantity", "value", "truth", "weight", "expected", "class")
MOST = 12
ROWS = {}
COUNTS = {}
TEST = [""]


def text(values):
    words = {math.inf: "Inf", -math.inf: "-Inf"}
    return " ".join(words.get(v) or ("NaN" if v != v else repr(v).removesuffix(".0"))
                    for v in map(float, np.ravel(values)))


def class_of(quantity, answer, expected):
    """Equal to 12 digits, equal to the digits of a rounded or gridded number, or another number."""
    a, b = np.ravel(np.asarray(answer, float)), np.ravel(np.asarray(expected, float))
    if a.shape != b.shape:
        return "differs"
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    with np.errstate(invalid="ignore"):
        gap = np.where(same, 0, np.abs(a - b))
    scale = np.maximum(1, np.abs(np.where(np.isfinite(b), b, 1)))
    if (gap <= 1e-12 * scale).all():
        return "equal"
    # Bounds of lir lie on a grid; the search of scikit-learn for a sigmoid ends early.
    step = {"elub": 0.0100001, "iv": 0.0010001, "sigmoid": 1e-4}.get(quantity, 1e-7)
    return "rounded" if (gap <= step * scale).all() else "differs"


def note(source, quantity, value, truth, weight, answer, expected):
    found = class_of(quantity, answer, expected)
    key = (source, quantity, found)
    COUNTS[key] = COUNTS.get(key, 0) + np.size(expected)
    if np.size(value) > MOST:
        return
    weights = "" if weight is None else text(weight)
    truths = "" if truth is None else text(truth)
    row = (source, TEST[0], quantity, text(value), truths, weights, text(expected), found)
    ROWS.setdefault((source, *row[2:7]), row)


def write():
    """Adds the rows to the file that PEERS_ROWS names, and the counts to that of PEERS_COUNTS."""
    for variable, rows in (("PEERS_ROWS", sorted(ROWS.values())),
                           ("PEERS_COUNTS", [(*key, n) for key, n in sorted(COUNTS.items())])):
        if variable in os.environ:
            with open(os.environ[variable], "a", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
