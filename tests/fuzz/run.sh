#!/usr/bin/env bash
# Runs every fuzz target for a limited time, in parallel on all processors, starting from the inputs
# in corpus/. A seed makes short runs repeatable. The last line counts the targets.
#   tests/fuzz/run.sh [seconds]        look for failures
#   tests/fuzz/run.sh [seconds] keep   and keep the shortest inputs that reach all that was reached
# With TURN, a whole number, every tenth target has 30 seconds, and ten numbers in a row reach all.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-20}
turns=10
keep=${2:-}
flags=(
  -std=c99 -Wall -Wextra -Werror -g -O1 -fno-omit-frame-pointer -Wno-unknown-pragmas
  "-fsanitize=fuzzer-no-link,address,undefined" -fno-sanitize-recover=all
  -Isrc -Iinst/include/calibrant -Itests/fuzz
)
build=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-fuzz-XXXXXX")
trap 'rm -rf "$build"' EXIT
passed=0
failed=0

can_fuzz() {
  printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char* x, size_t n) {\n%s\n}\n' \
    '(void)x; (void)n; return 0;' >"$build/probe.c"
  clang "-fsanitize=fuzzer,address,undefined" "$build/probe.c" -o "$build/probe" 2>/dev/null
}

keep_shortest() {
  local stem=$1 kept=$2
  mkdir "$build/$stem.merged"
  "$build/$stem" -set_cover_merge=1 -max_len=256 "$build/$stem.merged" "$kept" "$build/$stem.found" \
    2>/dev/null
  rm -rf "$kept"
  mv "$build/$stem.merged" "$kept"
}

# The kernels are compiled once for all targets.
compile_kernels() {
  mkdir "$build/kernels"
  printf '%s\n' src/kernels/*/*.c | xargs -P "$(nproc)" -I {} bash -c '
    clang "${@:3}" -c "$1" -o "$2/$(basename "$1" .c).o"' _ {} "$build/kernels" "${flags[@]}"
}

# A failing input is printed as base64, so that a log is enough to repeat it.
run_target() {
  local file=$1 seconds=$2 stem kept
  stem=$(basename "$file" .c)
  kept="tests/fuzz/corpus/${stem#fuzz-}"
  mkdir -p "$build/$stem.found" "$kept"
  clang "${flags[@]}" "-fsanitize=fuzzer" "$file" "$build"/kernels/*.o -lm -o "$build/$stem" ||
    return 1
  "$build/$stem" -max_total_time="$seconds" -max_len=4096 -seed=1 -print_final_stats=1 \
    -artifact_prefix="$build/" "$build/$stem.found" "$kept" || return 1
  if [[ "$keep" == keep ]]; then keep_shortest "$stem" "$kept"; fi
}

start_target() {
  local stem
  stem=$(basename "$1" .c)
  if run_target "$1" "$2" >"$build/$stem.log" 2>&1; then : >"$build/$stem.passed"; fi
}

report_target() {
  local stem
  stem=$(basename "$1" .c)
  if [[ -e "$build/$stem.passed" ]]; then
    passed=$((passed + 1))
    printf '%s: %s inputs\n' "$stem" \
      "$(sed -n 's/.*number_of_executed_units: //p' "$build/$stem.log")"
  else
    failed=$((failed + 1))
    printf '%s failed\n' "$stem"
    tail -n 40 "$build/$stem.log"
  fi
}

run_targets() {
  local file i=${TURN:-0} own
  for file in "$@"; do
    own=$seconds
    if [[ -n "${TURN:-}" ]] && ((i++ % turns == 0 && seconds < 30)); then own=30; fi
    while (($(jobs -pr | wc -l) >= $(nproc))); do sleep 0.1; done
    start_target "$file" "$own" &
  done
  wait
  for file in "$@"; do report_target "$file"; done
}

main() {
  if ! can_fuzz; then
    echo "fuzz: skipped, because there is no clang with libFuzzer"
    if [[ -n "${CI:-}" ]]; then failed=1; fi
    printf '%d passed, %d failed\n' "$passed" "$failed"
    return "$failed"
  fi
  if compile_kernels; then
    run_targets tests/fuzz/fuzz-*.c
  else
    failed=1
  fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0 && passed > 0))
}

main
