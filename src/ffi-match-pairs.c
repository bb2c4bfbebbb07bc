// Pairs of items, see R/set-read-scores.R.
#include "kernels/read/match-pairs.h"

#include "ffi-host.h"

static struct cal_pairs pairs_of(SEXP table) {
  const R_xlen_t n = ffi_field_length(table, "first");
  return (struct cal_pairs){ffi_field_integers(table, "first", n),
                            ffi_field_integers(table, "second", n), n};
}

// `at` counts places from 1, 0 where a wanted pair is not given; `twice` is the place of a pair
// that is given with two values, or 0.
FFI_ENTRY_2(ffi_match_pairs, given, wanted) {
  const struct cal_pairs from = pairs_of(given), to = pairs_of(wanted);
  int* at = ffi_set_integers(out, "at", to.n);
  ptrdiff_t n_extra;
  const ptrdiff_t twice =
      cal_match_pairs(host, from, ffi_field_doubles(given, "value", from.n), to, at, &n_extra);
  for (R_xlen_t i = 0; i < to.n; ++i) ++at[i];
  ffi_set_number(out, "twice", (double)twice + 1);
  ffi_set_number(out, "n_extra", (double)n_extra);
}
