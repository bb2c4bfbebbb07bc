#include "kernels/base/checksum.h"
#include "kernels/base/parallel.h"
#include "kernels/count/range.h"
#include "kernels/rates/roc.h"
#include "kernels/read/slips.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// The smallest and the largest of some doubles; NULL where one is missing.
FFI_ENTRY_1(ffi_range, x) {
  double range[2];
  if (Rf_xlength(x) == 0) Rf_error("internal error: `x` must not be empty");
  if (!cal_range(ffi_doubles(x, "x"), Rf_xlength(x), &range[0], &range[1])) return;
  memcpy(ffi_return_doubles(out, 2), range, sizeof range);
}

// Properties that show at a glance: a number that the area under the ROC curve is hardly below, the
// unit of the values, the number of copies of each trial, and a code for no result.
static void set_signs(SEXP out, const struct cal_trials* trials, double min, double max) {
  ffi_set_number(out, "auc_bound", cal_auc_bound(trials));
  ffi_set_number(out, "unit", (double)cal_unit_glance(trials));
  ffi_set_number(out, "times", (double)cal_times_there(trials));
  ffi_set_number(out, "code", cal_code_glance(trials, min, max));
}

FFI_ENTRY_2(ffi_slip_signs, value, truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  set_signs(out, &trials, -INFINITY, INFINITY);
}

// Facts on trials for lr_set(): the range of their values, and what shows at a glance. NULL unless
// the trials are sound, with at least two of each hypothesis.
FFI_ENTRY_3(ffi_survey, value, truth, threads) {
  if (Rf_xlength(value) == 0 || Rf_xlength(truth) != Rf_xlength(value)) return;
  const struct cal_trials trials = ffi_trials(value, truth);
  struct cal_survey found;
  if (!cal_survey_trials(&trials, cal_usable_threads(Rf_asInteger(threads)), &found)) return;
  if (found.n_h1 < 2 || found.n_h1 > trials.n - 2) return;
  ffi_set_pair(out, "range", found.min, found.max);
  set_signs(out, &trials, found.min, found.max);
}

// A checksum in two halves of 32 bits, the high one first.
FFI_ENTRY_2(ffi_checksum, value, truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  const uint64_t sum = cal_checksum(&trials);
  double* halves = ffi_return_doubles(out, 2);
  halves[0] = (double)(sum >> 32), halves[1] = (double)(sum & UINT32_MAX);
}

// A list of the smallest and the largest value of the H1 and of the H2 trials.
FFI_ENTRY_2(ffi_class_ranges, value, truth) {
  const struct cal_trials trials = ffi_trials(value, truth);
  double low[2], high[2];
  cal_class_ranges(trials.value, trials.truth, trials.n, low, high);
  ffi_set_pair(out, "h1", low[CAL_H1], high[CAL_H1]);
  ffi_set_pair(out, "h2", low[CAL_H2], high[CAL_H2]);
}

// Number of logicals that are TRUE; NULL if one is missing.
SEXP ffi_count_true(SEXP x) {
  const ptrdiff_t count = cal_count_true(ffi_logicals(x, Rf_xlength(x), "x"), Rf_xlength(x));
  return count < 0 ? R_NilValue : Rf_ScalarReal((double)count);
}

// The next larger double of each; Inf for itself.
FFI_ENTRY_1(ffi_next_value, value) {
  const R_xlen_t n = Rf_xlength(value);
  cal_next_values(ffi_doubles(value, "value"), n, ffi_return_doubles(out, n));
}
