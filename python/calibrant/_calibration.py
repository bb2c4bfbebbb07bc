"""Calibration and fusion, and the files in which R and Python hand fits to each other. The schema
of these files is `inst/schema/calibration.json` of the R package."""
from __future__ import annotations

import copy
import math
from ctypes import byref, c_double, c_ssize_t
from typing import Any, Literal, Optional

from ._arrays import (Column, aligned, as_sequence, columns_of, doubles, given_back, index_of,
                      names_in, np, room)
from ._curves import blocks_of
from ._files import name_of, read_json, sealed_json, written
from ._library import SCALES, Density, Fit, call
from ._record import FORMAT, check_record, ends_by_system, listed_numbers, numbers_of
from ._set import NO_SCALE, LRSet, Scale, at_prior, lr_set
from ._words import (CalibrantError, check, choice, no_attribute, number, public, unused, warn,
                     what_is)

Type = Literal["log10", "ln", "log2", "lr", "posterior"]


# The members of a function that are coefficients, beside slopes of inputs.
TERMS = {"affine": ("slope", "offset"), "beta": ("a", "b", "offset"),
         "four_parameter": ("slope", "offset"), "weighted_sum": ("offset",)}


class Calibration:
    """A fitted calibration or fusion; `record` is a copy of its content in a calibration file."""

    def __init__(self, record: dict[str, Any], is_known: bool = False) -> None:
        if not is_known:
            check_record(record)
            record = copy.deepcopy(record)
        self._record = record
        # From ln LRs or scores to ln LRs, of each system, as in the file.
        self._functions: list[dict[str, Any]] = [one["function"] for one in self._record["systems"]]
        self.method: str = record["method"]
        self.prior: float = record["prior"]
        self.scale: str = record.get("scale") or ("score" if record["input"] == "score" else "ln")

    @property
    def record(self) -> dict[str, Any]:
        return copy.deepcopy(self._record)

    def coef(self) -> dict[str, float]:
        """Slopes (of scores, or of natural log LRs) and the offset, of methods that have them; for
        `beta` also `a` and `b`; for `four_parameter` also `floor` and `ceiling`, the natural log
        LRs at both ends."""
        what = self._functions[0]
        terms = {term: what[term] for term in TERMS.get(what["type"], ())}
        slopes = dict(zip(what["inputs"], what["slopes"])) if "inputs" in what else {}
        ends = what["at_infinity"] if what["type"] == "four_parameter" else ()
        return {**slopes, **terms, **dict(zip(("floor", "ceiling"), ends))}

    def bounds(self) -> dict[str, list[float]]:
        """The bounds on log10 LRs by system, if the file has any. `predict()` moves LRs beyond them
        to the nearer one, "at the bound"."""
        return ends_by_system(self._record.get("bounds"))

    @public
    def predict(self, x: Any, type: Optional[Type] = None, *, prior: Optional[float] = None,
                scale: Optional[Scale] = None, system: Optional[str] = None) -> Any:
        """LRs of new values.

        Parameters
        ----------
        x : array, or a number
            Values on the `scale` of the training data, or on another scale of LRs if these were
            LRs. Probabilities belong to the prior of the fit. For a fusion, a matrix with a column
            per input, matched by name in a table.
        type : {"log10", "ln", "log2", "lr", "posterior"}
            An LR, by default its log10, or the probability of H1 at `prior`. A fit to probabilities
            returns posteriors by default. `prior` is by default that of the fit.
        system : str, optional
            The system, if the file has several.

        Returns
        -------
        array
            A number per trial: a Series if `x` has an index, and a number if `x` is one.

        Examples
        --------
        >>> import calibrant as cal
        >>> fit = cal.calibrate([3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1], scale="score")
        >>> round(fit.predict(1.75), 6)
        0.027991
        """
        made_with = self._record.get("input_prior")
        usual = "log10" if made_with is None else "posterior"
        type = choice(usual if type is None else type, (*SCALES[:4], "posterior"), "type")
        chosen = choice(self.scale if scale is None else scale, (*SCALES, "prob"), "scale",
                        NO_SCALE)
        alike = (chosen == "score") == (self.scale == "score")
        check(alike and (chosen != "prob" or made_with is not None),
              f"The scale of `x`, {scale}, must match the scale of the fit, {self.scale}.")
        to = (made_with or self.prior) if prior is None else number(prior, "prior", 0, 1)
        check(prior is None or type == "posterior",
              '`prior` is only for posterior probabilities, type="posterior".')
        entry = self._system(system)
        what = entry["function"]
        x = self._column_of(x)
        given, is_one = (self._inputs(what, x), False) if self.method == "fusion" else (
            as_sequence(x, "x"))
        if chosen == "prob":
            call("llr_of_posterior", given.pointer, given.n, made_with, given.pointer)
            chosen = "ln"
        known = self.bounds()
        out = _applied(what, given, chosen, None if known else entry)
        if known:
            _convert(out, "ln", "log10", out)
            low, high = known[system if len(known) > 1 and system in known else next(iter(known))]
            call("bounded", out.pointer, out.n, low, high, out.pointer)
        _convert(out, "log10" if known else "ln", "ln" if type == "posterior" else type, out)
        if type == "posterior":
            call("posterior", out.pointer, out.n, to, out.pointer)
        return float(out.owner[0]) if is_one else given_back(out, index_of(x))

    def _column_of(self, x: Any) -> Any:
        """The column of a frame that a formula of R named."""
        name = (self._record.get("columns") or {}).get("lr")
        columns = names_in(x)
        if name is None or not columns:
            return x
        check(name in columns, f"`x` must have a column {name!r}, by which the calibration was "
                               f"trained: its columns are {columns[:5]}.")
        return x[name]

    def _system(self, name: Optional[str]) -> dict[str, Any]:
        systems = {system.get("name"): system for system in self._record["systems"]}
        only = next(iter(systems)) if name is None and len(systems) == 1 else False
        return systems[choice(name, filter(None, systems), "system") if only is False else only]

    @staticmethod
    def _inputs(what: dict[str, Any], x: Any) -> Column:
        wanted = what["inputs"]
        found, names = columns_of(x)
        if names is not None:
            missing = [name for name in wanted if name not in names]
            check(not missing, f"`x` must have all inputs of the fusion: there is no {missing}.")
            found = found[:, [names.index(name) for name in wanted]]
        check(found.shape[1] == len(wanted),
              f"`x` must have {len(wanted)} columns, {wanted}: it has {found.shape[1]}.")
        return Column(found.ravel(order="F"))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Calibration) and self._record == other._record

    __hash__ = None  # type: ignore[assignment]
    __getattr__ = no_attribute

    def __repr__(self) -> str:
        what = self.coef() or " and ".join(function["type"] for function in self._functions)
        bounds = [f"LRs from 10^{low:.3g} to 10^{high:.3g}" for low, high in self.bounds().values()]
        first = f"<Calibration> {self.method}, prior {self.prior:g}, {self.scale}: {what}"
        return "; ".join([first, *bounds])


def _convert(x: Column, scale: str, to: str, out: Column) -> None:
    call("convert", x.pointer, x.n, SCALES.index(scale), SCALES.index(to), out.pointer)


def _applied(what: dict[str, Any], given: Column, scale: str, trained: Any) -> Column:
    value = room(given.n)
    _convert(given, scale, "ln", value)
    if any(map(math.isnan, value.owner)) if np is None else np.isnan(value.owner).any():
        negative = scale == "lr" and not any(map(math.isnan, given.owner))
        raise CalibrantError("A likelihood ratio cannot be negative." if negative else
                             "Values must not be missing: one is NaN.")
    out = room(value.n // len(what.get("inputs", "1")))
    _apply(what, value, out)
    if "at_infinity" in what or what["type"] == "kernel_ratio":
        # The LRs of infinite values, and the ratio of the shares of finite ones.
        ends = numbers_of(what.get("at_infinity", ["-Inf", "Inf"]))
        share = what.get("offset", 0) if what["type"] == "kernel_ratio" else 0
        call("beside", value.pointer, out.n, *ends, share, out.pointer)
    if trained:
        _look_for_strength(value, out, trained["n_h1"], trained["n_h2"])
    return out


def _look_for_strength(value: Column, out: Column, n_h1: float, n_h2: float) -> None:
    """Warns of LRs beyond N + 1, which N trials of a hypothesis cannot support."""
    limits, n = (c_double * 2)(), c_ssize_t()
    call("strength", value.pointer, value.n // max(out.n, 1), out.pointer, out.n, n_h1, n_h2,
         limits, byref(n))
    if n.value:
        warn(f"{n.value} of {out.n} LRs are stronger than so few trials can support: {n_h1:g} H1 "
             f"and {n_h2:g} H2 trials cannot support log10 LRs beyond {limits[0]:.3g} and "
             f"{limits[1]:.3g}. bound_lr() finds how strong LRs may be.")


def _line(lrs: LRSet, method: str, prior: float, penalty: float, function: dict[str, Any],
          vcov: Any, fit: Fit) -> Calibration:
    return _fit(lrs, method, prior, {"penalty": penalty}, function, {
        "vcov": list(vcov), "objective": [fit.objective], "iterations": [fit.iterations]})


def _fit(lrs: LRSet, method: str, prior: float, settings: dict[str, Any],
         function: dict[str, Any], statistics: dict[str, Any]) -> Calibration:
    return Calibration(is_known=True, record={
        "format": FORMAT, "version": 1, "method": method, "prior": prior, "settings": settings,
        "input": "score" if lrs.scale == "score" else "ln_lr",
        **({"scale": lrs.scale} if lrs.input_prior is None else
           {"scale": "prob", "input_prior": lrs.input_prior}), "output": "ln_lr",
        "labels": lrs.labels, "weighted": lrs.weighted, "items": lrs.sources != (None, None),
        "systems": [{"name": None, "n_h1": lrs.n_h1, "n_h2": lrs.n_h2,
                     "function": function, "statistics": statistics}]})


@at_prior
def calibrate(x: Any, truth: Any = None, *, method: Literal["logistic", "pav"] = "logistic",
              prior: Any = None, penalty: float = 0.0, scale: Optional[Scale] = None,
              weight: Any = None, h1: Any = None, threads: int = 1) -> Calibration:
    """Trains the function that maps scores to LRs, or LRs to calibrated LRs.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1` and `threads`, which are those of
        `lr_set()`.
    method : {"logistic", "pav"}
        A line in the score or the natural log LR, fitted by logistic regression with both
        hypotheses weighted by `prior` (Brümmer and du Preez 2006,
        https://doi.org/10.1016/j.csl.2005.08.001); or the LRs of PAV blocks, joined by lines.
        `read_calibration()` reads the other methods from files of R.
    prior : float, optional
        Inside (0, 1); by default 0.5, or the prior of a set of probabilities.
    penalty : float
        The number of pseudo-trials, 0 or more, that keep the slope from growing on few trials
        (Morrison and Poh 2018, https://doi.org/10.1016/j.scijus.2017.12.005).

    Returns
    -------
    Calibration

    Raises
    ------
    CalibrantError
        Of kind "separable" if the trials separate the hypotheses, "constant" if all values are
        equal, "infinite" if trials are certain and wrong.

    Warns
    -----
    CalibrantWarning
        If scores do not grow with the support for H1, or PAV gives LRs of 0 or infinity.

    Examples
    --------
    >>> import calibrant as cal
    >>> fit = cal.calibrate([3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1], scale="score")
    >>> {name: round(value, 4) for name, value in fit.coef().items()}
    {'slope': 1.2845, 'offset': -2.1835}
    """
    choice(method, ("logistic", "pav"), "method", " R has others: read_calibration() reads them.")
    at, pseudo = number(prior, "prior", 0, 1, inside=True), number(penalty, "penalty", 0)
    unused('Method "pav"', penalty=method == "pav" and pseudo != 0)
    if method == "pav":
        return _pav_fit(x, at)
    coefficients, vcov, fit = (c_double * 2)(), (c_double * 4)(), Fit()
    x.handle.ask("calibrate", at, pseudo, coefficients, vcov, byref(fit))
    if not fit.rising:
        warn("The scores do not grow with the support for H1: the slope is "
             f"{coefficients[0]:.3g}. Is `truth` the right way round?")
    line = {"type": "affine", "slope": coefficients[0], "offset": coefficients[1]}
    return _line(x, "logistic", at, pseudo, line, vcov, fit)


def _pav_fit(lrs: LRSet, prior: float) -> Calibration:
    low, high, _, _, levels = blocks_of(lrs)
    ends = [doubles(low, "min"), doubles(high, "max")]
    for end in ends:
        _convert(end, "score" if lrs.scale == "score" else "log10", "ln", end)
    log10_lr = listed_numbers(levels)
    if {"Inf", "-Inf"} & set(log10_lr):
        warn("PAV gives LRs of 0 or infinity. In casework these can be wrong at infinite cost.")
    blocks = {"type": "blocks", "min": listed_numbers(ends[0].owner),
              "max": listed_numbers(ends[1].owner), "log10_lr": log10_lr}
    return _fit(lrs, "pav", prior, {"infinite": "keep"}, blocks, {"df": [len(log10_lr)]})


@public
def fuse(x: Any, truth: Any, *, scale: Scale = "score", weight: Any = None, h1: Any = None,
         prior: float = 0.5, penalty: float = 0.0, threads: int = 1) -> Calibration:
    """Combines several systems on the same trials into one LR: `calibrate()` with a slope per
    system.

    Parameters
    ----------
    x : matrix
        A row per trial and a column per system: a matrix of numpy, or a table of pandas, polars or
        arrow, which names the inputs.
    truth, scale, weight, h1, threads
        As for `lr_set()`.
    prior, penalty
        As for `calibrate()`.

    Returns
    -------
    Calibration

    Raises
    ------
    CalibrantError
        As `calibrate()`, and of kind "collinear" for collinear inputs. Nearly collinear inputs
        cause a CalibrantWarning.

    Examples
    --------
    >>> import calibrant as cal
    >>> both = {"a": [3, 1, 2, 0, 1.5, 2.5], "b": [1, 2, 0, 1, 2, 0]}
    >>> list(cal.fuse(both, [1, 1, 0, 0, 0, 1], penalty=0.1).coef())  # doctest: +SKIP
    ['a', 'b', 'offset']
    """
    choice(scale, SCALES, "scale", NO_SCALE)
    at, pseudo = number(prior, "prior", 0, 1, inside=True), number(penalty, "penalty", 0)
    columns, names = columns_of(x)
    check("offset" not in (names or ()), "The inputs of `x` must not be named 'offset', which is "
                                         "the constant of the fit. Rename the column.")
    n, d = columns.shape
    index = index_of(x)
    truth, weight = aligned(truth, index, "truth"), aligned(weight, index, "weight")
    first = lr_set(columns[:, 0], truth, scale, weight=weight, h1=h1, threads=threads, sure=True)
    is_h1, weights = first.handle.arrays[1:]
    coefficients, vcov = (c_double * (d + 1))(), (c_double * (d + 1) ** 2)()
    correlation, fit = np.empty((d, d)), Fit()
    call("fuse", columns.ctypes.data, is_h1.pointer, weights and weights.pointer, n, d,
          SCALES.index(scale), at, pseudo, first.threads, coefficients, vcov,
          correlation.ctypes.data, byref(fit))
    _check_collinear(correlation)
    line = {"type": "weighted_sum", "inputs": names or [f"s{k + 1}" for k in range(d)],
            "slopes": list(coefficients)[:d], "offset": coefficients[d]}
    return _line(first, "fusion", at, pseudo, line, vcov, fit)


def _check_collinear(correlation: Any) -> None:
    values = np.linalg.eigvalsh(correlation)
    least, most = max(values[0], 0.0), values[-1]
    check(least * 1e12 >= most, "The inputs are combinations of each other. Leave one out.",
          "collinear")
    if least * 1000 < most:
        warn("The inputs are nearly combinations of each other: the condition number of their "
             f"correlations is {most / least:.3g}.")


# The function of the library for each type, with the members of the file that it takes: a list as
# an array, a density as its structure, [x] as an array of one, *x one by one, # as the length of
# the array before.
APPLY = {
    "affine": "apply_sum [slope] # offset", "weighted_sum": "apply_sum slopes # offset",
    "beta": "apply_beta a b offset log_odds", "lines": "apply_lines x y #",
    "four_parameter": "apply_four_parameter slope offset *at_infinity",
    "blocks": "apply_blocks min max log10_lr #",
    "spline": "apply_spline slope offset knots slopes # start",
    "kernel_ratio": "apply_kernels h1 h2 unit range"}


def _apply(what: dict[str, Any], x: Column, out: Column) -> None:
    function, *members = APPLY[what["type"]].split()
    args: list[Any] = []
    held: list[Column] = []  # Arrays must outlive the call.

    def array(values: list[Any], name: str) -> Any:
        held.append(doubles(numbers_of(values), name))
        return held[-1].pointer
    for member in members:
        value = held[-1].n if member == "#" else what[member.strip("[*]")]
        if member[0] == "*":
            args.extend(numbers_of(value))
        elif isinstance(value, list) or member[0] == "[":
            args.append(array(value if isinstance(value, list) else [value], member))
        elif isinstance(value, dict):
            at, n = array(value["at"], "at"), array(value["n"], "n")
            args.append(byref(Density(at, n, held[-1].n, value["bandwidth"])))
        else:
            args.append(value)
    call(function, *args, x.pointer, out.n, out.pointer)


@public
def read_calibration(file: Any) -> Calibration:
    """Reads a calibration or fusion written by R or by `write_calibration()`. Refuses every file
    that R refuses.

    Parameters
    ----------
    file : str or path

    Returns
    -------
    Calibration

    Raises
    ------
    CalibrantError
        Of kind "file" for another or a damaged file.

    Examples
    --------
    >>> import calibrant as cal, os, tempfile
    >>> fit = cal.calibrate([3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1], scale="score")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name = cal.write_calibration(fit, os.path.join(folder, "fit.json"))
    ...     cal.read_calibration(name) == fit
    True
    """
    name = name_of(file)
    record = read_json(name)
    try:
        check_record(record)
    except CalibrantError as error:
        raise CalibrantError(f"{name} cannot be read as a calibration: {error}.", "file") from None
    record.pop("sha256", None)
    return Calibration(record, is_known=True)


@public
def write_calibration(fit: Calibration, file: Any) -> str:
    """Writes a fit as JSON, in the same bytes as R. `read_calibrant()` in R and
    `read_calibration()` read the file.

    Parameters
    ----------
    fit : Calibration
    file : str or path
        A name that ends in .json.

    Returns
    -------
    str
        The name of the file.

    Examples
    --------
    >>> import calibrant as cal, os, tempfile
    >>> fit = cal.calibrate([3, 1, 2, 0, 1.5, 2.5], [1, 1, 0, 0, 0, 1], scale="score")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     os.path.basename(cal.write_calibration(fit, os.path.join(folder, "fit.json")))
    'fit.json'
    """
    check(isinstance(fit, Calibration),
          f"`fit` must be made by calibrate() or fuse(): it is {what_is(fit)}.")
    return written(name_of(file, ending=".json"), sealed_json(fit._record))
