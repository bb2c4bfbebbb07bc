"""Measure, explain and calibrate likelihood ratios (LRs): the kernels of the R package calibrant,
with the same names and the same numbers.

>>> import calibrant as cal
>>> x = cal.lr_set([1.2, 0.4, -0.9, 0.1], truth=[1, 1, 0, 0], scale="log10")
>>> cal.cllr(x)
0.4796130618982648
"""
from ._library import CalibrantError, CalibrantWarning, version as __version__
from ._set import LRSet, lr_set
from .calibration import Calibration, calibrate, fuse, read_calibration, write_calibration
from .curves import det_curve, ece_curve, error_rates, pav, pav_lr
from .measures import (auc, cllr, cllr_cal, cllr_min, cross_entropy, cross_entropy_min, dcf,
                       dcf_min, dev_pav, eer)
from .tally import Tally, lr_tally, write_tally

__all__ = [
    "Calibration", "CalibrantError", "CalibrantWarning", "LRSet", "Tally", "__version__", "auc",
    "calibrate", "cllr", "cllr_cal", "cllr_min", "cross_entropy", "cross_entropy_min", "dcf",
    "dcf_min", "det_curve", "dev_pav", "ece_curve", "eer", "error_rates", "fuse", "lr_set",
    "lr_tally", "pav", "pav_lr", "read_calibration", "write_calibration", "write_tally",
]
