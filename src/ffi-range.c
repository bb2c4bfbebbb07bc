#include "kernels/base/checksum.h"
#include "kernels/base/parallel.h"
#include "kernels/count/range.h"
#include "kernels/rates/roc.h"
#include "kernels/read/slips.h"

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
  const bool is_sound = cal_range(ffi_doubles(x, "x"), Rf_xlength(x), &min, &max);
  return is_sound ? new_range(min, max) : R_NilValue;
}

// Properties that show at a glance: a number that the area under the ROC curve is hardly below, the
// unit of the values, the number of copies of each trial, and a code for no result.
SEXP ffi_slip_signs(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  SEXP out = Rf_allocVector(REALSXP, 4);
  REAL(out)[0] = cal_auc_bound(&trials);
  REAL(out)[1] = (double)cal_unit_glance(&trials);
  REAL(out)[2] = (double)cal_times_there(&trials);
  REAL(out)[3] = cal_code_glance(&trials, -INFINITY, INFINITY);
  return out;
}

// Facts on trials for lr_set(): the range of their values, and what shows at a glance. NULL unless
// the trials are sound, with at least two of each hypothesis.
SEXP ffi_survey(SEXP value, SEXP truth, SEXP threads) {
  if (Rf_xlength(value) == 0 || Rf_xlength(truth) != Rf_xlength(value)) return R_NilValue;
  const struct cal_trials trials = ffi_trials(value, truth);
  struct cal_survey found;
  if (!cal_survey_trials(&trials, cal_usable_threads(Rf_asInteger(threads)), &found)) {
    return R_NilValue;
  }
  if (found.n_h1 < 2 || found.n_h1 > trials.n - 2) return R_NilValue;
  SEXP out = PROTECT(ffi_new_list("range", "auc_bound", "unit", "times", "code"));
  ffi_set(out, "range", new_range(found.min, found.max));
  ffi_set_number(out, "auc_bound", cal_auc_bound(&trials));
  ffi_set_number(out, "unit", (double)cal_unit_glance(&trials));
  ffi_set_number(out, "times", (double)cal_times_there(&trials));
  ffi_set_number(out, "code", cal_code_glance(&trials, found.min, found.max));
  UNPROTECT(1);
  return out;
}

// A checksum in two halves of 32 bits, the high one first.
SEXP ffi_checksum(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  const uint64_t sum = cal_checksum(&trials);
  return new_range((double)(sum >> 32), (double)(sum & UINT32_MAX));
}

// A list of the smallest and the largest value of the H1 and of the H2 trials.
SEXP ffi_class_ranges(SEXP value, SEXP truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  double low[2], high[2];
  cal_class_ranges(trials.value, trials.truth, trials.n, low, high);
  SEXP out = PROTECT(ffi_new_list("h1", "h2"));
  ffi_set_pair(out, "h1", low[CAL_H1], high[CAL_H1]);
  ffi_set_pair(out, "h2", low[CAL_H2], high[CAL_H2]);
  UNPROTECT(1);
  return out;
}

// Number of logicals that are TRUE; NULL if one is missing.
SEXP ffi_count_true(SEXP x) {
  const ptrdiff_t count = cal_count_true(ffi_logicals(x, Rf_xlength(x), "x"), Rf_xlength(x));
  return count < 0 ? R_NilValue : Rf_ScalarReal((double)count);
}

// The next larger double of each; Inf for itself.
SEXP ffi_next_value(SEXP value) {
  SEXP out = PROTECT(Rf_allocVector(REALSXP, Rf_xlength(value)));
  cal_next_values(ffi_doubles(value, "value"), Rf_xlength(value), REAL(out));
  UNPROTECT(1);
  return out;
}
