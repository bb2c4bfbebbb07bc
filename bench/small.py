"""Times calls on the trials of a file (value, truth): small.py FILE. Prints a line for each call
and package that is there: the name of the call, the package, milliseconds of processor time."""
import csv
import os
import statistics
import sys
import time
import warnings

os.environ["OMP_NUM_THREADS"] = "1"
warnings.simplefilter("ignore")
import numpy as np

sys.path.insert(0, ".build/python/installed")
if "LIR" in os.environ:
    sys.path.insert(0, os.environ["LIR"])

with open(sys.argv[1], newline="") as rows:
    table = np.array([[float(cell) for cell in row] for row in csv.reader(rows)])
value, truth = np.ascontiguousarray(table[:, 0]), table[:, 1].astype(int)
column, probability = value.reshape(-1, 1), 1 / (1 + np.exp(-value))
rounds = 9


def milliseconds(call):
    call()
    begin = time.process_time()
    call()
    times = max(1, int(0.03 / max(time.process_time() - begin, 1e-5)))
    took = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(times):
            call()
        took.append((time.process_time() - begin) / times)
    return 1000 * statistics.median(took)


def ours():
    import calibrant as cal
    is_h1 = truth == 1

    def new():
        return cal.lr_set(value, is_h1, "ln")

    return "calibrant for Python", cal.__version__, {
        "isotonic, fit and apply": lambda: cal.calibrate(new(), method="pav").predict(value),
        "logistic, fit and apply": lambda: cal.calibrate(new()).predict(value),
        "area under the ROC curve": lambda: cal.auc(new()),
        "Cllr": lambda: cal.cllr(new()),
        "Cllr_min": lambda: cal.cllr_min(new()),
        "devPAV": lambda: cal.dev_pav(new()),
        "ECE": lambda: cal.ece_curve(new()),
    }


def scikit_learn():
    import sklearn
    from sklearn.isotonic import IsotonicRegression
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import brier_score_loss, roc_auc_score
    isotonic = dict(out_of_bounds="clip")
    return "scikit-learn", sklearn.__version__, {
        "isotonic, fit and apply":
            lambda: IsotonicRegression(**isotonic).fit(value, truth).predict(value),
        "logistic, fit and apply":
            lambda: LogisticRegression(C=1e6).fit(column, truth).predict_proba(column),
        "area under the ROC curve": lambda: roc_auc_score(truth, value),
        "Brier score": lambda: brier_score_loss(truth, probability),
    }


def lir():
    from importlib.metadata import PackageNotFoundError, version
    from inspect import signature
    from lir.algorithms import isotonic_regression
    from lir.algorithms.bayeserror import ELUBBounder
    from lir.algorithms.isotonic_regression import IsotonicCalibrator
    from lir.algorithms.logistic_regression import LogitCalibrator
    from lir.metrics import cllr, cllr_min
    from lir.metrics.devpav import devpav
    check = isotonic_regression.check_array
    if "ensure_all_finite" not in signature(check).parameters:
        # Its name before scikit-learn 1.6.
        isotonic_regression.check_array = lambda x, ensure_all_finite=True, **settings: check(
            x, force_all_finite=ensure_all_finite, **settings)
    try:
        of = version("lir")
    except PackageNotFoundError:
        of = "of a clone"
    llr = value / np.log(10)
    return "lir", of, {
        "isotonic, fit and apply": lambda: IsotonicCalibrator().fit(llr, truth).transform(llr),
        "logistic, fit and apply": lambda: LogitCalibrator().fit(llr, truth).transform(llr),
        "Cllr": lambda: cllr(llr, truth),
        "Cllr_min": lambda: cllr_min(llr, truth),
        "devPAV": lambda: devpav(llr, truth),
        "ELUB": lambda: ELUBBounder().fit(llr, truth).transform(llr),
    }


out = csv.writer(sys.stdout)
for package in (ours, scikit_learn, lir):
    try:
        who, version, calls = package()
    except (ImportError, SyntaxError):
        continue
    out.writerow([f"{who} {version}", "version", 0])
    for name, call in calls.items():
        out.writerow([name, who, milliseconds(call)])
