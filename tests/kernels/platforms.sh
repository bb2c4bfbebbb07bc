#!/usr/bin/env bash
# Runs the kernel tests on the processors that can be emulated here, and compiles kernels and tests
# for Windows. The last line counts the checks of all runs, and one for each compilation. A run of
# all platforms leaves its counts in bench/platforms.md.
#   arm64   contracts products and sums, as its compilers do unasked
#   s390x   keeps the most significant byte first
#   i386    once with SSE registers, once with the 80 bits of the x87, whose excess precision only
#           has to let every loop end: R asks for SSE. Sizes and counts are both of 32 bits there,
#           which only differ in their sign
#   mingw   no run: it must compile without warnings, except those of its own macros isfinite()
#           and the like, which name a float before they choose a double
set -euo pipefail
cd "$(dirname "$0")/../.."

declare -A compiler=(
  [arm64]="aarch64-linux-gnu-gcc -std=gnu11" [s390x]="s390x-linux-gnu-gcc -std=gnu11"
  [i386]="i686-linux-gnu-gcc -std=gnu11 -Wno-sign-conversion -msse2 -mfpmath=sse"
  [x87]="i686-linux-gnu-gcc -std=gnu11 -Wno-sign-conversion -mfpmath=387" [mingw]="x86_64-w64-mingw32-gcc -std=gnu11 -Wno-float-conversion"
)
declare -A runner=(
  [arm64]="qemu-aarch64 -L /usr/aarch64-linux-gnu" [s390x]="qemu-s390x -L /usr/s390x-linux-gnu"
  [i386]="qemu-i386 -L /usr/i686-linux-gnu" [x87]="qemu-i386 -L /usr/i686-linux-gnu"
)
flags=(
  -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-unknown-pragmas -Werror -Isrc
  -Iinst/include/calibrant -Itests/kernels
)
packages=(
  qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu
  libc6-dev-s390x-cross gcc-i686-linux-gnu libc6-dev-i386-cross gcc-mingw-w64-x86-64
)

build=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-platforms-XXXXXX")
trap 'rm -rf "$build"' EXIT
passed=0
failed=0

have_all() {
  local name
  for name in "${compiler[@]}" "${runner[@]}"; do
    command -v "${name%% *}" >/dev/null || return 1
  done
}

install_tools() {
  local root=()
  if have_all || ! command -v apt-get >/dev/null; then return; fi
  if [[ "$(id -u)" != 0 ]]; then root=(sudo -n); fi
  "${root[@]}" apt-get update -qq || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null || true
}

# Most x86-64 machines run programs of i386 by themselves, a hundred times as fast.
prefer_native() {
  local home=/usr/i686-linux-gnu
  local native="$home/lib/ld-linux.so.2 --library-path $home/lib"
  if $native --version >/dev/null 2>&1; then
    runner[i386]=$native
    runner[x87]=$native
  fi
}

compile() {
  ${compiler[$platform]} "${flags[@]}" "$@"
}

compile_kernels() {
  local file
  mkdir -p "$build/$platform"
  for file in src/kernels/*/*.c; do
    compile -c "$file" -o "$build/$platform/$(basename "$file" .c).o" || return 1
  done
}

# The report of a program is its last line. One that dies, hangs or does not compile is a failure.
run_test() {
  local file=$1 program output line
  program="$build/$platform/$(basename "$file" .c)"
  compile "$file" "$build/$platform"/*.o -lm -o "$program" || { failed=$((failed + 1)); return; }
  if [[ "$platform" == mingw ]]; then passed=$((passed + 1)); return; fi
  output=$(timeout 1800 ${runner[$platform]} "$program" 2>&1) || true
  line=$(tail -n 1 <<<"$output")
  printf '%s: %s\n' "$platform" "$line"
  if [[ "$line" == *": skipped, "* ]]; then return; fi
  if [[ "$line" =~ :\ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    if [[ "$platform" != x87 ]]; then
      failed=$((failed + BASH_REMATCH[2]))
      if ((BASH_REMATCH[2] > 0)); then head -n 5 <<<"$output"; fi
    fi
  else
    failed=$((failed + 1))
  fi
}

run_platform() {
  local file passed_before=$passed failed_before=$failed
  platform=$1
  if ! command -v "${compiler[$platform]%% *}" >/dev/null; then
    printf '%s: there is no %s\n' "$platform" "${compiler[$platform]%% *}"
    failed=$((failed + 1))
    return
  fi
  compile_kernels || { failed=$((failed + 1)); return; }
  for file in tests/kernels/test-*.c; do run_test "$file"; done
  rows+=("| $platform | $(${compiler[$platform]%% *} -dumpfullversion) |\
 $((passed - passed_before)) | $((failed - failed_before)) |")
}

write_report() {
  cat <<'END'
# Platforms

Written by `make platforms`: the checks of the kernels without R on processors that are emulated,
compiled by gcc with -O2; on mingw one check for each program that compiles without a warning. On
x87, whose registers have more bits than a double, only a program that does not end is a failure.

| platform | gcc | passed | failed |
|---|---|---:|---:|
END
  printf '%s\n' "${rows[@]}"
}

main() {
  local platforms=("$@") name rows=()
  install_tools
  prefer_native
  if (($# == 0)); then platforms=(arm64 s390x i386 x87 mingw); fi
  for name in "${platforms[@]}"; do run_platform "$name"; done
  if (($# == 0)); then write_report >bench/platforms.md; fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0 && passed > 0))
}

main "$@"
