"""Applies a calibration in JSON by ?calibration_file alone. Prints the largest deviation from the
expected values of each file."""
import json, sys
from math import exp, inf, log

num = lambda x: {"Inf": inf, "-Inf": -inf}[x] if isinstance(x, str) else x

def line(x, x0, y0, x1, y1): return y0 + (y1 - y0) * (x - x0) / (x1 - x0)

def lines(f, x):
    xs, ys = f["x"], f["y"]
    if x <= xs[0] or x >= xs[-1]: return ys[0] if x <= xs[0] else ys[-1]
    i = max(k for k in range(len(xs)) if xs[k] <= x)
    return line(x, xs[i], ys[i], xs[i + 1], ys[i + 1])

def blocks(f, x):
    lo, hi, y = ([num(v) for v in f[k]] for k in ("min", "max", "log10_lr"))
    i = max([k for k in range(len(lo)) if lo[k] <= x], default=0)
    if x <= hi[i] or i == len(lo) - 1: return y[i] * log(10)
    a, b = x - hi[i], lo[i + 1] - x
    if abs(y[i]) < inf and abs(y[i + 1]) < inf: return line(x, hi[i], y[i], lo[i + 1], y[i + 1]) * log(10)
    nearer = min((y[i], y[i + 1]), key=abs) if a == b else y[i] if a < b else y[i + 1]
    return nearer * log(10)

def kernels(f, x):
    x = min(max(x / f["unit"], f["range"][0]), f["range"][1])
    density = lambda h: sum(n * exp(-((x - a) / h["bandwidth"]) ** 2 / 2) for a, n in zip(h["at"], h["n"])) / h["bandwidth"] / sum(h["n"])
    return log(density(f["h1"]) / density(f["h2"]))

def spline(f, x):
    x, k, s, y = f["slope"] * x + f["offset"], f["knots"], f["slopes"], f["start"]
    if x <= k[0]: return y + s[0] * (x - k[0])
    for i in range(len(k) - 1):
        d = min(x, k[i + 1]) - k[i]
        y += s[i] * d + (s[i + 1] - s[i]) / (k[i + 1] - k[i]) * d * d / 2
        if x <= k[i + 1]: return y
    return y + s[-1] * (x - k[-1])

def of_two(f, x):
    if f["type"] == "weighted_sum": return sum(a * v for a, v in zip(f["slopes"], x)) + f["offset"]
    if f["type"] == "blocks": return blocks(f, x)
    if abs(x) == inf: return num(f["at_infinity"][x > 0]) if "at_infinity" in f else x
    if f["type"] == "four_parameter":
        e, (floor, ceiling) = exp(f["slope"] * x + f["offset"]), map(num, f["at_infinity"])
        return log((exp(floor) + e) / (1 + e * exp(-ceiling)))
    if f["type"] == "affine": return f["slope"] * x + f["offset"]
    if f["type"] == "beta":
        p = 1 / (1 + exp(-x - f["log_odds"]))
        return f["a"] * log(p) - f["b"] * log(1 - p) + f["offset"]
    if f["type"] == "spline": return spline(f, x)
    return lines(f, x) if f["type"] == "lines" else kernels(f, x)

def of_classes(method, f, w):
    a, b, k = f["alpha"], f["offset"], range(len(f["offset"]))
    if method == "fusion": return [sum(a[m] * w[m][i] for m in range(len(w))) + b[i] for i in k]
    u = [v - sum(w) / len(w) for v in w] if method in ("vector", "matrix") else w
    if method == "matrix": return [sum(a[len(b) * j + i] * u[j] for j in k) + b[i] for i in k]
    return [(a[i] if method == "vector" else a[0]) * u[i] + b[i] for i in k]

flat = lambda x: [v for y in x for v in flat(y)] if isinstance(x, list) else [num(x)]
worst = 0
for name in sys.argv[1:]:
    r = json.load(open(name))
    f, expected = r["systems"][0]["function"], r["expected"]
    inputs = [[[num(v) for v in y] if isinstance(y, list) and not isinstance(y[0], list) else y for y in x] if isinstance(x, list) and isinstance(x[0], list) else [num(v) for v in x] if isinstance(x, list) else num(x) for x in expected["input"]]
    found = flat([of_classes(r["method"], f, x) if "classes" in r else of_two(f, x) for x in inputs])
    for a, b in zip(found, flat(expected.get("ln_lr", expected.get("ln_likelihood"))), strict=True):
        worst = max(worst, 0 if a == b else abs(a - b))
print(worst)
