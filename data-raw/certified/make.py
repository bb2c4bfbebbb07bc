"""Makes the certified sets: python3 data-raw/certified/make.py, with mpmath.

Writes a value only where both ways give the same 25 digits.
"""

import csv
import hashlib
import os
import sys
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

import decimals
import exact
from sets import all_sets

DIGITS = 25
PRIORS = ["0.001", "0.1", "0.9"]
COST = (Fraction(1, 100), Fraction(10), Fraction(1))
COST_DECIMAL = ("0.01", "10", "1")
FILES = {"two": "trials.csv", "classes": "classes.csv", "conclusions": "conclusions.csv"}
TARGET = os.path.join(here, "..", "..", "inst", "certified")

rounding = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN, Emin=-10**6, Emax=10**6)
wide = Context(prec=2000, Emin=-10**6, Emax=10**6)


def text(x):
    """A number to 25 digits; a number that is 0 to 60 places, or below 1e-400, becomes 0."""
    rounded = rounding.plus(x)
    if rounded == 0 or abs(x) < Decimal("1e-400"):
        return "0"
    shown = rounded.normalize(rounding)
    return format(shown, "f") if -6 <= shown.adjusted() < 16 else format(shown, "E").lower()


def of_mpf(x):
    sign, mantissa, exponent, _ = x._mpf_
    value = wide.create_decimal(int(mantissa) * (-1 if sign else 1))
    return wide.multiply(value, wide.power(Decimal(2), exponent)) if value else value


def of_exact(x):
    if isinstance(x, str):
        return x
    if isinstance(x, Fraction):
        return text(wide.divide(Decimal(x.numerator), Decimal(x.denominator)))
    ends = [of_mpf(exact.mpf(end)) for end in (x.a, x.b)]
    if ends[0] <= 0 <= ends[1] and ends[1] - ends[0] < Decimal("1e-60"):
        return "0"
    shown = {text(end) for end in ends}
    if len(shown) != 1:
        raise ArithmeticError(f"too wide an interval: {ends}")
    return shown.pop()


def of_decimal(x):
    if isinstance(x, str):
        return x
    if x in (decimals.INF, -decimals.INF):
        return "Inf" if x > 0 else "-Inf"
    # A difference may leave a tiny number; the interval of the first way shows whether it is 0.
    return "0" if Decimal("1e-200") < abs(x) < Decimal("1e-60") else text(x)


def both_ways(s):
    if s["kind"] == "two":
        return exact.judge_two(s, PRIORS, COST), decimals.judge_two(s, PRIORS, COST_DECIMAL)
    if s["kind"] == "classes":
        k = len(s["names"])
        flat = [Fraction(1, k)] * k
        falling = [Fraction(2 * (k - i), k * (k + 1)) for i in range(k)]
        priors = {"cross_entropy(flat)": flat, "cross_entropy(falling)": falling}
        return exact.judge_classes(s, priors), decimals.judge_classes(s, priors)
    return (exact.judge_conclusions(s, ["0.5", "0.1"]),
            decimals.judge_conclusions(s, ["0.5", "0.1"]))


def certify(s):
    first, second = both_ways(s)
    if set(first) != set(second):
        raise ArithmeticError(f"{s['name']}: {set(first) ^ set(second)}")
    out, wrong = {}, []
    for what in first:
        one, two = of_exact(first[what]), of_decimal(second[what])
        if one != two:
            wrong.append(f"{s['name']}, {what}: {one} and {two}")
        out[what] = one
    return out, wrong


def write_rows(file, head, rows):
    with open(os.path.join(TARGET, file), "w", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def columns_of(s):
    """The cells of a set by column, as its file has them."""
    if s["kind"] == "conclusions":
        return dict(zip(["conclusion", "h1", "h2"], zip(*s["rows"])))
    if s["kind"] == "classes":
        truth, values = zip(*s["rows"])
        return {"truth": [s["names"][t] for t in truth], **dict(zip(s["names"], zip(*values)))}
    value, truth = zip(*s["rows"])
    columns = {"value": value, "truth": truth}
    if "weight" in s:
        columns["weight"] = s["weight"]
    if "source" in s:
        columns["source1"], columns["source2"] = zip(*s["source"])
    return columns


def write_kind(file, sets):
    """All sets of a kind in one file; a cell is empty where a set has no such column."""
    tables = [(s["name"], columns_of(s)) for s in sets]
    head = list(dict.fromkeys(name for _, table in tables for name in table))
    rows = [[name] + list(cells) for name, table in tables
            for cells in zip(*(table.get(h, [""] * len(next(iter(table.values())))) for h in head))]
    write_rows(file, ["set"] + head, rows)


def main():
    sets, wrong, certified = all_sets(), [], []
    for s in sets:
        values, bad = certify(s)
        wrong += bad
        certified.append(values)
    if wrong:
        print("\n".join(wrong))
        sys.exit(1)
    for kind, file in FILES.items():
        write_kind(file, [s for s in sets if s["kind"] == kind and s["rows"] is not None])
    write_rows("sets.csv", ["set", "kind", "scale", "what"],
               [[s["name"], s["kind"], s["scale"] or "", s["what"]] for s in sets])
    write_rows("values.csv", ["set", "quantity", "value"],
               [[s["name"], what, value] for s, v in zip(sets, certified) for what, value in v.items()])
    files = ["sets.csv", "values.csv", *FILES.values()]
    digest = lambda f: hashlib.sha256(open(os.path.join(TARGET, f), "rb").read()).hexdigest()
    with open(os.path.join(TARGET, "SHA256SUMS"), "w") as handle:
        handle.writelines(f"{digest(f)}  {f}\n" for f in files)
    print(f"{len(sets)} sets, {sum(map(len, certified))} values; SHA256SUMS is {digest('SHA256SUMS')}")


if __name__ == "__main__":
    main()
