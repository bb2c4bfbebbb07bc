#!/usr/bin/env bash
# Runs gcc's analyser, cppcheck and clang-tidy on kernels and bridge. A finding is an error unless
# analysis.tsv lists it, with the reason why it is harmless. The findings in a file are kept in
# .build/analysis/ until the file, a file that it includes, a tool or this script changes. Without
# names, the files that are due are analysed.
#   tests/kernels/analyse.sh                          everything
#   tests/kernels/analyse.sh src/kernels/pav/pav.c    what is found in this file, named or not
set -euo pipefail
cd "$(dirname "$0")/../.."

script=tests/kernels/analyse.sh
tools=(gcc cppcheck clang-tidy)
kept=.build/analysis
include=(-pthread -Isrc -Iinst/include/calibrant -Iinst/include)
checks='-*,bugprone-*,clang-analyzer-*,clang-diagnostic-*,-bugprone-easily-swappable-parameters'
checks+=',-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result'
checks+=',-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling'

# gcc with optimisation drops useless code before its analyser sees it. Clang's analyser spends
# nearly all its time on the last paths of a few large functions; the bound on them loses few.
ask_tools() {
  gcc -std=gnu11 -O0 -Wall -fanalyzer "${include[@]}" -c "$1" -o /dev/null ||
    echo "$1: error: gcc [gcc]"
  cppcheck --quiet --std=c99 --enable=warning,performance,portability -Isrc \
    -Iinst/include/calibrant --template='{file}:{line}: warning: {message} [{id}]' "$1" ||
    echo "$1: error: cppcheck [cppcheck]"
  clang-tidy --quiet --header-filter='(src|inst/include)/' --checks="$checks" "$1" -- -std=gnu11 \
    "${include[@]}" -Xclang -analyzer-config -Xclang max-nodes=20000 ||
    echo "$1: error: clang-tidy [clang-tidy]"
}

# The file and all that it includes, as gcc lists them.
includes_of() { gcc -MM "${include[@]}" "$1" | sed 's/^[^:]*://; s/\\$//'; }

# Hashes the tools, this script and these files.
key_of() {
  local files
  files=$(includes_of "$1") || files=$1
  # shellcheck disable=SC2086
  { for tool in "${tools[@]}"; do "$tool" --version; done; cat "$script" $files; } |
    sha256sum | cut -d ' ' -f 1
}

# The first line of a kept file is the key.
analyse() {
  local key file="$kept/${1//\//-}"
  key=$(key_of "$1")
  if [[ ! -e "$file" || "$(head -n 1 "$file")" != "$key" ]]; then
    { echo "$key"; ask_tools "$1" 2>&1 | sed "s|^$PWD/||"; } >"$file.$$"
    mv "$file.$$" "$file"
  fi
  grep -E '(warning|error):.*\[' "$file" || true
}

read -ra r_flags < <(R CMD config --cppflags)
include+=("${r_flags[@]}")
mkdir -p "$kept"
for tool in "${tools[@]}"; do
  command -v "$tool" >/dev/null || { echo "$tool was not found"; exit 1; }
done
if (($# > 0)); then
  for file in "$@"; do analyse "$file"; done
  exit
fi

mapfile -t due < <(
  for file in src/kernels/*/*.c src/*.c; do echo "$file" $(includes_of "$file"); done | .ci/due
)
printf '%s\n' "${due[@]}" | xargs -P "$(nproc)" -n 8 "$script" | sort -u |
  awk -F '\t' -v due=" ${due[*]} " '
  NR == FNR { if (FNR > 1) known[$1 " " $2] = 1; next }
  {
    file = $0; sub(/:.*/, "", file)
    id = $0; sub(/.*\[/, "", id); sub(/\].*/, "", id)
    seen[file " " id] = 1
    if (!((file " " id) in known)) { print; n_new++ }
  }
  END {
    for (name in known) {
      file = name; sub(/ .*/, "", file)
      if (!(name in seen) && index(due, " " file " ")) print "no longer found: " name
    }
    exit n_new > 0
  }
' tests/kernels/analysis.tsv -
