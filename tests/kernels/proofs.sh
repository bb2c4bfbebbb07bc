#!/usr/bin/env bash
# Proves the contracts of kernels, which stand beside them in ACSL comments, with Frama-C and the
# provers Z3 and CVC4, and writes bench/proofs.md. Fails if a goal that is not listed is open.
#   apt-get install frama-c-base why3 z3 cvc4 && why3 config detect
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v frama-c >/dev/null || { echo "frama-c was not found: apt-get install frama-c-base why3 z3 cvc4"; exit 1; }

# The functions that have contracts, by file. Lemmas are proven with the first file that reads them.
files=(
  pav/pav.c pav/pav-buckets.c pav/apply-blocks.c count/intervals.c count/counts.c monitor/conformal.c
  base/radix.c
)
declare -A functions=(
  [pav/pav.c]=cal_product_ge,block_ge,absorb,push,cal_pav_pool,cal_pav_extend
  [pav/pav-buckets.c]=may_bend,keep_of_block,close,cal_tally_differs
  [pav/apply-blocks.c]=block_of
  [count/intervals.c]=cal_interval_of
  [count/counts.c]=smallest_key,take
  [monitor/conformal.c]=place_of
  [base/radix.c]=digit,counts_to_starts,sort_by_insertion
)

# Goals that the provers cannot prove, each with a reason: `[cal_pav_pool_assert]="Reason."`.
declare -A open=()

log=$(mktemp "${TMPDIR:-/tmp}/calibrant-proofs-XXXXXX")
trap 'rm -f "$log"' EXIT
proved=0
total=0
failed=0
rows=()
left=()

# The provers' limit is in seconds of the clock, so a busy machine needs a generous one.
prove() {
  frama-c -wp -wp-rte -warn-special-float none -wp-model typed+real -wp-prover cvc4,z3 \
    -wp-timeout "${SECONDS_PER_GOAL:-40}" -wp-par 2 \
    -cpp-extra-args="-Isrc -Iinst/include/calibrant -std=c99 -include tests/kernels/proofs.h" \
    "src/kernels/$1" "${@:2}" >"$log" 2>&1 || true
}

# Records the goals of a file that were proven, and those that are left.
record() {
  local here all goal reason
  read -r here all < <(sed -nE 's|.*Proved goals: *([0-9]+) / ([0-9]+).*|\1 \2|p' "$log") || {
    cat "$log"
    return 1
  }
  rows+=("| \`$1\` | $2 | $here of $all |")
  proved=$((proved + here))
  total=$((total + all))
  while read -r goal; do
    reason=${open[$goal]:-}
    if [[ -z "$reason" ]]; then
      reason="not on the list: a contract or the code has changed"
      failed=$((failed + 1))
    fi
    left+=("| \`$goal\` | $reason |")
  done < <(sed -nE 's/.*(Failed\]|Unknown|Timeout).* ?Goal typed_real_([a-z0-9_]+).*/\2/p' "$log" | sort -u)
}

prove pav/pav.c -wp-prop=@lemma
record base/product.h 'lemmas, with those of `pav/pav.c`'
for file in "${files[@]}"; do
  prove "$file" -wp-fct "${functions[$file]}"
  record "$file" "\`${functions[$file]//,/\`, \`}\`"
done

{
  printf '# Proofs\n\nWritten by `make proofs`, with Frama-C %s, Z3 and CVC4.\n\n' "$(frama-c -version)"
  cat <<'END'
What is proven for all inputs that meet the contracts:

- no access outside of the arrays, no overflow of an index, termination;
- PAV leaves blocks that follow each other without gap or overlap from the first value to the last,
  and the share of H1 rises strictly from each to the next;
- at the odds of a block, a threshold between two parts that were pooled costs no less than one at the
  ends of the block, and one behind the next block costs more;
- a sort by insertion leaves ascending keys; the places at which the digits of a radix sort begin
  follow from their counts; a digit is a place in their table;
- a search finds the interval that holds the value, and none only where none does; the block of a
  value; and the place of a value among others;
- counting takes equal keys and no others;
- of the buckets of a block, those at its ends are kept, and no other without trials of both kinds.

Doubles are taken as real numbers, which their comparisons are. For products, in which rounding
matters, two lemmas say that products are in the order of their roundings where these differ, and of
their rounding errors where they do not: that is what `cal_product_ge()` compares, for numbers whose
products neither overflow nor lose digits below the smallest double.

What is not proven, and how it is tested instead:

| what | test |
|---|---|
| blocks hold the sums of their counts, are the longest runs of one share, and cost least at all odds | `test-pav.c`: all inputs of up to 8 values with counts of at most 1, of up to 7 with at most 2, and of up to 5 with at most 3, against the definitions; samples of 6 to 8 values with counts of at most 3 |
| products of doubles are compared exactly | `test-product.c`: all numbers below 24, and pairs of products that differ by little or nothing, against whole numbers of 106 bits |
| keys order as the doubles do, which are read as bits | `test-sort.c`: neighbours at both ends of each exponent and between |
| sorting loses and adds no key, and is stable; a radix sort ends in order | `test-sort.c`, `test-radix.c` |
| a bucket that is dropped cannot bend the hull | `test-pav-buckets.c` |

END
  printf '| file | what | goals proven |\n|---|---|--:|\n'
  printf '%s\n' "${rows[@]}"
  printf '\n%d of %d goals are proven.\n' "$proved" "$total"
  if ((${#left[@]} > 0)); then
    printf '\nThe others, with the reason why they are believed:\n\n| goal | reason |\n|---|---|\n'
    printf '%s\n' "${left[@]}"
  fi
} >bench/proofs.md

printf '%d passed, %d failed\n' "$proved" "$failed"
((failed == 0))
