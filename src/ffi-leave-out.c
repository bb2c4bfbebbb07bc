#include "ffi-host.h"
#include "kernels/fit/leave-out.h"

static const int* integers(SEXP list, const char* name) {
  SEXP x = ffi_field(list, name);
  if (TYPEOF(x) != INTSXP) Rf_error("internal error: `%s` must be integer", name);
  return INTEGER_RO(x);
}

static const double* doubles(SEXP list, const char* name) {
  return ffi_doubles(ffi_field(list, name), name);
}

static struct cal_points read_points(SEXP points) {
  const double* v_totals = doubles(points, "totals");
  return (struct cal_points){.llr = doubles(points, "llr"),
                             .n_h1 = doubles(points, "n_h1"),
                             .n_h2 = doubles(points, "n_h2"),
                             .n = Rf_xlength(ffi_field(points, "llr")),
                             .total_h1 = v_totals[0],
                             .total_h2 = v_totals[1]};
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
  const struct job job = {.all = {.points = read_points(ffi_field(problem, "points")),
                                  .comparisons = {.llr = doubles(comparisons, "llr"),
                                                  .n_h1 = doubles(comparisons, "n_h1"),
                                                  .n_h2 = doubles(comparisons, "n_h2"),
                                                  .start = integers(comparisons, "start"),
                                                  .member = integers(comparisons, "member")},
                                  .n_trials = Rf_xlength(ffi_field(comparisons, "llr")),
                                  .prior = doubles(problem, "prior")[0],
                                  .lambda = doubles(problem, "lambda")[0]},
                          .pairs = {integers(pairs, "low"), integers(pairs, "high"),
                                    Rf_xlength(ffi_field(pairs, "low"))}};
  return ffi_with_host(leave_out, &job, 1);
}
