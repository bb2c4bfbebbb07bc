"""Files in JSON: read by the rules of R, and written as the same bytes as there."""
from __future__ import annotations

import json
import math
import os
import stat
from typing import Any

from ._words import CalibrantError


def read_json(name: str) -> Any:
    """Members that stand twice, numbers that JSON does not have and values nested too deep are
    refused, as other programs may read them otherwise."""
    try:
        with open(name, "rb") as file:
            text = file.read().decode("utf-8")
        return json.loads(text, object_pairs_hook=_members, parse_constant=_no_number,
                          parse_int=lambda digits: int(digits) if len(digits) < 16 else float(digits))
    except OSError as error:
        raise CalibrantError(f"{name} cannot be read: {error.strerror}.", "file") from error
    except RecursionError:
        raise CalibrantError(f"{name} cannot be read: it is nested too deep.", "file") from None
    except ValueError as error:
        raise CalibrantError(f"{name} must be a file in JSON: {error}.", "file") from error


def _members(pairs: Any) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"there are two {twice!r} in one object, of which programs read either")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number of JSON")


def canonical_json(value: Any) -> str:
    """As write_calibration() of R: two spaces of indentation, arrays of numbers on one line, numbers
    with as few digits as give them back, infinite ones as "Inf" and "-Inf"."""
    return _text(value, "") + "\n"


def _text(value: Any, indent: str) -> str:
    if isinstance(value, dict):
        parts, ends = [f"{_scalar(str(k))}: {_text(v, indent + '  ')}" for k, v in value.items()], "{}"
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
    if math.isinf(value):
        return '"Inf"' if value > 0 else '"-Inf"'
    short = format(float(value), ".15g")
    return short if float(short) == float(value) else format(float(value), ".17g")


def written(name: str, text: str) -> str:
    """Writes beside the file and renames, so that the old content is there until the new one is.
    What is no plain file, such as a pipe, is written as it is. Returns the name."""
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
        raise CalibrantError(f"{name} cannot be written: {error}.", "file") from error
    return name
