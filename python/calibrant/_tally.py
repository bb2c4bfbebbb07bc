"""Counts instead of trials, by the specification of `inst/tally/README.md` of the R package,
which reads what `write_tally()` writes."""
from __future__ import annotations

import os
from typing import Any, NamedTuple, Optional

from ._arrays import table
from ._curves import counts_of
from ._files import name_of, sealed_json, written
from ._set import Prior, Scale, of_set
from ._words import check, number, public, what_is


class Tally(NamedTuple):
    """Counts of `lr_tally()` in the columns `cell`, `n_h1` and `n_h2`, ascending by cell."""

    scale: str
    width: float
    cell: Any
    n_h1: Any
    n_h2: Any

    def frame(self) -> Any:
        """The columns as a DataFrame if pandas is installed, otherwise as a dictionary."""
        return table(cell=self.cell, n_h1=self.n_h1, n_h2=self.n_h2)


@of_set
def lr_tally(x: Any, truth: Any = None, *, width: float = 2.0**-10, scale: Optional[Scale] = None,
             weight: Any = None, h1: Any = None, prior: Prior = None, threads: int = 1) -> Tally:
    """Counts H1 and H2 trials in cells of equal width. A value v lies in the cell floor(v / width);
    infinite values have their own cells. R judges the counts, and `cells_wanted()` of R names the
    cells whose values make Cllr_min and the EER exact.

    Parameters
    ----------
    x : LRSet or array
        A set, or numbers with `truth`, `scale`, `weight`, `h1`, `prior` and `threads`, which are
        those of `lr_set()`.
    width : float
        A power of 2, in units of the scale, which is "ln", "log10", "log2" or "score". Trials have
        no weights.

    Returns
    -------
    Tally

    Examples
    --------
    >>> import calibrant as cal
    >>> tally = cal.lr_tally([3.2, 1, 3.4, 0], [1, 1, 0, 0], width=1, scale="score")
    >>> list(map(float, tally.cell)), list(map(float, tally.n_h1))
    ([0.0, 1.0, 3.0], [0.0, 1.0, 1.0])
    """
    wide = number(width, "width")
    return Tally(x.scale, wide, *counts_of(x, "tally", wide))


@public
def write_tally(tally: Tally, file: Any) -> str:
    """Writes `NAME.json` and, beside it, `NAME-cells.csv`.

    Parameters
    ----------
    tally : Tally
    file : str or path
        A name that ends in .json.

    Returns
    -------
    str
        The name of the JSON file.

    Examples
    --------
    >>> import calibrant as cal, os, tempfile
    >>> tally = cal.lr_tally([3.2, 1, 3.4, 0], [1, 1, 0, 0], width=1, scale="score")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name = cal.write_tally(tally, os.path.join(folder, "trials.json"))
    ...     sorted(os.listdir(folder))
    ['trials-cells.csv', 'trials.json']
    """
    check(isinstance(tally, Tally), f"`tally` must be made by lr_tally(): it is {what_is(tally)}.")
    name = name_of(file, ending=".json")
    cells = name[:-5] + "-cells.csv"
    header = {"format": "calibrant tally", "version": 1, "scale": tally.scale,
              "width": tally.width, "n_h1": int(sum(tally.n_h1)), "n_h2": int(sum(tally.n_h2)),
              "cells": os.path.basename(cells)}
    words = {float("inf"): "Inf", float("-inf"): "-Inf"}
    rows = [f"{words.get(cell) or format(cell, '.0f')},{n_h1:.0f},{n_h2:.0f}\n"
            for cell, n_h1, n_h2 in zip(tally.cell, tally.n_h1, tally.n_h2)]
    written(cells, "cell,n_h1,n_h2\n" + "".join(rows))
    return written(name, sealed_json(header))
