"""Measures of likelihood ratios.

Each function takes a set of `lr_set()` or the arguments of `lr_set()`: `cllr(x)`, or `cllr(llr,
truth, scale="log10")`. `prior` belongs to the scale "prob" if the function has no `prior` of its
own. Costs are in bits. Sources: Brümmer (2010), PhD thesis,
Stellenbosch University, https://scholar.sun.ac.za/handle/10019.1/5139; Ramos and Gonzalez-Rodriguez
(2013), https://doi.org/10.1016/j.forsciint.2013.04.014. Errors are CalibrantError, of kind "score"
where a measure of calibration is asked of scores.
"""
from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, Optional

from ._arrays import Column, as_sequence, doubles, given_back, index_of, room, same_length
from ._set import LRSet, Scale, as_set, given_threshold, set_with_prior
from ._words import CalibrantError, choice, public, warn

Method = Literal["hull", "steps"]


def _hull(method: str) -> int:
    return int(choice(method, ("hull", "steps"), "method") == "hull")


def _warned(cost: float) -> float:
    if math.isinf(cost):
        warn("The cost is infinite: some trials are certain and wrong.")
    return cost


@public
def cllr(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
         h1: Any = None, prior: Optional[float] = None, threads: int = 1) -> float:
    """The log-likelihood-ratio cost: half the mean of log2(1 + 1/LR) under H1 plus half that of
    log2(1 + LR) under H2 (Brümmer 2010, eq. 7.41).

    Returns
    -------
    float
        Bits, 0 (perfect) to infinity; LR = 1 costs 1. A CalibrantWarning says that the cost is
        infinite if a trial is certain and wrong.

    Examples
    --------
    >>> import calibrant as cal
    >>> round(cal.cllr([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10"), 6)
    0.479613
    """
    return _warned(as_set(x, truth, scale, weight, h1, threads, prior).handle.number("cllr"))


@public
def cllr_min(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
             h1: Any = None, prior: Optional[float] = None, threads: int = 1) -> float:
    """Cllr after `pav()`: the discrimination loss, which no monotone calibration can remove
    (Brümmer 2010, eq. 7.42). Takes scores. The value is optimistic on few trials.

    Returns
    -------
    float
        Bits, 0 to 1, never above `cllr()`.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.cllr_min([3, 1, 2, 0], [1, 1, 0, 0], scale="score")
    0.5
    """
    return as_set(x, truth, scale, weight, h1, threads, prior).handle.number("cllr_min")


@public
def cllr_cal(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
             h1: Any = None, prior: Optional[float] = None, threads: int = 1) -> float:
    """The calibration loss, `cllr()` less `cllr_min()`.

    Returns
    -------
    float
        Bits, 0 to infinity.

    Examples
    --------
    >>> import calibrant as cal
    >>> round(cal.cllr_cal([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10"), 6)
    0.479613
    """
    handle = as_set(x, truth, scale, weight, h1, threads, prior).handle
    return max(_warned(handle.number("cllr")) - handle.number("cllr_min"), 0.0)


@public
def dev_pav(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
            h1: Any = None, prior: Optional[float] = None, threads: int = 1) -> float:
    """devPAV, the mean distance between log10 LRs before and after PAV.

    Returns
    -------
    float
        Units of log10, 0 to infinity; NaN where PAV leaves no finite LR.

    Examples
    --------
    >>> import calibrant as cal
    >>> round(cal.dev_pav([2, 1, -1, 0, 0.5, -2], [1, 1, 1, 0, 0, 0], scale="log10"), 6)
    0.376736
    """
    return as_set(x, truth, scale, weight, h1, threads, prior).handle.number("dev_pav")


def along(name: str, handle: Any, at: Any, argument: str, *after: int) -> Any:
    read, is_one = as_sequence(at, argument)
    found = room(read.n)
    handle.ask(name, read.pointer, read.n, *after, found.pointer)
    if any(map(math.isinf, found.owner)):
        _warned(math.inf)
    return float(found.owner[0]) if is_one else given_back(found, index_of(at))


@public
def cross_entropy(x: Any, truth: Any = None, *, prior: Any = None, scale: Optional[Scale] = None,
                  weight: Any = None, h1: Any = None, threads: int = 1) -> Any:
    """The empirical cross-entropy (ECE) at prior probabilities of H1 (Ramos 2013, eq. 8). For the
    expected calibration error see `reliability_curve()`.

    Parameters
    ----------
    prior : float or array
        Probabilities of H1, 0 to 1; by default 0.5, or the prior of a set of probabilities.

    Returns
    -------
    float or array
        Bits, 0 to infinity: one number per prior.

    Examples
    --------
    >>> import calibrant as cal
    >>> x = cal.lr_set([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], "log10")
    >>> round(cal.cross_entropy(x, prior=0.5), 6)
    0.479613
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return along("cross_entropy", lrs.handle, lrs.prior_for(prior), "prior", 0)


@public
def cross_entropy_min(x: Any, truth: Any = None, *, prior: Any = None,
                      scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                      threads: int = 1) -> Any:
    """`cross_entropy()` after `pav()`. Takes scores.

    Returns
    -------
    float or array
        Bits, 0 to 1.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.cross_entropy_min([3, 1, 2, 0], [1, 1, 0, 0], prior=0.5, scale="score")
    0.5
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return along("cross_entropy", lrs.handle, lrs.prior_for(prior), "prior", 1)


@public
def eer(x: Any, truth: Any = None, *, method: Method = "hull", scale: Optional[Scale] = None,
        weight: Any = None, h1: Any = None, prior: Optional[float] = None,
        threads: int = 1) -> float:
    """The equal error rate, at which misses are as frequent as false alarms (Brümmer 2010, eq. 7.32).
    Takes scores.

    Parameters
    ----------
    method : {"hull", "steps"}
        Whether to use the convex hull of the ROC curve, or the curve itself.

    Returns
    -------
    float
        A rate, 0 to 1; on the hull at most 0.5.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.eer([3, 1, 2, 0], [1, 1, 0, 0], scale="score")
    0.25
    """
    hull = _hull(method)
    return as_set(x, truth, scale, weight, h1, threads, prior).handle.number("eer", hull)


@public
def auc(x: Any, truth: Any = None, *, method: Method = "steps", scale: Optional[Scale] = None,
        weight: Any = None, h1: Any = None, prior: Optional[float] = None,
        threads: int = 1) -> float:
    """The area under the ROC curve: the share of pairs in which the value under H1 is the larger,
    where equal values count half (Hanley and McNeil 1982,
    https://doi.org/10.1148/radiology.143.1.7063747). Takes scores.

    Parameters
    ----------
    method : {"steps", "hull"}
        "hull" for the area under the convex hull.

    Returns
    -------
    float
        A share, 0 to 1.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.auc([3, 1, 2, 0], [1, 1, 0, 0], scale="score")
    0.75
    """
    hull = _hull(method)
    return as_set(x, truth, scale, weight, h1, threads, prior).handle.number("auc", hull)


def costs(name: str, lrs: LRSet, prior: Any, c_miss: Any, c_fa: Any, normalised: Any) -> Any:
    if normalised not in (True, False):
        raise CalibrantError(f"`normalised` must be True or False: it is {normalised!r}.")
    points = {"prior": lrs.prior_for(prior), "c_miss": c_miss, "c_fa": c_fa}
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


@public
def dcf(x: Any, truth: Any = None, *, prior: Any = None, c_miss: Any = 1, c_fa: Any = 1,
        normalised: bool = False, scale: Optional[Scale] = None, weight: Any = None,
        h1: Any = None, threads: int = 1) -> Any:
    """The detection cost of Bayes decisions, prior C_miss P_miss + (1 - prior) C_fa P_fa. H1 is
    accepted for LR >= (1 - prior) C_fa / (prior C_miss) (Brümmer 2010, eq. 7.11).

    Parameters
    ----------
    prior, c_miss, c_fa : float or array
        Probabilities of H1 and positive costs: one number each, or arrays of equal length.
    normalised : bool
        Whether to divide by the cost of deciding by the prior alone.

    Returns
    -------
    float or array
        A cost per operating point, in the unit of the costs.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.dcf([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], prior=0.5, c_fa=10, scale="log10")
    0.25
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return costs("dcf", lrs, prior, c_miss, c_fa, normalised)


@public
def dcf_min(x: Any, truth: Any = None, *, prior: Any = None, c_miss: Any = 1, c_fa: Any = 1,
            normalised: bool = False, scale: Optional[Scale] = None, weight: Any = None,
            h1: Any = None, threads: int = 1) -> Any:
    """`dcf()` at the best threshold for these trials, minDCF (Brümmer 2010, eq.
    7.21). Takes scores.

    Returns
    -------
    float or array
        A cost per operating point, in the unit of the costs.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.dcf_min([3, 1, 2, 0], [1, 1, 0, 0], prior=0.5, scale="score")
    0.25
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return costs("dcf_min", lrs, prior, c_miss, c_fa, normalised)


@public
def bayes_error(x: Any, truth: Any = None, *, prior: Any = None, normalised: bool = False,
                scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                threads: int = 1) -> Any:
    """The error rate of Bayes decisions, prior P_miss + (1 - prior) P_fa: `dcf()` at costs of 1
    (Brümmer 2010, eq. 7.14).

    Parameters
    ----------
    prior : float or array
        Probabilities of H1, 0 to 1; by default 0.5, or the prior of a set of probabilities.
    normalised : bool
        Whether to divide by the error rate of deciding by the prior alone.

    Returns
    -------
    float or array
        Rates; 0 to 1 if not normalised.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.bayes_error([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10")
    0.25
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return costs("dcf", lrs, prior, 1, 1, normalised)


@public
def bayes_error_min(x: Any, truth: Any = None, *, prior: Any = None, normalised: bool = False,
                    scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                    threads: int = 1) -> Any:
    """`bayes_error()` at the best threshold for these trials. Takes scores.

    Returns
    -------
    float or array
        Rates; 0 to 1 if not normalised.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.bayes_error_min([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10")
    0.0
    """
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    return costs("dcf_min", lrs, prior, 1, 1, normalised)


class Misleading(NamedTuple):
    """Shares of LRs that support the wrong hypothesis: `h1` of the H1 trials with an LR below 1,
    `h2` of the H2 trials with one above 1."""

    h1: float
    h2: float


def rates_at(lrs: LRSet, at: Column) -> tuple[Column, Column]:
    p_miss, p_fa = room(at.n), room(at.n)
    lrs.handle.ask("error_rates", at.pointer, at.n, p_miss.pointer, p_fa.pointer)
    return p_miss, p_fa


@public
def misleading(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
               h1: Any = None, prior: Optional[float] = None, threads: int = 1) -> Misleading:
    """The rates of misleading evidence: the share of H1 trials with an LR below 1, and that of H2
    trials with an LR above 1.

    Returns
    -------
    Misleading
        `h1` and `h2`, shares from 0 to 1.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.misleading([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10")
    Misleading(h1=0.0, h2=0.5)
    """
    lrs = as_set(x, truth, scale, weight, h1, threads, prior)
    if lrs.scale == "score":
        lrs.handle.number("cllr")
    neutral = 1.0 if lrs.scale == "lr" else 0.0
    p_miss, p_fa = rates_at(lrs, doubles([neutral, math.nextafter(neutral, 2)], "threshold"))
    return Misleading(float(p_miss.owner[0]), float(p_fa.owner[1]))


@public
def threshold_at(x: Any, truth: Any = None, *,
                 at: Literal["dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"] = "dcf_min",
                 prior: Any = None, c_miss: Any = 1, c_fa: Any = 1, rate: Any = None,
                 scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                 threads: int = 1) -> Any:
    """The least value at which H1 is accepted. Takes scores.

    Parameters
    ----------
    at : {"dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"}
        The threshold of least cost, that of equal error rates, or the threshold at which P_fa (the
        false match rate, "fmr") or P_miss (the false non-match rate, "fnmr") is at most `rate`.
    prior, c_miss, c_fa : float or array
        The operating point of "dcf_min".
    rate : float or array
        The error rate for "p_fa", "p_miss", "fmr" and "fnmr", 0 to 1.

    Returns
    -------
    float or array
        On the scale of the set; NaN if infinite values leave no threshold that rejects enough.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.threshold_at([3, 1, 2, 0], [1, 1, 0, 0], at="p_fa", rate=0.5, scale="score")
    1.0
    """
    choice(at, ("dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"), "at")
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    handle = lrs.handle
    if at == "eer":
        found = doubles([handle.number("equal_threshold")], "threshold")
        return float(given_threshold(lrs, found).owner[0])
    if at == "dcf_min":
        points = {"prior": lrs.prior_for(prior), "c_miss": c_miss, "c_fa": c_fa}
        read = same_length(points)
        found = room(read[0].n)
        handle.ask("best_thresholds", *(c.pointer for c in read), found.n, found.pointer)
        is_one = all(as_sequence(value, key)[1] for key, value in points.items())
    else:
        if rate is None:
            raise CalibrantError(f'`rate` must be given with at="{at}".')
        rates, is_one = as_sequence(rate, "rate")
        found = room(rates.n)
        misses = int(at in ("p_miss", "fnmr"))
        handle.ask("thresholds_within", misses, rates.pointer, rates.n, found.pointer)
    found = given_threshold(lrs, found)
    return float(found.owner[0]) if is_one else given_back(found)
