#include "kernels/base/checksum.h"
#include "kernels/count/range.h"
#include "kernels/read/slip-rules.h"

#include "ffi-host.h"
#include "ffi-sample.h"

// The smallest and the largest of some doubles; NULL if there are none, or if any is missing.
FFI_ENTRY_1(ffi_range, x) {
  double range[2];
  if (!Rf_xlength(x) || !cal_range(ffi_doubles(x, "x"), Rf_xlength(x), range, range + 1)) return;
  memcpy(ffi_return_doubles(out, 2), range, sizeof range);
}

static void set_slips(SEXP out, const struct cal_slips* slips) {
  for (int k = 0; k < CAL_SLIPS; ++k) {
    if (slips->found[k]) ffi_set_flag(out, cal_slip_name[k], true);
  }
  ffi_set_copy(out, "codes", slips->code, slips->n_codes);
  FFI_SET(number, out, slips, n_code, others, largest, wrong, mean_h2);
  FFI_SET(number, out, slips, factor, area, times);
}

// A list of the names of the slips and of the facts for their messages. `system` may be NULL.
FFI_ENTRY_4(ffi_slips, value, truth, system, scale) {
  const struct cal_trials trials = ffi_trials(value, truth);
  const int* v_system = Rf_isNull(system) ? NULL : ffi_n_integers(system, trials.n, "system");
  double min, max;
  struct cal_slips slips;
  if (trials.n == 0 || !cal_range(trials.value, trials.n, &min, &max)) return;
  cal_find_slips(host, &trials, v_system, cal_given_of(CHAR(Rf_asChar(scale))), min, max, &slips);
  set_slips(out, &slips);
}

// Is this area under the curve, of these numbers of trials, below one half by more than chance?
FFI_ENTRY_3(ffi_reversed, area, n_h1, n_h2) {
  const bool is_reversed = cal_is_reversed(Rf_asReal(area), Rf_asReal(n_h1), Rf_asReal(n_h2));
  ffi_return(out, Rf_ScalarLogical(is_reversed));
}

// The range and the slips of trials for lr_set(); NULL unless they are sound, with at least two
// under each hypothesis.
FFI_ENTRY_4(ffi_survey, value, truth, scale, threads) {
  if (Rf_xlength(value) == 0 || Rf_xlength(truth) != Rf_xlength(value)) return;
  const struct cal_trials trials = ffi_trials(value, truth);
  double range[2];
  struct cal_slips slips;
  ffi_lend_threads(host, Rf_asInteger(threads));
  if (!cal_are_plain(host, &trials, cal_given_of(CHAR(Rf_asChar(scale))), range, &slips)) return;
  ffi_set_copy(out, "range", range, 2);
  if (cal_any_slip(&slips)) set_slips(out, &slips);
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
  const ptrdiff_t count = cal_count_true(ffi_n_logicals(x, Rf_xlength(x), "x"), Rf_xlength(x));
  return count < 0 ? R_NilValue : Rf_ScalarReal((double)count);
}

// The next larger double of each; Inf for itself.
FFI_ENTRY_1(ffi_next_value, value) {
  const R_xlen_t n = Rf_xlength(value);
  cal_next_values(ffi_doubles(value, "value"), n, ffi_return_doubles(out, n));
}
