"""Slips that leave a legal set behind: the wrong scale, posteriors, the labels the wrong way round.
The numbers cannot prove them, so what is noticed is a warning. The rules are those of R."""
from __future__ import annotations

import math
from ctypes import byref, c_double
from typing import Any, Sequence

from ._library import SCALES, Fit, Glance, Handle, call
from ._words import CalibrantError, warn

LOGARITHMS = {"ln": 1.0, "log10": math.log(10), "log2": math.log(2)}
UNITS = (None, "ln", "log10")
SURE = " If the data are as they should be, use lr_set() with sure=True."


def look_for_slips(lrs: Any) -> None:
    seen = Glance()
    call("set_glance", lrs.handle.pointer, byref(seen))
    for found in (_wrong_scale(lrs, seen), _wrong_unit(lrs, seen), _reversed(lrs, seen),
                  _doubled(seen), _single(lrs)):
        if found:
            warn(found + SURE)


def _values(lrs: Any, truth: int) -> Sequence[float]:
    value, is_h1, _ = lrs.handle.arrays
    return [v for v, t in zip(value.owner, is_h1.owner) if t == truth]


def _wrong_scale(lrs: Any, seen: Glance) -> str:
    low, high, scale = seen.min, seen.max, lrs.scale
    few = min(lrs.n_h1, lrs.n_h2) < 3
    if scale == "lr" and high <= 1 and low < 1 and not few:
        return ("These look like probabilities, but `scale` is \"lr\": all are between 0 and 1, so "
                "none would support H1. For posterior probabilities, use scale=\"prob\" and "
                "the `prior` they were made with.")
    if scale == "lr" and 50 <= high <= 100 and _like_percent(lrs, high):
        return ("These look like probabilities in per cent, but `scale` is \"lr\". Use "
                "x / 100 with scale=\"prob\" and the `prior` they were made with.")
    if scale not in LOGARITHMS or low < 0:
        return ""
    wrong = max(_values(lrs, 0))
    found = []
    if wrong > 0 and not few:
        found += [f"These look like likelihood ratios, but `scale` is {scale!r}: no LR is negative, "
                  "so none would support H2. For plain ratios, use scale=\"lr\"."]
    if high >= 30 and 10 < wrong * LOGARITHMS[scale] / math.log(10) < math.inf:
        found += [f"These look like scores, but `scale` is {scale!r}: in an H2 trial, an LR of "
                  f"10^{wrong * LOGARITHMS[scale] / math.log(10):.3g} would support H1. For "
                  "scores, use scale=\"score\"; calibrate() turns them into LRs."]
    return " ".join(found)


def _like_percent(lrs: Any, high: float) -> bool:
    """LRs under H2 have a mean of 1 if they are calibrated; per cent have more, and as
    probabilities they are closer to the truth."""
    h1, h2 = _values(lrs, 1), _values(lrs, 0)
    if min(len(h1), len(h2)) < 5 or sum(v == high for v in [*h1, *h2]) > 2:
        return False
    mean = math.fsum(h2) / len(h2)
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in h2) / (len(h2) - 1))
    truth = lrs.handle.arrays[1]
    as_lr = [math.log(max(v, 1e-4)) for v in lrs.handle.arrays[0].owner]
    share = [min(max(v / 100, 1e-6), 1 - 1e-6) for v in lrs.handle.arrays[0].owner]
    gain = _least_cost(as_lr, truth) / _least_cost([math.log(p / (1 - p)) for p in share], truth)
    return gain > 1.4 or gain > 1.01 and mean - 1 > 4 * spread / math.sqrt(len(h2))


def _least_cost(llr: Sequence[float], truth: Any) -> float:
    """Cllr with the best offset, by golden section."""
    from ._arrays import doubles

    def cost(offset: float) -> float:
        shifted = doubles([v + offset for v in llr], "x")
        return Handle(shifted, truth, None, SCALES.index("ln"), 1).number("cllr")
    low, high, ratio = -12.0, 12.0, (math.sqrt(5) - 1) / 2
    while high - low > 1e-3:
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if cost(a) < cost(b) else (a, high)
    return cost((low + high) / 2)


def _wrong_unit(lrs: Any, seen: Glance) -> str:
    """Logistic regression shows by which factor all LLRs are too strong or too weak. Where nothing
    else is wrong with them, and it is that between two logarithms, they were mixed up."""
    shown = UNITS[seen.unit]
    if lrs.scale not in ("ln", "log10") or shown is None or shown == lrs.scale:
        return ""
    found, vcov, fit = (c_double * 2)(), (c_double * 4)(), Fit()
    try:
        lrs.handle.ask("calibrate", 0.5, 0.0, found, vcov, byref(fit))
    except CalibrantError:
        return ""
    factor = LOGARITHMS[lrs.scale] / LOGARITHMS[shown]
    slope, error = found[0] * factor, math.sqrt(vcov[0]) * factor
    alone = abs(slope - 1) < min(2 * error, 0.2) and abs(found[1]) < 2 * math.sqrt(vcov[3])
    if not alone or error >= 0.2 or abs(slope - factor) <= 4 * error:
        return ""
    how = "weak" if lrs.scale == "ln" else "strong"
    return (f"These look like {shown} LRs, but `scale` is {lrs.scale!r}: as such all are too {how} "
            f"by a factor of {max(factor / slope, slope / factor):.2g} on the scale of logarithms.")


def _reversed(lrs: Any, seen: Glance) -> str:
    if seen.auc_bound >= 0.5:
        return ""
    area = lrs.handle.number("auc", 0)
    n1, n2 = min(lrs.n_h1, 1000), min(lrs.n_h2, 1000)
    z = (area - 0.5) / math.sqrt((n1 + n2 + 1) / 12 / n1 / n2)
    if z > -3.1 and not (area < 0.1 and z < -2.3):
        return ""
    what = "scores" if lrs.scale == "score" else "LRs"
    return (f"The trials under H1 have the smaller {what}: the area under the ROC curve is "
            f"{area:.2g}, where a useless system has 0.5. Is `h1` the right label of `truth`? "
            "Give distances a minus sign.")


def _doubled(seen: Glance) -> str:
    return "" if seen.times < 2 else (
        f"All trials seem to be there {seen.times} times. Were rows appended or joined twice?")


def _single(lrs: Any) -> str:
    return "" if min(lrs.n_h1, lrs.n_h2) > 1 else (
        "One of the hypotheses has a single trial, on which every result depends.")
