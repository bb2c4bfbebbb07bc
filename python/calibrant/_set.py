"""Trials of one system."""
from __future__ import annotations

import functools
from ctypes import create_string_buffer
from typing import Any, Callable, Literal, Optional, Tuple, Union

from ._arrays import (Column, aligned, as_sequence, doubles, index_of, np, numbered, room, truths)
from ._library import SCALES, Handle, call
from ._words import (SCALE_IN_NAME, CalibrantArgumentError, F, check, choice, flag, no_attribute,
                     number, public, warn, what_is, whole)

Scale = Literal["ln", "log10", "log2", "lr", "score", "prob"]
Prior = Union[float, Literal["data"], None]
SURE = "If the data are as they should be, use lr_set() with sure=True."
NO_SCALE = " Nothing in the numbers tells log10 LRs from natural ones."


Sources = Tuple[Optional[Column], Optional[Column]]


class LRSet:
    """The trials of one system, made by `lr_set()`. Derived quantities, such as the order of the
    trials, are kept for the next measure; copies and pickled sets have none of them."""

    def __init__(self, value: Column, truth: Column, weight: Optional[Column], scale: str,
                 labels: dict[str, str], threads: int, index: Any,
                 input_prior: Optional[float]) -> None:
        self.scale, self.labels, self.threads, self.index = scale, labels, threads, index
        self.input_prior = input_prior
        # The scale of the values in the words of the user.
        self.given_scale = scale if input_prior is None else "prob"
        self.items: Optional[Callable[[], Any]] = None
        self.sources: Sources = (None, None)
        self.system: Optional[str] = None
        self.prior = 0.5 if input_prior is None else input_prior
        self.of_shares = False
        self.weighted = weight is not None
        self.handle = Handle(value, truth, weight, SCALES.index(scale), threads)
        self.n_h1 = int(sum(truth.owner) if np is None else truth.owner.sum())
        self.n_h2 = value.n - self.n_h1

    __getattr__ = no_attribute

    def __len__(self) -> int:
        return self.n_h1 + self.n_h2

    def __repr__(self) -> str:
        return f"<LRSet> {self.n_h1} H1 and {self.n_h2} H2 trials ({self.scale})"

    def __reduce__(self) -> Any:
        made_of = (self.scale, self.labels, self.threads, self.index, self.input_prior)
        more = {name: getattr(self, name) for name in ("sources", "of_shares", "items", "system")}
        return LRSet, (*self.handle.arrays, *made_of), more


def given_threshold(lrs: LRSet, found: Column) -> Column:
    """Thresholds of a set in the unit of its user."""
    if lrs.input_prior is not None:
        call("threshold_posterior", found.pointer, found.n, lrs.input_prior, found.pointer)
    return found


def read_threshold(lrs: LRSet, threshold: Any) -> tuple[Column, Column]:
    """Thresholds as given, and in the unit in which the set has its values; by default that of
    decisions at equal costs."""
    neutral = {"prob": 0.5, "lr": 1.0}.get(lrs.given_scale, 0.0)
    given = as_sequence(neutral if threshold is None else threshold, "threshold")[0]
    at = doubles(given.owner, "threshold")
    if lrs.input_prior is not None:
        call("llr_of_posterior", at.pointer, at.n, lrs.input_prior, at.pointer)
    return given, at


def threshold_name(lrs: LRSet) -> str:
    """Name of a column of thresholds, with the unit except for log10 LRs and scores."""
    units = {"ln": "_ln_lr", "log2": "_log2_lr", "lr": "_lr", "prob": "_prob"}
    return "threshold" + units.get(lrs.given_scale, "")


def _sources(source1: Any, source2: Any, index: Any) -> Sources:
    """The numbers of the items of each trial; both sides share one list."""
    known: dict[Any, int] = {}
    return tuple(x if x is None else  # type: ignore[return-value]
                 numbered(aligned(x, index, name), name, known)
                 for name, x in (("source1", source1), ("source2", source2)))


def share_of_h1(truth: Any) -> float:
    return float(sum(truth) if np is None else truth.sum()) / len(truth)


def _to_llr(posterior: Column, prior: Any) -> Column:
    """Posterior probabilities of H1 as ln LRs."""
    check(prior is not None, "Posterior probabilities need the `prior` that they were made with, a "
          'probability of H1: lr_set(x, truth, "prob", prior=). "data" is the share of H1.')
    made_with = number(prior, "prior", 0, 1, inside=True)
    llr = room(posterior.n)
    call("llr_of_posterior", posterior.pointer, posterior.n, made_with, llr.pointer)
    return llr


def _same_length(value: Column, **others: Optional[Column]) -> None:
    for name, column in others.items():
        n = value.n if column is None else column.n
        check(n == value.n, f"`{name}` must have one element per trial: it has {n}, and `x` has "
                            f"{value.n}.")


@public
def lr_set(x: Any, truth: Any = None, scale: Optional[Scale] = None, *, weight: Any = None,
           h1: Any = None, prior: Any = None, source1: Any = None, source2: Any = None,
           threads: int = 1, sure: bool = False) -> LRSet:
    """Makes a set of the trials of one system, which all measures take.

    Parameters
    ----------
    x : array of numbers
        LRs or scores, a number per trial: an array of numpy, a column of pandas, polars or arrow,
        or a list. Values are copied. Infinite LRs are legal, missing values are not.
    truth : array
        True or 1 where H1 is true, False or 0 where H2 is; or two labels. Where both are Series of
        pandas, `truth` and `weight` are matched with `x` by their index.
    scale : {"ln", "log10", "log2", "lr", "score", "prob"}
        The logarithm of an LR, the "lr" itself, a "score" (larger values support H1), or "prob", a
        posterior probability of H1. There is no default, since numbers do not tell their scale.
        Natural logarithms given as log10, or the reverse, cause a warning; base 2 is not noticed.
    weight : array of numbers, optional
        The weight of each trial, 1e-100 to 1e100.
    h1 : optional
        The label of H1 in `truth`.
    prior : float or "data", optional
        For "prob": the prior probability of H1 behind the posteriors, inside (0, 1), or "data" for
        the share of H1 trials. Posteriors are kept as ln LRs. Other functions use this prior by
        default.
    source1, source2 : array, optional
        The item, or both items, that each trial compares, such as speakers. Intervals of
        `measures()` then draw items.
    threads : int
        The number of threads, at most that of processors. No result depends on it.
    sure : bool
        Whether to confirm trials that look like a slip.

    Returns
    -------
    LRSet

    Raises
    ------
    CalibrantError
        For wrong input; of kind "one_class" if a hypothesis has no trial.

    Warns
    -----
    CalibrantWarning
        Where trials look like those of another scale, or labels look reversed.

    Examples
    --------
    >>> import calibrant as cal
    >>> cal.lr_set([1.2, 0.4, -0.9, 0.1], ["same", "same", "other", "other"], "log10", h1="same")
    <LRSet> 2 H1 and 2 H2 trials (log10)
    """
    if truth is None:
        raise CalibrantArgumentError("`truth` must be given, whether H1 is true in each trial: "
                                     f"`x` is {what_is(x)}.")
    n_threads = whole(threads, "threads", 1)
    index = index_of(x)
    value = doubles(x, "x")
    is_h1, labels = truths(aligned(truth, index, "truth"), h1)
    choice(scale, (*SCALES, "prob"), "scale", NO_SCALE)
    weights = None if weight is None else doubles(aligned(weight, index, "weight"), "weight")
    sources = _sources(source1, source2, index)
    _same_length(value, truth=is_h1, weight=weights, source1=sources[0], source2=sources[1])
    of_shares = scale == "prob" and isinstance(prior, str) and prior == "data"
    if of_shares:
        prior = share_of_h1(is_h1.owner)
    if scale == "prob":
        value, scale = _to_llr(value, prior), "ln"
    else:
        check(prior is None, '`prior` belongs to posterior probabilities, with scale="prob".')
    lrs = LRSet(value, is_h1, weights, str(scale), labels, n_threads, index,
                None if prior is None else float(prior))
    lrs.sources, lrs.of_shares = sources, of_shares
    if not flag(sure, "sure"):
        _look_for_slips(lrs)
        look_for_named_scale(str(getattr(x, "name", "")), lrs.given_scale)
    return lrs


def _look_for_slips(lrs: LRSet) -> None:
    """Warns of legal input that looks like a mistake."""
    text = create_string_buffer(4096)
    call("slips", lrs.handle.pointer, int(lrs.input_prior is not None), text, len(text))
    for found in text.value.decode().splitlines():
        warn(f"{found} {SURE}")


def look_for_named_scale(name: str, scale: Any) -> None:
    """Warns of a column whose name gives another logarithm than the scale."""
    found = SCALE_IN_NAME.search(name)
    if found and scale not in ("score", found[0].lower()):
        warn(f"The name of the column says '{found[0].lower()}', but `scale` is {scale!r}: read on "
             "the wrong scale, all LRs are too weak or too strong. Use the scale of the name, or "
             f"rename the column. {SURE}")


def of_set(function: F, has_prior: bool = False) -> F:
    """A public function of a set, which also takes the arguments of `lr_set()`. It is called with a
    set; its `prior` belongs to posterior probabilities."""
    @functools.wraps(function)
    def called(x: Any, truth: Any = None, *, scale: Any = None, weight: Any = None, h1: Any = None,
               prior: Any = None, threads: Any = 1, **more: Any) -> Any:
        of_scale = prior if isinstance(scale, str) and scale == "prob" or not has_prior else None
        given = {"truth": truth, "scale": scale, "weight": weight, "h1": h1, "prior": of_scale,
                 "threads": threads}
        lrs = x if isinstance(x, LRSet) else lr_set(x, **given)
        again = [name for name, value in given.items()
                 if lrs is x and value is not None and (name, value) != ("threads", 1)]
        check(not again, f"Beside a set, which has its own, `{'`, `'.join(again)}` must not be "
              "given. Name other arguments, as in dcf(x, prior=0.01).")
        own = prior is None or lrs.of_shares and isinstance(prior, str) and prior == "data"
        asked = {"prior": lrs.prior if own else prior} if has_prior else {}
        return function(lrs, **more, **asked)
    return public(called)  # type: ignore[return-value]


def at_prior(function: F) -> F:
    """As `of_set()`, for a function with a `prior` of its own, by default that of the set."""
    return of_set(function, True)
