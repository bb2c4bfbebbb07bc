#!/usr/bin/env bash
# Builds tests/doors/library.c with the library of C, and runs it: with OpenMP where the compiler has
# it. The last line counts the modes.
#   library.sh          with the library as `make library` builds it
#   library.sh thread   all compiled with ThreadSanitizer, which supports neither forks nor OpenMP
#   library.sh address  with AddressSanitizer and UndefinedBehaviorSanitizer
set -euo pipefail
cd "$(dirname "$0")/../.."

compiler=${CC:-cc}
build=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-library-XXXXXX")
trap 'rm -rf "$build"' EXIT
source=tests/doors/library.c
flags=(-std=gnu11 -Wall -Wextra -Wshadow -Werror -O1 -g -pthread -Ilib)
program=("$build/library")

if (($# == 0)); then
  make --no-print-directory -s -C lib
  linked=("$source" -L.build/lib -lcalibrant "-Wl,-rpath,$PWD/.build/lib")
  "$compiler" "${flags[@]}" -fopenmp "${linked[@]}" -o "${program[0]}" 2>/dev/null ||
    "$compiler" "${flags[@]}" -Wno-unknown-pragmas "${linked[@]}" -o "${program[0]}"
else
  flags+=("-fsanitize=${1/address/address,undefined}" -fno-sanitize-recover=all -Isrc -Iinst/include
    -Iinst/include/calibrant -DCALIBRANT_BUILD '-DCALIBRANT_VERSION="0"')
  "$compiler" "${flags[@]}" -Wno-unknown-pragmas "$source" lib/glue/*.c src/kernels/*/*.c -lm \
    -o "${program[0]}"
  if [[ "$1" == thread ]]; then program+=(without-forks); fi
fi
"${program[@]}"
