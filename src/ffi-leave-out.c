#include "ffi-fields.h"
#include "ffi-host.h"
#include "kernels/fit/leave-out.h"

static struct cal_points read_points(SEXP points) {
  const R_xlen_t n = ffi_field_length(points, "llr");
  const double* v_totals = ffi_field_doubles(points, "totals", 2);
  return (struct cal_points){.llr = ffi_field_doubles(points, "llr", n),
                             .n_h1 = ffi_field_doubles(points, "n_h1", n),
                             .n_h2 = ffi_field_doubles(points, "n_h2", n),
                             .n = n,
                             .total_h1 = v_totals[0],
                             .total_h2 = v_totals[1]};
}

static struct cal_comparisons read_comparisons(SEXP comparisons, R_xlen_t n) {
  return (struct cal_comparisons){
      .llr = ffi_field_doubles(comparisons, "llr", n),
      .n_h1 = ffi_field_doubles(comparisons, "n_h1", n),
      .n_h2 = ffi_field_doubles(comparisons, "n_h2", n),
      .start = ffi_field_integers(comparisons, "start", ffi_field_length(comparisons, "start")),
      .member = ffi_field_integers(comparisons, "member", ffi_field_length(comparisons, "member"))};
}

struct job {
  struct cal_leave_out all;
  struct cal_source_pairs pairs;
};

static SEXP leave_out(struct cal_host* host, const void* input) {
  const struct job* job = input;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, (int)job->pairs.n));
  cal_leave_out_fit(host, &job->all, &job->pairs, REAL(out));
  UNPROTECT(1);
  return out;
}

// `problem`: `points` and `comparisons` (llr, n_h1, n_h2; members and where those of each source
// start, from zero), prior and lambda. `pairs`: the sources `low` and `high` of each, from zero. A
// column of slope and offset per pair; NaN where the search did not converge.
SEXP ffi_leave_out(SEXP problem, SEXP pairs) {
  SEXP comparisons = ffi_field(problem, "comparisons");
  const R_xlen_t n_trials = ffi_field_length(comparisons, "llr");
  const R_xlen_t n_pairs = ffi_field_length(pairs, "low");
  const struct job job = {.all = {.points = read_points(ffi_field(problem, "points")),
                                  .comparisons = read_comparisons(comparisons, n_trials),
                                  .n_trials = n_trials,
                                  .prior = ffi_field_number(problem, "prior"),
                                  .lambda = ffi_field_number(problem, "lambda")},
                          .pairs = {ffi_field_integers(pairs, "low", n_pairs),
                                    ffi_field_integers(pairs, "high", n_pairs), n_pairs}};
  return ffi_with_host(leave_out, &job, 1);
}
