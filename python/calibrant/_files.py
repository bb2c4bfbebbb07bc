"""Files in JSON: read by the rules of R, and written with the same bytes as by R."""
from __future__ import annotations

import hashlib
import json
import math
import os
import re
import stat
from typing import Any

from ._words import CalibrantError, check, what_is

MOST_BYTES = 2**28


def name_of(file: Any, argument: str = "file", ending: str = "") -> str:
    check(isinstance(file, (str, os.PathLike)),
          f"`{argument}` must name a file: it is {what_is(file)}.")
    name = os.fsdecode(file)
    check(name.lower().endswith(ending),
          f"`{argument}` must end in {ending}: it is {name!r}.", "file")
    return name


def reason(error: Exception) -> str:
    """The reason of an error, without its number and the name of the file."""
    return getattr(error, "strerror", None) or str(error)


def read_json(name: str) -> Any:
    """Reads a file in JSON. Refuses repeated members, numbers that JSON does not have, and values
    nested too deep, as other programs may read them differently."""
    try:
        with open(name, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        check(len(data) <= MOST_BYTES, f"{name} must have at most 2^28 bytes to be read.", "file")
        text = data.decode("utf-8-sig")
        found = json.loads(
            text, object_pairs_hook=_members, parse_constant=_no_number,
            parse_int=lambda digits: int(digits) if len(digits) < 16 else float(digits))
        if _depth(found) > 50:
            raise RecursionError
        _check_seal(found, text, name)
        return found
    except CalibrantError:
        raise
    except OSError as error:
        raise CalibrantError(f"{name} cannot be read: {error.strerror}.", "file") from error
    except RecursionError:
        raise CalibrantError(f"{name} cannot be read: it is nested too deeply.", "file") from None
    except ValueError as error:
        raise CalibrantError(f"{name} must be a file in JSON, as write_calibration() writes it: "
                             f"{error}.", "file") from error


def _depth(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, parts), default=0) if isinstance(value, (dict, list)) else 0


def _members(pairs: Any) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"one object has two {twice!r}, and programs differ in which they read")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number in JSON")


def _bare(text: str) -> str:
    """The text without white space outside of strings."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|[ \t\r\n\f\v]+', lambda m: m.group(1) or "", text)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check_seal(found: Any, text: str, name: str) -> None:
    """Checks the last member, if there is one: it is the SHA-256 of the text before it."""
    if not isinstance(found, dict) or "sha256" not in found:
        return
    bare, end = _bare(text), f',"sha256":"{found["sha256"]}"}}'
    before = bare[:-len(end)] + "}"
    check(bare.endswith(end) and _sha256(before) == found["sha256"], f"{name} was changed after it "
          "had been written: its content does not match the SHA-256 at its end.", "file")


def sealed_json(record: dict[str, Any]) -> str:
    """The record in JSON, with the SHA-256 of its content as the last member."""
    text = _text({key: value for key, value in record.items() if key != "sha256"}, "")
    return f'{text[:-2]},\n  "sha256": "{_sha256(_bare(text))}"\n}}\n'


def _text(value: Any, indent: str) -> str:
    """The same bytes as from write_calibration() of R: two spaces of indentation, arrays of numbers
    on one line, and numbers with the fewest digits that reproduce them."""
    if isinstance(value, dict):
        parts = [f"{_scalar(str(k))}: {_text(v, indent + '  ')}" for k, v in value.items()]
        ends = "{}"
    elif isinstance(value, (list, tuple)):
        if not any(isinstance(v, (dict, list, tuple)) for v in value):
            return "[" + ", ".join(map(_scalar, value)) + "]"
        parts, ends = [_text(v, indent + "  ") for v in value], "[]"
    else:
        return _scalar(value)
    if not parts:
        return ends
    inner = ",\n".join(indent + "  " + part for part in parts)
    return f"{ends[0]}\n{inner}\n{indent}{ends[1]}"


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, float) and math.isnan(value):
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c >= " " else f"\\u{ord(c):04x}" for c in escaped) + '"'
    short = format(float(value), ".15g")
    return short if float(short) == float(value) else format(float(value), ".17g")


def written(name: str, text: str) -> str:
    """Writes beside the file and renames, so that the old content stays until the new one is
    complete. A pipe or another special file is written directly. Returns the name."""
    target = os.path.realpath(name)
    plain = not os.path.exists(target) or stat.S_ISREG(os.stat(target).st_mode)
    beside = f"{target}.{os.getpid()}.tmp" if plain else target
    try:
        data = text.encode("utf-8")
        with open(beside, "xb" if plain else "wb") as out:
            out.write(data)
            out.flush()
            if plain:
                os.fsync(out.fileno())
        if plain:
            os.replace(beside, target)
    except (OSError, UnicodeEncodeError) as error:
        if plain and os.path.exists(beside):
            os.unlink(beside)
        raise CalibrantError(f"{name} cannot be written: {reason(error)}.", "file") from error
    return name
