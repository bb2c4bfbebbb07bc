#!/usr/bin/env bash
# Installs the package into a library folder (.lib unless another is named), from the same tarball
# that users get: no object files are left in the tree, and nothing works by accident of the tree.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

library=${1:-.lib}
build=$(new_temp_dir)
trap 'rm -rf "$build"' EXIT

run_quietly() {
  "$@" >"$build/log" 2>&1 || { cat "$build/log" >&2; exit 1; }
}

root=$PWD
mkdir -p "$library"
library=$(cd "$library" && pwd)
cd "$build"
run_quietly R CMD build --no-build-vignettes --no-manual "$root"
run_quietly R CMD INSTALL --strip --library="$library" ./*.tar.gz
printf 'install: calibrant is in %s\n' "${library#"$root"/}"
