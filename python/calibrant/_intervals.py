"""Measures with intervals, and the bounds that trials support."""
from __future__ import annotations

import math
import random
from ctypes import byref
from typing import Any, Iterator, Literal, NamedTuple, Optional, Sequence

from ._arrays import as_sequence, listed, room, table
from ._library import Replicates
from ._measures import along, auc, cllr, cllr_cal, cllr_min, eer
from ._set import LRSet, Prior, Scale, at_prior, of_set
from ._words import check, choice, number, whole

Measure = Literal["cllr", "cllr_min", "cllr_cal", "eer", "auc", "cross_entropy",
                  "cross_entropy_min"]
PLAIN: Any = {"cllr": cllr, "cllr_min": cllr_min, "cllr_cal": cllr_cal, "eer": eer, "auc": auc}
KNOWN = (*PLAIN, "cross_entropy", "cross_entropy_min")
NEEDS_LRS = ("cllr", "cllr_cal", "cross_entropy")
FEWEST = 5


class Bounds(NamedTuple):
    """The least and the greatest log10 LR that the trials support; 0 lies between them."""

    lower: float
    upper: float


@of_set
def bound_lr(x: Any, truth: Any = None, *, method: Literal["elub", "iv"] = "elub",
             scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
             prior: Prior = None, threads: int = 1) -> Bounds:
    """The least and the greatest LR that the trials support.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
    method : {"elub", "iv"}
        The empirical lower and upper bound (Vergeer et al. 2016,
        https://doi.org/10.1016/j.scijus.2016.06.003), or invariance verification, by which the LR
        of the LR is the LR (Alberink et al. 2025). Both are exact, without a grid.

    Returns
    -------
    Bounds
        `lower` and `upper`, log10 LRs.

    Examples
    --------
    >>> import calibrant as cal
    >>> x = cal.lr_set([-2, -1, -1.5, 2, 1, 1.5, 0.5, -0.5], [0, 0, 0, 1, 1, 1, 0, 1], "log10")
    >>> [round(bound, 4) for bound in cal.bound_lr(x)]
    [-0.1761, 0.1761]
    """
    which = ("elub", "iv").index(choice(method, ("elub", "iv"), "method"))
    found = room(2)
    x.handle.ask("bounds", which, found.pointer)
    return Bounds(float(found.owner[0]), float(found.owner[1]))


@at_prior
def measures(x: Any, truth: Any = None, *, which: Optional[Sequence[Measure]] = None,
             prior: Any = None, replicates: int = 1000, level: float = 0.95,
             by: Optional[Literal["trial", "source"]] = None, seed: Optional[int] = None,
             scale: Optional[Scale] = None, weight: Any = None, h1: Any = None,
             threads: int = 1) -> Any:
    """Measures with percentile intervals from bootstrap replicates of the trials or their sources.

    The intervals are those of R for interval = "percentile" and corrected = FALSE, from the same
    replicates up to 16 384 trials, of which R counts more in cells. R also has intervals with
    better coverage on few trials.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    which : sequence of str, optional
        "cllr", "cllr_min", "cllr_cal", "eer", "auc", and at each `prior` "cross_entropy" and
        "cross_entropy_min". The default is the first five, or those that take scores.
    prior : float or array
        Prior probabilities for the cross-entropies, inside (0, 1).
    replicates : int
        The number of replicates; 0 gives no intervals.
    level : float
        The probability of the intervals, inside (0.5, 1).
    by : {"trial", "source"}, optional
        What is drawn. The default is sources where the set names them, since comparisons that share
        an item are not independent.
    seed : int, optional
        Makes the intervals reproducible, for any number of threads.

    Returns
    -------
    table
        The columns `measure`, `prior` (NaN if the measure has none), `estimate`, `std_error`,
        `lower` and `upper`. There are no ends (NaN) if a hypothesis has fewer than 5 trials, or
        fewer than 5 by the effective number of weighted trials.

    Examples
    --------
    >>> import calibrant as cal
    >>> x = cal.lr_set([-2, -1, -1.5, 2, 1, 1.5, 0.5, -0.5], [0, 0, 0, 1, 1, 1, 0, 1], "log10")
    >>> list(map(float, cal.measures(x, which=["auc"], seed=1)["estimate"]))
    [0.9375]
    """
    names = _names(which, x)
    priors = [number(p, "prior", 0, 1, inside=True) for p in as_sequence(prior, "prior")[0].owner]
    n = whole(replicates, "replicates", 0, 10**6)
    share = number(level, "level", 0.5, 1, inside=True)
    start = random.getrandbits(64) if seed is None else whole(seed, "seed", 0, 2**64 - 1)
    sources, numbers = _sources_drawn(x, by), room(2)
    x.handle.ask("effective_numbers", numbers.pointer)
    drawn = _drawn(x, [0.5, *priors], n, start, sources) if n else {}
    share = share if min(numbers.owner) >= FEWEST else math.nan
    rows = [row for name in names for row in _rows(name, x, priors, drawn, share)]
    columns = ("measure", "prior", "estimate", "std_error", "lower", "upper")
    return table(**dict(zip(columns, map(list, zip(*rows)))))


def _names(which: Any, lrs: LRSet) -> list[str]:
    if which is None:
        return [name for name in PLAIN if lrs.scale != "score" or name not in NEEDS_LRS]
    given = [which] if isinstance(which, str) else listed(which, "which", "must name measures")
    names = [choice(name, KNOWN, "which", " Others are functions, as dcf().") for name in given]
    check(names, f"`which` must name measures: {', '.join(KNOWN)}.")
    return list(dict.fromkeys(names))


def _sources_drawn(lrs: LRSet, by: Any) -> tuple[Any, Any]:
    choice("trial" if by is None else by, ("trial", "source"), "by")
    check(by != "source" or lrs.sources != (None, None),
          'by="source" needs the item, or the two items, of each trial: give `source1` to '
          "lr_set(), and `source2` where trials have two items.")
    return (None, None) if by == "trial" else lrs.sources


def _drawn(lrs: LRSet, priors: list[float], n: int, start: int,
           sources: tuple[Any, Any]) -> dict[Any, list[float]]:
    """Replicates of all measures; those of cross-entropies under the number of their prior."""
    at = as_sequence(priors, "prior")[0]
    found = {"ece": room(at.n * n), "ece_min": room(at.n * n), "eer": room(n), "auc": room(n)}
    places = Replicates(*(column.pointer for column in found.values()))
    lrs.handle.ask("bootstrap_sources", *(s and s.pointer for s in sources), at.pointer, at.n, n,
                   start, byref(places))
    drawn: dict[Any, list[float]] = {
        name: list(map(float, column.owner)) for name, column in found.items()}
    for k in range(at.n):
        drawn["cross_entropy", k] = drawn["ece"][k * n:(k + 1) * n]
        drawn["cross_entropy_min", k] = drawn["ece_min"][k * n:(k + 1) * n]
    drawn["cllr"], drawn["cllr_min"] = (drawn[name, 0] for name in KNOWN[5:])
    drawn["cllr_cal"] = [a - b for a, b in zip(drawn["cllr"], drawn["cllr_min"])]
    return drawn


def _rows(name: str, lrs: LRSet, priors: list[float], drawn: dict[Any, list[float]],
          level: float) -> Iterator[tuple[Any, ...]]:
    if name in KNOWN[5:]:
        for k, p in enumerate(priors):
            value = along("cross_entropy", lrs.handle, p, "prior", int(name == "cross_entropy_min"))
            yield (name, p, value, *_interval(value, drawn.get((name, k + 1), []), level))
        return
    value = PLAIN[name](lrs)
    yield (name, math.nan, value, *_interval(value, drawn.get(name, []), level))


def _interval(value: float, drawn: list[float], level: float) -> tuple[float, ...]:
    """The standard error, and the ends of the interval at a level that is not NaN."""
    ordered, n = sorted(drawn), len(drawn)
    error = low = high = math.nan
    if n > 1 and math.isfinite(ordered[-1]):
        beyond = [v - ordered[0] for v in ordered]
        mean = math.fsum(v / n for v in beyond)
        error = math.hypot(*(v - mean for v in beyond)) / math.sqrt(n - 1)
    if n > 0 and level == level:
        low, high = (_quantile(ordered, p) for p in ((1 - level) / 2, (1 + level) / 2))
    if not low <= value <= high or high - low <= 1e-12 * max(abs(low), abs(high)) < math.inf:
        return error, math.nan, math.nan
    return error, max(low, 0.0), high


def _quantile(ordered: list[float], probability: float) -> float:
    """Quantile of n replicates: the k-th smallest has the probability k / (n + 1)."""
    n = len(ordered)
    at = min(max(probability * (n + 1), 1), n)
    left, right = ordered[math.floor(at) - 1], ordered[math.ceil(at) - 1]
    if left == right or left == -math.inf:
        return left
    return left + (right - left) * (at - math.floor(at))
