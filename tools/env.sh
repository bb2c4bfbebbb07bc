#!/usr/bin/env bash
# Sourced by the other scripts, or run with a command: sets the folder, the library and the locale
# that every step shares.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p .lib
export R_LIBS="$PWD/.lib${R_LIBS:+:$R_LIBS}"

# R reads the sources as UTF-8; a bare container has the C locale. LC_ALL and a LANG of C would hide
# the choice of language that some tests make.
if [[ "$(locale charmap 2>/dev/null || true)" != UTF-8 ]]; then
  unset LC_ALL
  export LANG=C.UTF-8 LC_CTYPE=C.UTF-8
fi

new_temp_dir() {
  mktemp -d "${TMPDIR:-/tmp}/calibrant-XXXXXX"
}

# Compiles src/ into calibrant.so in a folder, as R does, but with these lines in Makevars.
compile_src() {
  cp -r --parents src inst/include "$1"
  find "$1/src" -name '*.o' -delete
  printf '%s\n' "${@:2}" >"$1/Makevars"
  (cd "$1/src" && R_MAKEVARS_USER=../Makevars R CMD SHLIB -o ../calibrant.so ./*.c) >"$1/src/log" 2>&1 ||
    { cat "$1/src/log"; return 1; }
}

if [[ "${BASH_SOURCE[0]}" == "$0" ]]; then
  exec "$@"
fi
