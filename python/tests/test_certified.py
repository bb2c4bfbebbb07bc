"""The certified sets of the R package: counts and PAV to the last bit, all else to 1e-15."""
import math
import subprocess
import sys
import unittest
from fractions import Fraction

import certified
from support import CERTIFIED, TestCase, columns

import calibrant as cal

# Relative errors of certified values with more digits than a double can carry from its input: the
# cost of an LLR of L nats is exp(-L), in which rounding L to 53 bits leaves an error of L 2^-53.
LESS = {"huge-right": 1e-13, "strong-right": 5e-15}
EXACT = ("p_miss", "p_fa", "auc", "auc_hull")


def exact_pav(value, truth, weight):
    """The definition, in whole numbers: the blocks' values and weights."""
    pooled = {}
    for v, h1, w in zip(value, truth, weight):
        cell = pooled.setdefault(v, [Fraction(0), Fraction(0)])
        cell[0 if h1 else 1] += Fraction(w)
    blocks = []
    for v in sorted(pooled):
        blocks.append([v, v, *pooled[v]])
        while len(blocks) > 1 and (
            blocks[-2][2] * (blocks[-1][2] + blocks[-1][3])
            >= blocks[-1][2] * (blocks[-2][2] + blocks[-2][3])
        ):
            last = blocks.pop()
            blocks[-1] = [blocks[-1][0], last[1], blocks[-1][2] + last[2], blocks[-1][3] + last[3]]
    return blocks


class Certified(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.answers = list(certified.answers(CERTIFIED))
        cls.values = {
            (row["set"], row["quantity"]): float(row["value"])
            for row in certified.rows(CERTIFIED, "values.csv")
        }

    def unit(self, name, quantity, value):
        if quantity == "cllr_cal":
            return max(abs(value), self.values[name, "cllr"])
        return max(abs(value), 1) if quantity.endswith("_offset") else abs(value) or 1

    def test_all_answers_are_right(self):
        self.assertGreater(len(self.answers), 700)
        for name, quantity, found in self.answers:
            with self.subTest(set=name, quantity=quantity):
                value = self.values[name, quantity]
                if found == value or math.isnan(found) and math.isnan(value):
                    continue
                self.assertNotIn(quantity.split("(")[0], EXACT)
                error = abs(found - value) / self.unit(name, quantity, value)
                self.assertLessEqual(error, LESS.get(name, 1e-15))

    def test_blocks_are_exact(self):
        trials = certified.rows(CERTIFIED, "trials.csv")
        for name, lrs in certified.sets(CERTIFIED):
            own = [row for row in trials if row["set"] == name]
            if not own or lrs.scale not in ("log10", "score"):
                continue
            weight = [float(row["weight"]) if row["weight"] else 1 for row in own]
            expected = exact_pav(
                [float(row["value"]) for row in own], [row["truth"] == "1" for row in own], weight
            )
            found = columns(cal.pav(lrs))
            prefix = "score" if lrs.scale == "score" else "log10_lr"
            with self.subTest(set=name):
                self.assertEqual(found[f"{prefix}_min"], [block[0] for block in expected])
                self.assertEqual(found[f"{prefix}_max"], [block[1] for block in expected])
                # Sums of weights that are no whole numbers are rounded.
                if all(w == int(w) for w in weight):
                    self.assertEqual(found["n_h1"], [block[2] for block in expected])
                    self.assertEqual(found["n_h2"], [block[3] for block in expected])

    def test_the_judge_agrees(self):
        lines = subprocess.run(
            [sys.executable, certified.__file__, str(CERTIFIED)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        self.assertEqual(len(lines.splitlines()), len(self.answers) + 1)


if __name__ == "__main__":
    unittest.main()
