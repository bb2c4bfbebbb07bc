"""Runs all tests of this folder, and the examples of the package; or those of some files, as in
`python tests processes files`. The last line counts them."""
import doctest
import importlib
import pkgutil
import sys
import unittest
from pathlib import Path

import calibrant


class Counting(unittest.TextTestResult):
    """Versions of Python differ in counting skipped tests as run."""

    n_passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.n_passed += 1


def examples():
    modules = [f"calibrant.{one.name}" for one in pkgutil.iter_modules(calibrant.__path__)]
    for name in ["calibrant", *(m for m in modules if not m.endswith("_kernels"))]:
        yield doctest.DocTestSuite(importlib.import_module(name))


here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
named = sys.argv[1:]
suite = unittest.TestSuite(
    unittest.defaultTestLoader.discover(str(here), f"test_{name}.py", str(here))
    for name in named or ["*"]
)
if not named:
    suite.addTests(examples())
result = unittest.TextTestRunner(verbosity=1, resultclass=Counting).run(suite)
failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
print(f"{result.n_passed} passed, {failed} failed")
sys.exit(failed > 0)
