"""The rules for calibration files, which are those of read_calibration() of R: its JSON Schema, and
rules that a schema cannot express. R has the reasons."""
from __future__ import annotations

import json
import math
import re
from typing import Any, Callable, Iterable, Iterator, Optional

from ._words import check, data, shown

FORMAT = "calibrant calibration"
N_COEFFICIENTS = {"affine": 2, "beta": 3, "lines": 1, "spline": 1, "kernel_ratio": 2, "blocks": 0,
                  "four_parameter": 4}
SCHEMA = json.loads(data("calibration.json"))


def _is_number(x: Any) -> bool:
    return isinstance(x, float) and math.isfinite(x) or type(x) is int and abs(x) < 1e308


def _is_of(x: Any, kinds: Any) -> bool:
    return any(TYPES[kind](x) for kind in ([kinds] if isinstance(kinds, str) else kinds))


TYPES = {
    "object": lambda x: isinstance(x, dict) or x == [], "array": lambda x: isinstance(x, list),
    "string": lambda x: isinstance(x, str), "number": _is_number,
    "integer": lambda x: _is_number(x) and x == math.floor(x),
    "boolean": lambda x: isinstance(x, bool), "null": lambda x: x is None,
}
# Keywords of the schema, with the types they apply to, their condition and its words.
ANY, SIZED = (), ("array", "object")
PLAIN: dict[str, tuple[Any, Callable[[Any, Any], bool], str]] = {
    "type": (ANY, _is_of, "be of type"),
    "const": (ANY, lambda x, y: type(x) in (str, int, float) and x == y, "be"),
    "enum": (ANY, lambda x, y: isinstance(x, str) and x in y, "be one of"),
    "pattern": ("string", lambda x, y: bool(re.search(y.replace("$", r"\Z"), x)), "match"),
    "minimum": ("number", lambda x, y: x >= y, "be at least"),
    "maximum": ("number", lambda x, y: x <= y, "be at most"),
    "exclusiveMinimum": ("number", lambda x, y: x > y, "be above"),
    "exclusiveMaximum": ("number", lambda x, y: x < y, "be below"),
    "minItems": (SIZED, lambda x, y: len(x) >= y, "have a length of at least"),
    "maxItems": (SIZED, lambda x, y: len(x) <= y, "have a length of at most"),
}


def _problems(value: Any, schema: dict[str, Any], at: str) -> Iterator[str]:
    """Yields the faults of a value, in words."""
    what = f"`{at}`" if at else "the object"
    for keyword, rule in schema.items():
        if keyword in PLAIN:
            kinds, holds, words = PLAIN[keyword]
            if (kinds == ANY or _is_of(value, kinds)) and not holds(value, rule):
                must = ", ".join(rule) if isinstance(rule, list) else rule
                yield f"{what} must {words} {must}, and is {shown(value)}"
        elif keyword == "required" and _is_of(value, SIZED):
            lacking = [name for name in rule if name not in value]
            if lacking:
                yield f"{what} lacks {', '.join(lacking)}"
        elif keyword == "$ref":
            yield from _problems(value, SCHEMA["$defs"][rule.rsplit("/", 1)[1]], at)
        elif keyword in ("properties", "additionalProperties") and isinstance(value, dict):
            named = schema.get("properties", {})
            for name in value.keys() & rule if rule is named else value.keys() - named:
                part = rule[name] if rule is named else rule
                yield from _problems(value[name], part, f"{at}.{name}".lstrip("."))
        elif keyword == "items" and isinstance(value, list):
            for i, element in enumerate(value):
                yield from _problems(element, rule, f"{at}[{i}]")
        elif keyword == "anyOf":
            found = [next(_problems(value, part, at), None) for part in rule]
            if None not in found:
                yield ", or ".join(map(str, found))
        elif keyword == "allOf":
            for part in rule:
                yield from _problems(value, part, at)
        elif keyword == "if":
            fits = next(_problems(value, rule, at), None) is None
            yield from _problems(value, schema.get("then" if fits else "else", {}), at)


def check_record(record: Any) -> None:
    """Raises CalibrantError of kind "file" where R would refuse the file, or needs R to apply
    it."""
    known = isinstance(record, dict) and record.get("format") == FORMAT
    check(known, f"it is not a {FORMAT}", "file")
    for name, what in (("classes", "of many classes"), ("conditions", "with conditions")):
        check(name not in record, f"calibrations {what} are applied in R", "file")
    problem = next(_problems(record, SCHEMA, ""), None) or next(_disagreements(record), None)
    check(not problem, str(problem), "file")


def _disagreements(record: dict[str, Any]) -> Iterator[str]:
    names = [system.get("name") for system in record["systems"]]
    if len(names) > 1 and (None in names or len(set(names)) < len(names)):
        yield "several systems must have names that differ"
    if record.get("bounds"):
        yield from _wrong_bounds(record["bounds"])
    for system in record["systems"]:
        yield from _wrong_function(system["function"], record["prior"])
        yield from _wrong_statistics(system["function"], system.get("statistics") or {})
        yield from _wrong_numbers(system)


def _wrong_bounds(bounds: dict[str, Any]) -> Iterator[str]:
    own = ends_by_system(bounds)
    if len(own) < len(bounds["systems"]):
        yield "`systems` of `bounds` must have different names"
    limits = bounds["limits"]
    levels, ends = {at["level"] for at in limits}, ("lower", "upper")
    wanted = [(system, level, end) for system in own for level in levels for end in ends]
    if sorted((at["system"], at["level"], at["of"]) for at in limits) != sorted(wanted):
        yield "`limits` must have each level, system and end once"
    for at in limits:
        low, high = own.get(at["system"], (math.nan, math.nan))
        a, b = numbers_of([at["lower"], at["upper"]])
        if not _rises([a, low, 0, b, high] if at["of"] == "lower" else [low, a, 0, high, b]):
            yield "the `limits` must enclose the `bounds`, which enclose 0"


def ends_by_system(bounds: Optional[dict[str, Any]]) -> dict[str, list[float]]:
    """The bounds of a record on log10 LRs."""
    systems = bounds["systems"] if bounds else []
    return {one["system"]: numbers_of([one["lower"], one["upper"]]) for one in systems}


def numbers_of(values: list[Any]) -> list[float]:
    return [float(v) if isinstance(v, (int, float)) else math.nan if v is None else
            math.copysign(math.inf, -1 if v == "-Inf" else 1) for v in values]


def listed_numbers(values: Iterable[float]) -> list[Any]:
    """Numbers as a file has them, infinite ones in words."""
    return [v if math.isfinite(v) else "Inf" if v > 0 else "-Inf" for v in map(float, values)]


def _rises(values: list[Any], apart: bool = False) -> bool:
    x = numbers_of(values)
    return all(a < b if apart else a <= b for a, b in zip(x, x[1:]))


ALIKE = {"weighted_sum": ("inputs", "slopes"), "lines": ("x", "y"), "spline": ("knots", "slopes"),
         "blocks": ("min", "max", "log10_lr")}
RISING = {"lines": "x", "spline": "knots", "four_parameter": "at_infinity", "kernel_ratio": "range"}


def _wrong_function(what: dict[str, Any], prior: float) -> Iterator[str]:
    kind = what["type"]
    alike, rising = ALIKE.get(kind, ()), RISING.get(kind)
    if len({len(what[name]) for name in alike}) > 1:
        yield f"`{'`, `'.join(alike)}` must have one length"
    if rising and not _rises(what[rising], True):
        yield f"`{rising}` must rise from element to element"
    if kind == "lines" and not _rises(what["y"]):
        yield "`y` must not fall"
    if kind == "weighted_sum" and len({"offset", *what["inputs"]}) <= len(what["inputs"]):
        yield "`inputs` must differ, and not be \"offset\""
    ends = [end for pair in zip(what.get("min", ()), what.get("max", ())) for end in pair]
    if kind == "blocks" and not (_rises(what["log10_lr"]) and _rises(ends)):
        yield "`log10_lr` must not fall, and blocks must follow each other from `min` to `max`"
    odds = math.log(prior / (1 - prior))
    if kind == "beta" and abs(what["log_odds"] - odds) > 1e-9 * (1 + abs(what["log_odds"])):
        yield f"`log_odds` ({what['log_odds']}) must be those of `prior` ({prior})"
    for density in [what["h1"], what["h2"]] if kind == "kernel_ratio" else []:
        if not (len(density["at"]) == len(density["n"]) and _rises(density["at"], True)
                and math.isfinite(sum(density["n"]))):
            yield "`at` must rise, and have an `n` for each element"


def _wrong_statistics(what: dict[str, Any], statistics: dict[str, Any]) -> Iterator[str]:
    kind = what["type"]
    n = N_COEFFICIENTS[kind] if kind in N_COEFFICIENTS else len(what["slopes"]) + 1
    for name in ("vcov", "vcov_sandwich", "vcov_hessian", "vcov_shared"):
        if len(statistics.get(name, ())) not in (0, n * n):
            yield f"`{name}` must have {n * n} elements"
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
        if not (len(training["value"]) == len(training["n_h1"]) == len(training["n_h2"])
                and _rises(training["value"], True) and min(sums) > 0):
            yield "`training` must have ascending `value` with an `n_h1` and an `n_h2` for each"
