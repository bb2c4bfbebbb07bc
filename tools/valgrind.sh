#!/usr/bin/env bash
# Runs every entry point, and the tests of what C computes, under valgrind: no invalid read or
# write, no decision on memory that was never set. The last line counts the runs. The memory of
# small R objects is outside its view unless R was built for it; the kernel tests look there.
#   tools/valgrind.sh       some minutes
#   tools/valgrind.sh all   all tests, which takes more than an hour
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

if ! command -v valgrind >/dev/null; then
  echo "valgrind: not found" >&2
  echo "0 passed, 1 failed"
  exit 1
fi

passed=0
failed=0
watch() {
  local start=$SECONDS
  if R --vanilla --quiet -d "valgrind --quiet --error-exitcode=99" -f "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
  printf 'valgrind: %s took %d s\n' "$1" "$((SECONDS - start))"
}

watch tools/reach.R
watch tools/valgrind-tests.R --args "$@"
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
