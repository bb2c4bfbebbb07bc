"""Trials of one system."""
from __future__ import annotations

from typing import Any, Optional

from ._arrays import doubles, truths
from ._library import CalibrantError, Handle, scale_number


class LRSet:
    """The trials of one system, made by `lr_set()`. What one measure derives, such as the order of
    the trials, serves the next."""

    def __init__(self, x: Any, truth: Any, scale: Any, weight: Any, h1: Any, threads: int) -> None:
        number = scale_number(scale)
        value = doubles(x, "x")
        is_h1 = truths(truth, h1)
        weights = None if weight is None else doubles(weight, "weight")
        for name, column in (("truth", is_h1), ("weight", weights)):
            if column is not None and column.n != value.n:
                raise CalibrantError(f"`{name}` must have one element per trial: it has "
                                     f"{column.n}, and `x` has {value.n}.")
        self.scale: str = scale
        self.threads = max(int(threads), 1)
        self.labels = {"h1": "1" if h1 is None else str(h1), "h2": "0"}
        self.weighted = weights is not None
        self.like = x
        self.handle = Handle(value, is_h1, weights, number, self.threads)
        self.n_h1 = int(sum(is_h1.owner)) if isinstance(is_h1.owner, list) else _ones(is_h1.owner)
        self.n_h2 = value.n - self.n_h1

    def __len__(self) -> int:
        return self.n_h1 + self.n_h2

    def __repr__(self) -> str:
        return f"<LRSet> {self.n_h1} H1 and {self.n_h2} H2 trials ({self.scale})"


def _ones(truth: Any) -> int:
    return int(truth.sum()) if hasattr(truth, "sum") else sum(truth)


def lr_set(x: Any, truth: Any, scale: Optional[str] = None, *, weight: Any = None, h1: Any = None,
           threads: int = 1) -> LRSet:
    """The trials of one system, to be judged by several measures.

    x: LRs or scores, a number per trial without NaN: an array of numpy, a Series, an
        `array.array("d")` or a list. Doubles are not copied, so leave them alone while the set is
        in use. Infinite LRs are legal.
    truth: True or 1 where H1 is true, False or 0 where H2 is; or two labels.
    scale: "ln", "log10" or "log2" of an LR, the "lr" itself, or a "score" that only has an order,
        the larger the more for H1. It has no default, as nothing in the numbers tells it.
    weight: How much each trial counts, 1e-100 to 1e100; None for 1.
    h1: Which of two labels in `truth` is that of H1.
    threads: How many may be used. No result depends on it.

    Raises CalibrantError for what is not as above, of kind "one_class" without trials of one
    hypothesis.
    """
    return LRSet(x, truth, scale, weight, h1, threads)


def as_set(x: Any, truth: Any, scale: Any, trials: dict[str, Any]) -> LRSet:
    """A set as it is, or made of vectors."""
    if isinstance(x, LRSet):
        if truth is not None or scale is not None or trials:
            raise CalibrantError("A set has its truth and scale: they must not be given again.")
        return x
    if truth is None:
        raise CalibrantError("`truth` must be given: it says for each trial whether H1 is true.")
    unknown = set(trials) - {"weight", "h1", "threads"}
    if unknown:
        raise TypeError(f"unexpected keyword argument {sorted(unknown)[0]!r}")
    return lr_set(x, truth, scale, **trials)
