"""The answers of this package on the certified sets: certified.py FOLDER > answers.csv"""
import csv
import math
import re
import sys
import warnings
from pathlib import Path

import calibrant as cal


def cut(x, log10_lr):
    """A threshold in the unit of the set."""
    unit = {"ln": math.log(10), "log2": math.log2(10)}.get(x.scale, 1)
    return 10**log10_lr if x.scale == "lr" else log10_lr * unit


FUNCTIONS = {
    "cllr": cal.cllr,
    "cllr_min": cal.cllr_min,
    "cllr_cal": cal.cllr_cal,
    "eer": cal.eer,
    "auc": cal.auc,
    "dev_pav": cal.dev_pav,
    "ece": lambda x, at: cal.cross_entropy(x, prior=at),
    "ece_min": lambda x, at: cal.cross_entropy_min(x, prior=at),
    "eer_steps": lambda x: cal.eer(x, method="steps"),
    "auc_hull": lambda x: cal.auc(x, method="hull"),
    "dcf": lambda x: cal.dcf(x, prior=0.01, c_miss=10),
    "dcf_min": lambda x: cal.dcf_min(x, prior=0.01, c_miss=10),
    "p_miss": lambda x, at: float(cal.error_rates(x, threshold=cut(x, at))["p_miss"][0]),
    "p_fa": lambda x, at: float(cal.error_rates(x, threshold=cut(x, at))["p_fa"][0]),
    "logistic_slope": lambda x: cal.calibrate(x).coef()["slope"],
    "logistic_offset": lambda x: cal.calibrate(x).coef()["offset"],
}


def rows(folder, name):
    with open(Path(folder) / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def million():
    """The one set that is a rule."""
    k = range(1, 500001)
    h1 = [i / 65536 for i in k]
    h2 = [-i / 65536 for i in k[:-1]] + [5 / 131072]
    return h1 + h2, [1] * len(h1) + [0] * len(h2)


def sets(folder):
    """The sets of two hypotheses, by name."""
    trials = rows(folder, "trials.csv")
    for one in rows(folder, "sets.csv"):
        if one["kind"] != "two":
            continue
        own = [row for row in trials if row["set"] == one["set"]]
        value, truth = [float(row["value"]) for row in own], [int(row["truth"]) for row in own]
        weight = [float(row["weight"]) for row in own] if own and own[0]["weight"] else None
        if one["set"] == "million":
            value, truth = million()
        yield one["set"], cal.lr_set(value, truth, one["scale"], weight=weight, sure=True)


def answers(folder):
    """The certified quantities that the package computes: set, quantity, value."""
    asked = rows(folder, "values.csv")
    for name, lrs in sets(folder):
        for row in asked:
            quantity, at = re.match(r"(\w+)(?:\((.*)\))?$", row["quantity"]).groups()
            if row["set"] == name and quantity in FUNCTIONS:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", cal.CalibrantWarning)
                    found = FUNCTIONS[quantity](lrs, *([float(at)] if at else []))
                yield name, row["quantity"], found


if __name__ == "__main__":
    print("set,quantity,value")
    for name, quantity, value in answers(sys.argv[1]):
        print(name, quantity, value, sep=",")
