"""Answers of programs in Python on the certified sets.

python3 bench/certified.py PROGRAM TRIALS.csv FOLDER

PROGRAM is one of sklearn, pyllr, pybosaris, lir. TRIALS.csv has set, kind, scale, value and truth.
FOLDER has the sources of those that are not installed. Prints the version, if the program tells it,
then set,quantity,value. Each program is asked through its documented calls, and gets LRs on the scale
that these take; where it stops with an error the value is empty.
"""
import csv
import sys
import warnings

import numpy as np

PRIORS = (0.001, 0.1, 0.9)
P, C_MISS, C_FA = 0.01, 10, 1
# These programs fill a matrix of thresholds by trials.
TOO_LARGE = {"elub_lower", "elub_upper", "iv_lower", "iv_upper"}


def read_sets(path):
    sets = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            trials = sets.setdefault(row["set"], (row["scale"], [], []))
            trials[1].append(float(row["value"]))
            trials[2].append(int(row["truth"]))
    return {name: (scale, np.array(v), np.array(t)) for name, (scale, v, t) in sets.items()}


def natural(value, scale):
    if scale == "lr":
        return np.log(value)
    return value * {"ln": 1.0, "score": 1.0, "log10": np.log(10), "log2": np.log(2)}[scale]


def common(value, scale):
    if scale == "lr":
        return np.log10(value)
    return value * {"ln": np.log10(np.e), "score": 1.0, "log10": 1.0, "log2": np.log10(2)}[scale]


def sklearn():
    import sklearn as program
    from sklearn.metrics import roc_auc_score

    return program.__version__, {"auc": lambda v, s, t: roc_auc_score(t, v)}


def pyllr():
    from pyllr.bayes_error_rate import fast_Bayes_error_rate
    from pyllr.cllr import cllr, cross_entropy, min_cllr
    from pyllr.pav_rocch import PAV, ROCCH

    def split(v, s, t):
        llr = natural(v, s)
        return llr[t == 1], llr[t == 0]

    odds = P * C_MISS / ((1 - P) * C_FA)
    unit = P * C_MISS + (1 - P) * C_FA
    hull = lambda v, s, t: ROCCH(PAV(v, t))
    found = {
        "cllr": lambda *x: cllr(*split(*x)),
        "cllr_min": lambda v, s, t: min_cllr(PAV(v, t)),
        "eer": lambda *x: hull(*x).EER(),
        # The number that it names AUC is an error rate.
        "auc_hull": lambda *x: 1 - hull(*x).AUC(),
        "dcf_min": lambda *x: unit * hull(*x).Bayes_error_rate(np.log(odds)),
        "dcf": lambda v, s, t: unit
        * fast_Bayes_error_rate(natural(v, s), t, np.array([np.log(odds)]))[0],
    }
    for p in PRIORS:
        found[f"ece({p})"] = lambda *x, p=p: cross_entropy(*split(*x), Ptar=p)
    return "", found


def pybosaris():
    from pybosaris import evaluation as e

    def split(v, s, t):
        llr = natural(v, s)
        return llr[t == 1], llr[t == 0]

    costs = dict(prior=P, c_miss=C_MISS, c_fa=C_FA, normalize=False)
    return "", {
        "cllr": lambda *x: e.compute_cllr(*split(*x)),
        "cllr_min": lambda *x: e.compute_min_cllr(*split(*x)),
        "eer": lambda *x: e.compute_eer(*split(*x)),
        "dcf_min": lambda *x: e.compute_min_dcf(*split(*x), **costs)[0],
        "dcf": lambda *x: e.compute_act_dcf(*split(*x), **costs)[0],
    }


def name_argument_anew():
    """lir asks scikit-learn for a name of version 1.6, which older versions call otherwise."""
    import inspect

    import sklearn.utils

    old = sklearn.utils.check_array
    if "ensure_all_finite" not in inspect.signature(old).parameters:
        sklearn.utils.check_array = lambda *x, ensure_all_finite=True, **more: old(
            *x, force_all_finite=ensure_all_finite, **more
        )


def lir():
    name_argument_anew()
    from lir.algorithms.bayeserror import elub
    from lir.algorithms.devpav import devpav
    from lir.algorithms.invariance_bounds import IVBounder
    from lir.algorithms.isotonic_regression import IsotonicCalibrator
    from lir.data.models import LLRData
    from lir.metrics import cllr, cllr_cal, cllr_min
    from lir.plotting.expected_calibration_error import calculate_ece
    from lir.util import logodds_to_odds

    # Anew for each call: elub() clips in place.
    data = lambda v, s, t: LLRData(features=common(v, s).copy(), hypothesis=t)

    def ece(x, p, calibrated):
        llrs = data(*x)
        if calibrated:
            llrs = IsotonicCalibrator().fit_apply(llrs)
        return calculate_ece(logodds_to_odds(llrs.llrs), x[2], np.array([p]))[0]

    found = {
        "cllr": lambda *x: cllr(data(*x)),
        "cllr_min": lambda *x: cllr_min(data(*x)),
        "cllr_cal": lambda *x: cllr_cal(data(*x)),
        "dev_pav": lambda *x: devpav(data(*x)),
        "elub_lower": lambda *x: elub(data(*x))[0],
        "elub_upper": lambda *x: elub(data(*x))[1],
        "iv_lower": lambda *x: IVBounder().calculate_bounds(data(*x))[0],
        "iv_upper": lambda *x: IVBounder().calculate_bounds(data(*x))[1],
    }
    for p in PRIORS:
        found[f"ece({p})"] = lambda *x, p=p: ece(x, p, False)
        found[f"ece_min({p})"] = lambda *x, p=p: ece(x, p, True)
    return "", found


def answer(function, trials, quantity):
    scale, value, truth = trials
    if quantity in TOO_LARGE and len(value) > 1e5:
        return ""
    try:
        return repr(float(np.ravel(function(value, scale, truth))[0]))
    except Exception:
        return ""


def main():
    program, trials, folder = sys.argv[1:]
    for name in ("PYLLR", "PyBOSARIS", "confidence", "lir"):
        sys.path.insert(0, f"{folder}/{name}")
    warnings.simplefilter("ignore")
    version, functions = globals()[program]()
    print(version)
    for name, one in read_sets(trials).items():
        for quantity, function in functions.items():
            print(f"{name},{quantity},{answer(function, one, quantity)}", flush=True)


if __name__ == "__main__":
    main()
