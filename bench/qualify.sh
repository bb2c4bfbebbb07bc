#!/usr/bin/env bash
# What qualify() notices of kernels that were patched: compiles each patch into a copy and lists the
# tests that fail. Writes bench/qualify.md. About half a minute for each, after `make dev`.
set -euo pipefail
cd "$(dirname "$0")/.."

# File | what stands there | what is put in its place.
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

copy=$(mktemp -d "${TMPDIR:-/tmp}/calibrant-patched-XXXXXX")
trap 'rm -rf "$copy"' EXIT
cp -r DESCRIPTION NAMESPACE LICENSE R src inst data tools "$copy"
mkdir "$copy/.lib"
cp -a .lib/dev "$copy/.lib/"

failing() {
  (
    cd "$copy"
    tools/dev.sh >/dev/null
    R_LIBS="$copy/.lib/dev/library:$PWD/.lib:${R_LIBS:-}" Rscript -e 'suppressMessages(library(calibrant))' \
      -e 'x <- qualify(); cat(if (all(x$passed)) "none" else x$check[!x$passed], sep = ", ")'
  )
}

{
  printf '# Patched kernels, and what `qualify()` says\n\nWritten by `bench/qualify.sh`.\n\n'
  printf '| kernel | what stood there | the patch | tests that fail |\n|---|---|---|---|\n'
  printf '| none | | | %s |\n' "$(failing)"
  for patch in "${patches[@]}"; do
    IFS='|' read -r file old new <<<"$patch"
    FROM=$old TO=$new perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/ or die "not there: $ENV{FROM}"' \
      "$copy/src/kernels/$file"
    printf '| `%s` | `%s` | `%s` | %s |\n' "$file" "$old" "$new" "$(failing)"
    cp "src/kernels/$file" "$copy/src/kernels/$file"
  done
} >bench/qualify.md
