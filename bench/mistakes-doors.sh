#!/usr/bin/env bash
# Makes slips of new users in Python, with the program and on the page, and writes the messages to
# bench/mistakes-doors.md. Fails if an answer of the first two lacks the remedy. bench/mistakes.md
# has those of R.
#   bench/mistakes-doors.sh     after make install, make python and make page
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-mistakes-XXXXXX")
trap 'rm -rf "$work"' EXIT
export R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}" PYTHONPATH="$PWD/.build/python/installed"
export PATH="$PWD/.lib/calibrant/bin:$PATH"

# 120 H1 and 600 H2 comparisons of a calibrated system, in the forms in which users have them.
"$python" - "$work" <<'END'
import csv, math, random, sys
from statistics import NormalDist
folder, draw = sys.argv[1], random.Random(21)
rows = []
for h1 in [True] * 120 + [False] * 600:
    ln = NormalDist(2 if h1 else -2, 2).inv_cdf(draw.uniform(1e-6, 1))
    odds = math.exp(ln) / 4
    rows.append({"log10_lr": ln / math.log(10), "lr": math.exp(ln), "p": odds / (1 + odds),
                 "score": 3 + ln / 4 + draw.gauss(0, 0.3), "label": "same" if h1 else "different"})
def write(name, fields, header=None):
    with open(f"{folder}/{name}", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header or fields)
        out.writerows([row[f] for f in fields] for row in rows)
write("all.csv", list(rows[0]))
write("llr.csv", ["log10_lr", "label"], ["value", "truth"])
write("lr.csv2", ["lr", "label"], ["value", "truth"])
write("p.csv", ["p", "label"], ["value", "truth"])
with open(f"{folder}/scores.txt", "w") as scores, open(f"{folder}/key.txt", "w") as key:
    for i, row in enumerate(rows):
        scores.write(f"m{i % 20} s{i} {row['score']:.6f}\n")
        key.write(f"m{i % 20} s{i} {'target' if row['label'] == 'same' else 'nontarget'}\n")
END

status=0
{
  echo '# Slips by each door, and what is said'
  printf '\nWritten by `bench/mistakes-doors.sh`, %s, and not by hand: what new users of Python, of the\n' "$(date +%F)"
  printf 'program and of the page get wrong, on 120 H1 and 600 H2 trials. An answer must have the remedy, which\n'
  printf 'is checked. [mistakes.md](mistakes.md) has those of R.\n\n## Python\n\n'
  printf '| | slip | call | what is said |\n|---|---|---|---|\n'
  "$python" bench/mistakes-doors.py python "$work/" || status=1
  printf '\n## Command line\n\n| | slip | command | what is said |\n|---|---|---|---|\n'
  "$python" bench/mistakes-doors.py shell "$work/" || status=1
  printf '\n## Page\n\n| | slip | what is said |\n|---|---|---|\n'
  node bench/mistakes-page.mjs "$work"
} >bench/mistakes-doors.md.new
mv bench/mistakes-doors.md.new bench/mistakes-doors.md
grep 'slips,' bench/mistakes-doors.md
exit "$status"
