"""Arrays of numpy, columns of pandas and plain lists, in and out. Neither package is needed."""
from __future__ import annotations

import ctypes
import sys
from array import array
from typing import Any, Optional, Sequence

from ._library import CalibrantError

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]


class Column:
    """An array in memory that C can read, and what keeps it there."""

    __slots__ = ("owner", "pointer", "n")

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.n = len(owner)
        if isinstance(owner, array):
            self.pointer = owner.buffer_info()[0]
        elif np is not None and isinstance(owner, np.ndarray):
            self.pointer = owner.ctypes.data
        else:
            self.pointer = ctypes.addressof(owner)


def _plain(x: Any, code: str, name: str) -> array:
    if isinstance(x, array) and x.typecode == code:
        return x
    try:
        if isinstance(x, (str, bytes, dict)) or any(isinstance(v, (str, bytes)) for v in x):
            raise TypeError("it has text")
        return array(code, x)
    except (TypeError, OverflowError) as error:
        raise CalibrantError(f"`{name}` must be a sequence of numbers: {error}.") from error


def doubles(x: Any, name: str) -> Column:
    """Doubles without a copy, where they are such already; other numbers are converted."""
    if np is None:
        return Column(_plain(x, "d", name))
    try:
        found = np.asarray(x)
    except (TypeError, ValueError) as error:
        raise CalibrantError(f"`{name}` must be a sequence of numbers: {error}.") from error
    if found.dtype == object and found.ndim == 1 and not any(isinstance(v, str) for v in found):
        try:
            found = found.astype(float)
        except (TypeError, ValueError):
            pass
    if found.dtype.kind not in "fiub" and found.size or found.ndim != 1:
        raise CalibrantError(f"`{name}` must be a sequence of numbers: it is {_describe(found)}.")
    return Column(np.ascontiguousarray(found, dtype=np.float64))


def _describe(found: Any) -> str:
    if found.ndim == 0:
        return "a single value"
    if found.ndim > 1:
        return f"an array of {found.ndim} dimensions"
    return "text" if found.dtype.kind in "US" else f"of type {found.dtype}"


def truths(x: Any, h1: Any = None) -> Column:
    """1 where H1 is true and 0 where H2 is: of booleans, of 0 and 1, or of two labels of which `h1`
    is one."""
    if isinstance(x, (str, bytes)):
        raise CalibrantError("`truth` must have one element per trial: it is a text.")
    if np is not None and h1 is None:
        found = np.asarray(x)
        if found.ndim == 1 and found.dtype.kind == "b":
            return Column(np.ascontiguousarray(found, dtype=np.int32))
        if found.ndim == 1 and found.dtype.kind in "iuf":
            if not ((found == 0) | (found == 1)).all():
                raise _not_true_or_false(found[(found != 0) & (found != 1)][0].item())
            return Column(np.ascontiguousarray(found, dtype=np.int32))
    try:
        values = list(x)
    except TypeError as error:
        raise CalibrantError(f"`truth` must have one element per trial: {error}.") from error
    if h1 is not None:
        for i, v in enumerate(values):
            if v is None or type(v).__name__ == "NAType" or v != v:
                raise CalibrantError(f"`truth` must not be missing: the one at index {i} is.")
        levels = {str(v) for v in values}
        if len(levels) > 2 or str(h1) not in levels:
            raise CalibrantError(f"`h1` must be one of the two labels in `truth`: it is {h1!r}, "
                                 f"and they are {sorted(levels)[:5]}.")
        values = [str(v) == str(h1) for v in values]
    for v in values:
        known = isinstance(v, (bool, int, float)) or type(v).__name__ == "bool_"
        if not known or v not in (0, 1):
            raise _not_true_or_false(v)
    return Column(array("i", [int(v) for v in values]))


def _not_true_or_false(value: Any) -> CalibrantError:
    return CalibrantError(f"`truth` must be True or 1 where H1 is true, False or 0 where H2 is: "
                          f"one is {value!r}. Of two labels `h1` names that of H1.")


def room(n: int) -> Column:
    """An array for n results."""
    return Column(np.empty(n) if np is not None else array("d", bytes(8 * n)))


def flags(n: int) -> Column:
    return Column(np.empty(n, np.int32) if np is not None else array("i", bytes(4 * n)))


def given_back(column: Column, like: Any = None) -> Any:
    """The results: a Series with the index of `like`, where that is one; an array; a list."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(like, pandas.Series):
        return pandas.Series(column.owner, index=like.index)
    return column.owner if np is not None else column.owner.tolist()


def copied(pointer: Any, n: int) -> Any:
    """A copy of what belongs to a set."""
    column = room(n)
    ctypes.memmove(column.pointer, pointer, 8 * n)
    return given_back(column)


def table(**columns: Any) -> Any:
    """A DataFrame where pandas is there, and the columns by name otherwise."""
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


def as_sequence(x: Any, name: str) -> tuple[Column, bool]:
    """One number or several, and whether it is one."""
    is_one = isinstance(x, (int, float)) or getattr(x, "ndim", 1) == 0
    return doubles([float(x)] if is_one else x, name), is_one


def same_length(columns: dict[str, Any]) -> list[Column]:
    """One number stands for as many as the others are."""
    read = [as_sequence(x, name)[0] for name, x in columns.items()]
    n = max(column.n for column in read)
    if any(column.n not in (1, n) for column in read):
        lengths = ", ".join(f"`{name}` has {c.n}" for name, c in zip(columns, read))
        raise CalibrantError(f"There must be one element, or as many as of the others: {lengths}.")
    return [c if c.n == n else doubles([c.owner[0]] * n, "") for c in read]


def columns_of(x: Any) -> tuple[Any, Optional[Sequence[str]]]:
    """A matrix with a row per trial, column by column, and the names of the columns."""
    if np is None:
        raise CalibrantError("Fusion takes a matrix, and needs numpy.")
    names = [str(name) for name in x.columns] if hasattr(x, "columns") else None
    try:
        found = np.asarray(x, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise CalibrantError(f"`x` must be a matrix of numbers: {error}.") from error
    if found.ndim != 2 or found.shape[1] < 1:
        raise CalibrantError("`x` must be a matrix with a row per trial and a column per system: "
                             f"it is an array of {found.ndim} dimensions.")
    return np.asfortranarray(found), names
