"""Helpers that tests share."""
import csv
import os
import random
import re
import unittest
import warnings
from pathlib import Path

import calibrant as cal

# Programs of Python start here, beside no folder with the name of the package.
HERE = Path(__file__).resolve().parent
# The repository, or its part in a source distribution.
NATIVE = HERE.parent / "native"
ROOT = NATIVE if NATIVE.exists() else HERE.parents[1]
CERTIFIED = ROOT / "inst" / "certified"

try:
    import numpy as np
except ImportError:
    np = None
try:
    import pandas as pd
except ImportError:
    pd = None


def voices():
    """LLRs of speakers, and whether they are the same, as two lists."""
    with open(ROOT / "lib" / "voice.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [float(row["log10_lr"]) for row in rows], [int(row["truth"]) for row in rows]


def random_trials(n, seed=1, digits=1):
    """Rounded, so that there are ties."""
    draw = random.Random(seed)
    truth = [draw.random() < 0.4 for _ in range(n)]
    return [round(draw.gauss(1 if h1 else -1, 1.5), digits) for h1 in truth], truth


def unsealed(text):
    """A file without its seal, so that its other faults show."""
    return re.sub(r',\s*"sha256": "[0-9a-f]*"(?=\s*}\s*$)', "", text)


def columns(table):
    """A table as lists, whatever it is."""
    return {name: list(map(float, table[name])) for name in table}


class TestCase(unittest.TestCase):
    def refused(self, kind, words, function, *args, **kwargs):
        with self.assertRaises(cal.CalibrantError) as caught:
            function(*args, **kwargs)
        self.assertEqual(caught.exception.kind, kind, str(caught.exception))
        self.assertRegex(str(caught.exception), words)

    def quiet(self, function, *args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", cal.CalibrantWarning)
            return function(*args, **kwargs)
