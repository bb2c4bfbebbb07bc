#include "kernels/classes/softmax.h"

#include "ffi-class-trials.h"

static double* new_row(const struct cal_class_trials* trials) {
  return ffi_scratch(trials->n_classes, sizeof(double));
}

SEXP ffi_posterior(SEXP log_lik, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)trials.n, trials.n_classes));
  cal_class_posteriors(&trials, ffi_log_prior(&trials, log_prior), new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_decide(SEXP log_lik, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  SEXP out = PROTECT(Rf_allocVector(INTSXP, trials.n));
  cal_class_decisions(&trials, ffi_log_prior(&trials, log_prior), INTEGER(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_log_costs(SEXP log_lik, SEXP truth, SEXP log_prior) {
  const struct cal_class_trials trials = ffi_true_trials(log_lik, truth);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, trials.n));
  cal_class_costs(&trials, ffi_log_prior(&trials, log_prior), new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}

// `target` counts from one.
SEXP ffi_detection_llr(SEXP log_lik, SEXP log_prior, SEXP target) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  ffi_check_length(target, 1, "target");
  ffi_check_codes(target, 1, trials.n_classes, "target");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, trials.n));
  cal_detection_llr(&trials, ffi_log_prior(&trials, log_prior), INTEGER_RO(target)[0] - 1,
                    new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}
