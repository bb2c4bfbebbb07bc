"""Errors, warnings, and suggestions for misspelt names."""
from __future__ import annotations

import difflib
import functools
import inspect
import math
import numbers
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Set
from typing import Any, Callable, Iterable, Optional, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class CalibrantError(ValueError):
    """An error. `kind` is the last word of its class in R:
    "input", "one_class", "score", "infinite", "constant", "separable", "size", "memory", "file"
    or "collinear"."""

    def __init__(self, message: str, kind: str = "input") -> None:
        super().__init__(message)
        self.kind = kind


class CalibrantArgumentError(CalibrantError, TypeError):
    """A function was called without an argument that it needs, or with one that it does not
    have."""


class CalibrantWarning(UserWarning):
    """A warning about a result that needs care."""


for _class in (CalibrantError, CalibrantArgumentError, CalibrantWarning):
    _class.__module__ = "calibrant"


def check(holds: Any, message: str, kind: str = "input") -> None:
    if not holds:
        raise CalibrantError(message, kind)


def warn(message: str) -> None:
    """Warns, with the line of the user's code."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").split(".")[0] == "calibrant":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, CalibrantWarning, level)


def data(name: str) -> str:
    """The text of a file of this package."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


# Names in other packages of functions, arguments and words: a line has ours, then theirs.
ELSEWHERE: dict[str, list[str]] = {}
for _ours, *_theirs in map(str.split, data("elsewhere.txt").splitlines()):
    for _name in _theirs:
        ELSEWHERE.setdefault(_name, []).append(_ours)

# Objects in the place of others, in words, with the call that takes them, by names of classes.
OBJECTS = dict(line.split(": ", 1) for line in data("objects.txt").splitlines())

# Words of the field for columns and labels, among them those for missing labels, and the pattern of
# a scale in the name of a column.
WORDS = data("roles.dcf").encode()
MISSING = {"", *WORDS.decode().split("\nmissing: ")[1].split("\n")[0].split(", ")}
SCALE_IN_NAME = re.compile(WORDS.decode().split("scale_in_name: ")[1].split("\n")[0], re.I)


def meant(found: Any, known: Iterable[str]) -> str:
    """A sentence with the known name that is most similar to the given one, or nothing."""
    by_case = {name.lower(): name for name in known}
    asked = str(found).lower().replace("-", "_")
    like = [name for name in ELSEWHERE.get(asked, ()) if name in by_case]
    like = like or difflib.get_close_matches(asked, by_case, 1, 0.7)
    return f" Did you mean {' or '.join(repr(by_case[name]) for name in like)}?" if like else ""


def no_attribute(self: Any, name: str) -> Any:
    """Refuses an attribute that an object does not have, as objects of other packages do."""
    more = meant(name, [*dir(self), *sys.modules["calibrant"].__all__])
    raise AttributeError(f"{type(self).__name__} has no {name!r}: functions take it, f(x).{more}")


def is_time(value: Any) -> bool:
    """Recognises a date or a duration of numpy, which makes whole numbers of both."""
    return getattr(getattr(value, "dtype", None), "kind", None) in ("m", "M")


def is_number(value: Any) -> bool:
    """Recognises one number that is no time and not NaN."""
    return isinstance(value, numbers.Number) and not is_time(value) and value == value


def plain(value: Any) -> Any:
    """A single value of numpy as one of Python, unless it is a time or masked."""
    ndim = getattr(value, "ndim", None)
    is_one = isinstance(ndim, int) and ndim == 0 and hasattr(value, "item")
    stays = is_one and (is_time(value) or getattr(value, "mask", False))
    return value.item() if is_one and not stays else value


def flag(value: Any, name: str) -> bool:
    found = plain(value)
    check(isinstance(found, bool), f"`{name}` must be True or False: it is {shown(value)}.")
    return bool(found)


def shown(value: Any) -> str:
    """The given value, in one short line."""
    text = " ".join(repr(plain(value)).split())
    return text if len(text) <= 60 else f"{text:.57}..."


def what_is(x: Any) -> str:
    """An object that an argument cannot take, in words, with the call that takes it."""
    names = [kind.__name__ for kind in (*type(x).__mro__, Mapping, Set, Iterator)
             if isinstance(x, kind)]
    names += ["DataFrame"] * (hasattr(x, "__dataframe__") or hasattr(x, "__arrow_c_stream__"))
    parts = list(x.values()) if "Mapping" in names else x if type(x) in (list, tuple) else []
    if isinstance(x, str) and re.search(r"\.[A-Za-z]\w*$", x):
        names = ["PurePath"]
    elif parts and all(type(part).__name__ == "LRSet" for part in parts):
        return f"several sets. Choose one, as in x[{next(iter(x)) if names[0] == 'dict' else 0!r}]"
    elif len(parts) == 2 and all(hasattr(part, "__len__") for part in parts):
        names = ["arrays"]
    return next((OBJECTS[name] for name in names if name in OBJECTS), f"of type {names[0]}")


def choice(value: Any, known: Iterable[str], name: str, more: str = "") -> str:
    known = list(known)
    if not isinstance(value, str) or value not in known:
        must = f"be one of {', '.join(known)}" if known else "not be given"
        found = "not given" if value is None else shown(value)
        raise CalibrantError(f"`{name}` must {must}: it is {found}.{meant(value, known)}{more}")
    return value


def number(value: Any, name: str, low: float = -math.inf, high: float = math.inf, *,
           inside: bool = False) -> float:
    """One number between two bounds, which are excluded if it must be `inside`."""
    single = plain(value)
    known = is_number(single) and not isinstance(single, (bool, complex))
    found = float(single) if known and abs(single) < 1e308 else math.nan
    if not (low < found < high if inside else low <= found <= high):
        must = (f"inside ({low:g}, {high:g})" if inside else "between 0 and 1" if high == 1 else
                "a number that is not negative" if low == 0 else "a finite number")
        more = f" Write {found:g} per cent as {found / 100:g}." if 1 < found <= 100 else ""
        raise CalibrantError(f"`{name}` must be {must}: it is {shown(value)}.{more}")
    return found


def unused(by: str, **given: bool) -> None:
    """Refuses an argument that was given and that the choice `by` does not use."""
    for name in (name for name, is_given in given.items() if is_given):
        raise CalibrantError(f"{by} does not use `{name}`.")


def whole(value: Any, name: str, low: int, high: float = math.inf) -> int:
    """A whole number, which may be a float; a number too large for C becomes the largest that
    fits."""
    value = plain(value)
    known = is_number(value) and not isinstance(value, (bool, complex))
    if not known or not low <= value <= high or value % 1 != 0 and value != math.inf:
        must = f"{low} or more" if high == math.inf else f"from {low} to {high:,}".replace(",", " ")
        raise CalibrantError(f"`{name}` must be a whole number, {must}: it is {shown(value)}.")
    return int(min(value, max(high, 2**31 - 1) if high < math.inf else 2**31 - 1))


def public(function: F) -> F:
    """The function with a check of the names of its arguments. All errors of arguments become
    ours."""
    names = {n: p for n, p in inspect.signature(function).parameters.items() if n != "self"}
    called = function.__qualname__.replace(".__init__", "")
    listed = ", ".join(n + "=" * (p.kind is p.KEYWORD_ONLY) for n, p in names.items())

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs.keys() - names:
            more = meant(name, names) or f" They are {listed}."
            raise CalibrantArgumentError(f"{called}() has no argument {name!r}.{more}")
        try:
            return function(*args, **kwargs)
        except CalibrantError:
            raise
        except (TypeError, ValueError, AttributeError, ArithmeticError, LookupError, BufferError,
                RuntimeError) as error:
            more = f" They are {listed}." if "positional" in str(error) else ""
            if more and "x" in names and "truth" not in names:
                more += f" It takes a set, as in {called}(lr_set(x, truth, scale))."
            raise CalibrantArgumentError(
                f"{called}() cannot use its arguments: {error}.{more}") from error
    return checked  # type: ignore[return-value]


def first(values: Iterable[Any], holds: Callable[[Any], bool]) -> Optional[int]:
    """The index of the first value that meets the condition."""
    return next((i for i, value in enumerate(values) if holds(value)), None)
