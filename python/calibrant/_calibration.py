"""Calibration and fusion, and the files in which R and Python hand fits to each other. The schema
of these files is `inst/schema/calibration.json` of the R package."""
from __future__ import annotations

import json
import math
import os
import warnings
from ctypes import byref, c_double
from typing import Any, Callable, Optional, Sequence

from ._arrays import Column, columns_of, copied, doubles, given_back, np, room
from ._library import (SCALES, Blocks, CalibrantError, CalibrantWarning, Density, Fit, call, check,
                       scale_number)
from ._set import LRSet, as_set

FORMAT = "calibrant calibration"
METHODS = {"logistic": "affine", "gaussian": "affine", "beta": "beta", "bigaussian": "lines",
           "pav": "blocks", "spline": "spline", "kde": "kernel_ratio", "fusion": "weighted_sum"}


class Calibration:
    """A fitted calibration or fusion: `record` is what a calibration file has of it."""

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
        """Slopes (of scores, or of natural log LRs) and the offset, of methods that have them."""
        what = self.functions[0]
        slopes = dict(zip(what["inputs"], what["slopes"])) if "inputs" in what else {
            name: what[name] for name in ("slope",) if name in what}
        return {**slopes, "offset": what["offset"]} if "offset" in what and slopes else {}

    def predict(self, x: Any, type: str = "log10", *, prior: Optional[float] = None,
                scale: Optional[str] = None, system: Optional[str] = None) -> Any:
        """LRs of new values.

        x: values on the `scale` that the fit was made on, or another of LRs where it was made of
            LRs; for a fusion a matrix with a column per input, by name where it is a DataFrame.
        type: "log10", "ln", "log2", "lr", or "posterior", the probability of H1 at `prior`, by
            default that of the fit.
        system: which, where the file has several.
        Returns a number per trial, a Series where `x` is one. Raises CalibrantError.
        """
        if type not in (*SCALES[:4], "posterior"):
            raise CalibrantError("`type` must be one of log10, ln, log2, lr, posterior: it is "
                                 f"{type!r}.")
        chosen = scale_number(scale or self.scale)
        if (SCALES[chosen] == "score") != (self.scale == "score"):
            raise CalibrantError(f"The fit is of the scale {self.scale}, and `x` of {scale}.")
        what = self._system(system)["function"]
        values = self._inputs(what, x) if self.method == "fusion" else _values(doubles(x, "x"))
        value = room(values.n)
        call("convert", values.pointer, values.n, chosen, SCALES.index("ln"), value.pointer)
        if SCALES[chosen] == "lr" and any(math.isnan(v) for v in value.owner):
            raise CalibrantError("A likelihood ratio cannot be negative.")
        out = room(values.n // len(what.get("inputs", "1")))
        APPLY[what["type"]](what, value, out)
        to_posterior = type == "posterior"
        call("convert", out.pointer, out.n, SCALES.index("ln"),
             SCALES.index("ln" if to_posterior else type), out.pointer)
        if to_posterior:
            _to_posterior(out, self.prior if prior is None else prior)
        return given_back(out, x if not hasattr(x, "columns") else next(iter(x.items()))[1])

    def _system(self, name: Optional[str]) -> dict[str, Any]:
        systems = self.record["systems"]
        names = [system.get("name") for system in systems]
        if len(systems) == 1:
            return systems[0]
        if name not in names:
            raise CalibrantError(f"`system` must be one of {names}: it is {name!r}.")
        return systems[names.index(name)]

    @staticmethod
    def _inputs(what: dict[str, Any], x: Any) -> Column:
        wanted = what["inputs"]
        if hasattr(x, "columns"):
            missing = [name for name in wanted if name not in x.columns]
            if missing:
                raise CalibrantError("`x` must have all inputs of the fusion: there is no "
                                     f"{missing}.")
            x = x[wanted]
        found, _ = columns_of(x)
        if found.shape[1] != len(wanted):
            raise CalibrantError(f"`x` must have {len(wanted)} columns, {wanted}: it has "
                                 f"{found.shape[1]}.")
        return _values(Column(found.ravel(order="F")))

    def __repr__(self) -> str:
        return f"<Calibration> {self.method}, prior {self.prior:g}, {self.scale}: {self.functions}"


def _values(values: Column) -> Column:
    has_nan = any(map(math.isnan, values.owner)) if np is None else np.isnan(values.owner).any()
    if has_nan:
        raise CalibrantError("Values must not be missing: one is NaN.")
    return values


def _to_posterior(llr: Column, prior: float) -> None:
    if not 0 <= prior <= 1:
        raise CalibrantError(f"`prior` must be between 0 and 1: it is {prior!r}.")
    odds = math.inf if prior == 1 else math.log(prior / (1 - prior)) if prior > 0 else -math.inf
    for i, value in enumerate(llr.owner):
        log_odds = value + odds
        llr.owner[i] = 1 / (1 + math.exp(-log_odds)) if log_odds > -700 else math.exp(log_odds)


def _fit(lrs: LRSet, method: str, prior: float, settings: dict[str, Any],
         function: dict[str, Any], statistics: dict[str, Any], scale: str) -> Calibration:
    return Calibration({
        "format": FORMAT, "version": 1, "method": method, "prior": prior, "settings": settings,
        "input": "score" if scale == "score" else "ln_lr", "scale": scale, "output": "ln_lr",
        "labels": lrs.labels, "weighted": lrs.weighted, "items": False,
        "systems": [{"name": None, "n_h1": lrs.n_h1, "n_h2": lrs.n_h2,
                     "function": {"type": METHODS[method], **function}, "statistics": statistics}]})


def calibrate(x: Any, truth: Any = None, *, method: str = "logistic", prior: float = 0.5,
              penalty: float = 0.0, scale: Optional[str] = None, **trials: Any) -> Calibration:
    """Finds the function that makes LRs of scores, or better LRs of LRs.

    method: "logistic", a line in the score or the natural log LR, fitted by logistic regression
        with both hypotheses weighted by `prior` (Brümmer and du Preez 2006,
        https://doi.org/10.1016/j.csl.2005.08.001); or "pav", the LRs of PAV blocks, with lines
        between these.
    prior: inside (0, 1).
    penalty: number of pseudo-trials, 0 or more, by which the slope is kept from growing on few
        trials (Morrison and Poh 2018, https://doi.org/10.1016/j.scijus.2017.12.005).
    Other methods are in R; `read_calibration()` reads what it writes of them.

    Raises CalibrantError, of kind "separable" where the trials separate the hypotheses, "constant"
    where all values are equal, "infinite" where trials are certain and wrong. A CalibrantWarning
    where scores do not grow with the support for H1, and where PAV gives LRs of 0 or infinity.
    """
    lrs = as_set(x, truth, scale, trials)
    if method == "pav":
        return _pav_fit(lrs, prior)
    if method != "logistic":
        raise CalibrantError(f'`method` must be "logistic" or "pav": it is {method!r}.')
    coefficients, vcov, fit = (c_double * 2)(), (c_double * 4)(), Fit()
    lrs.handle.ask("calibrate", float(prior), float(penalty), coefficients, vcov, byref(fit))
    if not fit.rising:
        warnings.warn("The scores do not grow with the support for H1: the slope is "
                      f"{coefficients[0]:.3g}. Is `truth` the right way round?",
                      CalibrantWarning, 2)
    return _fit(lrs, "logistic", prior, {"penalty": penalty},
                {"slope": coefficients[0], "offset": coefficients[1]},
                {"vcov": list(vcov), "objective": [fit.objective], "iterations": [fit.iterations]},
                lrs.scale)


def _pav_fit(lrs: LRSet, prior: float) -> Calibration:
    found = Blocks()
    lrs.handle.ask("pav", byref(found))
    ends = []
    for pointer in (found.min, found.max):
        end = room(found.n)
        axis = "score" if lrs.scale == "score" else "log10"
        call("convert", pointer, found.n, SCALES.index(axis), SCALES.index("ln"), end.pointer)
        ends.append(list(map(float, end.owner)))
    levels = list(map(float, copied(found.log10_lr_pav, found.n)))
    if any(map(math.isinf, levels)):
        warnings.warn("PAV gives LRs of 0 or infinity. In casework these can be wrong at infinite "
                      "cost.", CalibrantWarning, 3)
    return _fit(lrs, "pav", prior, {"infinite": "keep"},
                {"min": ends[0], "max": ends[1], "log10_lr": levels}, {"df": [found.n]}, lrs.scale)


def fuse(x: Any, truth: Any, *, scale: str = "score", weight: Any = None, h1: Any = None,
         prior: float = 0.5, penalty: float = 0.0, threads: int = 1) -> Calibration:
    """Makes one LR of what several systems say of the same trials: `calibrate()` with a slope for
    each.

    x: a matrix with a row per trial and a column per system, of numpy or pandas; a matrix in
        column-major order is not copied. Other arguments are those of `lr_set()` and `calibrate()`.
    Raises as `calibrate()`, and CalibrantError of kind "collinear" where inputs are combinations of
    each other; a CalibrantWarning where they nearly are.
    """
    columns, names = columns_of(x)
    n, d = columns.shape
    first = LRSet(columns[:, 0], truth, scale, weight, h1, threads)
    is_h1, weights = first.handle.arrays[1:]
    coefficients, vcov = (c_double * (d + 1))(), (c_double * (d + 1) ** 2)()
    correlation, fit = np.empty((d, d)), Fit()
    check("fuse", columns.ctypes.data, is_h1.pointer, weights and weights.pointer, n, d,
          SCALES.index(scale), float(prior), float(penalty), first.threads, coefficients, vcov,
          correlation.ctypes.data, byref(fit))
    _check_collinear(correlation)
    names = names or [f"s{k + 1}" for k in range(d)]
    return _fit(first, "fusion", prior, {"penalty": penalty},
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
        warnings.warn(f"The inputs are nearly combinations of each other: the condition number of "
                      f"their correlations is {most / least:.3g}.", CalibrantWarning, 3)


def _apply_sum(what: dict[str, Any], x: Column, out: Column) -> None:
    slopes = doubles(what["slopes"] if "slopes" in what else [what["slope"]], "slopes")
    check("apply_sum", slopes.pointer, slopes.n, what["offset"], x.pointer, out.n, out.pointer)


def _apply_beta(what: dict[str, Any], x: Column, out: Column) -> None:
    call("apply_beta", what["a"], what["b"], what["offset"], what["log_odds"], x.pointer, x.n,
         out.pointer)


def _with_columns(function: str, *names: str) -> Callable[[dict[str, Any], Column, Column], None]:
    def apply(what: dict[str, Any], x: Column, out: Column) -> None:
        columns = [_numbers(what[name], name) for name in names]
        call(function, *(c.pointer for c in columns), columns[0].n, x.pointer, x.n, out.pointer)
    return apply


def _apply_spline(what: dict[str, Any], x: Column, out: Column) -> None:
    knots, slopes = _numbers(what["knots"], "knots"), _numbers(what["slopes"], "slopes")
    check("apply_spline", what["slope"], what["offset"], knots.pointer, slopes.pointer, knots.n,
          what["start"], x.pointer, x.n, out.pointer)


def _apply_kernels(what: dict[str, Any], x: Column, out: Column) -> None:
    columns = {h: [_numbers(what[h][name], name) for name in ("at", "n")] for h in ("h1", "h2")}
    of = {h: Density(at.pointer, n.pointer, at.n, what[h]["bandwidth"])
          for h, (at, n) in columns.items()}
    ends = _numbers(what["range"], "range")
    call("apply_kernels", byref(of["h1"]), byref(of["h2"]), what["unit"], ends.pointer, x.pointer,
         x.n, out.pointer)


APPLY: dict[str, Callable[[dict[str, Any], Column, Column], None]] = {
    "affine": _apply_sum, "weighted_sum": _apply_sum, "beta": _apply_beta,
    "lines": _with_columns("apply_lines", "x", "y"),
    "blocks": _with_columns("apply_blocks", "min", "max", "log10_lr"),
    "spline": _apply_spline, "kernel_ratio": _apply_kernels}
NUMBERS = {"affine": "slope offset", "weighted_sum": "offset", "beta": "a b offset log_odds",
           "spline": "slope offset start", "kernel_ratio": "unit"}
COLUMNS = {"weighted_sum": "slopes inputs", "lines": "x y", "blocks": "min max log10_lr",
           "spline": "knots slopes"}
RISING = {"lines": "x y", "blocks": "min max log10_lr", "spline": "knots"}


def _number(x: Any, name: str, extended: bool = False) -> float:
    if extended and x in ("Inf", "-Inf"):
        return math.inf if x == "Inf" else -math.inf
    if (isinstance(x, bool) or not isinstance(x, (int, float)) or math.isnan(x)
            or math.isinf(x) and not extended):
        raise CalibrantError(f"`{name}` must be a number: it is {x!r}.", "file")
    return float(x)


def _numbers(x: Any, name: str) -> Column:
    if not isinstance(x, list) or not x:
        raise CalibrantError(f"`{name}` must be an array of numbers: it is {x!r}.", "file")
    return doubles([_number(v, name, True) for v in x], name)


def _check_function(what: dict[str, Any]) -> None:
    """Raises KeyError or CalibrantError for what the schema and the rules of R do not allow."""
    kind = what["type"]
    for name in NUMBERS.get(kind, "").split():
        _number(what[name], name)
    lists = {name: what[name] for name in COLUMNS.get(kind, "").split()}
    if len(set(map(len, lists.values()))) > 1:
        raise CalibrantError(f"{', '.join(lists)} must have one length.", "file")
    names = lists.pop("inputs", [])
    if not all(isinstance(n, str) for n in names) or len(set(names)) < len(names):
        raise CalibrantError("`inputs` must be names that differ.", "file")
    columns = {name: _numbers(x, name).owner for name, x in lists.items()}
    for h in ("h1", "h2") if kind == "kernel_ratio" else ():
        columns[h + " at"] = _numbers(what[h]["at"], "at").owner
        if len(_numbers(what[h]["n"], "n").owner) != len(columns[h + " at"]):
            raise CalibrantError("`at` must have an `n` for each element.", "file")
        if _number(what[h]["bandwidth"], "bandwidth") <= 0 or what["unit"] <= 0:
            raise CalibrantError("`bandwidth` and `unit` must be positive.", "file")
    for name in [*RISING.get(kind, "").split(), *(n for n in columns if n.endswith(" at"))]:
        values = list(columns[name])
        apart = name in ("x", "knots") or name.endswith(" at")
        if values != sorted(set(values) if apart else values):
            raise CalibrantError(f"`{name}` must {'rise' if apart else 'not fall'} from element to "
                                 "element.", "file")
    if kind == "blocks" and any(a > b for a, b in zip(columns["max"], columns["min"][1:])):
        raise CalibrantError("Blocks must follow each other from `min` to `max`.", "file")


def _check_record(record: Any) -> None:
    if not isinstance(record, dict) or record.get("format") != FORMAT or record.get("version") != 1:
        raise CalibrantError("it is no calibration of version 1", "file")
    for name, what in (("classes", "of many classes"), ("conditions", "with conditions")):
        if name in record:
            raise CalibrantError(f"calibrations {what} are applied in R", "file")
    kind = METHODS.get(record["method"])
    if kind is None or record["input"] not in ("score", "ln_lr") or not record["systems"]:
        raise CalibrantError("there is no such method, input or system", "file")
    if (record.get("scale", record["input"]) == "score") != (record["input"] == "score"):
        raise CalibrantError("`input` and `scale` contradict each other", "file")
    if not 0 < _number(record["prior"], "prior") < 1:
        raise CalibrantError("`prior` must be inside (0, 1)", "file")
    for system in record["systems"]:
        if system["function"]["type"] != kind:
            raise CalibrantError(f"{record['method']} has a function of type {kind}", "file")
        _check_function(system["function"])


def read_calibration(file: Any) -> Calibration:
    """A calibration or fusion from a file that `write_calibration()` of R or of this package wrote.
    Raises CalibrantError of kind "file" for a file that is none."""
    name = os.fspath(file)
    try:
        with open(name, encoding="utf-8") as text:
            record = json.load(text)
        _check_record(record)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"it has no {error}" if isinstance(error, KeyError) else str(error).rstrip(".")
        message = f"{name} cannot be read as a calibration: {reason}."
        raise CalibrantError(message, "file") from error
    return Calibration(record)


def write_calibration(fit: Calibration, file: Any) -> str:
    """Writes a fit as JSON, for `read_calibration()` in R and here. Returns the file's name."""
    def plain(x: Any) -> Any:
        if isinstance(x, dict):
            return {key: plain(value) for key, value in x.items()}
        if isinstance(x, (list, tuple)):
            return [plain(value) for value in x]
        return ("Inf" if x > 0 else "-Inf") if isinstance(x, float) and math.isinf(x) else x
    name = os.fspath(file)
    with open(name, "w", encoding="utf-8", newline="\n") as out:
        json.dump(plain(fit.record), out, indent=2, allow_nan=False)
        out.write("\n")
    return name
