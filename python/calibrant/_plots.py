"""Pictures by matplotlib, if it is installed, each from the table with its numbers. They return the
axes, to which users can add."""
from __future__ import annotations

import math
from itertools import accumulate
from statistics import NormalDist
from typing import Any

from ._curves import blocks_of, det_curve, ece_curve, counts_of
from ._set import LRSet
from ._words import CalibrantError, check, public, shown, what_is

RATES = (0.001, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 0.999)


def _started(x: Any, ax: Any) -> tuple[dict[str, LRSet], Any]:
    """The sets by name, and the axes to draw them in."""
    sets = dict(x) if isinstance(x, dict) else {"": x}
    check(sets and all(isinstance(lrs, LRSet) for lrs in sets.values()), "`x` must be made by "
          f"lr_set(), or be a dictionary of at least one set by name: it is {what_is(x)}.")
    check(ax is None or hasattr(ax, "plot"), f"`ax` must be axes of matplotlib: it is {shown(ax)}.")
    if ax is not None:
        return sets, ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise CalibrantError("Pictures need matplotlib: pip install matplotlib.") from error
    return sets, pyplot.subplots()[1]


def _finished(ax: Any, x: str, y: str) -> Any:
    ax.set(xlabel=x, ylabel=y)
    if len(ax.get_legend_handles_labels()[1]) > 0:
        ax.legend()
    return ax


def _axis(sets: dict[str, LRSet]) -> str:
    found = {"Score" if lrs.scale == "score" else "log10 LR" for lrs in sets.values()}
    check(len(found) == 1, "Scores and LRs must not share an axis: draw them one by one.")
    return found.pop()


def _deviate(rate: float, n: float = math.inf) -> float:
    """Normal deviates of rates of n trials, with half a trial in place of 0 and n."""
    return NormalDist().inv_cdf(min(max(rate, 0.5 / n), 1 - 0.5 / n))


@public
def plot_det(x: Any, *, ax: Any = None) -> Any:
    """Draws a DET plot: misses against false alarms on the scale of normal deviates, with the
    corners of `det_curve()` on the convex hull.

    Parameters
    ----------
    x : LRSet, or a dictionary of sets by name
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.plot_det(cal.lr_set([3, 1, 2, 0], [1, 1, 0, 0], "score"))  # doctest: +SKIP
    """
    sets, ax = _started(x, ax)
    for name, lrs in sets.items():
        det = det_curve(lrs)
        ax.plot(*([_deviate(float(rate), n) for rate, on in zip(det[side], det["hull"]) if on]
                  for side, n in (("p_fa", lrs.n_h2), ("p_miss", lrs.n_h1))), label=name or None)
    ticks, words = [_deviate(rate) for rate in RATES], [f"{100 * rate:g} %" for rate in RATES]
    ax.set_xticks(ticks, words, rotation=90)
    ax.set_yticks(ticks, words)
    return _finished(ax, "False alarms", "Misses")


@public
def plot_ece(x: Any, *, log10_prior_odds: Any = None, ax: Any = None) -> Any:
    """Draws an ECE plot: `ece_curve()`, with the cross-entropy after PAV (dashed) and that of LR =
    1 (dotted).

    Parameters
    ----------
    x : LRSet, or a dictionary of sets by name
    log10_prior_odds : array, optional
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.plot_ece(cal.lr_set([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], "log10"))  # doctest: +SKIP
    """
    sets, ax = _started(x, ax)
    for name, lrs in sets.items():
        curve = ece_curve(lrs, log10_prior_odds=log10_prior_odds)
        odds = list(curve["log10_prior_odds"])
        line, = ax.plot(odds, list(curve["ece"]), label=name or "LRs")
        ax.plot(odds, list(curve["ece_min"]), "--", color=line.get_color())
    ax.plot([], [], "--", color="grey", label="after PAV")
    ax.plot(odds, list(curve["ece_null"]), ":", color="grey", label="LR = 1")
    return _finished(ax, "Prior log10 odds", "Cross-entropy in bits")


@public
def plot_tippett(x: Any, *, ax: Any = None) -> Any:
    """Draws a Tippett plot: the share of H1 trials (solid) and of H2 trials (dashed) at or above
    each value.

    Parameters
    ----------
    x : LRSet, or a dictionary of sets by name
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.plot_tippett(cal.lr_set([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], "log10"))  # doctest: +SKIP
    """
    sets, ax = _started(x, ax)
    axis = _axis(sets)
    for name, lrs in sets.items():
        value, *counts = (list(map(float, column)) for column in counts_of(lrs))
        color = None
        for n, style, words in zip(counts, ("-", "--"), ("H1", "H2")):
            total = math.fsum(n)
            above = [1 - below / total for below in accumulate([0.0, *n[:-1]])]
            line, = ax.step(value, above, style, where="pre", color=color,
                            label=f"{name} {words}".strip())
            color = line.get_color()
    return _finished(ax, axis, "Share of trials at or above")


@public
def plot_pav(x: Any, *, ax: Any = None) -> Any:
    """Draws a PAV plot: the log10 LR of each block after PAV against that before, with the diagonal
    of calibrated LRs.

    Parameters
    ----------
    x : LRSet, or a dictionary of sets by name
    ax : matplotlib.axes.Axes, optional

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.plot_pav(cal.lr_set([1.2, 0.4, -0.9, 0.1], [1, 1, 0, 0], "log10"))  # doctest: +SKIP
    """
    sets, ax = _started(x, ax)
    axis = _axis(sets)
    for name, lrs in sets.items():
        low, high, _, _, levels = blocks_of(lrs)
        at = [float(end) for pair in zip(low, high) for end in pair]
        ax.plot(at, [float(level) for level in levels for _ in range(2)], label=name or None)
    if axis == "log10 LR":
        ax.axline((0, 0), slope=1, linestyle=":", color="grey", label="calibrated LRs")
    return _finished(ax, axis, "log10 LR after PAV")
