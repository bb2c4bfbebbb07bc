#!/usr/bin/env bash
# The inner loop: installs into a library of its own only what has changed, and runs the test files
# that match. Objects are kept from run to run, and are made anew where their source or a header
# of theirs has changed.
#   tools/dev.sh          installs
#   tools/dev.sh 'pav'    and runs the test files whose stem matches the regular expression
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

copy=.lib/dev/calibrant
library=.lib/dev/library
mkdir -p "$copy/src" "$library"

# Removes files that were deleted from the tree, which would otherwise be compiled or loaded.
drop_deleted() {
  local file
  (cd "$copy" && find "$1" -type f ! -name '*.o' ! -name '*.d' ! -name '*.so') |
    while IFS= read -r file; do
      if [[ ! -e "$file" ]]; then rm "$copy/$file"; fi
    done
}

for part in DESCRIPTION NAMESPACE LICENSE R src inst data; do
  cp -au "$part" "$copy/"
  drop_deleted "$part"
done

# For one test file, byte compilation costs more time than it saves.
if ! MAKEFLAGS="-j$(nproc)" R_MAKEVARS_USER="$PWD/tools/dev.mk" R CMD INSTALL --no-docs \
  --no-multiarch --no-test-load --no-byte-compile --library="$library" "$copy" >.lib/dev/log 2>&1
then
  grep -nE 'error|warning|Error' -A 5 .lib/dev/log || tail -n 20 .lib/dev/log
  exit 1
fi
grep -E 'warning' -A 5 .lib/dev/log || true

if [[ -n "${1:-}" ]]; then
  R_LIBS="$PWD/$library:$R_LIBS" FILTER=$1 Rscript tools/test.R
else
  printf 'dev: calibrant is in %s\n' "$library"
fi
