#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/logistic/leave-out.h"

// `problem`: `points` and `comparisons` (llr, n_h1, n_h2; members and where those of each source
// start, from zero), prior and lambda. `pairs`: the sources `low` and `high` of each, from zero. A
// column of slope and offset per pair; NaN where the search did not converge.
FFI_ENTRY_2(ffi_leave_out, problem, pairs) {
  SEXP list = ffi_field(problem, "comparisons");
  const R_xlen_t n_pairs = ffi_field_length(pairs, "low");
  struct cal_leave_out all = {.points = ffi_points(ffi_field(problem, "points")),
                              .n_trials = ffi_field_length(list, "llr")};
  FFI_READ_ONE(number, &all, problem, prior, lambda);
  FFI_READ(doubles, all.n_trials, &all.comparisons, list, llr, n_h1, n_h2);
  FFI_READ(integers, ffi_field_length(list, "start"), &all.comparisons, list, start);
  FFI_READ(integers, ffi_field_length(list, "member"), &all.comparisons, list, member);
  const struct cal_source_pairs v_pairs = {ffi_field_integers(pairs, "low", n_pairs),
                                           ffi_field_integers(pairs, "high", n_pairs), n_pairs};
  cal_leave_out_fit(host, &all, &v_pairs, ffi_return_matrix(out, 2, n_pairs));
}
