"""Writes bench/peers.md from the records of the plugins, and on request the table for R.
    report.py FOLDER [1]"""
import csv
import re
import sys
from datetime import date
from pathlib import Path

import recorded
import sklearn

folder, update = Path(sys.argv[1]), sys.argv[2:] == ["1"]
counts = list(csv.reader(open(folder / "counts.csv", encoding="utf-8")))
said = (folder / "said.txt").read_text("utf-8").splitlines()
failed = [re.sub(r"^FAILED \S*?::", "", line)[:90] for line in said if line.startswith("FAILED")]
passed = [sum(int(n) for n in re.findall(rf"(\d+) {word}", " ".join(
    line for line in said if not line.startswith("FAILED")))) for word in ("passed", "failed", "skipped")]

WHY = {
    "test_isotonic_regression": "compares with == ; calibrant takes shares of trials, so that the values "
                                "are rescaled to 0 to 1 and back, which costs the last bit",
    "test_isotonic_sample_weight": "the same",
    "test_parallel_execution": "one side runs in a process of its own, without the answers of calibrant; "
                               "their search ends within 1e-4 of the minimum",
    "test_extreme_cllr": "lir expects Inf of an LR of 1e-317, whose Cllr is 527.0256",
}
lines = [
    "# Tests of other packages, with the answers of calibrant", "",
    f"Written by `make peers`, {date.today()}: tests of scikit-learn {sklearn.__version__} (Debian) and,",
    "of a clone, of lir, run as they are. Plugins in `tests/peers/` put calibrant for Python in the",
    "place of the functions that these tests are about. Checks of input stay those of scikit-learn.",
    "What calibrant refuses, such as trials of one class, scikit-learn answers itself.", "",
    f"{passed[0]} tests passed, {passed[1]} failed, {passed[2]} were skipped, most of these by the peer itself.", "",
    "| test that failed | reason |", "|---|---|"]
for line in failed:
    reason = next((why for name, why in WHY.items() if name in line), "not known")
    lines.append(f"| `{line.split(' - ')[0]}` | {reason} |")
lines += ["", "Numbers of the functions of scikit-learn on their own tests' data, and numbers that tests of lir",
          "expect, beside the answers of calibrant. *Equal* is within 1e-12. *Rounded* is within the digits",
          "that are printed, within a step of lir's grids of bounds (0.01 and 0.001), or within 1e-4 of",
          "scikit-learn's search for a sigmoid; *of lower cost* are sigmoids that fit better than theirs.", "", "| peer | quantity | class | numbers |", "|---|---|---|--:|"]
lines += [f"| {source} | {quantity} | {found} | {n} |" for source, quantity, found, n in counts]
lines += ["", "Definitions that differ, and the call that gives the number of the peer:", "",
          "| peer | difference | call |", "|---|---|---|",
          "| scikit-learn `det_curve()`, `roc_curve()` | thresholds begin with the least score, or Inf | "
          "`det_curve()` begins with -Inf |",
          "| scikit-learn `log_loss()` | nats, prior of the data, clipped at eps | `log(2) * "
          "cross_entropy(x, prior = share)` of clipped probabilities |",
          "| scikit-learn `_sigmoid_calibration()` | targets (n + 1) / (n + 2) | weights, as in "
          "`tests/peers/sklearn_answers.py` |",
          "| scikit-learn `IsotonicRegression` | lines in the probability between blocks | none; blocks agree |",
          "| scikit-learn, zero weights | dropped | leave out these trials |",
          "| lir `elub()`, `calculate_invariance_bounds()` | steps of 0.01 and 0.001, exact in "
          "calibrant | `bound_lr(x, step = 0.01)`, `bound_lr(x, \"iv\", step = 0.001)` |",
          "| lir `LogitCalibrator` | ridge penalty of scikit-learn, C = 1, in log10 | none |",
          "| lir `KDECalibrator` | bandwidth 1.06 sd n^(-1/5) | `calibrate(method = \"kde\", bandwidth = )` |"]
Path("bench/peers.md").write_text("\n".join(lines) + "\n", "utf-8")
print(f"{passed[0]} passed, {passed[1]} failed")

if update:
    # A test gets few rows of each quantity, so that the table stays small. Rows of packages whose
    # tests are not run stay.
    rows, seen = [], {}
    run = {source for source, *_ in counts}
    others = [row for row in csv.reader(open("tests/testthat/peers.csv", encoding="utf-8"))
              if row[0] not in {recorded.FIELDS[0], *run}]
    for row in csv.reader(open(folder / "rows.csv", encoding="utf-8")):
        key = tuple(row[:3])
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= 14:
            rows.append(row)
    with open("tests/testthat/peers.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(recorded.FIELDS)
        writer.writerows(rows + others)
    print(sum(len(row[6].split()) for row in rows), "numbers in", len(rows), "rows")
