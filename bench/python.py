"""Times Cllr, Cllr_min and the EER of many trials in Python, and the last two in scikit-learn.
Prints a table: python.py [TRIALS] [TURNS]"""
import sys
import time

import numpy as np

import calibrant as cal

n = int(float(sys.argv[1])) if len(sys.argv) > 1 else 3_700_000
turns = int(sys.argv[2]) if len(sys.argv) > 2 else 7
draw = np.random.default_rng(1)
truth = draw.random(n) < 0.1
llr = draw.normal(np.where(truth, 2.0, -2.0), 2.0)


def ours(threads):
    def judge():
        x = cal.lr_set(llr, truth, "ln", threads=threads)
        return cal.cllr(x), cal.cllr_min(x), cal.eer(x)
    return judge


def from_isotonic():
    """PAV as scikit-learn has it, and the usual lines of code around it."""
    from sklearn.isotonic import isotonic_regression
    order = np.argsort(llr, kind="stable")
    p = isotonic_regression(truth[order].astype(float))
    odds = truth.mean() / (1 - truth.mean())
    with np.errstate(divide="ignore"):
        after, is_h1 = p / (1 - p) / odds, truth[order]
        return (np.log2(1 + 1 / after[is_h1]).mean() + np.log2(1 + after[~is_h1]).mean()) / 2


def from_roc_curve():
    from sklearn.metrics import roc_curve
    p_fa, hits, _ = roc_curve(truth, llr)
    return p_fa[np.argmin(np.abs(p_fa - (1 - hits)))]


def formula():
    return (np.log2(1 + np.exp(-llr[truth])).mean() + np.log2(1 + np.exp(llr[~truth])).mean()) / 2


def median_time(function):
    taken = []
    for _ in range(turns):
        start = time.perf_counter()
        found = function()
        taken.append(time.perf_counter() - start)
    return np.median(taken), min(taken), found


rows = [("calibrant: Cllr, Cllr_min and EER, one thread", ours(1)),
        ("calibrant: the same, two threads", ours(2)),
        ("numpy: Cllr by its formula", formula)]
try:
    import sklearn  # noqa: F401
    rows += [("scikit-learn: isotonic_regression(), for Cllr_min", from_isotonic),
             ("scikit-learn: roc_curve(), for the EER", from_roc_curve)]
except ImportError:
    pass
print(f"| {n:,} trials | median s | least s | answer |\n|---|--:|--:|---|")
for name, function in rows:
    median, least, found = median_time(function)
    print(f"| {name} | {median:.3f} | {least:.3f} | "
          f"{', '.join(f'{v:.15g}' for v in np.atleast_1d(found))} |")
