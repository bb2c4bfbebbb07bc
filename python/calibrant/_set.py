"""Trials of one system."""
from __future__ import annotations

from typing import Any, Literal, Optional

from ._arrays import Column, aligned, doubles, index_of, np, room, truths
from ._library import SCALES, Handle, check
from ._slips import look_for_slips
from ._words import CalibrantArgumentError, CalibrantError, choice, number, public, whole

Scale = Literal["ln", "log10", "log2", "lr", "score", "prob"]
NO_SCALE = " Nothing in the numbers tells log10 LRs from natural ones."


class LRSet:
    """The trials of one system, made by `lr_set()`. What one measure derives, such as the order of
    the trials, serves the next. A set can be pickled, and then has its trials and nothing else."""

    def __init__(self, value: Column, truth: Column, weight: Optional[Column], scale: str,
                 labels: dict[str, str], threads: int, index: Any, prior: float) -> None:
        self.scale, self.labels, self.threads, self.index = scale, labels, threads, index
        self.prior = prior
        self.weighted = weight is not None
        self.handle = Handle(value, truth, weight, SCALES.index(scale), threads)
        self.n_h1 = int(sum(truth.owner) if np is None else truth.owner.sum())
        self.n_h2 = value.n - self.n_h1

    def __len__(self) -> int:
        return self.n_h1 + self.n_h2

    def __repr__(self) -> str:
        return f"<LRSet> {self.n_h1} H1 and {self.n_h2} H2 trials ({self.scale})"

    def __reduce__(self) -> Any:
        owners = [column and column.owner for column in self.handle.arrays]
        return _unpickled, (*owners, self.scale, self.labels, self.threads, self.index,
                           self.prior)


def _unpickled(value: Any, truth: Any, weight: Any, *rest: Any) -> LRSet:
    return LRSet(Column(value), Column(truth), None if weight is None else Column(weight), *rest)


def _to_llr(posterior: Column, prior: Any) -> Column:
    """Posterior probabilities of H1 as ln LRs."""
    if prior is None:
        raise CalibrantError("Posterior probabilities need the `prior` that they were made with, a "
                             "probability of H1: lr_set(x, truth, \"prob\", prior=).")
    made_with = number(prior, "prior", 0, 1, inside=True)
    llr = room(posterior.n)
    check("llr_of_posterior", posterior.pointer, posterior.n, made_with, llr.pointer)
    return llr


def _same_length(value: Column, **others: Optional[Column]) -> None:
    for name, column in others.items():
        if column is not None and column.n != value.n:
            raise CalibrantError(f"`{name}` must have one element per trial: it has {column.n}, and "
                                 f"`x` has {value.n}.")


@public
def lr_set(x: Any, truth: Any, scale: Optional[Scale] = None, *, weight: Any = None,
           h1: Any = None, prior: Optional[float] = None, threads: int = 1,
           sure: bool = False) -> LRSet:
    """The trials of one system, to be judged by several measures.

    Parameters
    ----------
    x : array of numbers
        LRs or scores, a number per trial: an array of numpy, a column of pandas, polars or arrow,
        or a list. They are copied. Infinite LRs are legal, missing values are not.
    truth : array
        True or 1 where H1 is true, False or 0 where H2 is; or two labels. Where both are Series of
        pandas, `truth` and `weight` are matched with `x` by their index.
    scale : {"ln", "log10", "log2", "lr", "score", "prob"}
        The logarithm of an LR, the "lr" itself, a "score" that only has an order, the larger the
        more for H1, or "prob", a posterior probability of H1. It has no default, as nothing in the
        numbers tells it.
    weight : array of numbers, optional
        How much each trial counts, 1e-100 to 1e100.
    h1 : optional
        Which of two labels in `truth` is that of H1.
    prior : float, optional
        For "prob": the probability of H1 that the posteriors were made with, inside (0, 1).
    threads : int
        How many may be used, of those that there are. No result depends on it.
    sure : bool
        Whether trials that look like a slip are as they should be.

    Returns
    -------
    LRSet

    Raises
    ------
    CalibrantError
        For what is not as above, of kind "one_class" without trials of one hypothesis.

    Warns
    -----
    CalibrantWarning
        Where trials look like those of another scale, or the wrong way round.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.lr_set([1.2, 0.4, -0.9, 0.1], ["same", "same", "other", "other"], "log10", h1="same")
    <LRSet> 2 H1 and 2 H2 trials (log10)
    """
    choice(scale, (*SCALES, "prob"), "scale", NO_SCALE)
    n_threads = whole(threads, "threads", 1)
    index = index_of(x)
    value = doubles(x, "x")
    is_h1, labels = truths(aligned(truth, index, "truth"), h1)
    weights = None if weight is None else doubles(aligned(weight, index, "weight"), "weight")
    _same_length(value, truth=is_h1, weight=weights)
    if scale == "prob":
        value, scale = _to_llr(value, prior), "ln"
    elif prior is not None:
        raise CalibrantError('`prior` belongs to posterior probabilities, with scale="prob".')
    lrs = LRSet(value, is_h1, weights, str(scale), labels, n_threads, index,
                0.5 if prior is None else float(prior))
    if not sure:
        look_for_slips(lrs)
    return lrs


def as_set(x: Any, truth: Any, scale: Any, weight: Any, h1: Any, threads: Any,
           prior: Any = None) -> LRSet:
    """A set as it is, or made of vectors."""
    if isinstance(x, LRSet):
        given = {"truth": truth, "scale": scale, "weight": weight, "h1": h1,
                 "threads": None if threads == 1 else threads, "prior": prior}
        again = [name for name, value in given.items() if value is not None]
        if again:
            raise CalibrantError("A set has its truth and scale: they must not be given again. "
                                 f"`{again[0]}` is.")
        return x
    if truth is None:
        raise CalibrantArgumentError(
            "`truth` must be given: it says for each trial whether H1 is true.")
    return lr_set(x, truth, scale, weight=weight, h1=h1, prior=prior, threads=threads)
