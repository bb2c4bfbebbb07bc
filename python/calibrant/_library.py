"""The compiled kernels: finds the library, declares its functions, and raises its errors."""
from __future__ import annotations

import ctypes
import os
import sys
import threading
import weakref
from ctypes import (POINTER, Structure, byref, c_char, c_char_p, c_double, c_int, c_ssize_t,
                    c_ulonglong, c_void_p)
from typing import Any, Callable, Optional

from ._words import CalibrantError, check

ABI = 5
KINDS = ["", "input", "one_class", "score", "infinite", "constant", "separable", "size", "memory",
         "file"]
SCALES = ("ln", "log10", "log2", "lr", "score")


class Error(Structure):
    _fields_ = [("status", c_int), ("message", c_char * 1016)]


class Counts(Structure):
    _fields_ = [("n", c_ssize_t)] + [
        (name, POINTER(c_double)) for name in ("value", "n_h1", "n_h2")]


class Blocks(Structure):
    _fields_ = [("n", c_ssize_t)] + [
        (name, POINTER(c_double)) for name in ("min", "max", "n_h1", "n_h2", "log10_lr_pav")]


class Fit(Structure):
    _fields_ = [("objective", c_double), ("iterations", c_int), ("rising", c_int)]


class Density(Structure):
    _fields_ = [("at", c_void_p), ("n", c_void_p), ("n_at", c_ssize_t), ("bandwidth", c_double)]


class Names(Structure):
    _fields_ = [("at", POINTER(c_char_p)), ("n", c_ssize_t)]


class Text(Structure):
    _fields_ = [("bytes", c_char_p), ("n", c_ssize_t), ("name", c_char_p), ("system", c_char_p)]


class Asked(Structure):
    _fields_ = [("files", c_int), *((name, Names) for name in ("columns", "roles", "h1", "h2")),
                ("drop_others", c_int), ("drop_missing", c_int), ("decimal", c_char)]


# Numbers, and then codes.
FIELDS = ("value", "weight", "truth", "source1", "source2", "id", "system")


class Trials(Structure):
    _fields_ = [("n", c_ssize_t), *((name, c_void_p) for name in FIELDS), ("names", Names),
                ("systems", Names), *((name, c_char_p) for name in ("h1", "h2", "said"))]


class Replicates(Structure):
    _fields_ = [(name, c_void_p) for name in ("ece", "ece_min", "eer", "auc")]


# The arguments of each function: s a set, p an array, n a size, i an int, d a double, u a number of
# 64 bits, * the address of a result. Those in CHECKED return a status and take the record of an
# error behind the others.
CHECKED = {
    "set_new": "pppnii*", "cllr": "s*", "cllr_min": "s*", "cross_entropy": "spnip", "ece": "spnip",
    "eer": "si*", "auc": "si*", "dev_pav": "s*", "dcf": "spppnp", "equal_threshold": "s*",
    "error_rates": "spnpp", "pav": "s*", "counted": "s*", "det_curve": "spppp", "pav_lr": "sp",
    "calibrate": "sddpp*", "fuse": "pppnniddippp*", "tally": "sd*", "bounds": "sip",
    "apply_spline": "ddppndpnp", "apply_kernels": "**dppnp", "llr_of_posterior": "pndp",
    "apply_sum": "pndpnp", "posterior": "pndp", "best_thresholds": "spppnp", "dcf_min": "spppnp",
    "thresholds_within": "sipnp", "threshold_posterior": "pndp", "effective_numbers": "sp",
    "reliability": "sdn**", "bootstrap_sources": "spppnnu*", "read_scores": "pn*n**",
}
PLAIN = {
    "set_free": "s", "trials_free": "s", "slips": "sipn", "ece_null": "pnp", "convert": "pniip",
    "apply_beta": "ddddpnp", "apply_four_parameter": "ddddpnp", "apply_lines": "ppnpnp",
    "apply_blocks": "pppnpnp", "bounded": "pnddp", "beside": "pndddp", "strength": "pnpnddp*",
}
TYPES = {"s": c_void_p, "p": c_void_p, "*": c_void_p, "n": c_ssize_t, "i": c_int, "d": c_double,
         "u": c_ulonglong}


def load(path: str) -> ctypes.CDLL:
    """The library in this file, of the ABI that this package was written for."""
    try:
        library = ctypes.CDLL(path)
        abi = library.calibrant_abi()
    except (OSError, AttributeError) as error:
        raise CalibrantError(f"{path} must be a library of calibrant: {error}.", "file") from error
    check(abi == ABI, f"{path} has version {abi} of the ABI, and this package needs version {ABI}. "
                      "Install both from one version of calibrant.", "file")
    for name, types in {**CHECKED, **PLAIN}.items():
        function = getattr(library, "calibrant_" + name)
        function.argtypes = [TYPES[kind] for kind in types]
        function.restype = None
        if name in CHECKED:
            function.argtypes.append(c_void_p)
            function.restype = c_int
    library.calibrant_version.restype = ctypes.c_char_p
    return library


_here = os.path.dirname(os.path.abspath(__file__))
library = load(os.environ.get("CALIBRANT_LIBRARY") or os.path.join(_here, "_kernels.so"))
version: str = library.calibrant_version().decode()


def call(name: str, *args: Any) -> None:
    """Calls a function, and raises its error."""
    error = Error()
    ends = (byref(error),) if name in CHECKED else ()
    if getattr(library, "calibrant_" + name)(*args, *ends):
        raise CalibrantError(error.message.decode("utf-8", "replace"), KINDS[error.status])


class Handle:
    """The set in the library, freed with the last reference to it. One thread at a time uses it:
    the memory of an answer is copied before the next call."""

    def __init__(self, value: Any, truth: Any, weight: Any, scale: int, threads: int) -> None:
        self.arrays = (value, truth, weight)
        self.scale, self.threads = scale, threads
        self.begin()
        HANDLES.add(self)

    def begin(self) -> None:
        value, truth, weight = self.arrays
        self.lock = threading.Lock()
        self.pointer = c_void_p()
        call("set_new", value.pointer, truth.pointer, weight and weight.pointer, value.n,
              self.scale, self.threads, byref(self.pointer))

    def ask(self, name: str, *args: Any, read: Optional[Callable[[], Any]] = None) -> Any:
        with self.lock:
            call(name, self.pointer, *args)
            return read() if read else None

    def number(self, name: str, *args: Any) -> float:
        found = c_double()
        self.ask(name, *args, byref(found))
        return found.value

    def __del__(self) -> None:
        if getattr(self, "pointer", None) and not sys.is_finalizing():
            call("set_free", self.pointer)


HANDLES: "weakref.WeakSet[Handle]" = weakref.WeakSet()


def _begin_in_child() -> None:
    """Renews the sets in use by other threads, which do not survive a fork."""
    for handle in list(HANDLES):
        if handle.lock.locked():
            handle.begin()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_child)
