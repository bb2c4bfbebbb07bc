"""A plugin of pytest: the names of lir that its own tests use, answered by calibrant. Tests that need
other parts of lir are skipped. Works on a clone of lir, without lir.
    pytest -p lir_answers CLONE/tests/test_metrics.py"""
import importlib
import importlib.abc
import importlib.machinery
import math
import sys
import types
import unittest
import warnings

import numpy as np
import pytest
import recorded

import calibrant as cal

SOURCE = "NetherlandsForensicInstitute/lir"
if not hasattr(np, "pow"):
    np.pow = np.power
# Answers in the running test: quantity, trials, answer.
ANSWERS = []


class LLRData:
    def __init__(self, features, hypothesis):
        self.llrs, self.hypothesis = np.ravel(np.asarray(features, float)), np.ravel(hypothesis)


class DataProvider:
    pass


def as_set(data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cal.lr_set(data.llrs, data.hypothesis, "log10", sure=True)


def answered(quantity, refused, function):
    """A function of the data of lir. For data that calibrant refuses, the answer is that of lir."""
    def answer(data, *_, **__):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = function(as_set(data))
        except cal.CalibrantError as error:
            if refused is ValueError:
                raise ValueError(str(error)) from error
            found = refused
        ANSWERS.append((quantity, data, found))
        return found
    return answer


def logodds(odds):
    with np.errstate(divide="ignore"):
        return np.log10(odds)


def probability(llrs):
    return 1 / (1 + 10.0 ** -np.asarray(llrs))


class IsotonicCalibrator:
    def fit_apply(self, data):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            x = cal.lr_set(data.llrs, data.hypothesis, "score", sure=True)
            return LLRData(cal.pav_lr(x), data.hypothesis)


def stacked(h2, h1):
    return np.concatenate([h2, h1]), np.concatenate([np.zeros(len(h2)), np.ones(len(h1))])


def bounds(method):
    return lambda x: tuple(cal.bound_lr(x, method=method))


def ece(lrs, hypothesis, priors):
    if np.isnan(lrs).any() or (np.asarray(lrs) < 0).any():
        raise ValueError("invalid input for LR values")
    if not np.isin(hypothesis, (0, 1)).all():
        raise ValueError("label set must be [0, 1]")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cal.cross_entropy(cal.lr_set(lrs, hypothesis, "lr", sure=True), prior=priors)


def xy_parts(values, y):
    return values[y == 0], values[y == 1]


KNOWN = {
    "lir": {"LLRData": LLRData},
    "lir.data.models": {"LLRData": LLRData, "DataProvider": DataProvider},
    "lir.util": {
        "Xn_to_Xy": stacked, "odds_to_logodds": logodds, "logodds_to_odds": lambda x: 10.0 ** x,
        "Xy_to_Xn": xy_parts, "odds_to_probability": lambda x: x / (1 + x),
        "probability_to_logodds": lambda p: logodds(p / (1 - p))},
    "lir.metrics": {"cllr": answered("cllr", math.nan, cal.cllr),
                    "cllr_min": answered("cllr_min", math.nan, cal.cllr_min)},
    "lir.algorithms.bayeserror": {"elub": answered("elub", ValueError, bounds("elub"))},
    "lir.algorithms.invariance_bounds": {
        "calculate_invariance_bounds": answered("iv", ValueError, bounds("iv"))},
    "lir.algorithms.devpav": {"devpav": answered("dev_pav", ValueError, cal.dev_pav)},
    "lir.algorithms.isotonic_regression": {"IsotonicCalibrator": IsotonicCalibrator},
    "lir.plotting.expected_calibration_error": {"calculate_ece": ece},
}


class Absent:
    """A part of lir that calibrant does not replace."""

    def __init__(self, *_, **__):
        pytest.skip("calibrant does not stand for this part of lir")

    def __init_subclass__(cls):
        pass


def part_of(module, name):
    if name.startswith("__"):
        raise AttributeError(name)
    whole = f"{module}.{name}"
    return importlib.import_module(whole) if whole in KNOWN else Absent


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "lir":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return types.ModuleType(spec.name)

    def exec_module(self, module):
        module.__path__ = []
        vars(module).update(KNOWN.get(module.__name__, {}))
        module.__getattr__ = lambda name: part_of(module.__name__, name)


sys.meta_path.insert(0, Finder())


def compare(expected, found):
    """Notes an expectation about an answer, or about the ratio whose logarithm is the answer."""
    for quantity, data, answer in ANSWERS:
        for number, back in ((answer, lambda x: x), (10.0 ** np.asarray(answer), logodds)):
            if np.shape(number) == np.shape(found) and np.array_equal(number, found, equal_nan=True):
                with np.errstate(invalid="ignore", divide="ignore"):
                    recorded.note(SOURCE, quantity, data.llrs, data.hypothesis, None, answer,
                                  back(np.asarray(expected, float)))
                return


def close_to_grid(quantity, expected, found):
    return recorded.class_of(quantity, found, expected) != "differs"


almost_equal = np.testing.assert_almost_equal


def assert_almost_equal(expected, found, decimal=7, **more):
    """Compares bounds within a step of the grid of lir; those of calibrant lie on no grid."""
    compare(expected, found)
    for quantity, _, answer in ANSWERS:
        if quantity in ("elub", "iv") and np.array_equal(np.asarray(found), 10.0 ** np.asarray(answer)):
            assert close_to_grid(quantity, logodds(np.asarray(expected)), answer)
            return
        if quantity in ("elub", "iv") and np.array_equal(np.asarray(found), answer):
            assert close_to_grid(quantity, expected, answer)
            return
    almost_equal(expected, found, decimal, **more)


np.testing.assert_almost_equal = assert_almost_equal


def with_comparison(name):
    theirs = getattr(unittest.TestCase, name)

    def compared(self, found, expected, *args, **more):
        compare(expected, found)
        theirs(self, found, expected, *args, **more)
    setattr(unittest.TestCase, name, compared)


for _name in ("assertEqual", "assertAlmostEqual"):
    with_comparison(_name)
approx = pytest.approx


def compared_approx(expected, found=None, *args, **more):
    """Compares two numbers; the tests of Cllr in lir do not use the result of this function."""
    if any(answer is found or answer == found for _, _, answer in ANSWERS):
        compare(expected, found)
        assert found == approx(expected)
    return approx(expected)


pytest.approx = compared_approx


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    ANSWERS.clear()
    recorded.TEST[0] = item.nodeid.split("[")[0]


def pytest_sessionfinish():
    recorded.write()
