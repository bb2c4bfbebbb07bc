"""The rules for calibration files, which are those of read_calibration() of R: its JSON Schema, and
rules that a schema cannot express. R has the reasons."""
from __future__ import annotations

import json
import math
import os
import re
from typing import Any, Iterator, Optional

from ._words import CalibrantError

FORMAT = "calibrant calibration"
METHODS = {"logistic": "affine", "gaussian": "affine", "beta": "beta", "bigaussian": "lines",
           "pav": "blocks", "spline": "spline", "kde": "kernel_ratio",
           "four_parameter": "four_parameter", "fusion": "weighted_sum"}
COVARIANCES = ("vcov", "vcov_sandwich", "vcov_hessian", "vcov_shared")
SINGLE = ("objective", "df", "iterations", "minimum", "n_items", "design_effect", "form")


def _is_number(x: Any) -> bool:
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


TYPES = {
    "object": lambda x: isinstance(x, dict) or x == [], "array": lambda x: isinstance(x, list),
    "string": lambda x: isinstance(x, str), "number": _is_number,
    "integer": lambda x: _is_number(x) and x == math.floor(x),
    "boolean": lambda x: isinstance(x, bool), "null": lambda x: x is None,
}


def _problems(value: Any, schema: dict[str, Any], at: str, root: dict[str, Any]) -> Iterator[str]:
    """Yields the problems in words."""
    what = f"`{at}`" if at else "the object"
    for keyword, rule in schema.items():
        if keyword == "$ref":
            yield from _problems(value, root["$defs"][rule.rsplit("/", 1)[1]], at, root)
        elif keyword == "type":
            kinds = [rule] if isinstance(rule, str) else rule
            if not any(TYPES[kind](value) for kind in kinds):
                yield f"{what} must be of type {' or '.join(kinds)}, and is {_short(value)}"
        elif keyword == "const":
            if isinstance(value, bool) or value != rule:
                yield f"{what} must be {rule}, and is {_short(value)}"
        elif keyword == "enum":
            if not isinstance(value, str) or value not in rule:
                yield f"{what} must be one of {', '.join(rule)}, and is {_short(value)}"
        elif keyword == "pattern":
            if isinstance(value, str) and not re.search(rule.replace("$", r"\Z"), value):
                yield f"{what} must match {rule}"
        elif keyword == "required":
            lacking = [n for n in rule if n not in value] if isinstance(value, (dict, list)) else []
            if lacking:
                yield f"{what} lacks {', '.join(lacking)}"
        elif keyword in LIMITS:
            if _is_number(value) and not LIMITS[keyword][0](value, rule):
                yield f"{what} must be {LIMITS[keyword][1]} {rule}, and is {value}"
        elif keyword in SIZES:
            if isinstance(value, (list, dict)) and not SIZES[keyword][0](len(value), rule):
                yield f"{what} must have {SIZES[keyword][1]} {rule} elements"
        elif keyword == "properties" and isinstance(value, dict):
            for name in rule.keys() & value.keys():
                yield from _problems(value[name], rule[name], f"{at}.{name}".lstrip("."), root)
        elif keyword == "items" and isinstance(value, list):
            for i, element in enumerate(value):
                yield from _problems(element, rule, f"{at}[{i}]", root)
        elif keyword == "anyOf":
            if not any(_fits(value, part, root) for part in rule):
                yield f'{what} must be a number, "Inf" or "-Inf", and is {_short(value)}'
        elif keyword == "allOf":
            for part in rule:
                yield from _problems(value, part, at, root)
        elif keyword == "if":
            branch = schema.get("then" if _fits(value, rule, root) else "else")
            yield from _problems(value, branch, at, root) if branch else ()


def _fits(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    return next(_problems(value, schema, "", root), None) is None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


LIMITS = {"minimum": (lambda x, y: x >= y, "at least"), "maximum": (lambda x, y: x <= y, "at most"),
          "exclusiveMinimum": (lambda x, y: x > y, "above"),
          "exclusiveMaximum": (lambda x, y: x < y, "below")}
SIZES = {"minItems": (lambda x, y: x >= y, "at least"),
         "maxItems": (lambda x, y: x <= y, "at most")}
with open(os.path.join(os.path.dirname(__file__), "calibration.json"), encoding="utf-8") as _file:
    SCHEMA = json.load(_file)


def check_record(record: Any) -> None:
    """Raises CalibrantError of kind "file" where R would refuse the file, or needs R to apply it."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise CalibrantError(f"it is not a {FORMAT}", "file")
    for name, what in (("classes", "of many classes"), ("conditions", "with conditions")):
        if name in record:
            raise CalibrantError(f"calibrations {what} are applied in R", "file")
    problem = next(_problems(record, SCHEMA, "", SCHEMA), None) or next(
        _disagreements(record), None)
    if problem:
        raise CalibrantError(problem, "file")


def _disagreements(record: dict[str, Any]) -> Iterator[str]:
    if "scale" in record and (record["scale"] == "score") != (record["input"] == "score"):
        yield "`input` and `scale` contradict each other"
    if (record.get("scale") == "prob") != (record.get("input_prior") is not None):
        yield "`input_prior` must be there with the scale prob, and with no other scale"
    names = [system.get("name") for system in record["systems"]]
    if len(names) > 1 and (None in names or len(set(names)) < len(names)):
        yield "several systems must have names that differ"
    yield from _wrong_bounds(record.get("bounds"))
    yield from _wrong_settings(record["method"], record.get("settings") or {})
    for system in record["systems"]:
        what = system["function"]
        if what["type"] != METHODS[record["method"]]:
            yield (f"the method {record['method']} has a function of type "
                   f"{METHODS[record['method']]}, not {what['type']}")
        else:
            yield from _wrong_function(what, record["prior"])
            yield from _wrong_statistics(what, system.get("statistics") or {})
            yield from _wrong_numbers(system)


def _wrong_bounds(bounds: Optional[dict[str, Any]]) -> Iterator[str]:
    own = {one["system"]: numbers_of([one["lower"], one["upper"]]) for one in bounds["systems"]
           } if bounds else {}
    if bounds and len(own) < len(bounds["systems"]):
        yield "`systems` of `bounds` must have different names"
    levels = {at["level"] for at in bounds["limits"]} if bounds else set()
    found = [(at["system"], at["level"], at["of"]) for at in (bounds or {}).get("limits", [])]
    if sorted(found) != sorted((s, v, of) for s in own for v in levels for of in ("lower", "upper")):
        yield "`limits` must have each level, system and end once"
    for at in bounds["limits"] if bounds else ():
        low, high = own.get(at["system"], (math.nan, math.nan))
        a, b = numbers_of([at["lower"], at["upper"]])
        (a, low), (b, high) = ((a, low), (b, high)) if at["of"] == "lower" else ((low, a), (high, b))
        if not (a <= low <= 0 <= high and a <= 0 <= b <= high):
            yield "the `limits` must enclose the `bounds`, which enclose 0"


def _wrong_settings(method: str, settings: dict[str, Any]) -> Iterator[str]:
    def numbers(x: Any) -> Optional[list[float]]:
        values = x if isinstance(x, list) else [x]
        return list(map(float, values)) if values and all(
            isinstance(v, (int, float)) and math.isfinite(v) for v in values) else None
    for name, value in settings.items():
        if isinstance(value, dict) or isinstance(value, list) and any(
                isinstance(v, (dict, list)) for v in value):
            yield f"`settings.{name}` must be a word, or one or more numbers"
    if method in ("logistic", "beta", "bigaussian", "spline") and "penalty" in settings:
        found = numbers(settings["penalty"])
        if found is None or len(found) != 1 or found[0] < 0:
            yield "`settings.penalty` must be a number that is not negative"
    if method == "pav" and settings.get("infinite", "keep") not in ("keep", "clip", "add_misleading"):
        yield "`settings.infinite` must be keep, clip or add_misleading"
    if method == "kde" and settings.get("bandwidth", "rule") != "rule":
        found = numbers(settings["bandwidth"])
        if found is None or len(found) > 2 or min(found) <= 0:
            yield "`settings.bandwidth` must be rule, or one or two positive numbers"


def numbers_of(values: list[Any]) -> list[float]:
    return [float(v) if isinstance(v, (int, float)) else math.nan if v is None else
            math.copysign(math.inf, -1 if v == "-Inf" else 1) for v in values]


def _rises(values: list[Any], apart: bool = False) -> bool:
    x = numbers_of(values)
    return all(a < b if apart else a <= b for a, b in zip(x, x[1:]))


def _alike(*columns: list[Any]) -> bool:
    return len(set(map(len, columns))) == 1


def _wrong_function(what: dict[str, Any], prior: float) -> Iterator[str]:
    kind = what["type"]
    if kind == "weighted_sum" and not _alike(what["inputs"], what["slopes"]):
        yield "`inputs` and `slopes` must have one length"
    if kind == "weighted_sum" and len(set(what["inputs"])) < len(what["inputs"]):
        yield "`inputs` must differ"
    if kind == "lines" and not _alike(what["x"], what["y"]):
        yield "`x` and `y` must have one length"
    if kind == "lines" and not (_rises(what["x"], True) and _rises(what["y"])):
        yield "`x` must rise from element to element, and `y` must not fall"
    if kind == "spline" and not (_alike(what["knots"], what["slopes"])
                                 and _rises(what["knots"], True)):
        yield "`knots` must rise from element to element, and have as many `slopes`"
    if kind == "blocks" and not _alike(what["min"], what["max"], what["log10_lr"]):
        yield "`min`, `max` and `log10_lr` must have one length"
    if kind == "blocks" and not (_rises(what["log10_lr"]) and _rises(
            [end for pair in zip(what["min"], what["max"]) for end in pair])):
        yield "`log10_lr` must not fall, and blocks must follow each other from `min` to `max`"
    if kind == "beta":
        odds = math.log(prior / (1 - prior))
        if abs(what["log_odds"] - odds) > 1e-9 * (1 + abs(what["log_odds"])):
            yield f"`log_odds` ({what['log_odds']}) must be those of `prior` ({prior})"
    if len(what.get("at_infinity", "12")) != 2:
        yield "`at_infinity` must have two elements"
    if kind == "four_parameter" and not _rises(what["at_infinity"], True):
        yield "`at_infinity` must rise"
    if kind == "kernel_ratio":
        for h in ("h1", "h2"):
            if not (_alike(what[h]["at"], what[h]["n"]) and _rises(what[h]["at"], True)
                    and math.isfinite(sum(what[h]["n"]))):
                yield f"`at` of {h} must rise, and have an `n` for each element"
        if not _rises(what["range"], True):
            yield "`range` must rise"


def _wrong_statistics(what: dict[str, Any], statistics: dict[str, Any]) -> Iterator[str]:
    kind = what["type"]
    d = {"affine": 2, "beta": 3, "lines": 1, "spline": 1, "kernel_ratio": 2, "blocks": 0,
         "four_parameter": 4}
    n = d[kind] if kind in d else len(what["slopes"]) + 1
    for name in COVARIANCES:
        if len(statistics.get(name, ())) not in (0, n * n):
            yield f"`{name}` must have {n * n} elements"
    for name in SINGLE:
        if len(statistics.get(name, ())) > 1:
            yield f"`{name}` must have one element"
    if kind in ("lines", "spline") and len(statistics.get("coefficients", ())) > 1:
        yield "`coefficients` must have one element"
    if kind == "blocks" and statistics.get("df") and statistics["df"][0] != len(what["min"]):
        yield "`df` must be the number of blocks"


def _wrong_numbers(system: dict[str, Any]) -> Iterator[str]:
    ends = [end for end in numbers_of(system.get("range", [])) if end == end]
    if ends != sorted(ends):
        yield "`range` must not fall"
    training = system.get("training")
    if training is not None:
        sums = [math.fsum(training[name]) if training[name] else 0 for name in ("n_h1", "n_h2")]
        if not (_alike(*(training[name] for name in ("value", "n_h1", "n_h2")))
                and _rises(training["value"], True) and min(sums) > 0):
            yield "`training` must have ascending `value` with an `n_h1` and an `n_h2` for each"
