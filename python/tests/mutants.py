"""Calibration files, each with one thing changed at random: mutants.py FOLDER N SEED [OUT]"""
import json
import math
import random
import re
import sys
from pathlib import Path

ODD = [
    None, True, False, "x", "", "Inf", "-Inf", "1", -1, 0, 0.5, 1, 2, 3.5, 1e308, -1e308, 1e-320,
    [], {}, [1], [1, 2], ["Inf"], [None], [[1]], {"a": 1}, "log10", "ln", "score", "ln_lr", "prob",
    "log10_lr", "affine", "blocks", 10**17, "0123456789abcdef",
]


def places(x):
    keys = x if isinstance(x, dict) else range(len(x)) if isinstance(x, list) else ()
    for key in list(keys):
        yield x, key
        yield from places(x[key])


def change_value(draw, record):
    parent, key = draw.choice(list(places(record)))
    parent[key] = draw.choice(ODD)
    return json.dumps(record)


def change_number(draw, record):
    numbers = [
        (parent, key)
        for parent, key in places(record)
        if isinstance(parent[key], (int, float)) and not isinstance(parent[key], bool)
    ]
    parent, key = draw.choice(numbers)
    by = draw.choice([-1, 0, 1e-9, 0.999, 1.001, 2, 1e6, 1e300])
    parent[key] = parent[key] * by if math.isfinite(parent[key] * by) else -1
    return json.dumps(record)


def change_members(draw, record):
    parents = [record, *(p[k] for p, k in places(record) if isinstance(p[k], (dict, list)))]
    parent = draw.choice([p for p in parents if len(p) > 0])
    if isinstance(parent, list):
        how, at = draw.randrange(4), draw.randrange(len(parent))
        if how == 0:
            del parent[at]
        elif how == 1:
            parent.append(parent[at])
        elif how == 2:
            parent.reverse()
        else:
            parent.clear()
        return json.dumps(record)
    name = draw.choice(list(parent))
    value = parent.pop(name)
    if draw.random() < 0.5:
        parent[draw.choice([name + "s", name.upper(), "z"])] = value
    return json.dumps(record)


def change_text(draw, record):
    text = json.dumps(record)
    at = draw.randrange(len(text))
    return draw.choice(
        [
            text[:at],
            text[:at] + text[at + 1:],
            text[:at] + draw.choice('{}[]",:0-1eN \\') + text[at + 1:],
            text + draw.choice(["x", "{}", " ", "\n"]),
            re.sub(r'("\w+": )', r"\1 0, \1", text, count=1),
            re.sub(r'"(slope|offset|prior|method|type)": ', r'"\1": 0.25, "\1": ', text, count=1),
            text.replace("1", "NaN", 1),
            "[" * 3000 + text + "]" * 3000 if draw.random() < 0.05 else text.replace("0.", ".", 1),
        ]
    )


def mutants(folder, n, seed):
    draw = random.Random(seed)
    files = sorted(Path(folder).glob("r-*.json"))
    for _ in range(n):
        file = draw.choice(files)
        record = json.loads(file.read_text("utf-8"))
        if draw.random() < 0.95:  # With its seal, a file would be refused for any change.
            record.pop("sha256", None)
        how = draw.choice([change_value, change_value, change_number, change_members, change_text])
        yield file.stem, how(draw, record)


def write(folder, n, seed, out):
    for i, (_, text) in enumerate(mutants(folder, n, seed)):
        (Path(out) / f"mutant-{i:05d}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), (sys.argv[4:] or sys.argv[1:])[0])
