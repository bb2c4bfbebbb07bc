"""Input and output: arrays of numpy, columns of pandas, polars and arrow, and lists. None of these
packages is needed. Input is copied: an array may change or grow while a set is in use."""
from __future__ import annotations

import ctypes
import numbers
import sys
from array import array
from collections.abc import Iterator, Mapping, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any, Optional, Sequence

from ._words import (MISSING, OBJECTS, CalibrantError, check, first, is_number, is_time, meant,
                     plain, shown, what_is)

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]

REPORTED = "Leave such trials out, and report their number."
LONG = ("longdouble", "float96", "float128")
# Blanks are not part of a name, also no-break and thin ones.
BLANKS = str.maketrans("\u00a0\u2009\u202f", "   ")


class Column:
    """An array in memory that C can read and no other object shares."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.n = len(owner)
        self.pointer = owner.buffer_info()[0] if isinstance(owner, array) else owner.ctypes.data

    def __reduce__(self) -> Any:
        return Column, (self.owner,)


def names_in(x: Any, name: str = "x") -> list[Any]:
    """The names of the columns of a table or a dictionary."""
    waits = [verb for verb in ("collect", "compute", "toPandas", "fetchnumpy") if hasattr(x, verb)]
    check(not waits or hasattr(x, "__array__"), f"`{name}` must have values: it is a query of "
          f"{type(x).__module__.split('.')[0]}. Collect them first.")
    is_arrow = hasattr(x, "column_names") and not hasattr(x, "iloc")
    own = x.column_names if is_arrow else getattr(x, "columns", ())
    return list(x if isinstance(x, Mapping) else own)


def _is_missing(value: Any) -> bool:
    return value is None or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant") or (
        isinstance(value, numbers.Number) and value != value)


def one_column(x: Any, name: str, must: str) -> Any:
    """A sequence with elements in the order of the user."""
    check(not isinstance(x, (str, bytes, bytearray, Mapping, Set, Iterator)),
          f"`{name}` {must}: it is {what_is(x)}.")
    if hasattr(x, "columns"):
        columns = names_in(x, name)
        check(len(columns) == 1,
              f"`{name}` {must}: it is a table. Choose a column, {name}[...], of {columns[:5]}.")
        return _column_at(x, 0, columns)
    check(np is None or not np.ma.is_masked(x),
          f"`{name}` must have no missing values: some elements are masked. {REPORTED}")
    return x.tolist() if isinstance(x, memoryview) and np is None else x


def listed(x: Any, name: str, must: str) -> list[Any]:
    """The elements, those of arrow as Python objects."""
    try:
        return [value.as_py() if hasattr(value, "as_py") else value for value in x]
    except TypeError as error:
        raise CalibrantError(f"`{name}` {must}: it is {what_is(x)}.") from error


def _as_array(x: Any, name: str, must: str) -> Any:
    """An array of numpy, masked if the given one is."""
    try:
        return np.asanyarray(x)
    except Exception as error:
        raise CalibrantError(f"`{name}` {must}: it is {what_is(x)}. {error}") from error


def flat(x: Any, name: str, must: str) -> Any:
    """An array of numpy of one dimension."""
    found = np.asarray(_as_array(x, name, must))
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    what = f"an array of {found.ndim} dimensions. Choose a column, as in {name}[:, 1]"
    check(found.ndim == 1, f"`{name}` {must}: it is {what if found.ndim else what_is(plain(x))}.")
    return found


def _as_float(value: Any, i: int, name: str, must: str) -> float:
    if _is_missing(value):
        return float("nan")
    value = plain(value)
    is_other = hasattr(value, "dtype") or not hasattr(value, "__float__")
    if isinstance(value, bool) or is_other and not is_number(value):
        raise CalibrantError(f"`{name}` {must}: the element at index {i} is {what_is(value)}.")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise CalibrantError(f"`{name}` {must}: at index {i}, {error}.") from error


def _check_exact(found: Any, name: str) -> None:
    """Refuses numbers that differ but would be equal as doubles."""
    values = found if isinstance(found, (list, tuple)) else ()
    if np is not None and isinstance(found, np.ndarray):
        kind = found.dtype.kind
        large = found[(found > 2**53) | (found < -2**53)] if kind in "iu" else ()
        is_fine = kind == "O" or kind == "f" and found.dtype.itemsize > 8
        values = found.ravel().tolist() if is_fine else list(map(int, large))
    for value in values:
        if isinstance(value, int) and abs(value) > 2**53 and (
                abs(value) >= 2**1023 or int(float(value)) != value):
            raise CalibrantError(f"`{name}` must have numbers that are exact as doubles: a whole "
                                 f"number of {len(str(abs(value)))} digits is not.")
    known = [v for v in values if isinstance(v, (Decimal, Fraction)) or type(v).__name__ in LONG]
    check(len(set(map(float, known))) >= len(set(known)),
          f"`{name}` must have numbers that differ as doubles: some differ only in later digits.")


def doubles(x: Any, name: str) -> Column:
    """A copy of numbers, as doubles."""
    must = "must be a sequence of numbers"
    x = one_column(x, name, must)
    if np is None and isinstance(x, array) and x.typecode in "df":
        return Column(array("d", x))
    found = x if np is None else flat(x, name, must)
    _check_exact(x if isinstance(x, (list, tuple)) else found, name)
    kind = "O" if np is None else found.dtype.kind
    if kind == "O":
        values = listed(found, name, must)
        _check_exact(values, name)
        read = [_as_float(v, i, name, must) for i, v in enumerate(values)]
        return Column(array("d", read) if np is None else np.array(read))
    if kind not in "fiu" and found.size:
        what = {"M": "dates", "m": "durations", "b": "True and False", "V": OBJECTS["fields"],
                **dict.fromkeys("UST", OBJECTS["str"])}.get(kind, f"of type {found.dtype}")
        raise CalibrantError(f"`{name}` {must}: it is {what}.")
    return Column(np.array(found, dtype=np.float64, order="C"))


def _label(value: Any) -> tuple[str, Any]:
    """A label with its key for comparisons: 1, 1.0 and True are equal, 1 and "1" are not."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    value = plain(value)
    if is_number(value) and isinstance(value, numbers.Real) and abs(value) < 1e308:
        return "number", value if isinstance(value, int) else float(value)
    return "text", str(value)


def _label_text(label: tuple[str, Any]) -> str:
    return f"{label[1]:g}" if label[0] == "number" else label[1]


def truths(x: Any, h1: Any = None) -> tuple[Column, dict[str, str]]:
    """1 where H1 is true and 0 where H2 is, with the labels of both: of booleans, of 0 and 1, or of
    two labels of which `h1` is one."""
    must = "must have one element per trial"
    x = one_column(x, "truth", must)
    if np is not None:
        found = flat(x, "truth", must)
        if h1 is None and found.dtype.kind in "biuf":
            wrong = np.flatnonzero((found != 0) & (found != 1))
            if wrong.size:
                refuse_missing(found[:wrong[0] + 1].tolist(), "truth")
                _refuse_truth(found[wrong[0]].item(), found.tolist())
            return Column(found.astype(np.int32)), {"h1": "1", "h2": "0"}
        # An array of text would turn missing values and numbers into text.
        kept = found.dtype.kind in "US" and isinstance(x, (list, tuple))
        values = listed(x if kept else found if is_time(found) else found.tolist(), "truth", must)
    else:
        values = listed(x, "truth", must)
    refuse_missing(values, "truth")
    labels = [_label(v) for v in values]
    if h1 is None:
        other = first(labels, lambda label: label not in (("number", 0.0), ("number", 1.0)))
        if other is not None:
            _refuse_truth(values[other], values)
        return _ints(label[1] == 1 for label in labels), {"h1": "1", "h2": "0"}
    levels = sorted(set(labels))
    chosen = _chosen(_label(h1), levels)
    if len(levels) > 2 or chosen is None:
        raise CalibrantError(f"`h1` must be one of the two labels in `truth`: it is {shown(h1)}, "
                             f"and the labels are {[v for _, v in levels[:5]]}."
                             f"{'' if chosen else meant(h1, map(_label_text, levels))}")
    others = [label for label in levels if label != chosen]
    names = {"h1": _label_text(chosen), "h2": _label_text(others[0]) if others else "0"}
    if names["h2"].strip().lower() in MISSING and tuple(names.values()) != ("+", "-"):
        refuse_missing([None if label in others else label for label in labels], "truth")
    return _ints(label == chosen for label in labels), names


def _chosen(h1: tuple[str, Any], levels: Sequence[tuple[str, Any]]) -> Optional[tuple[str, Any]]:
    """The label itself, or the one that is written the same."""
    like = [label for label in levels if _label_text(label) == _label_text(h1)]
    return h1 if h1 in levels else like[0] if len(like) == 1 else None


def _ints(values: Any) -> Column:
    found = array("i", [int(v) for v in values])
    return Column(found if np is None else np.array(found, dtype=np.int32))


def refuse_missing(values: list[Any], name: str, remedy: str = REPORTED) -> None:
    lost = first(values, _is_missing)
    check(lost is None, f"`{name}` must have no missing values: the element at index {lost} is "
                        f"missing. {remedy}")


def _refuse_truth(value: Any, values: list[Any]) -> None:
    more = "With two labels, `h1` names the label of H1."
    if isinstance(value, numbers.Real) and (value not in (-1, 1, 2) or len(set(values)) > 2):
        more = ("Values come first and the truth second: are they exchanged? Or these "
                f"are {OBJECTS['arrays']}.")
    raise CalibrantError(f"`truth` must be True or 1 where H1 is true, False or 0 where H2 is: "
                         f"one is {shown(value)}. {more}")


def numbered(x: Any, name: str, known: dict[Any, int]) -> Column:
    """The number of the name of each element; `known` has the names and takes new ones."""
    must = "must have one name per trial"
    values = listed(one_column(x, name, must), name, must)
    names = [None if _is_missing(v) else _label_text(_label(v)).translate(BLANKS).strip() or None
             for v in values]
    refuse_missing(names, name, "Give an item that is not known a name of its own.")
    return _ints(known.setdefault(v, len(known)) for v in names)


def room(n: int, code: str = "d") -> Column:
    """An array for n results."""
    return Column(np.empty(n, code) if np is not None else array(code, [0]) * n)


def index_of(x: Any) -> Any:
    """The index of a Series or a DataFrame of pandas, or of the first in a dictionary, or None."""
    pandas = sys.modules.get("pandas")
    known = (pandas.Series, pandas.DataFrame) if pandas is not None else ()
    columns = x.values() if isinstance(x, Mapping) else [x]
    return next((column.index for column in columns if isinstance(column, known)), None)


def aligned(x: Any, index: Any, name: str) -> Any:
    """A Series in the order of an index; one with other labels is refused."""
    own = index_of(x)
    if own is None or index is None or len(own) != len(index) or own.equals(index):
        return x
    check(own.is_unique and index.is_unique and index.isin(own).all(),
          f"The index of `{name}` must have the labels of the index of `x`, each once. To match by "
          "position, use .to_numpy().")
    return x.loc[index]


def given_back(column: Column, index: Any = None) -> Any:
    """The results: a Series with an index of pandas, where there is one; an array; a list."""
    if index is not None:
        return sys.modules["pandas"].Series(column.owner, index=index)
    return column.owner if np is not None else column.owner.tolist()


def copied(pointer: Any, n: int, code: str = "d") -> Column:
    """A copy of data in the library."""
    column = room(n, code)
    ctypes.memmove(column.pointer, pointer, n * column.owner.itemsize)
    return column


def table(**columns: Any) -> Any:
    """A DataFrame if pandas is installed, otherwise the columns by name."""
    try:
        import pandas
    except ImportError:
        return columns
    return pandas.DataFrame(columns)


def as_sequence(x: Any, name: str) -> tuple[Column, bool]:
    """One number or several, and whether it is one."""
    is_one = isinstance(plain(x), numbers.Number)
    return doubles([x] if is_one else x, name), is_one


def same_length(**columns: Any) -> tuple[list[Column], bool]:
    """Repeats single numbers to the length of the others; also tells whether all are single."""
    read, single = zip(*(as_sequence(x, name) for name, x in columns.items()))
    n = max(column.n for column in read)
    lengths = ", ".join(f"`{name}` has {c.n}" for name, c in zip(columns, read))
    check(all(column.n in (1, n) for column in read),
          f"Arguments must have one element or the same length: {lengths}.")
    return [c if c.n == n else doubles([c.owner[0]] * n, "") for c in read], all(single)


def columns_of(x: Any) -> tuple[Any, Optional[list[str]]]:
    """A matrix with a row per trial, column by column, and the names of the columns."""
    check(np is not None, "Fusion takes a matrix, and needs numpy.")
    must = ("must be a matrix of numbers with a row per trial and a column per system, as in "
            "fuse({'a': a, 'b': b}, truth)")
    if isinstance(x, Mapping) or hasattr(x, "columns"):
        own = names_in(x)
        names = [str(name) for name in own]
        twice = sorted({name for name in names if names.count(name) > 1})
        check(not twice, f"The names of columns must differ: several are named {twice}.")
        columns = [aligned(_column_at(x, k, own), index_of(x), n) for k, n in enumerate(names)]
        return _stacked([doubles(column, n) for column, n in zip(columns, names)]), names
    found = _as_array(x, "x", must)
    what = f"its shape is {found.shape}" if found.ndim else f"it is {what_is(x)}"
    check(found.ndim == 2 and found.shape[1] > 0, f"`x` {must}: {what}.")
    return _stacked([doubles(found[:, k], "x") for k in range(found.shape[1])]), None


def _stacked(columns: Sequence[Column]) -> Any:
    check(len({column.n for column in columns}) == 1,
          "`x` must have at least one column, and columns of one length.")
    return np.column_stack([column.owner for column in columns]).copy(order="F")


def _column_at(x: Any, k: int, names: list[Any]) -> Any:
    if hasattr(x, "iloc"):
        return x.iloc[:, k]
    return x.column(k) if hasattr(x, "column") else x[names[k]]
