#!/usr/bin/env bash
# The rules of the project that a machine can check. The last line counts the gates.
# Needs the package in .lib; `make gates` sees to it.
#   tools/gates.sh                all gates
#   tools/gates.sh stems_agree    the named ones
# shellcheck source=tools/env.sh
source "$(dirname "$0")/env.sh"

scratch=$(new_temp_dir)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# Prints the places found, and fails if there are any.
none() {
  if [[ -n "$1" ]]; then
    printf '%s\n' "$1"
    return 1
  fi
}

# Files in the repository, or in the next commit.
project_files() {
  git ls-files --cached --others --exclude-standard | while IFS= read -r file; do
    if [[ -f "$file" ]]; then printf '%s\n' "$file"; fi
  done
}

c_files() { find src tests inst lib -name '*.[ch]' | sort; }

kernel_code() {
  for file in src/kernels/*/*.[ch] inst/include/calibrant/kernels/*/*.h; do
    sed -e 's|//.*||' -e "s|^|$file: |" "$file"
  done
}

kernels_are_pure() {
  local header='<(stddef|stdint|stdbool|math|float|string|limits)[.]h>|"kernels/[a-z]+/[a-z0-9-]+[.]h"'
  local threads='^src/kernels/base/parallel[.]c: *# *include *<(pthread|sched|signal|unistd)[.]h>'
  local call='\b(malloc|calloc|realloc|free|[a-z]*printf|puts|exit|abort|s?rand)\s*[(]'
  local bad
  [[ -n "$(kernel_code)" ]] || { echo "no kernel was found"; return 1; }
  bad=$(
    kernel_code | grep -E '# *include' | grep -vE "# *include *($header)|$threads" || true
    kernel_code | grep -E "$call|\blong +double\b" || true
  )
  none "$bad"
}

# Gates inspect compiled objects, so that no macro or declaration can hide a symbol.
compile_objects() {
  if [[ -e "$scratch/calibrant.so" ]]; then return 0; fi
  compile_src "$scratch" 'CC = gcc' 'CFLAGS = -std=gnu11 -O2 -fno-stack-protector -Wall -Wextra -Wpedantic -Werror -Wno-cast-function-type'
}

# Kernels remember only the choice between the two versions of an inner loop.
kernels_keep_no_state() {
  compile_objects || return 1
  none "$(nm -A "$scratch"/src/kernels/*/*.o | awk '$(NF - 1) ~ /^[bBdDC]$/' |
    grep -vE '(^|/)vector-path[.]o:' || true)"
}

# Kernels use arithmetic and given memory: no clock, no environment, no files, no allocation. One
# file starts threads.
kernels_call_little() {
  local math='ceil|cos|erfc?|exp|exp2|expm1|fabs|floor|fma|fmax|fmin|frexp|ldexp|ilogb|lgamma|log|log10|log1p|log2|nearbyint|nextafter|pow|rint|sin|sqrt|tanh|tgamma|trunc'
  local memory='mem(chr|cmp|cpy|move|set)'
  local given='__cpu_model|__cpu_indicator_init|_GLOBAL_OFFSET_TABLE_'
  local threads='parallel[.]o: .* (pthread_[a-z_]+|sigfillset|sched_getaffinity|__sched_cpucount|sysconf)$'
  compile_objects || return 1
  none "$(nm -A --undefined-only "$scratch"/src/kernels/*/*.o | grep -vE "$threads" |
    grep -vE " U (cal_[a-z0-9_]+|$math|$memory|$given)$" || true)"
}

# One file lends memory and always takes it back; all other memory belongs to R.
bridge_leaves_memory_to_its_host() {
  none "$(grep -nE '\b(malloc|calloc|realloc|free|R_Calloc|R_Free|Calloc|Free|strdup)\b *[(]' \
    src/*.[ch] | grep -v '^src/ffi-host[.]c:' || true)"
}

# A file that is not listed would not be checked.
makevars_lists_every_file() {
  local listed present
  listed=$(grep -oE '[a-z0-9/-]+[.]o\b' src/Makevars | sed 's/o$/c/')
  present=$(cd src && find . -name '*.c' | sed 's|^[.]/||' | sort)
  diff <(sort <<<"$listed") <(printf '%s\n' "$present")
}

# CRAN sets the flags of the compiler, and all arithmetic follows IEEE 754. So Makevars and the code
# may only set folders, visibility and threads.
flags_leave_arithmetic_alone() {
  local word bad=""
  for word in $(sed -n 's/^PKG_C[A-Z]*FLAGS *[:+]*= *//p; s/^CFLAGS *[:+]*= *//p' src/Makevars); do
    case "$word" in
      -I* | '$(C_VISIBILITY)' | -pthread) ;;
      *) bad+="src/Makevars: $word"$'\n' ;;
    esac
  done
  bad+=$(grep -nE 'FP_CONTRACT|__attribute__ *\(\(.*optimize|pragma +(GCC|clang) +(optimize|fp)' \
    $(c_files) || true)
  none "$bad"
}

index_is_complete() { Rscript -e 'pkgdown::check_pkgdown()'; }

# Only backends know where the trials of a system are.
backends_alone_ask_which() {
  none "$(grep -nE '\b(has_many|is_remote)\b|[$]answers\b' R/*.R |
    grep -vE '^R/(backend|scale)-|:[0-9]+: *#' || true)"
}

c_is_analysed() { tests/kernels/analyse.sh; }

# In prose a function cannot be distinguished from a type of the same name.
c_names_are_unique() {
  local tags functions
  tags=$(kernel_code | grep -oE '(struct|enum|union) cal_[a-z0-9_]+ [{]' | awk '{print $2}' | sort -u)
  functions=$(
    kernel_code | sed -E 's/(struct|enum|union) cal_[a-z0-9_]+//g' | grep -oE '\bcal_[a-z0-9_]+[(]' |
      tr -d '(' | sort -u
  )
  [[ -n "$tags" && -n "$functions" ]] || { echo "no names were found"; return 1; }
  none "$(comm -12 <(printf '%s\n' "$tags") <(printf '%s\n' "$functions"))"
}

imports_are_few() {
  local allowed=' cli generics ggplot2 rlang scales stats utils grDevices tools '
  local name imports
  imports=$(Rscript -e 'cat(gsub("[(][^)]*[)]|,", " ", read.dcf("DESCRIPTION", "Imports")))')
  for name in $imports; do
    if [[ "$allowed" != *" $name "* ]]; then echo "not to be imported: $name"; return 1; fi
  done
}

compiles_without_warning() { compile_objects; }

c_is_formatted() { c_files | xargs clang-format --dry-run -Werror; }

# Plots use no kernel, no statistic of a system, no arithmetic on LRs, odds or probabilities: they
# draw columns of a curve. Functions that make a curve, such as ece_curve(), are not plots.
plots_do_not_compute() {
  local bridge='[.](Call|External|C)[(]'
  local statistic='\b([a-z]+_of|per_system|bind_systems|predict|augment|error_rate)[(]'
  local arithmetic='\b(to_log10|to_ln|from_ln|plogis|qlogis|exp|log|log2|log10|log1p)[(]|10\^'
  none "$(grep -nE "$bridge|$statistic|$arithmetic" R/plot-*.R R/*-plot*.R | grep -vE ":[0-9]+: *#" || true)"
}

lines_are_clean() {
  none "$(
    project_files | grep -vE '^man/|^tests/fuzz/corpus/|^tests/files/.*[.](csv|txt|tsv)$|/_snaps/|[.]svg$' |
      xargs -d '\n' grep -nIE '[[:blank:]]+$' || true
    project_files | grep -E '[.]R$' | xargs -d '\n' grep -nE $'\t' || true
    awk 'FNR == 1 && !/^#.? [A-Z`].*/ { print FILENAME ": no sentence says what it is" }' R/*.R
    git grep -nE -e "(^ *|[^\"]  )(#|//|/?\*|\"\"\"|#' [*#]) ?(What|How|Of|Where|Who|Which|Whether)(ever|se)?\b.*[^?]$" \
      -- '*.R' '*.[ch]' '*js' '*.sh' '*.py' '*.css' '*.mk' .ci Makefile || true
    grep -nE '([" ][{](n|n_left|(length|nrow|NCOL|sum)[(].*[)]|[^{}]*iterations)[}]|%[ds]( bootstrap| more)?) (trial|row|column|element|step|number|input|report|draw|replicate|feature|action|subset|system)s\b' R/*.R | grep -vE '[{]\?|of %[ds] |%s trials' || true
    awk 'FNR == 1 { at = 0 } FNR == at && /^[a-z]/ { print FILENAME ": text after a heading: " $0 }
      /^.(sub)?section[{]/ { gsub(/^[^{]*[{]|[}][{]$/, ""); at = FNR + 1; if (length > 60) print FILENAME ": " $0 }' man/*.Rd
  )"
}

# Formulas of vignettes are read without a network.
docs_are_up_to_date() {
  local copy="$scratch/docs" part
  none "$(grep -L 'mathjax: null' vignettes/*.Rmd)" || return 1
  mkdir -p "$copy"
  for part in DESCRIPTION R data inst src; do
    if [[ -e "$part" ]]; then cp -r "$part" "$copy"; fi
  done
  # The help of the package shows its logo.
  mkdir -p "$copy/man"
  cp -r man/figures "$copy/man"
  Rscript tools/check-docs.R "$copy"
}

# The table of speeds names the content of src/ that was timed.
results_are_current() {
  grep -qF "$(git rev-parse HEAD:src)" bench/results.md ||
    none "bench/results.md was made with another src/: run make bench"
}

no_machine_paths() {
  none "$(project_files |
    xargs -d '\n' grep -nIE '(^|[^[:alnum:]_.~}/-])/(tmp|work|root|home)/' || true)"
}

tutorials_are_current() {
  Rscript tools/tutorials.R "$scratch/tutorials"
  diff -r "$scratch/tutorials" inst/tutorials
}

# CONTRIBUTING.md names the gate behind each of its claims.
claims_have_gates() {
  local named
  named=$(tr '\n' ' ' <CONTRIBUTING.md | grep -oE '\[`[^]]*`\]' | grep -oE '[a-z]+(_[a-z]+)+' | sort -u)
  [[ -n "$named" ]] || { echo "CONTRIBUTING.md names no gate"; return 1; }
  diff <(printf '%s\n' "$named") <(printf '%s\n' "${gates[@]}" | sort)
}

# The gates that are separate scripts.
declare -A scripts=(
  [public_kernels_are_offered]="check-public.R"
  [entry_points_agree]="check-registration.R"
  [r_files_use_lower_floors]="check-floors.R floors"
  [r_files_have_no_circle]="check-floors.R circles"
  [sizes_are_kept]="sizes.R check"
  [calls_are_few]="calls.R check"
  [r_names_are_unique]="check-floors.R names"
  [rooms_show_their_face]="check-floors.R faces"
  [core_words_are_explained]="check-floors.R words"
  [stems_agree]="check-stems.R"
  [r_files_have_tests]="check-stems.R tests"
  [functions_are_short]="check-lengths.R"
  [lint_is_clean]="check-lint.R"
  [words_have_german]="messages.R missing"
  [spelling_is_known]="check-spelling.R"
  [page_is_current]="check-page.R"
  [claims_name_what_exists]="check-claims.R"
)

gate() {
  local name=$1 log="$scratch/log"
  local command=("$name")
  if [[ -n "${scripts[$name]:-}" ]]; then read -ra command <<<"Rscript tools/${scripts[$name]}"; fi
  if "${command[@]}" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    printf 'pass  %s\n' "${name//_/ }"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s\n' "${name//_/ }"
    sed 's/^/      /' "$log"
  fi
}

gates=(
  kernels_are_pure kernels_keep_no_state kernels_call_little bridge_leaves_memory_to_its_host
  entry_points_agree public_kernels_are_offered
  makevars_lists_every_file flags_leave_arithmetic_alone imports_are_few compiles_without_warning
  c_is_analysed c_is_formatted plots_do_not_compute functions_are_short r_files_use_lower_floors
  r_files_have_no_circle r_names_are_unique rooms_show_their_face c_names_are_unique
  core_words_are_explained
  backends_alone_ask_which claims_name_what_exists sizes_are_kept calls_are_few r_files_have_tests
  stems_agree index_is_complete lines_are_clean lint_is_clean
  docs_are_up_to_date no_machine_paths words_have_german spelling_is_known page_is_current
  tutorials_are_current claims_have_gates results_are_current
)

main() {
  local name names=("$@")
  if ((${#names[@]} == 0)); then names=("${gates[@]}"); fi
  for name in "${names[@]}"; do gate "$name"; done
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}

main "$@"
