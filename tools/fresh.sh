#!/usr/bin/env bash
# Installs the package as a stranger does: from the files of the repository alone, into an empty
# library, where R has nothing but what DESCRIPTION imports, no settings and no home; then runs the
# examples of all help pages there. The last line counts the pages.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

work=$(new_temp_dir)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source" "$work/imports" "$work/lib" "$work/home"
git ls-files -z | xargs -0 cp --parents -t "$work/source"
Rscript tools/packages.R folders needed | xargs -r -d '\n' ln -s -t "$work/imports"

as_a_stranger() {
  env -i HOME="$work/home" R_MAKEVARS_USER="$work/source/.ci/quick.mk" PATH="$PATH" LANG="$LANG" R_LIBS_SITE="$work/imports" \
    R_LIBS_USER="$work/lib" "$@"
}

cd "$work"
if ! {
  as_a_stranger R CMD build --no-build-vignettes source &&
    as_a_stranger R CMD INSTALL --library=lib calibrant_*.tar.gz
} >log 2>&1 </dev/null; then
  cat log
  printf '0 passed, 1 failed\n'
  exit 1
fi
cd source
as_a_stranger Rscript tools/fresh.R
