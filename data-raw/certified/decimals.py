"""The second way: decimal arithmetic of 80 digits (265 bits), by the algorithms of the literature.

PAV pools on a stack, the EER and the least cost are read off the hull of the ROC curve, AUC is the
sum of ranks, and bounds are found by trying every threshold at which a criterion can change. Shares
no code with the first way, and no arithmetic: that is mpmath on integers, this is libmpdec.
"""

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Underflow, Inexact, Rounded, setcontext

from sets import million_trials

DIGITS = 80
context = Context(prec=DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
for signal in (Underflow, Inexact, Rounded):
    context.traps[signal] = False
setcontext(context)

INF = Decimal("Infinity")
ZERO, ONE, TWO, HALF = Decimal(0), Decimal(1), Decimal(2), Decimal("0.5")
LN2, LN10 = TWO.ln(), Decimal(10).ln()


def ln1p(y):
    if y > Decimal("1e-20"):
        return (ONE + y).ln()
    total, power = ZERO, y
    for k in range(1, 6):
        total += power / k * (1 if k % 2 else -1)
        power *= y
    return total


def softplus(x):
    if x == INF:
        return INF
    if x == -INF:
        return ZERO
    return max(x, ZERO) + ln1p((-abs(x)).exp())


def natural(value, scale):
    x = Decimal({"Inf": "Infinity", "-Inf": "-Infinity"}.get(value, value))
    if scale == "lr":
        return x.ln()
    return x * {"ln": ONE, "log10": LN10, "log2": LN2, "score": ONE}[scale]


def tabulate(s):
    """[(value, LLR, weight under H1, under H2)] ascending."""
    if s["rows"] is None:
        rows = ((Decimal(n) / d, truth, ONE) for (n, d), truth in million_trials())
        return [(v, v, w * t, w * (1 - t)) for v, t, w in rows]
    order = sorted(
        (Decimal({"Inf": "Infinity", "-Inf": "-Infinity"}.get(v, v)), i)
        for i, (v, _) in enumerate(s["rows"]))
    table = []
    for x, i in order:
        text, truth = s["rows"][i]
        w = Decimal(s["weight"][i]) if "weight" in s else ONE
        if not table or table[-1][0] != x:
            table.append([x, natural(text, s["scale"]), ZERO, ZERO])
        table[-1][3 - truth] += w
    return [tuple(row) for row in table]


def pool(table):
    """[first, last, H1, H2] by pooling neighbours on a stack."""
    stack = []
    for i, (_, _, m, n) in enumerate(table):
        stack.append([i, i, m, n])
        while len(stack) > 1 and stack[-2][2] * stack[-1][3] >= stack[-1][2] * stack[-2][3]:
            right = stack.pop()
            stack[-1] = [stack[-1][0], right[1], stack[-1][2] + right[2], stack[-1][3] + right[3]]
    return stack


def pooled_llr(block, n1, n2):
    if block[3] == 0:
        return INF
    if block[2] == 0:
        return -INF
    return (block[2] * n2).ln() - (block[3] * n1).ln()


def mean_cost(cells, total, sign, log_odds):
    """Mean cost of pairs (LLR, weight); an empty class costs nothing."""
    return sum((w * softplus(sign * (x + log_odds)) for x, w in cells if w > 0), ZERO) / total


def empirical(cells, n1, n2, prior):
    log_odds = (prior / (1 - prior)).ln()
    h1 = mean_cost([(x, m) for x, m, _ in cells], n1, -1, log_odds)
    h2 = mean_cost([(x, n) for x, _, n in cells], n2, 1, log_odds)
    return (prior * h1 + (1 - prior) * h2) / LN2


def vertices(groups, n1, n2):
    """(P_fa, P_hit) from the highest group down."""
    fa = hit = ZERO
    points = [(ZERO, ZERO)]
    for group in reversed(groups):
        hit += group[-2]
        fa += group[-1]
        points.append((fa / n2, hit / n1))
    return points


def equal_error(points):
    """The point at which the line through the points meets P_fa = 1 - P_hit."""
    for (x, y), (u, v) in zip(points, points[1:]):
        if u + v >= 1:
            step = (u - x) + (v - y)
            return x + (u - x) * (1 - x - y) / step


def area(points):
    return sum(((u - x) * (y + v) / 2 for (x, y), (u, v) in zip(points, points[1:])), ZERO)


def rank_sum(table, n1, n2):
    below, won = ZERO, ZERO
    for *_, m, n in table:
        rank = below + (m + n + 1) / 2
        won += m * rank
        below += m + n
    # The sum of ranks, without the pairs of two H1 trials. It does not hold for weights.
    return (won - n1 * (n1 + 1) / 2) / (n1 * n2)


def cost_at(points, prior, c_miss, c_fa):
    return min(prior * c_miss * (1 - hit) + (1 - prior) * c_fa * fa for fa, hit in points)


def deviation(table, blocks, n1, n2):
    corners = []
    for block in blocks:
        if block[2] > 0 and block[3] > 0:
            y = pooled_llr(block, n1, n2) / LN10
            corners += [(table[block[0]][1] / LN10, y), (table[block[1]][1] / LN10, y)]
    if not corners:
        return "NaN"
    if any(abs(x) == INF for x, _ in corners):
        return INF
    if corners[0][0] == corners[-1][0]:
        return abs(corners[0][1] - corners[0][0])
    total = ZERO
    for (x, y), (u, v) in zip(corners, corners[1:]):
        if u == x:
            continue
        d, e = y - x, v - u
        cuts = [x, u]
        if d * e < 0:
            cuts = [x, x + (u - x) * d / (d - e), u]
        gap = lambda t: abs(d + (e - d) * (t - x) / (u - x))
        total += sum(((b - a) * (gap(a) + gap(b)) / 2 for a, b in zip(cuts, cuts[1:])), ZERO)
    return total / (corners[-1][0] - corners[0][0])


def beyond(t, away, candidates):
    """Right after t, before the next of them."""
    size = abs(t) or min((abs(c) for c in candidates if 0 < abs(c) < INF), default=ONE)
    return t + away * size * Decimal("1e-60")


def first_failure(candidates, fails, away):
    """The first candidate, away from 0, at which or right after which the criterion fails."""
    for t in sorted({c for c in candidates if c * away >= 0} | {ZERO}, key=abs):
        if abs(t) == INF:
            continue
        if (t == 0 and fails(ZERO)) or fails(beyond(t, away, candidates)):
            return t
    return None


def elub(cells, n1, n2):
    def loss(theta):
        t = theta.log10() if theta > 0 else -INF
        rejected = 1 + sum((m for x, m, _ in cells if x / LN10 <= t), ZERO)
        accepted = 1 + sum((n for x, _, n in cells if x / LN10 > t), ZERO)
        return rejected / (n1 + 1) + theta * accepted / (n2 + 1)

    def fails(t):
        theta = Decimal(10) ** t
        return loss(theta) - min(ONE, theta) > Decimal("1e-75") * theta

    candidates = [x / LN10 for x, *_ in cells]
    for x in [-INF] + candidates:
        kept1 = sum((m for y, m, _ in cells if y / LN10 > x), ZERO) / (n1 + 1)
        kept2 = sum((n for y, _, n in cells if y / LN10 <= x), ZERO) / (n2 + 1)
        candidates = candidates + [
            c for c in ([(kept1 / (1 - kept2)).log10()] if kept1 > 0 else []) +
            ([((1 - kept1) / kept2).log10()] if kept2 > 0 else [])]
    return first_failure(candidates, fails, -1), first_failure(candidates, fails, 1)


def invariance(cells, n1, n2):
    def ratio(side):
        m = HALF + sum((m for x, m, _ in cells if side(x / LN10)), ZERO)
        n = HALF + sum((n for x, _, n in cells if side(x / LN10)), ZERO)
        return (m / (n1 + 1)).log10() - (n / (n2 + 1)).log10()

    ends = [x / LN10 for x, *_ in cells]
    above = ends + [ratio(lambda y: y >= x) for x in ends]
    under = ends + [ratio(lambda y: y <= x) for x in ends]
    top = [x for x in ends if x >= 0]
    bottom = [x for x in ends if x <= 0]
    high = first_failure(above, lambda t: bool(top) and t <= max(ends) and
                         ratio(lambda y: y >= t) < t - Decimal("1e-75") or
                         (t <= 0 and ratio(lambda y: y >= t) < t), 1)
    low = first_failure(under, lambda t: bool(bottom) and t >= min(ends) and
                        ratio(lambda y: y <= t) > t + Decimal("1e-75") or
                        (t >= 0 and ratio(lambda y: y <= t) > t), -1)
    if high is None:
        high = max(ZERO, max(x / LN10 for x, m, _ in cells if m > 0))
    if low is None:
        low = min(ZERO, min(x / LN10 for x, _, n in cells if n > 0))
    return low, high


def judge_two(s, priors, cost):
    table = tabulate(s)
    n1, n2 = sum(r[2] for r in table), sum(r[3] for r in table)
    blocks = pool(table)
    least = [(pooled_llr(b, n1, n2), b[2], b[3]) for b in blocks]
    steps, hull = vertices(table, n1, n2), vertices(blocks, n1, n2)
    weights = [Decimal(str(c)) for c in cost]
    out = {"cllr_min": empirical(least, n1, n2, HALF)}
    for prior in priors:
        out[f"ece_min({prior})"] = empirical(least, n1, n2, Decimal(prior))
    out["eer"] = equal_error(hull)
    out["eer_steps"] = equal_error(steps)
    out["auc"] = area(steps) if "weight" in s else rank_sum(table, n1, n2)
    out["auc_hull"] = area(hull)
    out["dcf_min"] = cost_at(hull, *weights)
    out.update(wrong_at(s, table, n1, n2))
    if s["scale"] == "score":
        out.update(affine(table, n1, n2))
        return out
    cells = [r[1:] for r in table]
    out["cllr"] = million_cllr(cells) if s["rows"] is None else empirical(cells, n1, n2, HALF)
    out["cllr_cal"] = out["cllr"] - out["cllr_min"]
    if s["rows"] is None:
        return out
    for prior in priors:
        out[f"ece({prior})"] = empirical(cells, n1, n2, Decimal(prior))
    threshold = (weights[2] * (1 - weights[0]) / (weights[1] * weights[0])).ln()
    miss = sum((m for x, m, _ in cells if x < threshold), ZERO) / n1
    fa = sum((n for x, _, n in cells if x >= threshold), ZERO) / n2
    out["dcf"] = weights[0] * weights[1] * miss + (1 - weights[0]) * weights[2] * fa
    out["dev_pav"] = deviation(table, blocks, n1, n2)
    if "weight" not in s:
        out["elub_lower"], out["elub_upper"] = elub(cells, n1, n2)
        out["iv_lower"], out["iv_upper"] = invariance(cells, n1, n2)
        known = len(set(sum(s["source"], ()))) if "source" in s else None
        out["n_source_lower"] = -Decimal(known or n1 + 1).log10()
        out["n_source_upper"] = Decimal(known or n2 + 1).log10()
    return out


def wrong_at(s, table, n1, n2):
    """The errors at a threshold, from those at the next lower one; an LR of 1 has the logarithm 0."""
    out = {}
    if s["rows"] is None:
        return out
    column, thresholds = (0, ("0", "0.5")) if s["scale"] in ("log10", "score") else (1, ("0",))
    for at in thresholds:
        missed, accepted = ZERO, n2
        for row in table:
            if row[column] >= Decimal(at):
                break
            missed += row[2]
            accepted -= row[3]
        out[f"p_miss({at})"] = missed / n1
        out[f"p_fa({at})"] = accepted / n2
    return out


def million_cllr(cells):
    """Trial by trial, in 60 digits."""
    context.prec = 60
    total = [ZERO, ZERO]
    for x, m, n in cells:
        total[0 if m else 1] += softplus(-x if m else x)
    context.prec = DIGITS
    return (total[0] + total[1]) / 500000 / 2 / LN2


def affine(table, n1, n2):
    out = {}
    if len(table) == 2:
        at = [row[0] for row in table]
        to = [pooled_llr([0, 0, row[2], row[3]], n1, n2) for row in table]
        out["logistic_slope"] = (to[1] - to[0]) / (at[1] - at[0])
        out["logistic_offset"] = (to[0] * at[1] - to[1] * at[0]) / (at[1] - at[0])
    moments = []
    for h, total in ((2, n1), (3, n2)):
        mean = sum(row[0] * row[h] for row in table) / total
        square = sum(row[0] * row[0] * row[h] for row in table) / total
        moments.append((mean, square - mean * mean))
    (a, v), (b, w) = moments
    out["gaussian_slope"] = 2 * (a - b) / (v + w)
    out["gaussian_offset"] = (b * b - a * a) / (v + w)
    return out


def judge_classes(s, priors):
    out = {}
    for label, prior in priors.items():
        prior = [Decimal(p.numerator) / Decimal(p.denominator) for p in prior]
        number = [sum(1 for t, _ in s["rows"] if t == k) for k in range(len(prior))]
        total = ZERO
        for truth, values in s["rows"]:
            x = [natural(v, "ln") + p.ln() for v, p in zip(values, prior)]
            top = max(x)
            log_sum = top + sum((v - top).exp() for v in x).ln()
            total += prior[truth] / number[truth] * (log_sum - x[truth])
        out[label] = total / LN2
    return out


def judge_conclusions(s, priors):
    table = [(None, None, Decimal(m), Decimal(n)) for _, m, n in s["rows"]]
    n1, n2 = sum(r[2] for r in table), sum(r[3] for r in table)
    k = len(table)
    out, cells = {}, []
    for (name, *_), (_, _, m, n) in zip(s["rows"], table):
        x = (m + HALF).ln() - (n1 + k * HALF).ln() - (n + HALF).ln() + (n2 + k * HALF).ln()
        out[f"log10_lr({name})"] = x / LN10
        cells.append((x, m, n))
    least = [(pooled_llr(b, n1, n2), b[2], b[3]) for b in pool(table)]
    out["cllr"] = empirical(cells, n1, n2, HALF)
    out["cllr_min"] = empirical(least, n1, n2, HALF)
    out["auc"] = area(vertices(table, n1, n2))
    for prior in priors:
        p = Decimal(prior)
        entropy = -(p * p.ln() + (1 - p) * (1 - p).ln()) / LN2
        out[f"information({prior})"] = entropy - empirical(least, n1, n2, p)
    return out
