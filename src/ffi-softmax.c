#include "kernels/classes/softmax.h"

#include "ffi-class-trials.h"

const int* ffi_integers(SEXP x, const char* name) {
  if (TYPEOF(x) != INTSXP) {
    Rf_error("internal error: `%s` must be integer, not %s", name, Rf_type2char(TYPEOF(x)));
  }
  return INTEGER_RO(x);
}

struct cal_class_trials ffi_class_trials(SEXP log_lik, SEXP truth) {
  return (struct cal_class_trials){
      .log_lik = ffi_doubles(log_lik, "log_lik"),
      .truth = truth == R_NilValue ? NULL : ffi_integers(truth, "truth"),
      .n = Rf_nrows(log_lik),
      .n_classes = Rf_ncols(log_lik)};
}

static double* new_row(const struct cal_class_trials* trials) {
  return (double*)R_alloc((size_t)trials->n_classes, sizeof(double));
}

SEXP ffi_posterior(SEXP log_lik, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik, R_NilValue);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)trials.n, trials.n_classes));
  cal_posterior(&trials, ffi_doubles(log_prior, "log_prior"), new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_decide(SEXP log_lik, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik, R_NilValue);
  SEXP out = PROTECT(Rf_allocVector(INTSXP, trials.n));
  cal_decide(&trials, ffi_doubles(log_prior, "log_prior"), INTEGER(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_log_costs(SEXP log_lik, SEXP truth, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik, truth);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, trials.n));
  cal_log_costs(&trials, ffi_doubles(log_prior, "log_prior"), new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}

// `target` counts from one.
SEXP ffi_detection_llr(SEXP log_lik, SEXP log_prior, SEXP target) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik, R_NilValue);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, trials.n));
  cal_detection_llr(&trials, ffi_doubles(log_prior, "log_prior"),
                    ffi_integers(target, "target")[0] - 1, new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_largest_spread(SEXP log_lik) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik, R_NilValue);
  return Rf_ScalarReal(cal_largest_spread(&trials));
}
