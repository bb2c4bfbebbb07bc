#!/usr/bin/env bash
# Time of qualify(), and the faults that it detects: patched kernels, inaccurate functions of the
# mathematical library, and installed files with a changed byte. Lists the tests that fail. Writes
# bench/qualify.md. Takes about half a minute for each, after `make dev`.
set -euo pipefail
cd "$(dirname "$0")/.."

# Patches: file | original code | replacement.
patches=(
  "pav/pav.c|log1p(excess / q)|log(1 + excess / q)"
  "pav/pav.c|left->last = right->last|left->last = right->first"
  "pav/dev-pav.c|(2 * span)|(2 * span + 1e-9)"
  "rates/roc.c|groups.n_h2[i] / 2|groups.n_h2[i] / 2.0000001"
  "rates/error-rates.c|value[i - 1] >= threshold|value[i - 1] > threshold"
  "base/product.h|return p > q|return p >= q * (1 + 1e-9)"
  "classes/softmax.c|log1p(sum)|log(1 + sum) * (1 + 1e-12)"
  "base/random.h|0x9e3779b97f4a7c15|0x9e3779b97f4a7c17"
)
# Function of one argument | its relative error.
functions=("exp|1e-9" "log|1e-9" "log1p|1e-9" "log2|1e-9" "exp|1e-14")
files=(
  certified/trials.csv certified/SHA256SUMS qualification/report.md qualification/limits.txt
  data/Rdata.rdb
)

copy=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-patched-XXXXXX")
trap 'rm -rf "$copy"' EXIT
cp -r DESCRIPTION NAMESPACE LICENSE R src inst data tools "$copy"
mkdir "$copy/.lib"
cp -a .lib/dev "$copy/.lib/"
installed=$copy/.lib/dev/library/calibrant

# Tests run without a network if the kernel allows that.
alone=()
if unshare -n true 2>/dev/null; then alone=(unshare -n); fi

# Arguments NAME=VALUE set environment variables.
failing() {
  R_LIBS="$copy/.lib/dev/library:$PWD/.lib:${R_LIBS:-}" "${alone[@]}" env "$@" Rscript \
    -e 'suppressMessages(library(calibrant))' \
    -e 'x <- tryCatch(qualify(), error = \(cnd) data.frame(check = "an error", passed = FALSE))' \
    -e 'cat(if (all(x$passed)) "none" else x$check[!x$passed], sep = ", ")'
}

build() {
  (cd "$copy" && tools/dev.sh >/dev/null)
}

# Processor time, as the clock depends on other processes.
timed() {
  local found
  TIMEFORMAT='%U %S'
  found=$({ time failing >"$copy/said"; } 2>&1 | tail -n 1)
  awk '{ printf "%.0f s of processor time", $1 + $2 }' <<<"$found"
}

wrong_function() {
  cat >"$copy/wrong.c" <<END
#define _GNU_SOURCE
#include <dlfcn.h>
double $1(double x) {
  double (*right)(double) = (double (*)(double))dlsym(RTLD_NEXT, "$1");
  return right(x) * (1 + $2);
}
END
  cc -fno-builtin -shared -fPIC -o "$copy/wrong.so" "$copy/wrong.c" -ldl
}

# Changes the middle byte of a file or, if it has several sets, of the set in use.
change_byte() {
  Rscript -e 'at <- commandArgs(TRUE); middle <- file.size(at) %/% 2
    if (basename(at) == "Rdata.rdb") {
      place <- readRDS(sub("rdb$", "rdx", at))$variables$glass_lr
      middle <- place[1] + place[2] %/% 2
    }
    bytes <- readBin(at, raw(), file.size(at))
    bytes[middle] <- xor(bytes[middle], as.raw(1))
    writeBin(bytes, at)' "$1"
}

begin() {
  printf '# What `qualify()` notices\n\nWritten by `bench/qualify.sh`'
  if ((${#alone[@]})); then printf ', all of it without a network'; fi
  printf '.\nOne run takes %s. The tests that fail without a change: %s.\n' "$(timed)" "$(cat "$copy/said")"
}

kernels() {
  local patch file old new
  printf '\n## Patched kernels\n\n| kernel | what stood there | the patch | tests that fail |\n|---|---|---|---|\n'
  for patch in "${patches[@]}"; do
    IFS='|' read -r file old new <<<"$patch"
    FROM=$old TO=$new perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/ or die "not there: $ENV{FROM}"' \
      "$copy/src/kernels/$file"
    build
    printf '| `%s` | `%s` | `%s` | %s |\n' "$file" "$old" "$new" "$(failing)"
    cp "src/kernels/$file" "$copy/src/kernels/$file"
  done
  build
}

mathematics() {
  local pair name error
  printf '\n## Wrong functions of the mathematical library\n\n'
  printf 'A library with the function is loaded before that of the machine.\n\n'
  printf '| function | relative error | tests that fail |\n|---|--:|---|\n'
  for pair in "${functions[@]}"; do
    IFS='|' read -r name error <<<"$pair"
    wrong_function "$name" "$error"
    printf '| `%s` | %s | %s |\n' "$name" "$error" "$(failing LD_PRELOAD="$copy/wrong.so")"
  done
}

changed_bytes() {
  local file
  printf '\n## A changed byte\n\nOne bit in the middle of an installed file.\n\n'
  printf '| file | tests that fail |\n|---|---|\n'
  for file in "${files[@]}"; do
    cp "$installed/$file" "$copy/kept"
    change_byte "$installed/$file"
    printf '| `%s` | %s |\n' "$file" "$(failing)"
    cp "$copy/kept" "$installed/$file"
  done
}

build
# Parts may be named: begin mathematics changed_bytes kernels.
if (($# > 0)); then
  for part in "$@"; do "$part"; done
else
  for part in begin kernels mathematics changed_bytes; do "$part"; done >"$copy/report.md"
  cp "$copy/report.md" bench/qualify.md
fi
