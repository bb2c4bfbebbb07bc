#!/usr/bin/env bash
# Runs every entry point, or tests, under valgrind, and fails where memory that our shared object took
# is lost, read before it is set, or touched outside its bounds. Leaks of R and its libraries are
# ignored, and so are failed expectations: valgrind rounds the long doubles in R's means.
#   tools/valgrind.sh             every entry point; where CI is set, by a sixth of tests/robustness/pages.txt
#   tools/valgrind.sh '^(auc)$'   the test files whose stem matches
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT
script=tools/entry-points.R
arguments=()
allowed=0
if [[ -n "${1:-}" ]]; then
  script=tools/test.R
  allowed=1
  # The short run, as on CRAN: fewer seeds.
  export FILTER=$1 NOT_CRAN=false
elif [[ -n "${CI:-}" ]]; then
  mapfile -t arguments < <(awk "NR % 6 == $((${TURN:-0} / 3 % 6))" tests/robustness/pages.txt)
  arguments=(--args of "${arguments[@]}")
fi

status=0
R --vanilla --quiet -d "valgrind --leak-check=full --show-leak-kinds=definite,indirect,possible \
  --num-callers=40 --log-file=$work/log" -f "$script" "${arguments[@]}" >"$work/out" 2>&1 || status=$?
counted=$(grep -oE '^[0-9]+ passed, [0-9]+ failed$' "$work/out" | tail -n 1 || true)
if ((status > allowed)) || [[ -z "$counted" ]]; then
  cat "$work/out"
  printf '0 passed, 1 failed\n'
  exit 1
fi

# valgrind separates its reports by lines that are empty except for the number of the process.
awk -v ours='calibrant[.]so|[(]ffi-[a-z-]*[.][ch]:' '
  /^==[0-9]+== *$/ {
    if (report ~ ours) { printf "%s\n", report; ++n }
    report = ""
    next
  }
  { report = report $0 "\n" }
  END { printf "%d passed, %d failed\n", passed, n; exit n > 0 }' passed="${counted%% *}" "$work/log"
