#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/logistic/leave-out.h"

// `problem`: `points` and `comparisons` (llr, n_h1, n_h2; members and where those of each source
// start, from zero), prior and lambda. `pairs`: the sources `low` and `high` of each, from zero. A
// column of slope and offset per pair; NaN where the search did not converge.
FFI_HOSTED_2(ffi_leave_out, problem, pairs) {
  SEXP list = ffi_field(problem, "comparisons");
  const R_xlen_t n_trials = ffi_field_length(list, "llr");
  const R_xlen_t n_pairs = ffi_field_length(pairs, "low");
  const struct cal_leave_out all = {
      .points = ffi_points(ffi_field(problem, "points")),
      .comparisons = {.llr = ffi_field_doubles(list, "llr", n_trials),
                      .n_h1 = ffi_field_doubles(list, "n_h1", n_trials),
                      .n_h2 = ffi_field_doubles(list, "n_h2", n_trials),
                      .start = ffi_field_integers(list, "start", ffi_field_length(list, "start")),
                      .member =
                          ffi_field_integers(list, "member", ffi_field_length(list, "member"))},
      .n_trials = n_trials,
      .prior = ffi_field_number(problem, "prior"),
      .lambda = ffi_field_number(problem, "lambda")};
  const struct cal_source_pairs v_pairs = {ffi_field_integers(pairs, "low", n_pairs),
                                           ffi_field_integers(pairs, "high", n_pairs), n_pairs};
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, (int)n_pairs));
  cal_leave_out_fit(host, &all, &v_pairs, REAL(out));
  UNPROTECT(1);
  return out;
}
