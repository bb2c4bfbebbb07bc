#include "kernels/base/range.h"
#include "kernels/rates/roc.h"

#include "ffi-host.h"
#include "ffi-sample.h"

static SEXP new_range(double min, double max) {
  SEXP out = Rf_allocVector(REALSXP, 2);
  REAL(out)[0] = min;
  REAL(out)[1] = max;
  return out;
}

// The smallest and the largest of some doubles; NULL where one is missing.
SEXP ffi_range(SEXP x) {
  double min, max;
  if (Rf_xlength(x) == 0) Rf_error("internal error: `x` must not be empty");
  if (!cal_range(ffi_doubles(x, "x"), Rf_xlength(x), &min, &max)) return R_NilValue;

  return new_range(min, max);
}

// What a door must know of trials: the range of their values, and a number that the area under
// their ROC curve is hardly below. NULL where they are no sound trials of both hypotheses.
SEXP ffi_survey(SEXP value, SEXP truth, SEXP threads) {
  if (Rf_xlength(value) == 0 || Rf_xlength(truth) != Rf_xlength(value)) return R_NilValue;
  const struct cal_trials trials = ffi_trials(value, truth);
  struct cal_survey found;
  if (!cal_survey_trials(&trials, ffi_usable_threads(Rf_asInteger(threads)), &found)) {
    return R_NilValue;
  }
  if (found.n_h1 == 0 || found.n_h1 == trials.n) return R_NilValue;

  const char* names[] = {"range", "auc_bound", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(out, 0, new_range(found.min, found.max));
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(cal_auc_bound(&trials)));
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
