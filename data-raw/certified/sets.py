"""The certified sets: trials that anyone can make again, written in decimals.

A set is a dictionary with a name, a kind ("two", "classes" or "conclusions"), a sentence, and rows.
Values are text, and mean the decimal that they say.
"""

import random


def number(x):
    """The shortest decimal of a multiple of 1/64."""
    return f"{x:.6f}".rstrip("0").rstrip(".").replace("-0", "0") if x == 0 else (
        f"{x:.6f}".rstrip("0").rstrip(".")
    )


def normal(source):
    """About normal, without functions that differ between machines."""
    return sum(source.random() for _ in range(12)) - 6


def two(name, what, h1, h2, scale="log10", **more):
    as_text = lambda values: [v if isinstance(v, str) else number(v) for v in values]
    rows = [(v, 1) for v in as_text(h1)] + [(v, 0) for v in as_text(h2)]
    return dict(name=name, kind="two", what=what, scale=scale, rows=rows, **more)


def gaussians(seed, n1, n2, s, step=64, stretch=1.0, shift=0.0):
    source = random.Random(seed)
    grid = lambda x: round((x * stretch + shift) * step) / step
    return (
        [grid(s * s / 2 + s * normal(source)) for _ in range(n1)],
        [grid(-s * s / 2 + s * normal(source)) for _ in range(n2)],
    )


def drawn(name, what, *args, scale="ln", more=(), **settings):
    h1, h2 = gaussians(*args, **settings)
    return two(name, what, h1 + [m[0] for m in more if m[1]], h2 + [m[0] for m in more if not m[1]],
               scale)


def weighted():
    h1, h2 = gaussians(11, 12, 20, 2)
    weights = ["0.5", "1", "3.25", "2", "8"]
    return dict(
        two("weights", "Weights that are not whole.", h1, h2, "ln"),
        weight=[weights[i % 5] for i in range(32)],
    )


def counted():
    whole = ["3", "1", "4", "1", "5", "9", "2", "6"]
    return dict(
        two("weights-whole", "Weights that count trials.", [1.5, 0.25, -0.5, 2], [-1.5, 0.25, -2, 1]),
        weight=whole,
    )


def nearly_level(name, what, near, weight):
    """Two values near LR = 1 whose trials of H1 and H2 are almost in proportion."""
    return dict(two(name, what, [f"-{near}", near], [f"-{near}", near], "ln"), weight=weight)


def level():
    near = "0.0000000298023223876953125"  # 2^-25
    return [
        nearly_level("level-rising", "LRs after PAV that are 1e-6 from 1.", near,
                     ["1000000", "1000001", "1000001", "1000000"]),
        nearly_level("level-falling", "Shares of H1 that fall by 5e-11, and are to be pooled.", near,
                     ["10000000001", "10000000000", "10000000000", "10000000001"]),
    ]


def items():
    h1, h2 = gaussians(12, 10, 45, 2)
    pairs = [(f"w{i}", f"w{j}") for i in range(10) for j in range(i)]
    return dict(
        two("items", "All pairs of ten items, each compared with itself as well.", h1, h2, "ln"),
        source=[(f"w{i}", f"w{i}") for i in range(10)] + pairs,
    )


def million():
    rule = ("H1: k / 65536 for k = 1, ..., 500000. H2: -k / 65536 for k = 1, ..., 499999, and "
            "5 / 131072, which lies between the second and the third H1 trial.")
    return dict(name="million", kind="two", what="A million trials with one overlap, by a rule.",
                scale="ln", rule=rule, rows=None)


def powers(n):
    """LRs of 1e-300 to 1e300, the hypotheses in turn."""
    exponents = [round(-300 + 600 * i / (n - 1)) for i in range(n)]
    return [f"1e{e}" for i, e in enumerate(exponents) if i % 2 == 0], [
        f"1e{e}" for i, e in enumerate(exponents) if i % 2 == 1]


def classes(name, what, rows, names):
    return dict(name=name, kind="classes", what=what, scale="ln", rows=rows, names=names)


def drawn_classes(name, what, seed, k, n, step=64):
    source = random.Random(seed)
    rows = []
    for truth in range(k):
        for _ in range(n + truth):
            values = [2 * (j == truth) + 1.5 * normal(source) for j in range(k)]
            rows.append((truth, [number(round(v * step) / step) for v in values]))
    return classes(name, what, rows, [chr(ord("a") + j) for j in range(k)])


def conclusions(name, what, table):
    return dict(name=name, kind="conclusions", what=what, scale=None, rows=table)


def all_sets():
    scores = gaussians(21, 20, 25, 2)
    return [
        two("one-each", "One trial per hypothesis.", [0.75], [-0.25]),
        two("one-each-misleading", "One trial per hypothesis, both misleading.", [-30], [30]),
        two("one-each-tied", "One trial per hypothesis, tied.", [2], [2]),
        two("nothing", "A system that always says LR = 1.", [0] * 3, [0] * 5),
        two("lrs-by-hand", "LRs of a textbook.", ["0.5", "2", "4", "6", "8", "10"],
            ["0.2", "0.4", "0.6", "0.8", "1.1"], "lr"),
        two("separated", "Perfect separation.", [0.5, 1, 2.25], [-0.5, -1.25, -3, -4]),
        two("reversed", "Complete reversal.", [-0.5, -1, -2.25], [0.5, 1.25, 3, 4]),
        two("ties", "Ties within and between hypotheses.", [-1, 0.5, 0.5, 1, 1, 1, 2],
            [-2, -1, -1, -1, 0.5, 0.5, 1, 1]),
        drawn("ties-rounded", "LLRs rounded to whole numbers.", 1, 40, 60, 2, step=1),
        two("infinite-right", "Infinite LRs on the right side.", ["Inf", 1.5, 0.25, -0.5, "Inf"],
            ["-Inf", 0.5, -1.5, -2.25, "-Inf", -0.75]),
        two("infinite-wrong", "An LR of 0 under H1.", ["-Inf", 1.5, 0.25, -0.5, 2],
            ["-Inf", 0.5, -1.5, -2.25, -0.75]),
        two("infinite-tied", "Infinite LRs under both hypotheses.", ["Inf", "Inf", 1.25, -0.25],
            ["Inf", 0.75, -1.25, "-Inf"]),
        two("one-h1", "One H1 trial among many.", [1.25], gaussians(2, 1, 30, 2)[1]),
        two("one-h2", "One H2 trial among many.", gaussians(3, 30, 1, 2)[0], [-0.75]),
        two("huge", "LLRs of 1e300, right and wrong.", ["1e300", "1", "-1e300"],
            ["-1e300", "-1", "2"], "ln"),
        two("huge-right", "LLRs of 700, right.", [700, 700], [-700, -700, -700], "ln"),
        two("strong-right", "LLRs of 40, right.", [40, 41.5], [-40, -42.25, -39], "ln"),
        two("tiny", "LLRs of 1e-300.", ["1e-300", "2e-300", "-1e-300"], ["-2e-300", "1.5e-300"], "ln"),
        two("near-one", "LLRs of about 1e-10.", ["1e-10", "3e-10", "-2e-10", "4e-10"],
            ["-1e-10", "-3e-10", "2e-10"], "ln"),
        two("wide", "LRs of 1e-300 to 1e300, the hypotheses in turn.", *powers(40), "lr"),
        two("log2", "Base 2.", [3, 1.5, -0.5, 2.25, 5], [-4, -0.25, 1, -2], "log2"),
        drawn("gauss-small", "Two Gaussians, 25 and 25.", 4, 25, 25, 2),
        drawn("gauss-uneven", "Two Gaussians, 30 and 220.", 5, 30, 220, 2, scale="log10"),
        drawn("weak", "A weak system.", 6, 60, 60, 0.25),
        drawn("strong", "A strong system.", 7, 60, 60, 6),
        drawn("overstated", "LLRs three times too large.", 8, 50, 100, 2, stretch=3),
        drawn("understated", "LLRs a third of what they should be.", 8, 50, 100, 2, stretch=1 / 3),
        drawn("shifted", "LLRs too large by 1.", 8, 50, 100, 2, shift=1),
        drawn("with-infinities", "Two Gaussians and infinite LRs.", 9, 40, 60, 2,
              more=[("Inf", 1), ("-Inf", 0), ("Inf", 1)]),
        drawn("outliers", "Two Gaussians and misleading LRs of e^50.", 10, 30, 30, 2,
              more=[(-50, 1), (50, 0)]),
        counted(),
        *level(),
        weighted(),
        items(),
        two("scores", "Scores, which only have an order.", [100 + 10 * x for x in scores[0]],
            [100 + 10 * x for x in scores[1]], "score"),
        two("scores-ties", "Scores of five values.", [1, 2, 2, 3, 4, 4, 5, 5], [0, 0, 1, 1, 1, 2, 4],
            "score"),
        two("scores-two-values", "Scores of two values, on which logistic calibration is closed.",
            [0.5, 2, 2, 2, 2], [0.5, 0.5, 0.5, 0.5, 2, 2], "score"),
        million(),
        classes("classes-by-hand", "Three classes, by hand.",
                [(0, ["2", "0", "-1"]), (1, ["0.5", "1.5", "0"]), (2, ["-1", "0", "1"]),
                 (0, ["1", "1", "1"])], ["a", "b", "c"]),
        drawn_classes("classes-three", "Three classes.", 31, 3, 12),
        drawn_classes("classes-five", "Five classes.", 32, 5, 8),
        classes("classes-excluded", "Three classes, some of them excluded.",
                [(0, ["0", "-Inf", "-1"]), (1, ["-Inf", "1.5", "0"]), (2, ["-Inf", "-Inf", "0"]),
                 (1, ["1", "2", "-2"])], ["a", "b", "c"]),
        conclusions("conclusions-three", "Three conclusions, counts as of a study of fingerprints.",
                    [("exclusion", 450, 3622), ("inconclusive", 1856, 455),
                     ("identification", 3663, 6)]),
        conclusions("conclusions-empty", "A conclusion that was never reached under H2.",
                    [("exclusion", 2, 40), ("inconclusive", 10, 12), ("probable", 9, 1),
                     ("identification", 21, 0)]),
        conclusions("conclusions-order", "Counts that contradict the order of the conclusions.",
                    [("exclusion", 3, 20), ("support for H2", 1, 9), ("inconclusive", 12, 8),
                     ("support for H1", 5, 4), ("identification", 30, 2)]),
    ]


def million_trials():
    """(value as numerator and denominator, truth) of the rule, ascending."""
    for k in range(499999, 0, -1):
        yield (-2 * k, 131072), 0
    for k in range(1, 500001):
        if k == 3:
            yield (5, 131072), 0
        yield (2 * k, 131072), 1
