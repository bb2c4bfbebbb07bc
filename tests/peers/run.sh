#!/usr/bin/env bash
# Runs tests of scikit-learn and of lir with the answers of calibrant for Python, and writes the
# counts to bench/peers.md. UPDATE=1 writes their numbers into tests/testthat/peers.csv, which R
# tests.
#   LIR=CLONE tests/peers/run.sh     after make python; without LIR, scikit-learn alone
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD
[[ -d .build/python/installed ]] || { echo "make python comes first" >&2; exit 1; }
python=${PYTHON:-/usr/bin/python3}
if ! "$python" -c 'import pytest, sklearn' 2>/dev/null && command -v apt-get >/dev/null; then
  apt-get install -y -qq --no-install-recommends python3-pytest python3-sklearn >/dev/null || true
fi
"$python" -c 'import pytest, sklearn' || { echo "peers: needs pytest and scikit-learn" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-peers-XXXXXX")
trap 'rm -rf "$work"' EXIT
export PYTHONPATH="$here/.build/python/installed:$here/tests/peers" PYTHONDONTWRITEBYTECODE=1
export PEERS_ROWS="$work/rows.csv" PEERS_COUNTS="$work/counts.csv" OMP_NUM_THREADS=1

theirs() {
  "$python" -m pytest -q -p no:cacheprovider -p "$@" >"$work/$1.txt" 2>&1 || true
  grep -E '^FAILED|passed|failed' "$work/$1.txt" >>"$work/said.txt" || tail -n 5 "$work/$1.txt" >&2
}

theirs sklearn_answers --pyargs sklearn.metrics.tests.test_ranking sklearn.tests.test_isotonic \
  sklearn.tests.test_calibration sklearn.metrics.tests.test_classification \
  sklearn.metrics.tests.test_common
if [[ -n "${LIR:-}" ]]; then
  cd "$LIR"
  theirs lir_answers --noconftest tests/test_metrics.py tests/test_ece.py tests/test_calibration.py \
    tests/algorithms/test_bayeserror.py tests/algorithms/test_devpav.py \
    tests/algorithms/test_invariance_bounds.py
  cd "$here"
fi
"$python" tests/peers/report.py "$work" "${UPDATE:-}"
