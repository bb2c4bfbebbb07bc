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
from typing import Any, Literal, NamedTuple, Optional, get_args

from ._arrays import Column, as_sequence, doubles, given_back, index_of, room, same_length
from ._set import LRSet, Prior, Scale, at_prior, given_threshold, of_set
from ._words import CalibrantError, check, choice, flag, unused, warn

Method = Literal["hull", "steps"]
At = Literal["dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"]


def _hull(method: str) -> int:
    return int(choice(method, get_args(Method), "method") == "hull")


def _warned(cost: float) -> float:
    if math.isinf(cost):
        warn("The cost is infinite: some trials are certain and wrong.")
    return cost


@of_set
def cllr(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
         h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """The log-likelihood-ratio cost: half the mean of log2(1 + 1/LR) under H1 plus half that of
    log2(1 + LR) under H2 (Brümmer 2010, eq. 7.41).

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

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
    return _warned(x.handle.number("cllr"))


@of_set
def cllr_min(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
             h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """Cllr after `pav()`: the discrimination loss, which no monotone calibration can remove
    (Brümmer 2010, eq. 7.42). Takes scores. The value is optimistic on few trials.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

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
    return x.handle.number("cllr_min")


@of_set
def cllr_cal(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
             h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """The calibration loss, `cllr()` less `cllr_min()`.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

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
    return max(_warned(x.handle.number("cllr")) - x.handle.number("cllr_min"), 0.0)


@of_set
def dev_pav(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
            h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """devPAV, the mean distance between log10 LRs before and after PAV.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

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
    return x.handle.number("dev_pav")


def along(name: str, handle: Any, at: Any, argument: str, *after: int) -> Any:
    read, is_one = as_sequence(at, argument)
    found = room(read.n)
    handle.ask(name, read.pointer, read.n, *after, found.pointer)
    _warned(max(found.owner, default=0.0))
    return float(found.owner[0]) if is_one else given_back(found, index_of(at))


@at_prior
def cross_entropy(x: Any, truth: Any = None, *, prior: Any = None, scale: Optional[Scale] = None,
                  weight: Any = None, h1: Any = None, threads: int = 1) -> Any:
    """The empirical cross-entropy (ECE) at prior probabilities of H1 (Ramos 2013, eq. 8). For the
    expected calibration error see `reliability_curve()`.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
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
    return along("cross_entropy", x.handle, prior, "prior", 0)


@at_prior
def cross_entropy_min(x: Any, truth: Any = None, *, prior: Any = None,
                      scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                      threads: int = 1) -> Any:
    """`cross_entropy()` after `pav()`. Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    prior : float or array
        As for `cross_entropy()`.

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
    return along("cross_entropy", x.handle, prior, "prior", 1)


@of_set
def eer(x: Any, truth: Any = None, *, method: Method = "hull", scale: Optional[Scale] = None,
        weight: Any = None, h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """The equal error rate, at which misses are as frequent as false alarms (Brümmer 2010, eq.
    7.32). Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
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
    return x.handle.number("eer", _hull(method))


@of_set
def auc(x: Any, truth: Any = None, *, method: Method = "steps", scale: Optional[Scale] = None,
        weight: Any = None, h1: Any = None, prior: Prior = None, threads: int = 1) -> float:
    """The area under the ROC curve: the share of pairs in which the value under H1 is the larger,
    where equal values count half (Hanley and McNeil 1982,
    https://doi.org/10.1148/radiology.143.1.7063747). Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
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
    return x.handle.number("auc", _hull(method))


def costs(name: str, lrs: LRSet, prior: Any, c_miss: Any, c_fa: Any, normalised: Any) -> Any:
    flag(normalised, "normalised")
    read, is_one = same_length(prior=prior, c_miss=c_miss, c_fa=c_fa)
    found = room(read[0].n)
    lrs.handle.ask(name, *(c.pointer for c in read), found.n, found.pointer)
    if normalised:
        for i, (p, miss, fa) in enumerate(zip(*(c.owner for c in read))):
            check(0 < p < 1, "Normalised costs need priors inside (0, 1): at 0 and 1 the cost "
                             f"without evidence is 0. One is {p:g}.")
            found.owner[i] /= min(p * miss, (1 - p) * fa)
    return float(found.owner[0]) if is_one else given_back(found)


@at_prior
def dcf(x: Any, truth: Any = None, *, prior: Any = None, c_miss: Any = 1, c_fa: Any = 1,
        normalised: bool = False, scale: Optional[Scale] = None, weight: Any = None,
        h1: Any = None, threads: int = 1) -> Any:
    """The detection cost of Bayes decisions, prior C_miss P_miss + (1 - prior) C_fa P_fa. H1 is
    accepted for LR >= (1 - prior) C_fa / (prior C_miss) (Brümmer 2010, eq. 7.11).

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
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
    return costs("dcf", x, prior, c_miss, c_fa, normalised)


@at_prior
def dcf_min(x: Any, truth: Any = None, *, prior: Any = None, c_miss: Any = 1, c_fa: Any = 1,
            normalised: bool = False, scale: Optional[Scale] = None, weight: Any = None,
            h1: Any = None, threads: int = 1) -> Any:
    """`dcf()` at the best threshold for these trials, minDCF (Brümmer 2010, eq.
    7.21). Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    prior, c_miss, c_fa, normalised
        As for `dcf()`.

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
    return costs("dcf_min", x, prior, c_miss, c_fa, normalised)


@at_prior
def bayes_error(x: Any, truth: Any = None, *, prior: Any = None, normalised: bool = False,
                scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                threads: int = 1) -> Any:
    """The error rate of Bayes decisions, prior P_miss + (1 - prior) P_fa: `dcf()` at costs of 1
    (Brümmer 2010, eq. 7.14).

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
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
    return costs("dcf", x, prior, 1, 1, normalised)


@at_prior
def bayes_error_min(x: Any, truth: Any = None, *, prior: Any = None, normalised: bool = False,
                    scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
                    threads: int = 1) -> Any:
    """`bayes_error()` at the best threshold for these trials. Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    prior, normalised
        As for `bayes_error()`.

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
    return costs("dcf_min", x, prior, 1, 1, normalised)


class Misleading(NamedTuple):
    """Shares of LRs that support the wrong hypothesis: `h1` of the H1 trials with an LR below 1,
    `h2` of the H2 trials with one above 1."""

    h1: float
    h2: float


def rates_at(lrs: LRSet, at: Column) -> tuple[Column, Column]:
    p_miss, p_fa = room(at.n), room(at.n)
    lrs.handle.ask("error_rates", at.pointer, at.n, p_miss.pointer, p_fa.pointer)
    return p_miss, p_fa


@of_set
def misleading(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
               h1: Any = None, prior: Prior = None, threads: int = 1) -> Misleading:
    """The rates of misleading evidence: the share of H1 trials with an LR below 1, and that of H2
    trials with an LR above 1.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

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
    if x.scale == "score":
        x.handle.number("cllr")
    neutral = 1.0 if x.scale == "lr" else 0.0
    p_miss, p_fa = rates_at(x, doubles([neutral, math.nextafter(neutral, 2)], "threshold"))
    return Misleading(float(p_miss.owner[0]), float(p_fa.owner[1]))


@at_prior
def threshold_at(x: Any, truth: Any = None, *, at: At = "dcf_min", prior: Any = None,
                 c_miss: Any = 1, c_fa: Any = 1, rate: Any = None, scale: Optional[Scale] = None,
                 weight: Any = None, h1: Any = None, threads: int = 1) -> Any:
    """The least value at which H1 is accepted. Takes scores.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    at : {"dcf_min", "eer", "p_fa", "p_miss", "fmr", "fnmr"}
        The threshold of least cost, that of equal error rates, or the threshold at which P_fa (the
        false match rate, "fmr") or P_miss (the false non-match rate, "fnmr") is at most `rate`.
    prior, c_miss, c_fa : float or array
        The operating point of "dcf_min"; the other thresholds refuse it.
    rate : float or array
        The error rate for "p_fa", "p_miss", "fmr" and "fnmr", 0 to 1; the others refuse it.

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
    choice(at, get_args(At), "at")
    read, is_one = same_length(prior=prior, c_miss=c_miss, c_fa=c_fa)
    usual = {"prior": x.prior, "c_miss": 1, "c_fa": 1}
    given = {name: at != "dcf_min" and any(value != usual[name] for value in column.owner)
             for name, column in zip(usual, read)}
    unused(f'The threshold "{at}"', **given, rate=at in ("dcf_min", "eer") and rate is not None)
    if at == "eer":
        found, is_one = doubles([x.handle.number("equal_threshold")], "threshold"), True
    elif at == "dcf_min":
        found = room(read[0].n)
        x.handle.ask("best_thresholds", *(c.pointer for c in read), found.n, found.pointer)
    else:
        check(rate is not None, f'`rate` must be given with at="{at}".')
        rates, is_one = as_sequence(rate, "rate")
        found = room(rates.n)
        misses = int(at in ("p_miss", "fnmr"))
        x.handle.ask("thresholds_within", misses, rates.pointer, rates.n, found.pointer)
    found = given_threshold(x, found)
    return float(found.owner[0]) if is_one else given_back(found)
