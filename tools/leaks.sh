#!/usr/bin/env bash
# Runs every entry point under valgrind, and fails where memory that our shared object took is lost,
# read before it is set, or touched outside its bounds. What R and its libraries lose is theirs.
# The last line counts the entry points.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

if ! command -v valgrind >/dev/null; then
  echo "leaks: there is no valgrind"
  echo "0 passed, 1 failed"
  exit 1
fi

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT
log="$work/log"

status=0
R --vanilla --quiet -d "valgrind --leak-check=full --show-leak-kinds=definite,indirect,possible \
  --num-callers=40 --log-file=$log" -f tools/reach.R >"$work/out" 2>&1 || status=$?
if ((status != 0)); then cat "$work/out"; fi

# valgrind separates its reports by lines that are empty but for the number of the process. The
# threads that OpenMP keeps for the next time are not lost.
awk -v ours='calibrant[.]so|[(]ffi-[a-z-]*[.][ch]:' '
  /^==[0-9]+== *$/ {
    if (report ~ ours && report !~ /libgomp[.]so/) { printf "%s\n", report; ++n }
    report = ""
    next
  }
  { report = report $0 "\n" }
  END { exit n > 0 }' "$log" || status=1

n=$(sed -n 's/^reached \([0-9]*\) entry points$/\1/p' "$work/out")
if ((status != 0)); then
  printf '%d passed, 1 failed\n' "${n:-0}"
  exit 1
fi
printf '%d passed, 0 failed\n' "${n:-0}"
