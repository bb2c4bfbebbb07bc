#!/usr/bin/env bash
# Proves the contracts of kernels, which stand beside them in ACSL comments, with Frama-C and the
# provers Z3 and CVC4, and writes bench/proofs.md. Fails where a goal is open that is not on the list.
#   apt-get install frama-c-base why3 z3 cvc4 && why3 config detect
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v frama-c >/dev/null || { echo "frama-c was not found: apt-get install frama-c-base why3 z3 cvc4"; exit 1; }

# The functions that have contracts, by file.
declare -A functions=(
  [pav/pav.c]=block_ge,absorb,cal_pav_pool,cal_pav_extend
  [count/intervals.c]=cal_interval_of
  [count/counts.c]=smallest_key,take
)

# Goals that the provers do not settle, and why they are believed.
declare -A open=(
  [cal_pav_pool_assert]="Blocks before the one that grew are as they were, so their order is too. The provers find no instance among arrays of structures. All small inputs are enumerated in test-pav.c."
  [cal_pav_pool_ensures_3]="Follows from the invariant and the test that ended the loop, as above."
  [cal_pav_extend_assert]="Order is a matter of the blocks before the new one, which are as they were, as above."
  [cal_interval_of_ensures_2]="Where no interval holds x, it lies before the first or behind the end of the last that begins before it; intervals are disjoint."
)

log=$(mktemp "${TMPDIR:-/tmp}/calibrant-proofs-XXXXXX")
trap 'rm -f "$log"' EXIT
proved=0
total=0
failed=0
rows=()
left=()

for file in pav/pav.c count/intervals.c count/counts.c; do
  frama-c -wp -wp-rte -warn-special-float none -wp-model typed+real -wp-prover cvc4,z3 \
    -wp-timeout 10 -wp-par 2 -cpp-extra-args="-Isrc -Iinst/include/calibrant -std=c99" \
    "src/kernels/$file" -wp-fct "${functions[$file]}" >"$log" 2>&1
  read -r done_here all_here < <(sed -nE 's|.*Proved goals: *([0-9]+) / ([0-9]+).*|\1 \2|p' "$log")
  rows+=("| \`$file\` | \`${functions[$file]//,/\`, \`}\` | $done_here of $all_here |")
  proved=$((proved + done_here))
  total=$((total + all_here))
  while read -r goal; do
    reason=${open[$goal]:-}
    if [[ -z "$reason" ]]; then
      reason="not on the list: a contract or the code has changed"
      failed=$((failed + 1))
    fi
    left+=("| \`$goal\` | $reason |")
  done < <(sed -nE 's/.*(Failed\]|Unknown|Timeout).* ?Goal typed_real_([a-z0-9_]+).*/\2/p' "$log" | sort -u)
done

{
  printf '# Proofs\n\nWritten by `make proofs`, with Frama-C %s, Z3 and CVC4.\n\n' "$(frama-c -version)"
  printf 'What is proven for all inputs that meet the contracts: no access outside of the arrays, no\n'
  printf 'overflow of an index, termination; that PAV leaves blocks that follow each other without gap\n'
  printf 'or overlap from the first value to the last, and, up to the open goals below, that none of them\n'
  printf 'violates the order with the next; that a search finds an interval that holds the value; that counting takes equal keys and no\n'
  printf 'others. Doubles are taken as real numbers, which their comparisons are; whether a product is\n'
  printf 'at least another is what `cal_product_ge()` says, and is not proven.\n\n'
  printf '| file | functions | goals proven |\n|---|---|--:|\n'
  printf '%s\n' "${rows[@]}"
  printf '\n%d of %d goals are proven. The others, with the reason why they are believed:\n\n' "$proved" "$total"
  printf '| goal | reason |\n|---|---|\n'
  printf '%s\n' "${left[@]}"
} >bench/proofs.md

printf '%d passed, %d failed\n' "$proved" "$failed"
((failed == 0))
