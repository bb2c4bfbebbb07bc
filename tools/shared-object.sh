#!/usr/bin/env bash
# Compiles src/ as R does, with settings of its own, into a shared object.
#   tools/shared-object.sh FILE 'CFLAGS = -O2 -Wall' ...
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT
target=$(realpath "$1")
mkdir "$work/inst"
cp -r src "$work"
cp -r inst/include "$work/inst"
find "$work/src" -name '*.o' -delete
printf '%s\n' "${@:2}" >"$work/Makevars"
cd "$work/src"
if ! R_MAKEVARS_USER="$work/Makevars" R CMD SHLIB -o "$target" ./*.c >"$work/log" 2>&1; then
  cat "$work/log"
  exit 1
fi
