"""Calibration and fusion, and the files in which R and Python hand fits to each other. The schema
of these files is `inst/schema/calibration.json` of the R package."""
from __future__ import annotations

import math
import numbers
import os
from collections.abc import Mapping
from ctypes import byref, c_double, c_ssize_t
from typing import Any, Callable, Literal, Optional

from ._arrays import Column, aligned, columns_of, doubles, given_back, index_of, np, room
from ._curves import blocks_of
from ._files import read_json, sealed_json, written
from ._library import SCALES, Density, Fit, call, check
from ._record import FORMAT, METHODS, check_record, numbers_of
from ._set import NO_SCALE, LRSet, Scale, lr_set, set_with_prior
from ._words import CalibrantError, choice, meant, number, public, warn

Type = Literal["log10", "ln", "log2", "lr", "posterior"]


class Calibration:
    """A fitted calibration or fusion; `record` is its content in a calibration file."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.method: str = record["method"]
        self.prior: float = record["prior"]
        self.scale: str = record.get("scale") or ("score" if record["input"] == "score" else "ln")

    @property
    def functions(self) -> list[dict[str, Any]]:
        """The function from ln LRs or scores to ln LRs of each system, as in the file."""
        return [system["function"] for system in self.record["systems"]]

    def coef(self) -> dict[str, float]:
        """Slopes (of scores, or of natural log LRs) and the offset, of methods that have them; for
        `four_parameter` also `floor` and `ceiling`, the natural log LRs at both ends."""
        what = self.functions[0]
        slopes = dict(zip(what["inputs"], what["slopes"])) if "inputs" in what else {
            name: what[name] for name in ("slope",) if name in what}
        curved = what["type"] == "four_parameter"
        ends = dict(zip(("floor", "ceiling"), what["at_infinity"])) if curved else {}
        return {**slopes, "offset": what["offset"], **ends} if "offset" in what and slopes else {}

    def bounds(self) -> dict[str, list[float]]:
        """The bounds on log10 LRs by system, if the file has any. `predict()` moves LRs beyond them to
        the nearer one, "at the bound"."""
        return {one["system"]: numbers_of([one["lower"], one["upper"]])
                for one in (self.record.get("bounds") or {}).get("systems", [])}

    @public
    def predict(self, x: Any, type: Optional[Type] = None, *, prior: Optional[float] = None,
                scale: Optional[Scale] = None, system: Optional[str] = None) -> Any:
        """LRs of new values.

        Parameters
        ----------
        x : array, or a number
            Values on the `scale` of the training data, or on another scale of LRs if these were LRs.
            Probabilities belong to the prior of the fit. For a fusion, a matrix with a column per
            input, matched by name in a table.
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
        made_with = self.record.get("input_prior")
        type = type or ("log10" if made_with is None else "posterior")
        choice(type, (*SCALES[:4], "posterior"), "type")
        chosen = choice(scale or self.scale, (*SCALES, "prob"), "scale", NO_SCALE)
        if (chosen == "score") != (self.scale == "score") or chosen == "prob" and made_with is None:
            raise CalibrantError(f"The scale of `x`, {scale}, must match the scale of the fit, "
                                 f"{self.scale}.")
        to = (made_with or self.prior) if prior is None else number(prior, "prior", 0, 1)
        if prior is not None and type != "posterior":
            raise CalibrantError('`prior` is only for posterior probabilities, type="posterior".')
        entry = self._system(system)
        what = entry["function"]
        x = self._column_of(x)
        is_one = isinstance(x, numbers.Number) or getattr(x, "ndim", None) == 0
        given = self._inputs(what, x) if self.method == "fusion" else doubles(
            [x] if is_one else x, "x")
        if chosen == "prob":
            check("llr_of_posterior", given.pointer, given.n, made_with, given.pointer)
            chosen = "ln"
        out = _applied(what, given, SCALES.index(chosen), None if self.record.get("bounds") else entry)
        scale_of_out = self._bounded(out, system)
        if type == "posterior":
            call("convert", out.pointer, out.n, scale_of_out, SCALES.index("ln"), out.pointer)
            check("posterior", out.pointer, out.n, to, out.pointer)
        else:
            call("convert", out.pointer, out.n, scale_of_out, SCALES.index(type), out.pointer)
        return float(out.owner[0]) if is_one else given_back(out, index_of(x))

    def _column_of(self, x: Any) -> Any:
        """The column of a frame that a formula of R named."""
        name = (self.record.get("columns") or {}).get("lr")
        columns = list(getattr(x, "column_names", getattr(x, "columns", ())))
        if name is None or not columns or isinstance(x, Mapping):
            return x
        if name not in columns:
            raise CalibrantError(f"`x` must have a column {name!r}, by which the calibration was "
                                 f"trained: its columns are {columns[:5]}.")
        return x[name]

    def _bounded(self, out: Column, system: Optional[str]) -> int:
        """Moves ln LRs beyond the bounds of the file to the nearer one. Returns the scale of `out`."""
        if self.record.get("bounds") is None:
            return SCALES.index("ln")
        call("convert", out.pointer, out.n, SCALES.index("ln"), SCALES.index("log10"), out.pointer)
        known = self.bounds()
        low, high = known[system if len(known) > 1 and system in known else next(iter(known))]
        call("bounded", out.pointer, out.n, low, high, out.pointer)
        return SCALES.index("log10")

    def _system(self, name: Optional[str]) -> dict[str, Any]:
        systems = self.record["systems"]
        names = [system.get("name") for system in systems]
        if name is None and len(systems) == 1:
            return systems[0]
        if name not in names:
            raise CalibrantError(f"`system` must be one of {names}: it is {name!r}."
                                 + meant(name, [n for n in names if n]))
        return systems[names.index(name)]

    @staticmethod
    def _inputs(what: dict[str, Any], x: Any) -> Column:
        wanted = what["inputs"]
        found, names = columns_of(x)
        if names is not None:
            missing = [name for name in wanted if name not in names]
            if missing:
                raise CalibrantError("`x` must have all inputs of the fusion: there is no "
                                     f"{missing}.")
            found = found[:, [names.index(name) for name in wanted]]
        if found.shape[1] != len(wanted):
            raise CalibrantError(f"`x` must have {len(wanted)} columns, {wanted}: it has "
                                 f"{found.shape[1]}.")
        return Column(found.ravel(order="F"))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Calibration) and self.record == other.record

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        what = self.coef() or " and ".join(function["type"] for function in self.functions)
        bounds = [f"LRs from 10^{low:.3g} to 10^{high:.3g}" for low, high in self.bounds().values()]
        return "; ".join([f"<Calibration> {self.method}, prior {self.prior:g}, {self.scale}: {what}",
                          *bounds])


def _applied(what: dict[str, Any], given: Column, scale: int, trained: Any) -> Column:
    value = room(given.n)
    call("convert", given.pointer, given.n, scale, SCALES.index("ln"), value.pointer)
    if any(map(math.isnan, value.owner)) if np is None else np.isnan(value.owner).any():
        negative = SCALES[scale] == "lr" and not any(map(math.isnan, given.owner))
        raise CalibrantError("A likelihood ratio cannot be negative." if negative else
                             "Values must not be missing: one is NaN.")
    out = room(value.n // len(what.get("inputs", "1")))
    APPLY[what["type"]](what, value, out)
    if "at_infinity" in what or what["type"] == "kernel_ratio":
        _beside_function(what, value, out)
    if trained:
        _look_for_strength(value, out, trained["n_h1"], trained["n_h2"])
    return out


def _look_for_strength(value: Column, out: Column, n_h1: float, n_h2: float) -> None:
    """Warns of LRs beyond N + 1, which N trials of a hypothesis cannot support."""
    limits, n = (c_double * 2)(), c_ssize_t()
    call("strength", value.pointer, value.n // max(out.n, 1), out.pointer, out.n, n_h1, n_h2, limits,
         byref(n))
    if n.value:
        warn(f"{n.value} of {out.n} LRs are stronger than so few trials can support: {n_h1:g} H1 and "
             f"{n_h2:g} H2 trials cannot support log10 LRs beyond {limits[0]:.3g} and "
             f"{limits[1]:.3g}. bound_lr() finds how strong LRs may be.")


def _beside_function(what: dict[str, Any], value: Column, out: Column) -> None:
    """The LRs of infinite values, and the ratio of the shares of finite ones."""
    low, high = numbers_of(what.get("at_infinity", ["-Inf", "Inf"]))
    offset = what.get("offset", 0) if what["type"] == "kernel_ratio" else 0
    call("beside", value.pointer, out.n, low, high, offset, out.pointer)


def _fit(lrs: LRSet, method: str, prior: float, settings: dict[str, Any],
         function: dict[str, Any], statistics: dict[str, Any], scale: str) -> Calibration:
    return Calibration({
        "format": FORMAT, "version": 1, "method": method, "prior": prior, "settings": settings,
        "input": "score" if scale == "score" else "ln_lr",
        **({"scale": scale} if lrs.input_prior is None else
           {"scale": "prob", "input_prior": lrs.input_prior}), "output": "ln_lr",
        "labels": lrs.labels, "weighted": lrs.weighted, "items": lrs.sources != (None, None),
        "systems": [{"name": None, "n_h1": lrs.n_h1, "n_h2": lrs.n_h2,
                     "function": {"type": METHODS[method], **function}, "statistics": statistics}]})


@public
def calibrate(x: Any, truth: Any = None, *, method: Literal["logistic", "pav"] = "logistic",
              prior: Any = None, penalty: float = 0.0, scale: Optional[Scale] = None,
              weight: Any = None, h1: Any = None, threads: int = 1) -> Calibration:
    """Trains the function that maps scores to LRs, or LRs to calibrated LRs.

    Parameters
    ----------
    method : {"logistic", "pav"}
        A line in the score or the natural log LR, fitted by logistic regression with both
        hypotheses weighted by `prior` (Brümmer and du Preez 2006,
        https://doi.org/10.1016/j.csl.2005.08.001); or the LRs of PAV blocks, joined by lines.
        `read_calibration()` reads the other methods from files of R.
    prior : float, optional
        Inside (0, 1); by default 0.5, or the prior of a set of probabilities.
    penalty : float
        The number of pseudo-trials, 0 or more, that keep the slope from growing on few trials (Morrison and Poh 2018, https://doi.org/10.1016/j.scijus.2017.12.005).

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
    choice(method, ("logistic", "pav"), "method")
    pseudo = number(penalty, "penalty", 0)
    if method == "pav" and pseudo != 0:
        raise CalibrantError('Method "pav" does not use `penalty`.')
    if prior is not None and not (scale == "prob" and isinstance(prior, str) and prior == "data"):
        number(prior, "prior", 0, 1, inside=True)
    lrs = set_with_prior(x, truth, scale, weight, h1, threads, prior)
    at = float(lrs.prior_for(prior))
    if method == "pav":
        return _pav_fit(lrs, at)
    coefficients, vcov, fit = (c_double * 2)(), (c_double * 4)(), Fit()
    lrs.handle.ask("calibrate", at, pseudo, coefficients, vcov, byref(fit))
    if not fit.rising:
        warn("The scores do not grow with the support for H1: the slope is "
             f"{coefficients[0]:.3g}. Is `truth` the right way round?")
    return _fit(lrs, "logistic", at, {"penalty": pseudo},
                {"slope": coefficients[0], "offset": coefficients[1]},
                {"vcov": list(vcov), "objective": [fit.objective], "iterations": [fit.iterations]},
                lrs.scale)


def _pav_fit(lrs: LRSet, prior: float) -> Calibration:
    low, high, _, _, levels = blocks_of(lrs)
    ends = []
    for end in (doubles(low, "min"), doubles(high, "max")):
        axis = "score" if lrs.scale == "score" else "log10"
        call("convert", end.pointer, end.n, SCALES.index(axis), SCALES.index("ln"), end.pointer)
        ends.append(list(map(float, end.owner)))
    log10_lr = list(map(float, levels))
    if any(map(math.isinf, log10_lr)):
        warn("PAV gives LRs of 0 or infinity. In casework these can be wrong at infinite cost.")
    return _fit(lrs, "pav", prior, {"infinite": "keep"},
                {"min": ends[0], "max": ends[1], "log10_lr": log10_lr}, {"df": [len(log10_lr)]},
                lrs.scale)


@public
def fuse(x: Any, truth: Any, *, scale: Scale = "score", weight: Any = None, h1: Any = None,
         prior: float = 0.5, penalty: float = 0.0, threads: int = 1) -> Calibration:
    """Combines several systems on the same trials into one LR: `calibrate()` with a slope per
    system.

    Parameters
    ----------
    x : matrix
        A row per trial and a column per system: a matrix of numpy, or a table of pandas, polars or
        arrow, which names the inputs. Other arguments are those of `lr_set()` and `calibrate()`.

    Returns
    -------
    Calibration

    Raises
    ------
    CalibrantError
        As `calibrate()`, and of kind "collinear" for collinear inputs. Nearly collinear inputs cause
        a CalibrantWarning.

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
    n, d = columns.shape
    index = index_of(x)
    truth, weight = aligned(truth, index, "truth"), aligned(weight, index, "weight")
    first = lr_set(columns[:, 0], truth, scale, weight=weight, h1=h1, threads=threads, sure=True)
    is_h1, weights = first.handle.arrays[1:]
    coefficients, vcov = (c_double * (d + 1))(), (c_double * (d + 1) ** 2)()
    correlation, fit = np.empty((d, d)), Fit()
    check("fuse", columns.ctypes.data, is_h1.pointer, weights and weights.pointer, n, d,
          SCALES.index(scale), at, pseudo, first.threads, coefficients, vcov,
          correlation.ctypes.data, byref(fit))
    _check_collinear(correlation)
    names = names or [f"s{k + 1}" for k in range(d)]
    return _fit(first, "fusion", at, {"penalty": pseudo},
                {"inputs": names, "slopes": list(coefficients)[:d], "offset": coefficients[d]},
                {"vcov": list(vcov), "objective": [fit.objective], "iterations": [fit.iterations]},
                scale)


def _check_collinear(correlation: Any) -> None:
    values = np.linalg.eigvalsh(correlation)
    least, most = max(values[0], 0.0), values[-1]
    if least * 1e12 < most:
        raise CalibrantError("The inputs are combinations of each other. Leave one out.",
                             "collinear")
    if least * 1000 < most:
        warn("The inputs are nearly combinations of each other: the condition number of their "
             f"correlations is {most / least:.3g}.")


def _column(values: list[Any], name: str) -> Column:
    return doubles(numbers_of(values), name)


def _apply_sum(what: dict[str, Any], x: Column, out: Column) -> None:
    slopes = _column(what["slopes"] if "slopes" in what else [what["slope"]], "slopes")
    check("apply_sum", slopes.pointer, slopes.n, what["offset"], x.pointer, out.n, out.pointer)


def _apply_beta(what: dict[str, Any], x: Column, out: Column) -> None:
    call("apply_beta", what["a"], what["b"], what["offset"], what["log_odds"], x.pointer, x.n,
         out.pointer)


def _apply_four_parameter(what: dict[str, Any], x: Column, out: Column) -> None:
    call("apply_four_parameter", what["slope"], what["offset"], *numbers_of(what["at_infinity"]),
         x.pointer, x.n, out.pointer)


def _with_columns(function: str, *names: str) -> Callable[[dict[str, Any], Column, Column], None]:
    def apply(what: dict[str, Any], x: Column, out: Column) -> None:
        columns = [_column(what[name], name) for name in names]
        call(function, *(c.pointer for c in columns), columns[0].n, x.pointer, x.n, out.pointer)
    return apply


def _apply_spline(what: dict[str, Any], x: Column, out: Column) -> None:
    knots, slopes = _column(what["knots"], "knots"), _column(what["slopes"], "slopes")
    check("apply_spline", what["slope"], what["offset"], knots.pointer, slopes.pointer, knots.n,
          what["start"], x.pointer, x.n, out.pointer)


def _apply_kernels(what: dict[str, Any], x: Column, out: Column) -> None:
    columns = {h: [_column(what[h][name], name) for name in ("at", "n")] for h in ("h1", "h2")}
    of = {h: Density(at.pointer, n.pointer, at.n, what[h]["bandwidth"])
          for h, (at, n) in columns.items()}
    ends = _column(what["range"], "range")
    check("apply_kernels", byref(of["h1"]), byref(of["h2"]), what["unit"], ends.pointer, x.pointer,
          x.n, out.pointer)


APPLY: dict[str, Callable[[dict[str, Any], Column, Column], None]] = {
    "affine": _apply_sum, "weighted_sum": _apply_sum, "beta": _apply_beta,
    "four_parameter": _apply_four_parameter,
    "lines": _with_columns("apply_lines", "x", "y"),
    "blocks": _with_columns("apply_blocks", "min", "max", "log10_lr"),
    "spline": _apply_spline, "kernel_ratio": _apply_kernels}


@public
def read_calibration(file: Any) -> Calibration:
    """Reads a calibration or fusion written by R or by `write_calibration()`. Refuses every file that
    R refuses.

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
    name = os.fspath(file)
    record = read_json(name)
    try:
        check_record(record)
    except CalibrantError as error:
        raise CalibrantError(f"{name} cannot be read as a calibration: {error}.", "file") from None
    record.pop("sha256", None)
    return Calibration(record)


@public
def write_calibration(fit: Calibration, file: Any) -> str:
    """Writes a fit as JSON, in the same bytes as R. `read_calibrant()` in R and `read_calibration()`
    read the file.

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
    if not isinstance(fit, Calibration):
        raise CalibrantError(f"`fit` must be made by calibrate() or fuse(): it is {fit!r}.")
    return written(os.fspath(file), sealed_json(fit.record))
