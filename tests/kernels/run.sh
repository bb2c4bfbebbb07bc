#!/usr/bin/env bash
# Compiles the kernels and their tests without R, under each compiler with sanitizers, and runs
# them, or with FILTER those whose stem matches. The last line counts the checks of all runs.
set -euo pipefail
cd "$(dirname "$0")/../.."

flags=(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wno-unknown-pragmas -Werror -g -fno-omit-frame-pointer
  "-fsanitize=address,undefined" -fno-sanitize-recover=all -Isrc
  -Iinst/include/calibrant
)

build=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-kernels-XXXXXX")
trap 'rm -rf "$build"' EXIT
passed=0
failed=0

# One build is strict C99, the other is that of R: the GNU dialect, which declares more names, and
# parts run by threads. clang reports the float of INFINITY as a loss of precision.
use_compiler() {
  compiler=$1
  compile=("$compiler" "${flags[@]}")
  if [[ "$compiler" == gcc ]]; then
    compile+=(-std=gnu11 -Wdouble-promotion -pthread)
  else
    compile+=(-std=c99)
  fi
}

compile_kernels() {
  local file
  mkdir -p "$build/$compiler"
  for file in src/kernels/*/*.c; do
    "${compile[@]}" -O1 -c "$file" -o "$build/$compiler/$(basename "$file" .c).o" || return 1
  done
  ar rcs "$build/$compiler/kernels.a" "$build/$compiler"/*.o
}

# A program that dies before its report, checks nothing or does not compile counts as one failure.
count() {
  local output=$1 status=$2 line
  if ((status == 0)) && grep -q ': skipped, ' <<<"$output"; then return; fi
  line=$(grep -Eo '[0-9]+ passed, [0-9]+ failed$' <<<"$output" | tail -n 1 || true)
  if [[ "$line" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    if ((status != 0 && BASH_REMATCH[2] == 0)); then failed=$((failed + 1)); fi
  else
    failed=$((failed + 1))
  fi
}

run_test() {
  local file=$1 program output status=0
  program="$build/$compiler/$(basename "$file" .c)"
  if "${compile[@]}" -Itests/kernels "$file" "$build/$compiler/kernels.a" -lm -o "$program"; then
    output=$("$program" 2>&1) || status=$?
    printf '%s: %s\n' "$compiler" "$output"
    count "$output" "$status"
  else
    count "" 1
  fi
}

# The fuzz targets, on fixed inputs.
replay() {
  local file=$1 stem program output status=0 kept
  stem=$(basename "$file" .c)
  program="$build/$compiler/$stem"
  stem=${stem#fuzz-}
  mapfile -t kept < <(compgen -G "tests/fuzz/corpus/$stem/*" || true)
  if "${compile[@]}" -Itests/fuzz "$file" tests/kernels/replay.c "$build/$compiler/kernels.a" -lm \
    -o "$program"; then
    output=$("$program" "$stem" 300 "${kept[@]}" 2>&1) || status=$?
    printf '%s: replay of %s\n' "$compiler" "$output"
    count "$output" "$status"
  else
    count "" 1
  fi
}

# gcc compiles all tests. In .ci/run, clang compiles those whose test or kernel is due.
tests_for() {
  local file
  if [[ "$1" == gcc ]]; then
    printf '%s\n' tests/kernels/test-*.c
  else
    for file in tests/kernels/test-*.c; do
      echo "$file" src/kernels/*/"${file#*/test-}"
    done | .ci/due
  fi
}

run_compiler() {
  local file tests
  use_compiler "$1"
  if ! compile_kernels; then
    count "" 1
    return
  fi
  mapfile -t tests < <(tests_for "$compiler" | grep -E "test-[^ ]*${FILTER:-}[^ ]*[.]c$")
  for file in "${tests[@]}"; do run_test "$file"; done
  if [[ "$1" != gcc || -n "${FILTER:-}" ]]; then return; fi
  for file in tests/fuzz/fuzz-*.c; do replay "$file"; done
}

# More than 2^31 elements, where sanitizers would take too long. In .ci/run every fourth commit runs
# them.
run_long_vectors() {
  local output status=0 program="$build/long-vectors"
  if gcc -std=gnu11 -O2 -Isrc -Iinst/include/calibrant -Itests/kernels \
    tests/kernels/test-long-vectors.c src/kernels/*/*.c -lm -o "$program"; then
    output=$(CALIBRANT_TEST_LONG=1 "$program" 2>&1) || status=$?
    printf 'optimised: %s\n' "$output"
    count "$output" "$status"
  else
    count "" 1
  fi
}

main() {
  local name
  for name in gcc clang; do
    if command -v "$name" >/dev/null 2>&1; then
      run_compiler "$name"
    else
      printf '%s: not found\n' "$name"
      if [[ -n "${CI:-}" ]]; then failed=$((failed + 1)); fi
    fi
  done
  if ((${TURN:-0} % 4 == 0)) && [[ -z "${FILTER:-}" ]]; then run_long_vectors; fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0 && passed > 0))
}

main
