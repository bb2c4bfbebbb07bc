#!/usr/bin/env bash
# Runs every entry point under valgrind: no invalid read or write, no decision on memory that was
# never set. The last line counts. The memory of small R objects is outside its view unless R was
# built for it; the kernel tests look there.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

if ! command -v valgrind >/dev/null; then
  echo "valgrind: not found" >&2
  echo "0 passed, 1 failed"
  exit 1
fi
if R --vanilla --quiet -d "valgrind --quiet --error-exitcode=99" -f tools/valgrind.R; then
  echo "1 passed, 0 failed"
else
  echo "0 passed, 1 failed"
  exit 1
fi
