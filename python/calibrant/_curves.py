"""Tables along an axis: DataFrames where pandas is installed, otherwise dictionaries of columns. As
in R, axes are log10 LRs or scores, and thresholds are on the scale of the set. Arguments are those
of the measures."""
from __future__ import annotations

from ctypes import byref, c_double, c_ssize_t
from typing import Any, Literal, Optional

from ._arrays import as_sequence, copied, given_back, np, room, table
from ._library import Blocks, Counts, call
from ._measures import along, rates_at
from ._set import Prior, Scale, at_prior, given_threshold, of_set, read_threshold, threshold_name
from ._words import choice, number, unused, whole


def _columns(lrs: Any, name: str, found: Any, *args: Any) -> list[Any]:
    return lrs.handle.ask(name, *args, byref(found), read=lambda: [
        given_back(copied(getattr(found, field), found.n)) for field, _ in found._fields_[1:]])


def blocks_of(lrs: Any) -> list[Any]:
    """Smallest and largest values, numbers of trials, and log10 LRs of the blocks."""
    return _columns(lrs, "pav", Blocks())


def counts_of(lrs: Any, name: str = "counted", *args: Any) -> list[Any]:
    """Distinct values, or cells, with the numbers of H1 and H2 trials."""
    return _columns(lrs, name, Counts(), *args)


@of_set
def pav(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
        h1: Any = None, prior: Prior = None, threads: int = 1) -> Any:
    """The exact blocks of isotonic regression (pool adjacent violators, PAV); counts are compared
    as whole numbers (Brümmer 2010, appendix C.5).

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

    Returns
    -------
    table
        A row per block, ascending: its smallest and largest value (`log10_lr_min`, `log10_lr_max`,
        or `score_min`, `score_max` for scores), the number or weight of trials (`n_h1`, `n_h2`),
        and `log10_lr_pav`, the log10 LR after PAV, which may be infinite.

    Examples
    --------
    >>> import calibrant as cal
    >>> list(map(float, cal.pav([3, 1, 2, 0], [1, 1, 0, 0], scale="score")["log10_lr_pav"]))
    [-inf, 0.0, inf]
    """
    prefix = "score" if x.scale == "score" else "log10_lr"
    names = (f"{prefix}_min", f"{prefix}_max", "n_h1", "n_h2", "log10_lr_pav")
    return table(**dict(zip(names, blocks_of(x))))


@of_set
def pav_lr(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
           h1: Any = None, prior: Prior = None, threads: int = 1) -> Any:
    """The LR after PAV of each trial, in the order of the trials.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

    Returns
    -------
    array
        log10 LRs: a Series where `x` is one.

    Examples
    --------
    >>> import calibrant as cal
    >>> list(map(float, cal.pav_lr([3, 1, 2, 0], [1, 1, 0, 0], scale="score")))
    [inf, 0.0, 0.0, -inf]
    """
    found = room(len(x))
    x.handle.ask("pav_lr", found.pointer)
    return given_back(found, x.index)


@of_set
def ece_curve(x: Any, truth: Any = None, *, log10_prior_odds: Any = None,
              scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
              prior: Prior = None, threads: int = 1) -> Any:
    """The empirical cross-entropy (Ramos 2013) in bits over prior log10 odds, by default from -3 to
    3 in steps of 0.05. For the expected calibration error see `reliability_curve()`.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
    log10_prior_odds : array, optional
        Where to compute the curve.

    Returns
    -------
    table
        The columns `log10_prior_odds`, `ece`, `ece_min` (after PAV) and `ece_null` (of LR = 1).

    Examples
    --------
    >>> import calibrant as cal
    >>> curve = cal.ece_curve([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], scale="log10",
    ...                       log10_prior_odds=[0])
    >>> round(float(curve["ece"][0]), 6)
    0.479613
    """
    grid = [-3 + i * 0.05 for i in range(121)] if log10_prior_odds is None else log10_prior_odds
    odds = as_sequence(grid, "log10_prior_odds")[0]
    null = room(odds.n)
    call("ece_null", odds.pointer, odds.n, null.pointer)
    return table(log10_prior_odds=given_back(odds),
                 ece=along("ece", x.handle, odds.owner, "log10_prior_odds", 0),
                 ece_min=along("ece", x.handle, odds.owner, "log10_prior_odds", 1),
                 ece_null=given_back(null))


@of_set
def error_rates(x: Any, truth: Any = None, *, threshold: Any = None, scale: Optional[Scale] = None,
                weight: Any = None, h1: Any = None, prior: Prior = None, threads: int = 1) -> Any:
    """P_fa, the share of H2 trials at or above a threshold, and P_miss, the share of H1 trials
    below it (Brümmer 2010, eq. 7.16 and 7.17).

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
    threshold : float or array
        On the scale of the set; by default that of LR = 1, a probability of 0.5, or a score of 0.

    Returns
    -------
    table
        The columns `threshold` (of other scales than log10 LRs and scores `threshold_ln_lr`,
        `threshold_log2_lr`, `threshold_lr` and `threshold_prob`), `p_fa` and `p_miss`.

    Examples
    --------
    >>> import calibrant as cal
    >>> float(cal.error_rates([3, 1, 2, 0], [1, 1, 0, 0], threshold=2, scale="score")["p_fa"][0])
    0.5
    """
    given, at = read_threshold(x, threshold)
    p_miss, p_fa = rates_at(x, at)
    return table(**{threshold_name(x): given_back(given)}, p_fa=given_back(p_fa),
                 p_miss=given_back(p_miss))


@of_set
def det_curve(x: Any, truth: Any = None, *, scale: Optional[Scale] = None, weight: Any = None,
              h1: Any = None, prior: Prior = None, threads: int = 1) -> Any:
    """All corners of the ROC and DET curves, starting at "accept all".

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.

    Returns
    -------
    table
        The columns `threshold`, named as by `error_rates()` (NaN where the largest value is
        infinite, so that no threshold rejects), `p_fa`, `p_miss`, and `hull`, true at the corners
        of the convex hull.

    Examples
    --------
    >>> import calibrant as cal
    >>> list(map(float, cal.det_curve([3, 1, 2, 0], [1, 1, 0, 0], scale="score")["p_miss"]))
    [0.0, 0.0, 0.5, 0.5, 1.0]
    """
    n = len(counts_of(x)[0]) + 1
    threshold, p_miss, p_fa, hull = room(n), room(n), room(n), room(n, "i")
    x.handle.ask("det_curve", threshold.pointer, p_miss.pointer, p_fa.pointer, hull.pointer)
    on_hull = list(map(bool, hull.owner)) if np is None else hull.owner.astype(bool)
    return table(**{threshold_name(x): given_back(given_threshold(x, threshold))},
                 p_fa=given_back(p_fa), p_miss=given_back(p_miss), hull=on_hull)


@at_prior
def reliability_curve(x: Any, truth: Any = None, *, prior: Prior = None, bins: int = 10,
                      method: Literal["bins", "pav"] = "bins", scale: Optional[Scale] = None,
                      weight: Any = None, h1: Any = None, threads: int = 1) -> Any:
    """Posterior probabilities against observed shares: the mean posterior and the share of H1 in
    bins of equal width or in the blocks of PAV, both at `prior`.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    prior : float, optional
        The probability of H1, inside (0, 1); by default 0.5, or the prior of a set of
        probabilities.
    bins : int
        The number of bins between 0 and 1; method "pav" refuses another than 10.
    method : {"bins", "pav"}
        Whether to group trials in bins, or in the blocks of PAV.

    Returns
    -------
    table
        A row per bin with trials: `posterior_min`, `posterior_max`, `posterior` (the mean),
        `observed`, `n_h1` and `n_h2` (numbers or weights of trials).

    Examples
    --------
    >>> import calibrant as cal
    >>> curve = cal.reliability_curve([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], bins=2, scale="log10")
    >>> list(map(float, curve["n_h2"]))
    [1.0, 1.0]
    """
    choice(method, ("bins", "pav"), "method")
    at = number(prior, "prior", 0, 1, inside=True)
    count = whole(bins, "bins", 1, 10**5)
    unused('Method "pav"', bins=method == "pav" and count != 10)
    groups = count if method == "bins" else len(blocks_of(x)[0])
    found, n = (c_double * (6 * groups))(), c_ssize_t()
    x.handle.ask("reliability", at, count if method == "bins" else 0, found, byref(n))
    names = ("posterior_min", "posterior_max", "posterior", "observed", "n_h1", "n_h2")
    return table(**{name: found[k:6 * n.value:6] for k, name in enumerate(names)})
