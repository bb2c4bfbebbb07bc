#include "ffi-host.h"
#include "ffi-trials.h"
#include "kernels/cost/compress-trials.h"

struct job {
  struct cal_trials trials;
  double unit;
  const double* range;
};

static SEXP copy_points(const struct cal_points* points) {
  const char* names[] = {"llr", "n_h1", "n_h2", "totals", ""};
  const size_t size = sizeof(double) * (size_t)points->n;
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  memcpy(ffi_new_doubles(out, 0, points->n), points->llr, size);
  memcpy(ffi_new_doubles(out, 1, points->n), points->n_h1, size);
  memcpy(ffi_new_doubles(out, 2, points->n), points->n_h2, size);
  double* v_totals = ffi_new_doubles(out, 3, 2);
  v_totals[0] = points->total_h1;
  v_totals[1] = points->total_h2;
  UNPROTECT(1);
  return out;
}

static SEXP compress(struct cal_host* host, const void* input) {
  const struct job* job = input;
  struct cal_points points;
  if (!cal_compress_trials(host, &job->trials, job->unit, job->range, &points)) return R_NilValue;
  return copy_points(&points);
}

// `range` holds the smallest and the largest value. NULL where so many LLRs are extreme that
// sorting all of them costs no more.
SEXP ffi_compress_unsorted(SEXP value, SEXP truth, SEXP unit, SEXP range, SEXP threads) {
  const struct job job = {.trials = ffi_trials(value, truth),
                          .unit = ffi_doubles(unit, "unit")[0],
                          .range = ffi_doubles(range, "range")};
  return ffi_with_host(compress, &job, Rf_asInteger(threads));
}
