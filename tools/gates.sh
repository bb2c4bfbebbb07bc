#!/usr/bin/env bash
# The rules of the project that a machine can check. The last line counts the gates.
# Needs the package in .lib; `make gates` sees to it.
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

scratch=$(new_temp_dir)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# Prints what was found and fails when there is something.
none() {
  if [[ -n "$1" ]]; then
    printf '%s\n' "$1"
    return 1
  fi
}

# What is in the repository, or will be with the next commit.
project_files() {
  git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
    if [[ -f "$file" ]]; then printf '%s\n' "$file"; fi
  done
}

c_files() {
  find src tests inst -name '*.[ch]' | sort
}

kernel_code() {
  local file
  for file in src/kernels/*/*.[ch] inst/include/calibrant/kernels/*/*.h; do
    sed -e 's|//.*||' -e "s|^|$file: |" "$file"
  done
}

kernels_are_pure() {
  local header='<(stddef|stdint|stdbool|math|float|string|limits)[.]h>|"kernels/[a-z]+/[a-z0-9-]+[.]h"'
  local call='\b(malloc|calloc|realloc|free|[a-z]*printf|puts|exit|abort|s?rand)\s*[(]'
  local bad
  [[ -n "$(kernel_code)" ]] || { echo "no kernel was found"; return 1; }
  bad=$(
    kernel_code | grep -E '# *include' | grep -vE "# *include *($header)" || true
    kernel_code | grep -E "$call|\blong +double\b" || true
  )
  none "$bad"
}

entry_points_agree() {
  Rscript tools/check-registration.R
}

# Without it torture and valgrind would miss one.
entry_points_are_reached() {
  Rscript tools/reach.R
}

only_public_api() {
  Rscript tools/check-api.R .lib
}

# A file that is not listed would go unseen; CRAN sets the compiler's flags, and all arithmetic is
# IEEE.
makevars_lists_every_file() {
  local listed present
  listed=$(grep -oE '[a-z0-9/-]+[.]o\b' src/Makevars | sed 's/o$/c/')
  present=$(cd src && find . -name '*.c' | sed 's|^[.]/||' | sort)
  diff <(sort <<<"$listed") <(printf '%s\n' "$present") || return 1
  none "$(grep -nE -e '-(march|mtune|O[0-9]|ffast-math|funsafe)' src/Makevars || true)"
}

imports_are_few() {
  local allowed=' cli generics ggplot2 rlang scales stats utils grDevices tools '
  local name imports
  imports=$(Rscript -e 'cat(gsub("[(][^)]*[)]|,", " ", read.dcf("DESCRIPTION", "Imports")))')
  for name in $imports; do
    if [[ "$allowed" != *" $name "* ]]; then echo "not to be imported: $name"; return 1; fi
  done
}

compiles_without_warning() {
  local makevars="$scratch/Makevars"
  printf 'CC = gcc\nCFLAGS = -O2 -Wall -Wextra -Wpedantic -Werror -Wno-cast-function-type\n' \
    >"$makevars"
  R_MAKEVARS_USER="$makevars" tools/install.sh "$scratch/lib"
}

c_is_formatted() {
  c_files | xargs clang-format --dry-run -Werror
}

plots_do_not_compute() {
  none "$(grep -nE '[.](Call|External|C)[(]' R/plot-*.R 2>/dev/null || true)"
}

functions_are_short() {
  Rscript tools/check-lengths.R
}

lines_are_clean() {
  local bad
  bad=$(
    project_files | grep -vE '^man/|^tests/fuzz/corpus/|[.]svg$' |
      xargs -d '\n' grep -nIE '[[:blank:]]+$' || true
    grep -nE $'\t' R/*.R || true
  )
  none "$bad"
}

lint_is_clean() {
  Rscript tools/check-lint.R
}

docs_are_up_to_date() {
  local copy="$scratch/docs" part
  mkdir -p "$copy"
  for part in DESCRIPTION R data inst src; do
    if [[ -e "$part" ]]; then cp -r "$part" "$copy"; fi
  done
  Rscript tools/check-docs.R "$copy"
}

no_machine_paths() {
  none "$(project_files |
    xargs -d '\n' grep -nIE '(^|[^[:alnum:]_.~}/-])/(tmp|work|root|home)/' || true)"
}

spelling_is_known() {
  Rscript tools/check-spelling.R
}

gate() {
  local name=$1 log="$scratch/log"
  if "$name" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    printf 'pass  %s\n' "${name//_/ }"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s\n' "${name//_/ }"
    sed 's/^/      /' "$log"
  fi
}

main() {
  local name
  for name in kernels_are_pure entry_points_agree entry_points_are_reached only_public_api \
    makevars_lists_every_file imports_are_few compiles_without_warning c_is_formatted \
    plots_do_not_compute functions_are_short lines_are_clean lint_is_clean docs_are_up_to_date \
    no_machine_paths spelling_is_known; do
    gate "$name"
  done
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

main
