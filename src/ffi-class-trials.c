#include "ffi-class-trials.h"

struct cal_class_trials ffi_class_trials(SEXP log_lik) {
  if (!Rf_isMatrix(log_lik) || Rf_ncols(log_lik) < 2) {
    Rf_error("internal error: `log_lik` must be a matrix of two or more columns");
  }
  return (struct cal_class_trials){.log_lik = ffi_doubles(log_lik, "log_lik"),
                                   .n = Rf_nrows(log_lik),
                                   .n_classes = Rf_ncols(log_lik)};
}

void ffi_check_codes(SEXP x, int first, int n_classes, const char* name) {
  const int* v_x = ffi_integers(x, name);
  const int last = first + n_classes - 1;
  for (R_xlen_t t = 0; t < Rf_xlength(x); ++t) {
    if (v_x[t] < first || v_x[t] > last) {
      Rf_error("internal error: `%s` must count classes from %d to %d", name, first, last);
    }
  }
}

struct cal_class_trials ffi_true_trials(SEXP log_lik, SEXP truth) {
  struct cal_class_trials trials = ffi_class_trials(log_lik);
  ffi_check_length(truth, trials.n, "truth");
  ffi_check_codes(truth, 1, trials.n_classes, "truth");
  trials.truth = INTEGER_RO(truth);
  return trials;
}
