#!/usr/bin/env bash
# Runs the commands of a new user up to Cllr, DET and calibrated scores, in C and in Python, and
# writes them with their output to bench/doors-python.md. Needs the package in R_LIBS for the last
# part.
#   bench/doors-python.sh [TRIALS]     after make python and make library
set -euo pipefail
cd "$(dirname "$0")/.."
trials=${1:-3.7e6}
python=${PYTHON:-/usr/bin/python3}
built=$PWD/.build/python/installed
[[ -d "$built" ]] || { echo "make python comes first" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-doors-XXXXXX")
trap 'rm -rf "$work"' EXIT
export PREFIX="$work/prefix" R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}"

# Shows a command and its output.
type_in() {
  printf '$ %s\n' "$1"
  bash -c "$1" 2>&1 | sed "s|$work/||g" || true
}

# Runs code in Python and shows it line by line.
session() {
  (cd "$work" && PYTHONPATH="$built" "$python" -c '
import code, sys, warnings
warnings.simplefilter("ignore")
import matplotlib
matplotlib.use("agg")
sys.tracebacklimit = 0
console = code.InteractiveConsole()
more = False
for line in sys.stdin.read().splitlines():
    print("..." if more else ">>>", line, flush=True)
    more = console.push(line)
    sys.stdout.flush()
') 2>&1
}

in_c() {
  echo '```console'
  type_in 'make -s -C lib install BUILD=$PREFIX/build PREFIX=$PREFIX'
  type_in 'PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig pkg-config --modversion calibrant'
  cp lib/example.c lib/voice.csv "$work"
  cd "$work"
  type_in 'PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig pkg-config --cflags --libs calibrant | xargs cc example.c -o example'
  type_in 'LD_LIBRARY_PATH=$PREFIX/lib ./example voice.csv'
  type_in 'LD_LIBRARY_PATH=$PREFIX/lib ./example example.c'
  cd "$OLDPWD"
  echo '```'
}

in_python() {
  echo '```pycon'
  session <<'END'
import calibrant as cal, pandas as pd
voices = pd.read_csv("voice.csv")
x = cal.lr_set(voices["log10_lr"], voices["truth"], scale="log10")
x
cal.cllr(x), cal.cllr_min(x), cal.eer(x)
cal.dcf_min(x, prior=[0.01, 0.5], c_miss=10)
cal.det_curve(x).query("hull").head(4)
cal.pav(x).tail(3)
cal.measures(x, which=["cllr", "eer"], seed=1).round(4)
cal.threshold_at(x, at="p_fa", rate=0.01), cal.misleading(x), cal.bound_lr(x)
cal.reliability_curve(x, bins=5).round(4)
cal.plot_ece(x).get_ylabel()
train = voices.iloc[::2]
fit = cal.calibrate(train["log10_lr"], train["truth"], scale="log10")
fit.coef()
rest = voices.iloc[1::2]
after = fit.predict(rest["log10_lr"])
after.head(3)
cal.cllr(rest["log10_lr"], rest["truth"], scale="log10"), cal.cllr(after, rest["truth"], scale="log10")
cal.write_calibration(fit, "fit.json")
cal.cllr(voices["log10_lr"], voices["truth"])
cal.calibrate([1, 2, 3, 4], [0, 0, 1, 1], scale="score")
END
  echo '```'
}

in_r() {
  echo '```console'
  cd "$work"
  type_in "Rscript -e 'library(calibrant)' -e 'predict(read_calibrant(\"fit.json\"), read.csv(\"voice.csv\")\$log10_lr[c(2, 4, 6)])'"
  cd "$OLDPWD"
  echo '```'
}

{
  echo '# From C and from Python'
  printf '\nWritten by `bench/doors-python.sh`, %s: what was typed, and what came back. The voices are\n' "$(date +%F)"
  printf 'those of one vowel in `voice_lr`.\n\n## C\n\n'
  in_c
  printf '\n## Python\n\n'
  in_python
  printf '\nR reads the file, and predicts the same.\n\n'
  in_r
  printf '\n### Many trials\n\nOf Gaussian LLRs, medians of 7 turns (`bench/python.py`), on %s processors shared with\n' "$(nproc)"
  printf 'others. The EER of `roc_curve()` is read off the nearest corner, as most scripts do.\n\n'
  PYTHONPATH="$built" "$python" bench/python.py "$trials" 7
  printf '\n### Certified sets\n\nThe answers of `python/tests/certified.py`, by `inst/certified/judge.py`:\n\n```\n'
  PYTHONPATH="$built" "$python" python/tests/certified.py inst/certified >"$work/answers.csv"
  "$python" inst/certified/judge.py "$work/answers.csv" 15 2>&1 || true
  printf '```\n\nCounts and PAV are compared to the last bit, all else to 1e-15 of the value, by `make python`.\n'
  printf 'Fewer than 15 digits have costs of trials whose LLR is 700 nats: rounding that LLR to a double\n'
  printf 'changes them by as much.\n'
} >bench/doors-python.md.new
mv bench/doors-python.md.new bench/doors-python.md
