#!/usr/bin/env bash
# Sourced by the other scripts, or run with a command: settles the folder, the library and the
# locale that every step shares.
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

if [[ "${BASH_SOURCE[0]}" == "$0" ]]; then
  exec "$@"
fi
