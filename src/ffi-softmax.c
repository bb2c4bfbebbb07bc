#include "kernels/classes/softmax.h"

#include "ffi-class-trials.h"

static double* new_row(const struct cal_class_trials* trials) {
  return ffi_scratch(4 * trials->n_classes, sizeof(double));
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

// `target` counts from one; 0 asks for all.
SEXP ffi_detection_llr(SEXP log_lik, SEXP log_prior, SEXP target) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  const double *prior = ffi_log_prior(&trials, log_prior), one = ffi_number(target, "target");
  if (!(one >= 0 && one <= trials.n_classes)) Rf_error("internal error: no such `target`");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, trials.n * (one > 0 ? 1 : trials.n_classes)));
  if (one > 0) cal_detection_llr(&trials, prior, (int)one - 1, new_row(&trials), REAL(out));
  if (one == 0) cal_detection_llrs(&trials, prior, new_row(&trials), REAL(out));
  UNPROTECT(1);
  return out;
}
