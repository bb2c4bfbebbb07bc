#!/usr/bin/env bash
# Runs every fuzz target for a while, from the inputs that are kept in corpus/. A seed makes short
# runs repeatable. The last line counts the targets.
#   tests/fuzz/run.sh [seconds]        look for failures
#   tests/fuzz/run.sh [seconds] keep   and keep the shortest inputs that reach all that was reached
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-20}
keep=${2:-}
flags=(
  -std=c99 -Wall -Wextra -Werror -g -O1 -fno-omit-frame-pointer
  "-fsanitize=fuzzer,address,undefined" -fno-sanitize-recover=all
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

# A failing input is printed as base64, so that a log is enough to repeat it.
run_target() {
  local file=$1 stem kept log
  stem=$(basename "$file" .c)
  kept="tests/fuzz/corpus/${stem#fuzz-}"
  log="$build/$stem.log"
  mkdir -p "$build/$stem.found" "$kept"
  clang "${flags[@]}" "$file" src/kernels/*/*.c -lm -o "$build/$stem" || return 1
  if ! "$build/$stem" -max_total_time="$seconds" -max_len=4096 -seed=1 -print_final_stats=1 \
    -artifact_prefix="$build/" "$build/$stem.found" "$kept" >"$log" 2>&1; then
    tail -n 40 "$log"
    return 1
  fi
  printf '%s: %s inputs\n' "$stem" "$(sed -n 's/.*number_of_executed_units: //p' "$log")"
  if [[ "$keep" == keep ]]; then keep_shortest "$stem" "$kept"; fi
}

main() {
  local file
  if ! can_fuzz; then
    echo "fuzz: skipped, because there is no clang with libFuzzer"
    if [[ -n "${CI:-}" ]]; then failed=1; fi
    printf '%d passed, %d failed\n' "$passed" "$failed"
    return "$failed"
  fi
  for file in tests/fuzz/fuzz-*.c; do
    if run_target "$file"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  done
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0 && passed > 0))
}

main
