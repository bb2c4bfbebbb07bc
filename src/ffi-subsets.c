#include "kernels/classes/subsets.h"

#include <string.h>

#include "ffi-class-trials.h"

static void add_class(const struct cal_class_trials* trials, const double* weight, ptrdiff_t first,
                      ptrdiff_t last, struct cal_subset_trial* block,
                      struct cal_subset_sums* sums) {
  const int i = trials->truth[first] - 1;
  for (ptrdiff_t t = first; t < last; t += CAL_SUBSETS_BLOCK) {
    R_CheckUserInterrupt();
    const ptrdiff_t end = t + CAL_SUBSETS_BLOCK < last ? t + CAL_SUBSETS_BLOCK : last;
    cal_subsets_add(trials, i, weight, t, end, block, sums);
  }
}

// Trials are sorted by class, and those of a class have the weights of a mean. The result holds the
// sums over classes of the means over trials.
SEXP ffi_subsets(SEXP log_lik, SEXP truth, SEXP weight) {
  const struct cal_class_trials trials = ffi_true_trials(log_lik, truth);
  if (trials.n_classes > CAL_SUBSETS_MAX_CLASSES) {
    Rf_error("internal error: %d classes have too many subsets", trials.n_classes);
  }
  ffi_check_length(weight, trials.n, "weight");
  const double* v_weight = ffi_doubles(weight, "weight");
  const R_xlen_t n_sets = (R_xlen_t)1 << trials.n_classes;
  const char* names[] = {"cost", "wrong", "lre", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  struct cal_subset_sums sums = {.cost = ffi_new_doubles(out, 0, n_sets),
                                 .wrong = ffi_new_doubles(out, 1, n_sets),
                                 .lre = ffi_new_doubles(out, 2, n_sets)};
  memset(sums.cost, 0, (size_t)n_sets * sizeof(double));
  memset(sums.wrong, 0, (size_t)n_sets * sizeof(double));
  memset(sums.lre, 0, (size_t)n_sets * sizeof(double));

  struct cal_subset_trial* block =
      (struct cal_subset_trial*)R_alloc(CAL_SUBSETS_BLOCK, sizeof(struct cal_subset_trial));
  ptrdiff_t first = 0;
  while (first < trials.n) {
    ptrdiff_t last = first;
    while (last < trials.n && trials.truth[last] == trials.truth[first]) ++last;
    add_class(&trials, v_weight, first, last, block, &sums);
    first = last;
  }

  UNPROTECT(1);
  return out;
}
