"""Measures and calibrates likelihood ratios (LRs) by the kernels of the R package calibrant, with
the same names and the same numbers.

>>> import calibrant as cal
>>> x = cal.lr_set([1.2, 0.4, -0.9, 0.1], truth=[1, 1, 0, 0], scale="log10")
>>> cal.cllr(x)
0.4796130618982648
"""
from typing import Any

from ._calibration import (Calibration, calibrate, fuse, read_calibration, write_calibration)
from ._curves import det_curve, ece_curve, error_rates, pav, pav_lr, reliability_curve
from ._estimator import LRCalibrator, NotFittedError
from ._intervals import Bounds, bound_lr, measures
from ._library import version as __version__
from ._measures import (Misleading, auc, bayes_error, bayes_error_min, cllr, cllr_cal, cllr_min,
                        cross_entropy, cross_entropy_min, dcf, dcf_min, dev_pav, eer, misleading,
                        threshold_at)
from ._plots import plot_det, plot_ece, plot_pav, plot_tippett
from ._read import read_scores
from ._set import LRSet, lr_set
from ._tally import Tally, lr_tally, write_tally
from ._words import CalibrantArgumentError, CalibrantError, CalibrantWarning, meant

__all__ = [
    "__version__", "auc", "bayes_error", "bayes_error_min", "bound_lr", "Bounds",
    "CalibrantArgumentError", "CalibrantError", "CalibrantWarning", "calibrate", "Calibration",
    "cllr", "cllr_cal", "cllr_min", "cross_entropy", "cross_entropy_min", "dcf", "dcf_min",
    "det_curve", "dev_pav", "ece_curve", "eer", "error_rates", "fuse", "lr_set", "lr_tally",
    "LRCalibrator", "LRSet", "measures", "misleading", "Misleading", "NotFittedError", "pav",
    "pav_lr", "plot_det", "plot_ece", "plot_pav", "plot_tippett", "read_calibration",
    "read_scores", "reliability_curve", "Tally", "threshold_at", "write_calibration", "write_tally",
]


def __getattr__(name: str) -> Any:
    raise AttributeError(f"calibrant has no {name!r}.{meant(name, __all__) or ' R has more.'}")
