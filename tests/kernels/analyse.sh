#!/usr/bin/env bash
# Asks gcc's analyser, cppcheck and clang-tidy about kernels and bridge. What they find is an error
# unless analysis.tsv names it, with the reason why it is none.
set -euo pipefail
cd "$(dirname "$0")/../.."

log=$(mktemp "${TMPDIR:-/tmp}/calibrant-analysis-XXXXXX")
trap 'rm -f "$log"' EXIT
include=(-Isrc -Iinst/include/calibrant)
checks='-*,bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters'
checks+=',-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result'
checks+=',-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling'

flags="-std=gnu11 -O1 -fanalyzer ${include[*]} -Iinst/include $(R CMD config --cppflags)"
{
  printf '%s\n' src/kernels/*/*.c src/*.c | xargs -P "$(nproc)" -I {} bash -c \
    'gcc $1 -c "$2" -o /dev/null 2>&1 || true' _ "$flags" {}
  cppcheck --quiet --std=c99 --enable=warning,performance,portability -j "$(nproc)" \
    --template='{file}:{line}: warning: {message} [{id}]' "${include[@]}" src/kernels src/*.c 2>&1
  printf '%s\n' src/kernels/*/*.c | xargs -P "$(nproc)" -n 8 bash -c \
    'clang-tidy --quiet --checks="$1" "${@:2}" -- -std=c99 -Isrc -Iinst/include/calibrant 2>&1 ||
      true' _ "$checks"
} | grep -E '(warning|error):.*\[' | sed "s|^$PWD/||" | sort -u >"$log" || true

awk -F '\t' '
  NR == FNR { if (FNR > 1) known[$1 " " $2] = 1; next }
  {
    file = $0; sub(/:.*/, "", file)
    id = $0; sub(/.*\[/, "", id); sub(/\].*/, "", id)
    seen[file " " id] = 1
    if (!((file " " id) in known)) { print; n_new++ }
  }
  END {
    for (name in known) if (!(name in seen)) print "no longer found: " name
    exit n_new > 0
  }
' tests/kernels/analysis.tsv "$log"
