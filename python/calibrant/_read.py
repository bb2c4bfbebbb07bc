"""Files of scores, read by the kernels by which R reads them."""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import zipfile
import zlib
from array import array
from contextlib import nullcontext, suppress
from ctypes import POINTER, byref, c_char_p, c_void_p, cast
from functools import partial
from typing import Any, Literal, Mapping, Optional, Union

from ._arrays import Column, copied, np, table
from ._files import name_of, reason
from ._library import FIELDS, Asked, Names, Text, Trials, call
from ._set import LRSet, Scale, look_for_named_scale, lr_set, share_of_h1
from ._words import WORDS, CalibrantError, check, choice, flag, public, shown

MOST_BYTES = 2**30
MOST_SYSTEMS = 10000
PACKED: dict[bytes, Any] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
OTHER = {b"(\xb5/\xfd": "is compressed by zstd: unpack it first", b"PAR1": "is a Parquet file",
         b"\x89HDF": "is an HDF5 file", b"\xd0\xcf\x11\xe0": "is a workbook: save it as CSV",
         b"{\n": "has no trials, but a record in JSON: read_calibration() reads calibrations"}
BROKEN = (OSError, EOFError, ValueError, lzma.LZMAError, zipfile.BadZipFile, zlib.error)


def _unpacked(data: bytes, name: str) -> bytes:
    """The text in a compressed file."""
    open_packed = next((how for start, how in PACKED.items() if data.startswith(start)), None)
    data = open_packed(io.BytesIO(data)).read(MOST_BYTES + 1) if open_packed else data
    if data.startswith(b"PK\3\4"):
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = [one for one in archive.namelist() if not one.endswith("/")]
        workbook = " Save the workbook as CSV." if "xl/workbook.xml" in members else ""
        check(len(members) == 1, f"A compressed archive must have one file in it: {name!r} has "
                                 f"{len(members)}, {members[:5]}.{workbook}", "file")
        data = archive.open(members[0]).read(MOST_BYTES + 1)
    what = next((what for start, what in OTHER.items() if data.startswith(start)), "")
    what = "is an archive: unpack it and name one file" if data[257:262] == b"ustar" else what
    check(not what, f"{name!r} {what}.", "file")
    check(len(data) <= MOST_BYTES,
          f"A text must have at most 2^30 bytes to be read: {name!r} has more.", "file")
    return data


def _in_utf8(data: bytes) -> bytes:
    """Decodes UTF-8, and other bytes as Western European."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16").encode()
    if b"\0" in data:
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be").encode()
    for encoding in ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding).encode()
    return data.decode("latin-1").encode()


def _text_of(file: Any, system: str = "") -> Text:
    """The text of a file, or of an object with a method `read()`."""
    name = None if hasattr(file, "read") else os.path.basename(name_of(file, "scores"))
    try:
        with nullcontext(file) if name is None else open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        data = (_unpacked(data.encode(), "text") if isinstance(data, str)
                else _in_utf8(_unpacked(data, name or "text")))
        if not data or b"\0" in data:
            raise ValueError("it is empty, or no text")
    except CalibrantError:
        raise
    except BROKEN as error:
        cut = isinstance(error, EOFError) or "ended before" in str(error)
        raise CalibrantError(f"The file cannot be read: {name or 'the text'}"
                             f"{' is truncated' * cut}: {reason(error)}.", "file") from error
    return Text(data, len(data), name and name.encode("utf-8", "replace"), system.encode() or None)


def _texts_of(scores: Any) -> list[Text]:
    """Names several files as systems."""
    if isinstance(scores, Mapping):
        return [_text_of(file, str(name)) for name, file in scores.items()]
    if type(scores) not in (list, tuple):
        return [_text_of(scores)]
    check(scores, "`scores` must name at least one file.")
    names = [os.path.basename(name_of(file, "scores")).split(".")[0] for file in scores]
    differ = len(set(names)) == len(names) and all(names)
    check(differ or len(names) == 1, "Several files of scores must have different names, one per "
          f"system, as in {{'A': 'a/scores.txt', 'B': 'b/scores.txt'}}: they have {names}.")
    return [_text_of(f, n if len(scores) > 1 else "") for f, n in zip(scores, names)]


def _names(words: Any) -> Names:
    listed = [] if words is None else list(words) if isinstance(words, (list, tuple)) else [words]
    return Names((c_char_p * len(listed))(*(str(word).encode() for word in listed)), len(listed))


def _decoded(names: Names) -> list[str]:
    return [names.at[i].decode("utf-8", "replace") for i in range(names.n)]


def _items(names: list[str], codes: dict[str, Any]) -> Any:
    return table(**{field: [names[i] for i in code] for field, code in codes.items()})


def _sets_of(found: Trials, scale: Any, system: Optional[str], more: dict[str, Any]) -> Any:
    n, names, systems = found.n, _decoded(found.names), _decoded(found.systems)
    fields = {name: copied(getattr(found, name), n, "d" if name in FIELDS[:2] else "i").owner
              for name in FIELDS if getattr(found, name)}
    code = fields.pop("system", None)

    def make(at: Any, name: Optional[str]) -> LRSet:
        own = {field: x if at is None else x[at] if np is not None else
               array(x.typecode, [x[i] for i in at]) for field, x in fields.items()}
        value, truth, weight = (own.pop(field, None) for field in ("value", "truth", "weight"))
        lrs = lr_set(value, truth, scale, weight=weight, **more)
        lrs.items, lrs.system = partial(_items, names, own) if own else None, name
        lrs.sources = tuple(  # type: ignore[assignment]
            Column(own[role]) if role in own else None for role in ("source1", "source2"))
        if found.h1:
            lrs.labels = {"h1": found.h1.decode(), "h2": found.h2.decode()}
        return lrs
    if code is None:
        return make(None, system)
    check(len(systems) <= MOST_SYSTEMS,
          f"A set must have at most {MOST_SYSTEMS} systems, not {len(systems)}.")
    sets = {}
    for k in dict.fromkeys(code.tolist()):
        at = np.flatnonzero(code == k) if np is not None else [i for i in range(n) if code[i] == k]
        sets[systems[k]] = make(at, systems[k])
    return sets if len(sets) > 1 else next(iter(sets.values()))


@public
def read_scores(scores: Any = None, key: Any = None, scale: Scale = "score", *,
                columns: Optional[Mapping[str, Any]] = None, h1: Any = None, h2: Any = None,
                others: Literal["error", "drop"] = "error", system: Optional[str] = None,
                dec: Optional[str] = None, na: Literal["error", "drop"] = "error",
                genuine: Any = None, impostor: Any = None, prior: Any = None,
                threads: int = 1, sure: bool = False) -> Union[LRSet, dict[str, LRSet]]:
    """Reads files of scores and likelihood ratios, with the kernels and by the rules of the
    function of this name in R, whose help lists the programs that write such files. Reports the
    interpretation of the files on standard error.

    Parameters
    ----------
    scores, key : str, path or file
        Files as text, or compressed by gzip, bzip2, xz or zip. Several files of scores are several
        systems, in a dictionary by their names or in a list. Without `key`, the files of scores
        have the truth.
    scale : {"score", "ln", "log10", "log2", "lr", "prob"}
        As in `lr_set()`, as are `prior`, `threads` and `sure`.
    columns : dict, optional
        The columns of roles, by names of the header or by numbers from 1, as in `{"score": 4,
        "truth": "label"}`. Roles are score (one or a list, each a system), truth, claimed, real,
        source1, source2, id, system, side, group and weight. The number 0 says that no column has
        a role.
    h1, h2 : str or list of str, optional
        Labels of targets and of others.
    others, na : {"error", "drop"}
        Whether trials of other labels, and trials without a score, are left out.
    system : str, optional
        A name for the system.
    dec : {",", "."}, optional
        The decimal mark; found from the numbers by default.
    genuine, impostor : str, path or file, optional
        Two files, with the scores of H1 and of H2 trials.

    Returns
    -------
    LRSet, or a dict of them by the names of several systems. `items()` of a set is a table of
    the items of its trials, None where the files name none. Intervals draw its sources.

    Raises
    ------
    CalibrantError
        Of kind "file" for a file that is not of these kinds, by its line; of kind "input" for
        trials without a score, or with two scores or truths.

    Examples
    --------
    >>> import calibrant as cal, contextlib, io
    >>> scores = io.StringIO("m1 s1 2.1\\nm1 s2 -0.7\\nm2 s1 0.3\\nm2 s2 1.2\\n")
    >>> key = io.StringIO("m1 s1 target\\nm1 s2 nontarget\\nm2 s1 nontarget\\nm2 s2 target\\n")
    >>> with contextlib.redirect_stderr(io.StringIO()):
    ...     x = cal.read_scores(scores, key)
    >>> x
    <LRSet> 2 H1 and 2 H2 trials (score)
    """
    choice(others, ("error", "drop"), "others")
    choice(na, ("error", "drop"), "na")
    two = genuine is not None or impostor is not None
    together = genuine is not None and impostor is not None and scores is None and key is None
    check(together or not two,
          "`genuine` and `impostor` must be given together, without `scores` and `key`.")
    check(dec in (None, ",", "."), f"`dec` must be ',' or '.': it is {shown(dec)}.")
    texts = [_text_of(genuine), _text_of(impostor)] if two else _texts_of(scores)
    if key is not None:
        texts.insert(0, _text_of(key))
    check(columns is None or isinstance(columns, Mapping),
          f"`columns` must be a dictionary, as in {{'score': 4}}: it is {shown(columns)}.")
    roles = [(role, name) for role, names in (columns or {}).items()
             for name in (names if isinstance(names, (list, tuple)) else [names])]
    asked = Asked(2 if two else int(key is not None), _names([name for _, name in roles]),
                  _names([role for role, _ in roles]), _names(h1), _names(h2), others == "drop",
                  na == "drop", dec.encode() if dec else b"\0")
    found = c_void_p()
    call("read_scores", WORDS, len(WORDS), (Text * len(texts))(*texts), len(texts), byref(asked),
          byref(found))
    try:
        trials = cast(found, POINTER(Trials)).contents
        print(trials.said.decode("utf-8", "replace"), end="", file=sys.stderr)
        if isinstance(prior, str) and prior == "data" and (
                len(texts) == 1 or two or key is not None):
            prior = share_of_h1(copied(trials.truth, trials.n, "i").owner)
        if not flag(sure, "sure"):
            for told in re.findall("score: column (.*)", trials.said.decode("utf-8", "replace")):
                look_for_named_scale(told, scale)
        return _sets_of(trials, scale, system, {"prior": prior, "threads": threads, "sure": sure})
    finally:
        call("trials_free", found)
