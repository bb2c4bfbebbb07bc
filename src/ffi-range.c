#include "kernels/base/range.h"

#include "ffi-sample.h"

// The smallest and the largest of some doubles; NULL where one is missing.
SEXP ffi_range(SEXP x) {
  double min, max;
  if (Rf_xlength(x) == 0) Rf_error("internal error: `x` must not be empty");
  if (!cal_range(ffi_doubles(x, "x"), Rf_xlength(x), &min, &max)) return R_NilValue;

  SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
  REAL(out)[0] = min;
  REAL(out)[1] = max;
  UNPROTECT(1);
  return out;
}

// A list of the smallest and the largest value of the H1 and of the H2 trials.
SEXP ffi_class_ranges(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  double low[2], high[2];
  cal_class_ranges(trials.value, trials.truth, trials.n, low, high);

  SEXP out = PROTECT(ffi_new_pair(2));
  for (int i = 0; i < 2; ++i) {
    double* v_range = REAL(VECTOR_ELT(out, i));
    v_range[0] = low[i == 0 ? CAL_H1 : CAL_H2];
    v_range[1] = high[i == 0 ? CAL_H1 : CAL_H2];
  }
  UNPROTECT(1);
  return out;
}

// How many of some logicals are TRUE; NULL where one is missing.
SEXP ffi_count_true(SEXP x) {
  if (TYPEOF(x) != LGLSXP) Rf_error("internal error: `x` must be logical");
  const ptrdiff_t count = cal_count_true(LOGICAL_RO(x), Rf_xlength(x));
  return count < 0 ? R_NilValue : Rf_ScalarReal((double)count);
}
