"""Measure, explain and calibrate likelihood ratios (LRs): the kernels of the R package calibrant,
with the same names and the same numbers.

>>> import calibrant as cal
>>> x = cal.lr_set([1.2, 0.4, -0.9, 0.1], truth=[1, 1, 0, 0], scale="log10")
>>> cal.cllr(x)
0.4796130618982648
"""
from typing import Any

from ._calibration import (Calibration, calibrate, fuse, read_calibration, write_calibration)
from ._curves import det_curve, ece_curve, error_rates, pav, pav_lr
from ._library import version as __version__
from ._measures import (Misleading, auc, bayes_error, bayes_error_min, cllr, cllr_cal, cllr_min,
                        cross_entropy, cross_entropy_min, dcf, dcf_min, dev_pav, eer, misleading,
                        threshold_at)
from ._set import LRSet, lr_set
from ._tally import Tally, lr_tally, write_tally
from ._words import CalibrantArgumentError, CalibrantError, CalibrantWarning, meant

__all__ = [
    "Calibration", "CalibrantArgumentError", "CalibrantError", "CalibrantWarning", "LRSet",
    "Misleading", "Tally", "__version__", "auc", "bayes_error", "bayes_error_min", "calibrate",
    "cllr", "cllr_cal", "cllr_min", "cross_entropy", "cross_entropy_min", "dcf", "dcf_min",
    "det_curve", "dev_pav", "ece_curve", "eer", "error_rates", "fuse", "lr_set", "lr_tally",
    "misleading", "pav", "pav_lr", "read_calibration", "threshold_at", "write_calibration",
    "write_tally",
]


def __getattr__(name: str) -> Any:
    raise AttributeError(f"calibrant has no {name!r}.{meant(name, __all__)}")
