"""Tables along an axis: DataFrames where pandas is there, otherwise dictionaries of columns. As in
R, axes are log10 LRs, or scores as they are. Arguments are those of `calibrant.measures`."""
from __future__ import annotations

from ctypes import byref
from typing import Any, Optional

from ._arrays import as_sequence, copied, flags, given_back, room, table
from ._library import Blocks, Counts, call
from ._set import as_set
from .measures import _along, rates_at


def pav(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> Any:
    """The blocks of isotonic regression (pool adjacent violators, PAV), exact: counts are compared
    as whole numbers (Brümmer 2010, appendix C.5).

    Returns a row per block, ascending: its smallest and largest value (`log10_lr_min`,
    `log10_lr_max`, of scores `score_min`, `score_max`), the number or weight of trials (`n_h1`,
    `n_h2`), and `log10_lr_pav`, the LR that PAV gives them, 0 and infinity among them.
    """
    lrs = as_set(x, truth, scale, trials)
    found = Blocks()
    lrs.handle.ask("pav", byref(found))
    prefix = "score" if lrs.scale == "score" else "log10_lr"
    names = (f"{prefix}_min", f"{prefix}_max", "n_h1", "n_h2", "log10_lr_pav")
    fields = (found.min, found.max, found.n_h1, found.n_h2, found.log10_lr_pav)
    return table(**{name: copied(field, found.n) for name, field in zip(names, fields)})


def pav_lr(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> Any:
    """The log10 LR after PAV of each trial, in their order: a Series where `x` is one."""
    lrs = as_set(x, truth, scale, trials)
    found = room(len(lrs))
    lrs.handle.ask("pav_lr", found.pointer)
    return given_back(found, lrs.like)


def ece_curve(x: Any, truth: Any = None, *, log10_prior_odds: Any = None,
              scale: Optional[str] = None, **trials: Any) -> Any:
    """The ECE plot in numbers (Ramos 2013): cross-entropy in bits along prior log10 odds, by
    default from -3 to 3 in steps of 0.05.

    Returns the columns `log10_prior_odds`, `ece`, `ece_min` (after PAV) and `ece_null` (of LR = 1).
    """
    lrs = as_set(x, truth, scale, trials)
    if log10_prior_odds is None:
        log10_prior_odds = [-3 + i * 0.05 for i in range(121)]
    odds = as_sequence(log10_prior_odds, "log10_prior_odds")[0]
    null = room(odds.n)
    call("ece_null", odds.pointer, odds.n, null.pointer)
    return table(log10_prior_odds=given_back(odds),
                 ece=_along("ece", lrs.handle, odds.owner, "log10_prior_odds", 0),
                 ece_min=_along("ece", lrs.handle, odds.owner, "log10_prior_odds", 1),
                 ece_null=given_back(null))


def error_rates(x: Any, truth: Any = None, *, threshold: Any = 0.0, scale: Optional[str] = None,
                **trials: Any) -> Any:
    """P_fa, the share of H2 trials at a threshold or above, and P_miss, the share of H1 trials
    below (Brümmer 2010, eq. 7.16 and 7.17).

    threshold: log10 LRs or scores, one or several.
    Returns the columns `threshold`, `p_fa` and `p_miss`.
    """
    threshold, p_miss, p_fa = rates_at(as_set(x, truth, scale, trials), threshold)
    return table(threshold=given_back(threshold), p_fa=given_back(p_fa), p_miss=given_back(p_miss))


def det_curve(x: Any, truth: Any = None, *, scale: Optional[str] = None, **trials: Any) -> Any:
    """All corners of the ROC and the DET curve, from "accept all" on.

    Returns the columns `threshold` (log10 LR or score; NaN where no threshold rejects, as the
    largest value is infinite), `p_fa`, `p_miss`, and `hull`, true at the corners of the convex
    hull.
    """
    lrs = as_set(x, truth, scale, trials)
    counts = Counts()
    lrs.handle.ask("counted", byref(counts))
    n = counts.n + 1
    threshold, p_miss, p_fa, hull = room(n), room(n), room(n), flags(n)
    lrs.handle.ask("det_curve", threshold.pointer, p_miss.pointer, p_fa.pointer, hull.pointer)
    marks = hull.owner
    on_hull = marks.astype(bool) if hasattr(marks, "astype") else [*map(bool, marks)]
    return table(threshold=given_back(threshold), p_fa=given_back(p_fa), p_miss=given_back(p_miss),
                 hull=on_hull)
