#include "kernels/fit/overlap.h"

#include "ffi-trials.h"

// `open` holds the two ends that do not count.
SEXP ffi_overlap(SEXP value, SEXP truth, SEXP open) {
  const struct cal_trials trials = ffi_trials(value, truth);
  const double* v_open = ffi_doubles(open, "open");
  return Rf_ScalarLogical(cal_overlap(&trials, v_open[0], v_open[1]));
}
