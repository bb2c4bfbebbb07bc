"""Measures of likelihood ratios.

Each function takes a set of `lr_set()`, or what that takes: `cllr(x)`, or `cllr(llr, truth,
scale="log10")` with `weight`, `h1` and `threads` as there. Costs are in bits. Sources: Brümmer
(2010), PhD thesis, Stellenbosch University, https://scholar.sun.ac.za/handle/10019.1/5139; Ramos
and Gonzalez-Rodriguez (2013), https://doi.org/10.1016/j.forsciint.2013.04.014. Errors are
CalibrantError, of kind "score" where a measure of calibration is asked of scores.
"""
from __future__ import annotations

import math
import warnings
from typing import Any, Optional

from ._arrays import Column, as_sequence, doubles, given_back, room, same_length
from ._library import CalibrantError, CalibrantWarning
from ._set import LRSet, as_set


def _hull(method: str) -> int:
    if method not in ("hull", "steps"):
        raise CalibrantError(f'`method` must be "hull" or "steps": it is {method!r}.')
    return int(method == "hull")


def _warned(cost: float) -> float:
    if math.isinf(cost):
        message = "The cost is infinite: some trials are certain and wrong."
        warnings.warn(message, CalibrantWarning, 3)
    return cost


def cllr(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> float:
    """The log-likelihood-ratio cost: half the mean of log2(1 + 1/LR) under H1 plus half that of
    log2(1 + LR) under H2 (Brümmer 2010, eq. 7.41).

    Returns bits, 0 (perfect) to infinity; 1 is what LR = 1 costs. A CalibrantWarning where it is
    infinite, since a trial is certain and wrong.
    """
    return _warned(as_set(x, truth, scale, trials).handle.number("cllr"))


def cllr_min(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> float:
    """Cllr after `pav()`: the discrimination loss, what no monotonous calibration can repair
    (Brümmer 2010, eq. 7.42). Takes scores. Returns bits, 0 to 1, never above `cllr()`. On few
    trials it is too optimistic."""
    return as_set(x, truth, scale, trials).handle.number("cllr_min")


def cllr_cal(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> float:
    """The calibration loss, `cllr()` less `cllr_min()`. Returns bits, 0 to infinity."""
    handle = as_set(x, truth, scale, trials).handle
    return max(_warned(handle.number("cllr")) - handle.number("cllr_min"), 0.0)


def dev_pav(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> float:
    """devPAV, the mean distance of log10 LRs from those after PAV. Returns units of log10, 0 to
    infinity; NaN where PAV leaves no finite LR."""
    return as_set(x, truth, scale, trials).handle.number("dev_pav")


def _along(name: str, handle: Any, at: Any, argument: str, *after: int) -> Any:
    read, is_one = as_sequence(at, argument)
    found = room(read.n)
    handle.ask(name, read.pointer, read.n, *after, found.pointer)
    return float(found.owner[0]) if is_one else given_back(found, at)


def cross_entropy(x: Any, truth: Any = None, *, prior: Any = 0.5, scale: Optional[str] = None,
                  **trials: Any) -> Any:
    """Empirical cross-entropy (ECE) at prior probabilities of H1 (Ramos 2013, eq. 8).

    prior: one number or several, 0 to 1.
    Returns bits, 0 to infinity: one number, or as many as there are priors.
    """
    return _along("cross_entropy", as_set(x, truth, scale, trials).handle, prior, "prior", 0)


def cross_entropy_min(x: Any, truth: Any = None, *, prior: Any = 0.5, scale: Optional[str] = None,
                      **trials: Any) -> Any:
    """`cross_entropy()` after `pav()`. Takes scores. Returns bits, 0 to 1."""
    return _along("cross_entropy", as_set(x, truth, scale, trials).handle, prior, "prior", 1)


def eer(x: Any, truth: Any = None, *, method: str = "hull", scale: Optional[str] = None,
        **trials: Any) -> float:
    """The equal error rate, where misses are as frequent as false alarms (Brümmer 2010, eq. 7.32).
    Takes scores.

    method: "hull" reads it off the convex hull of the ROC curve, "steps" off the curve itself.
    Returns a rate, 0 to 1; on the hull at most 0.5.
    """
    hull = _hull(method)
    return as_set(x, truth, scale, trials).handle.number("eer", hull)


def auc(x: Any, truth: Any = None, *, method: str = "steps", scale: Optional[str] = None,
        **trials: Any) -> float:
    """The area under the ROC curve: the share of pairs in which the value under H1 is the larger,
    equal ones counting half (Hanley and McNeil 1982,
    https://doi.org/10.1148/radiology.143.1.7063747). Takes scores.

    method: "steps", or "hull" for the area under the convex hull.
    Returns a share, 0 to 1.
    """
    hull = _hull(method)
    return as_set(x, truth, scale, trials).handle.number("auc", hull)


def _costs(name: str, lrs: LRSet, prior: Any, c_miss: Any, c_fa: Any, normalised: bool) -> Any:
    points = {"prior": prior, "c_miss": c_miss, "c_fa": c_fa}
    read = same_length(points)
    found = room(read[0].n)
    lrs.handle.ask(name, *(c.pointer for c in read), found.n, found.pointer)
    if normalised:
        for i, (p, miss, fa) in enumerate(zip(*(c.owner for c in read))):
            if not 0 < p < 1:
                raise CalibrantError("Normalised costs need priors inside (0, 1): at 0 and 1 the "
                                     f"cost without evidence is 0. One is {p:g}.")
            found.owner[i] /= min(p * miss, (1 - p) * fa)
    is_one = all(as_sequence(value, key)[1] for key, value in points.items())
    return float(found.owner[0]) if is_one else given_back(found)


def dcf(x: Any, truth: Any = None, *, prior: Any = 0.5, c_miss: Any = 1, c_fa: Any = 1,
        normalised: bool = False, scale: Optional[str] = None, **trials: Any) -> Any:
    """The detection cost of Bayes decisions, prior C_miss P_miss + (1 - prior) C_fa P_fa, H1 being
    accepted for LR >= (1 - prior) C_fa / (prior C_miss) (Brümmer 2010, eq. 7.11).

    prior, c_miss, c_fa: probabilities of H1 and positive costs, one number each or equally many.
    normalised: divided by the cost of deciding by the prior alone?
    Returns a cost per operating point, in the unit of the costs.
    """
    return _costs("dcf", as_set(x, truth, scale, trials), prior, c_miss, c_fa, normalised)


def dcf_min(x: Any, truth: Any = None, *, prior: Any = 0.5, c_miss: Any = 1, c_fa: Any = 1,
            normalised: bool = False, scale: Optional[str] = None, **trials: Any) -> Any:
    """`dcf()` at the threshold that turns out best on these trials, minDCF (Brümmer 2010, eq.
    7.21). Takes scores."""
    return _costs("dcf_min", as_set(x, truth, scale, trials), prior, c_miss, c_fa, normalised)


def rates_at(lrs: LRSet, threshold: Any) -> tuple[Column, Column, Column]:
    at = as_sequence(threshold, "threshold")[0]
    p_miss, p_fa = room(at.n), room(at.n)
    lrs.handle.ask("error_rates", at.pointer, at.n, p_miss.pointer, p_fa.pointer)
    return doubles(at.owner, "threshold"), p_miss, p_fa
