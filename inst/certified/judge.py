#!/usr/bin/env python3
"""Judges the answers of any program on the certified sets.

    python3 judge.py answers.csv [digits]

The file has a head and the columns set, quantity and value; unknown quantities are left out. A
value is right if it has that many correct digits, by default 13. Prints the number of right values
of each quantity, and the wrong ones. The exit status is 1 if a value is wrong.
"""

import csv
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(file):
    with open(file, newline="") as handle:
        return {(row["set"], row["quantity"]): float(row["value"]) for row in csv.DictReader(handle)}


def unit(name, quantity, value, certified):
    """Divisor of an error, see the README."""
    if quantity == "cllr_cal":
        return max(abs(value), certified[name, "cllr"])
    if re.search("_lower$|_upper$|_offset$|^log10_lr", quantity):
        return max(abs(value), 1.0)
    return abs(value) or 1.0


def digits(found, value, size):
    if found == value or (math.isnan(found) and math.isnan(value)):
        return 16.0
    error = abs(found - value) / (size or 1.0)
    return max(0.0, min(16.0, -math.log10(error))) if math.isfinite(error) else 0.0


def main(file, least=13.0):
    certified = read(os.path.join(HERE, "values.csv"))
    answers = read(file)
    table, wrong = {}, []
    for key in answers:
        if key not in certified:
            sys.exit(f"{key[0]}, {key[1]}: there is no such value in values.csv")
        value = certified[key]
        right = digits(answers[key], value, unit(*key, value, certified))
        cell = table.setdefault(re.sub(r"\(.*", "", key[1]), [0, 0, 16.0])
        cell[0] += right >= least
        cell[1] += 1
        cell[2] = min(cell[2], right)
        if right < least:
            wrong.append(f"{key[0]}, {key[1]}: {answers[key]!r}, certified {value!r}")
    print("quantity,right,of,fewest_digits")
    for quantity, (n_right, n, fewest) in table.items():
        print(f"{quantity},{n_right},{n},{fewest:.1f}")
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 13.0)
