#!/usr/bin/env bash
# Asks R and Python in threads and in children of all kinds, after other packages have used threads,
# each way with a time limit; and both for the same calibration files with one thing changed, 3 000 of
# them. The last line counts what passed. It needs what `make install` and `make python` have built.
#   tests/doors/processes.sh [seed]
set -euo pipefail
cd "$(dirname "$0")/../.."
export CALIBRANT_EXTENDED=true SEED=${1:-1} R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}"
passed=0
failed=0

add() {
  local counted
  counted=$(grep -oE '[0-9]+ passed, [0-9]+ failed' <<<"$1" | tail -n 1 || true)
  if [[ "$counted" =~ ^([0-9]+)\ passed,\ ([0-9]+) ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
  fi
}

output=$(FILTER=util-threads Rscript tools/test.R 2>&1) || true
printf '%s\n' "$output"
add "$output"
if [[ -d .build/python/installed ]]; then
  output=$(cd .build/python && PYTHONPATH="$PWD/installed" "${PYTHON:-python3}" -W ignore \
    "$OLDPWD/python/tests" processes files 2>&1) || true
  printf '%s\n' "$output"
  add "$output"
else
  echo "python: skipped, as make python has built nothing"
fi
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
