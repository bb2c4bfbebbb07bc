"""Counts in the place of trials, by the specification of `inst/tally/README.md` of the R package,
which reads what `write_tally()` writes."""
from __future__ import annotations

import json
import os
from ctypes import byref
from typing import Any, NamedTuple, Optional

from ._arrays import copied, table
from ._library import CalibrantError, Counts
from ._set import as_set


class Tally(NamedTuple):
    """What `lr_tally()` counts: `cell`, `n_h1` and `n_h2` are columns, ascending by cell."""

    scale: str
    width: float
    cell: Any
    n_h1: Any
    n_h2: Any

    def frame(self) -> Any:
        return table(cell=self.cell, n_h1=self.n_h1, n_h2=self.n_h2)


def lr_tally(x: Any, truth: Any = None, *, width: float = 2.0**-10, scale: Optional[str] = None,
             **trials: Any) -> Tally:
    """The number of H1 and H2 trials in cells of equal width. A value v lies in the cell
    floor(v / width), infinite ones in cells of their own.

    width: a power of 2, in units of the scale, which is "ln", "log10", "log2" or "score".
    Trials have no weights.
    """
    lrs = as_set(x, truth, scale, trials)
    found = Counts()
    lrs.handle.ask("tally", float(width), byref(found))
    columns = [copied(field, found.n) for field in (found.value, found.n_h1, found.n_h2)]
    return Tally(lrs.scale, float(width), *columns)


def write_tally(tally: Tally, file: Any) -> str:
    """Writes `NAME.json` and, beside it, `NAME-cells.csv`. Returns the name of the first."""
    name = os.fspath(file)
    if not name.lower().endswith(".json"):
        raise CalibrantError(f"The name of the file must end in .json: it is {name!r}.", "file")
    cells = name[:-5] + "-cells.csv"
    header = {"format": "calibrant tally", "version": 1, "scale": tally.scale,
              "width": tally.width, "n_h1": int(sum(tally.n_h1)), "n_h2": int(sum(tally.n_h2)),
              "cells": os.path.basename(cells)}
    words = {float("inf"): "Inf", float("-inf"): "-Inf"}
    with open(cells, "w", encoding="utf-8", newline="\n") as out:
        out.write("cell,n_h1,n_h2\n")
        for cell, n_h1, n_h2 in zip(tally.cell, tally.n_h1, tally.n_h2):
            out.write(f"{words.get(cell) or format(cell, '.0f')},{n_h1:.0f},{n_h2:.0f}\n")
    with open(name, "w", encoding="utf-8", newline="\n") as out:
        json.dump(header, out, indent=2)
        out.write("\n")
    return name
