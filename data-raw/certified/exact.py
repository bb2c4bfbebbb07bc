"""The first way: exact rationals, and intervals of 400 bits where there are logarithms.

Everything goes by the definition: PAV is the formula of minima and maxima, the EER the lowest point
at which chords of the ROC curve cross the diagonal, AUC counts pairs, and the least cost tries every
threshold. Returns intervals as (lower, upper), of which both ends are mpf, or "Inf", "NaN".
"""

from fractions import Fraction

from mpmath import iv, mp, mpf

from sets import million_trials

iv.prec = 400
mp.prec = 400
LN2 = iv.log(2)
LN10 = iv.log(10)


def real(q):
    return iv.mpf(q.numerator) / iv.mpf(q.denominator)


def log_one_plus(y):
    """log(1 + y) of an interval y >= 0."""
    if y.b < mpf(10) ** -40:
        return iv.mpf([(y - y * y / 2).a, (y - y * y / 2 + y * y * y / 3).b])
    return iv.log(1 + y)


def exp_of(x):
    """exp(x) for x <= 0, however small."""
    if x.b < -5000:
        return iv.mpf([0, mpf(10) ** -2000])
    return iv.exp(x)


def softplus(x):
    """log(1 + exp(x)) of an interval."""
    if x.a >= 0:
        return x + log_one_plus(exp_of(-x))
    if x.b <= 0:
        return log_one_plus(exp_of(x))
    return iv.log(1 + iv.exp(x))


def ln_lr(value, scale):
    """The natural LLR as an interval, or the text of an infinity."""
    if value in ("Inf", "-Inf"):
        return value
    q = Fraction(value)
    if scale == "lr":
        return iv.log(real(q))
    return real(q) * {"ln": iv.mpf(1), "log10": LN10, "log2": LN2, "score": iv.mpf(1)}[scale]


def key(value):
    return {"Inf": Fraction(10) ** 400, "-Inf": -Fraction(10) ** 400}.get(value) or Fraction(value)


def counts_of(s):
    """Distinct values, ascending, with the weight of both hypotheses on each."""
    if s["rows"] is None:
        return million_counts()
    weight = [Fraction(w) for w in s.get("weight", ["1"] * len(s["rows"]))]
    cells = {}
    for (value, truth), w in zip(s["rows"], weight):
        cell = cells.setdefault(key(value), [value, Fraction(0), Fraction(0)])
        cell[1 if truth else 2] += w
    return [cells[k] for k in sorted(cells)]


def million_counts():
    return [((n, d), truth, 1 - truth) for (n, d), truth in million_trials()]


def runs_of(counts):
    """Neighbours whose shares are equal as one: PAV never parts them, and they are one chord."""
    runs = []
    for _, m, n in counts:
        if runs and runs[-1][0] * n == m * runs[-1][1]:
            runs[-1] = (runs[-1][0] + m, runs[-1][1] + n, runs[-1][2] + 1)
        else:
            runs.append((m, n, 1))
    return runs


def pav(counts):
    """Blocks (H1, H2, number of values): max over first of min over last of the share of H1."""
    runs = runs_of(counts)
    size = len(runs)
    best = [Fraction(-1)] * size
    for first in range(size):
        sums, shares = [Fraction(0), Fraction(0)], []
        for m, n, _ in runs[first:]:
            sums[0] += m
            sums[1] += n
            shares.append(sums[0] / (sums[0] + sums[1]))
        least = Fraction(2)
        for i in range(size - 1, first - 1, -1):
            least = min(least, shares[i - first])
            best[i] = max(best[i], least)
    blocks = []
    for (m, n, width), share in zip(runs, best):
        if blocks and blocks[-1][3] == share:
            blocks[-1] = (blocks[-1][0] + m, blocks[-1][1] + n, blocks[-1][2] + width, share)
        else:
            blocks.append((m, n, width, share))
    return [b[:3] for b in blocks]


def entropy_costs(points, totals, log_odds):
    """Mean costs in nats of both hypotheses, or "Inf"."""
    out = []
    for h, sign in ((0, -1), (1, 1)):
        total = iv.mpf(0)
        for llr, *n in points:
            if n[h] == 0 or llr == ("Inf" if sign < 0 else "-Inf"):
                continue
            if isinstance(llr, str):
                return "Inf"
            total += real(n[h]) * softplus(sign * (llr + log_odds))
        out.append(total / real(totals[h]))
    return out


def cross_entropy(points, totals, prior):
    costs = entropy_costs(points, totals, iv.log(real(prior / (1 - prior))))
    if costs == "Inf":
        return "Inf"
    return (real(prior) * costs[0] + real(1 - prior) * costs[1]) / LN2


def block_points(blocks, totals):
    points = []
    for m, n, _ in blocks:
        llr = "Inf" if n == 0 else "-Inf" if m == 0 else iv.log(
            real(Fraction(m) * totals[1] / (Fraction(n) * totals[0])))
        points.append((llr, Fraction(m), Fraction(n)))
    return points


def roc_points(runs, totals):
    """(P_miss, P_fa) at thresholds between the runs."""
    points, miss, fa = [(Fraction(0), Fraction(1))], Fraction(0), Fraction(totals[1])
    for m, n, *_ in runs:
        miss += m
        fa -= n
        points.append((miss / totals[0], fa / totals[1]))
    return points


def crossing(p, q):
    """The point of the chord from p to q with P_miss = P_fa, or None."""
    a, b = p[1] - p[0], q[1] - q[0]
    if a * b > 0:
        return None
    if a == b:
        return min(p[0], q[0])
    return p[0] + (q[0] - p[0]) * a / (a - b)


def lowest_crossing(points):
    found = [crossing(p, q) for i, p in enumerate(points) for q in points[i:]]
    return min(c for c in found if c is not None)


def step_crossing(points):
    for p, q in zip(points, points[1:]):
        c = crossing(p, q)
        if c is not None:
            return c


def pairs_won(groups, totals):
    won = Fraction(0)
    for i, (m, *_) in enumerate(groups):
        won += m * (sum((g[1] for g in groups[:i]), Fraction(0)) + Fraction(groups[i][1]) / 2)
    return won / (totals[0] * totals[1])


def least_cost(points, prior, c_miss, c_fa):
    return min(prior * c_miss * miss + (1 - prior) * c_fa * fa for miss, fa in points)


def actual_cost(points, totals, prior, c_miss, c_fa):
    threshold = iv.log(real(c_fa * (1 - prior) / (c_miss * prior)))
    miss = fa = Fraction(0)
    for llr, m, n in points:
        accepted = llr == "Inf" or (llr != "-Inf" and llr.a >= threshold.b)
        if not accepted and llr != "-Inf":
            assert llr.b < threshold.a, "a threshold that cannot be told from an LLR"
        miss += 0 if accepted else m
        fa += n if accepted else 0
    return prior * c_miss * miss / totals[0] + (1 - prior) * c_fa * fa / totals[1]


def rates(s, counts, totals):
    """Shares of H1 below a threshold and of H2 from it on; at LR = 1 if it is no decimal on the
    scale."""
    if s["rows"] is None:
        return {}
    out = {}
    for at in ("0", "0.5") if s["scale"] in ("log10", "score") else ("0",):
        threshold = Fraction(1) if s["scale"] == "lr" else Fraction(at)
        low = [c for c in counts if key(c[0]) < threshold]
        high = [c for c in counts if key(c[0]) >= threshold]
        out[f"p_miss({at})"] = sum((c[1] for c in low), Fraction(0)) / totals[0]
        out[f"p_fa({at})"] = sum((c[2] for c in high), Fraction(0)) / totals[1]
    return out


def area_between(a, b):
    """Mean of |d| along a stretch on which d goes from a to b in a straight line."""
    if a.a >= 0 and b.a >= 0 or a.b <= 0 and b.b <= 0:
        return (abs(a) + abs(b)) / 2
    return (a * a + b * b) / (2 * (abs(a) + abs(b)))


def dev_pav(counts, blocks, points, totals, scale):
    corners, at = [], 0
    for (m, n, width), (llr, *_) in zip(blocks, points):
        if m > 0 and n > 0:
            for i in (at, at + width - 1):
                corners.append((ln_of(counts[i][0], scale), llr))
        at += width
    if not corners:
        return "NaN"
    if any(isinstance(x, str) for x, _ in corners):
        return "Inf"
    first, last = corners[0], corners[-1]
    if last[0].a <= first[0].b:
        return abs(first[1] - first[0]) / LN10
    total = iv.mpf(0)
    for (x, y), (u, v) in zip(corners, corners[1:]):
        if u.b > x.a and u.a > x.b:
            total += area_between(y - x, v - u) * (u - x)
    return total / (last[0] - first[0]) / LN10


def ln_of(value, scale):
    return real(Fraction(*value)) if isinstance(value, tuple) else ln_lr(value, scale)


def elub(points, totals):
    """First harmful threshold on either side of 1, from the loss as it is defined."""
    n1, n2 = totals[0] + 1, totals[1] + 1
    ends = [None] + [log10_of(llr) for llr, *_ in points] + [None]
    upper, lower = [], []
    for i in range(len(points) + 1):
        rejected = sum((p[1] for p in points[:i]), Fraction(1)) / n1
        accepted = sum((p[2] for p in points[i:]), Fraction(1)) / n2
        # Above 1: rejected + theta accepted > 1. Below: rejected + theta accepted > theta.
        if rejected < 1:
            upper.append((ends[i], log10_ratio((1 - rejected) / accepted), ends[i + 1]))
        else:
            upper.append((ends[i], None, ends[i + 1]))
        if accepted < 1:
            lower.append((ends[i], log10_ratio(rejected / (1 - accepted)), ends[i + 1]))
        else:
            lower.append((ends[i], "all", ends[i + 1]))
    # At 1 itself, where a trial may lie.
    at_one = sum((p[1] for p in points if not above_one(p[0])), Fraction(1)) / n1 + sum(
        (p[2] for p in points if above_one(p[0])), Fraction(1)) / n2
    return (iv.mpf(0), iv.mpf(0)) if at_one > 1 else bounds_of(lower, upper)


def above_one(llr):
    return llr == "Inf" or (llr != "-Inf" and llr.a > 0)


def log10_of(llr):
    return llr if isinstance(llr, str) else llr / LN10


def log10_ratio(q):
    return iv.log(real(q)) / LN10


def below(a, b):
    """Is a < b, for intervals, infinities and None (no end)?"""
    if a in ("-Inf", None) and b != "-Inf":
        return True
    if a == "Inf" or b == "-Inf":
        return False
    if b in ("Inf", None):
        return True
    if a.b < b.a:
        return True
    if b.b < a.a or (a.a == b.a and a.b == b.b) or (abs((a - b).a) < mpf(10) ** -80):
        return False
    raise ArithmeticError("two ends that cannot be told apart")


def larger(a, b):
    return b if a in (None, "-Inf") or (b not in (None, "-Inf") and below(a, b)) else a


def smaller(a, b):
    return b if a in (None, "Inf", "all") or (b not in (None, "Inf", "all") and below(b, a)) else a


def bounds_of(lower, upper):
    """Pieces are (from, threshold of failing, to): above it for the upper, below it for the lower."""
    zero = iv.mpf(0)
    tops = []
    for begin, fails, end in upper:
        at = larger(larger(begin, fails), zero)
        if end is None or below(at, end):
            tops.append(at)
    bottoms = []
    for begin, fails, end in lower:
        at = smaller(smaller(end, fails), zero)
        if begin is None or below(begin, at):
            bottoms.append(at)
    low, high = bottoms[0], tops[0]
    for at in bottoms[1:]:
        low = larger(low, at)
    for at in tops[1:]:
        high = smaller(high, at)
    return low, high


def iv_bounds(points, totals):
    half = Fraction(1, 2)
    size = len(points)
    ends = [None] + [log10_of(llr) for llr, *_ in points] + [None]
    above, under = [], []
    zero = iv.mpf(0)
    for i in range(size + 1):
        n1 = sum((p[1] for p in points[i:]), half) / (totals[0] + 1)
        n2 = sum((p[2] for p in points[i:]), half) / (totals[1] + 1)
        if i < size:
            at = larger(larger(ends[i], log10_ratio(n1 / n2)), zero)
            if below(at, ends[i + 1]):
                above.append(at)
        m1 = sum((p[1] for p in points[:i]), half) / (totals[0] + 1)
        m2 = sum((p[2] for p in points[:i]), half) / (totals[1] + 1)
        if i > 0:
            at = smaller(smaller(ends[i + 1], log10_ratio(m1 / m2)), zero)
            if below(ends[i], at):
                under.append(at)
    high = above[0] if above else larger(log10_of([p for p in points if p[1] > 0][-1][0]), zero)
    for at in above:
        high = smaller(high, at)
    low = under[0] if under else smaller(log10_of([p for p in points if p[2] > 0][0][0]), zero)
    for at in under:
        low = larger(low, at)
    # At 1 itself: trials with LR = 1 are among those above and among those below.
    sides = [[sum((p[h] for p in points if side(p[0])), half) / (totals[h - 1] + 1) for h in (1, 2)]
             for side in (lambda x: above_one(x) or is_one(x), lambda x: not above_one(x))]
    if sides[0][0] < sides[0][1]:
        high = zero
    if sides[1][0] > sides[1][1]:
        low = zero
    return low, high


def is_one(llr):
    return not isinstance(llr, str) and llr.a == 0 and llr.b == 0


def logistic_of_two(counts, totals):
    """Slope and offset where scores have two values: the fit meets both LRs."""
    (x, m, n), (y, r, s) = counts
    left = iv.log(real(m * totals[1] / (n * totals[0])))
    right = iv.log(real(r * totals[1] / (s * totals[0])))
    slope = (right - left) / real(Fraction(y) - Fraction(x))
    return slope, left - slope * real(Fraction(x))


def gaussian(counts, totals):
    mean, variance = [], []
    for h in (1, 2):
        mean.append(sum(Fraction(c[0]) * c[h] for c in counts) / totals[h - 1])
        variance.append(sum((Fraction(c[0]) - mean[-1]) ** 2 * c[h] for c in counts) / totals[h - 1])
    slope = (mean[0] - mean[1]) / ((variance[0] + variance[1]) / 2)
    return slope, -slope * (mean[0] + mean[1]) / 2


def judge_two(s, priors, cost):
    counts = counts_of(s)
    totals = [Fraction(sum(c[h] for c in counts)) for h in (1, 2)]
    blocks = pav(counts)
    least = block_points(blocks, totals)
    runs = runs_of(counts)
    roc = roc_points(runs, totals)
    out = {"cllr_min": cross_entropy(least, totals, Fraction(1, 2))}
    for prior in priors:
        out[f"ece_min({prior})"] = cross_entropy(least, totals, Fraction(prior))
    out["eer"] = lowest_crossing(roc)
    out["eer_steps"] = step_crossing(roc)
    out["auc"] = pairs_won(runs if s["rows"] is None else [c[1:] for c in counts], totals)
    out["auc_hull"] = pairs_won(blocks, totals)
    out["dcf_min"] = least_cost(roc, *cost)
    out.update(rates(s, counts, totals))
    if s["scale"] != "score":
        points = [(ln_of(v, s["scale"]), Fraction(m), Fraction(n)) for v, m, n in counts]
        out.update(judge_lrs(s, counts, points, totals, blocks, least, priors, cost, out))
    if s["scale"] == "score":
        if len(counts) == 2:
            out["logistic_slope"], out["logistic_offset"] = logistic_of_two(counts, totals)
        out["gaussian_slope"], out["gaussian_offset"] = gaussian(counts, totals)
    return out


def judge_lrs(s, counts, points, totals, blocks, least, priors, cost, known):
    out = {"cllr": million_cllr() if s["rows"] is None else
           cross_entropy(points, totals, Fraction(1, 2))}
    out["cllr_cal"] = "Inf" if out["cllr"] == "Inf" else out["cllr"] - known["cllr_min"]
    if s["rows"] is None:
        return out
    for prior in priors:
        out[f"ece({prior})"] = cross_entropy(points, totals, Fraction(prior))
    out["dcf"] = actual_cost(points, totals, *cost)
    out["dev_pav"] = dev_pav(counts, blocks, least, totals, s["scale"])
    if "weight" not in s:
        out["elub_lower"], out["elub_upper"] = elub(points, totals)
        out["iv_lower"], out["iv_upper"] = iv_bounds(points, totals)
        n = s.get("source")
        n = len({x for pair in n for x in pair}) if n else None
        out["n_source_lower"] = -log10_ratio(Fraction(n) if n else totals[0] + 1)
        out["n_source_upper"] = log10_ratio(Fraction(n) if n else totals[1] + 1)
    return out


def million_cllr():
    """The sum of ln(1 + q^k) is the logarithm of a product: two of them, and one trial more."""
    step = iv.exp(iv.mpf(-1) / 65536)
    power, product = iv.mpf(1), iv.mpf(1)
    parts = []
    for k in range(1, 500001):
        power *= step
        product *= 1 + power
        if k in (499999, 500000):
            parts.append(iv.log(product))
    h1 = parts[1] / 500000
    h2 = (parts[0] + softplus(iv.mpf(5) / 131072)) / 500000
    return (h1 + h2) / 2 / LN2


def judge_classes(s, priors):
    out = {}
    for label, prior in priors.items():
        total, k = iv.mpf(0), len(s["names"])
        prior = [Fraction(p) for p in prior]
        for truth in range(k):
            rows = [row for row in s["rows"] if row[0] == truth]
            mean = iv.mpf(0)
            for _, values in rows:
                terms = [real(p) * iv.exp(real(Fraction(v)))
                         for p, v in zip(prior, values) if v != "-Inf"]
                mean -= iv.log(real(prior[truth]) * iv.exp(real(Fraction(values[truth]))) / sum(terms))
            total += real(prior[truth]) * mean / len(rows)
        out[label] = total / LN2
    return out


def judge_conclusions(s, priors):
    half = Fraction(1, 2)
    counts = [(None, Fraction(m), Fraction(n)) for _, m, n in s["rows"]]
    totals = [sum(c[h] for c in counts) for h in (1, 2)]
    k = len(counts)
    out, points = {}, []
    for (name, m, n) in s["rows"]:
        lr = (m + half) / (totals[0] + half * k) / ((n + half) / (totals[1] + half * k))
        out[f"log10_lr({name})"] = log10_ratio(lr)
        points.append((iv.log(real(lr)), Fraction(m), Fraction(n)))
    least = block_points(pav(counts), totals)
    out["cllr"] = cross_entropy(points, totals, half)
    out["cllr_min"] = cross_entropy(least, totals, half)
    out["auc"] = pairs_won([c[1:] for c in counts], totals)
    for prior in priors:
        p = Fraction(prior)
        entropy = -(real(p) * iv.log(real(p)) + real(1 - p) * iv.log(real(1 - p))) / LN2
        out[f"information({prior})"] = entropy - cross_entropy(least, totals, p)
    return out
