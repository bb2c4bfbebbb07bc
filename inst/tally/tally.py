"""Counts of trials in cells: tally.py WIDTH < trials.csv > cells.csv, see README.md."""
import math
import sys
from collections import defaultdict


def cell_of(value, width):
    if math.isnan(value):
        raise ValueError("a value is missing")
    return value if math.isinf(value) else math.floor(value / width)


def tally(rows, width):
    """Cells with their numbers of H1 and H2 trials, from pairs of a value and 1 or 0."""
    cells = defaultdict(lambda: [0, 0])
    for value, h1 in rows:
        cells[cell_of(value, width)][0 if h1 else 1] += 1
    return cells


def main():
    width = float(sys.argv[1])
    next(sys.stdin)
    rows = (line.split(",") for line in sys.stdin)
    cells = tally(((float(value), int(h1)) for value, h1 in rows), width)
    print("cell,n_h1,n_h2")
    for cell in sorted(cells):
        name = {math.inf: "Inf", -math.inf: "-Inf"}.get(cell, cell)
        print(name, *cells[cell], sep=",")


if __name__ == "__main__":
    main()
