#include "kernels/classes/subsets.h"

#include "ffi-class-trials.h"
#include "ffi-host.h"

// Trials are sorted by class, and those of a class have the weights of a mean. The result holds the
// sums over classes of the means over trials.
FFI_ENTRY_3(ffi_subsets, log_lik, truth, weight) {
  const struct cal_class_trials trials = ffi_true_trials(log_lik, truth);
  if (trials.n_classes > CAL_SUBSETS_MAX_CLASSES) Rf_error("internal error: too many classes");
  const R_xlen_t n_sets = (R_xlen_t)1 << trials.n_classes;
  struct cal_subset_sums sums;
  FFI_NEW(n_sets, out, &sums, cost, wrong, lre);
  cal_subsets_sum(host, &trials, ffi_n_doubles(weight, trials.n, "weight"), &sums);
}
