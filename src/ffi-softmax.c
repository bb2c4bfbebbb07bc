#include "kernels/classes/softmax.h"

#include "ffi-class-trials.h"
#include "ffi-host.h"

static double* new_row(struct cal_host* host, const struct cal_class_trials* trials) {
  return cal_scratch_doubles(host, 9 * trials->n_classes);
}

FFI_ENTRY_2(ffi_posterior, log_lik, log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  cal_class_posteriors(&trials, ffi_n_doubles(log_prior, trials.n_classes, "log_prior"),
                       new_row(host, &trials), ffi_return_matrix(out, trials.n, trials.n_classes));
}

FFI_ENTRY_2(ffi_decide, log_lik, log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  cal_class_decisions(&trials, ffi_n_doubles(log_prior, trials.n_classes, "log_prior"),
                      INTEGER(ffi_return(out, Rf_allocVector(INTSXP, trials.n))));
}

FFI_ENTRY_3(ffi_log_costs, log_lik, truth, log_prior) {
  const struct cal_class_trials trials = ffi_true_trials(log_lik, truth);
  cal_class_costs(&trials, ffi_n_doubles(log_prior, trials.n_classes, "log_prior"),
                  new_row(host, &trials), ffi_return_doubles(out, trials.n));
}

// `target` counts from one; 0 asks for all.
FFI_ENTRY_3(ffi_detection_llr, log_lik, log_prior, target) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  const double *prior = ffi_n_doubles(log_prior, trials.n_classes, "log_prior"),
               one = ffi_number(target, "target");
  if (!(one >= 0 && one <= trials.n_classes)) Rf_error("internal error: no such `target`");
  double* llr = ffi_return_doubles(out, trials.n * (one > 0 ? 1 : trials.n_classes));
  if (one > 0) cal_detection_llr(&trials, prior, (int)one - 1, new_row(host, &trials), llr);
  if (one == 0) cal_detection_llrs(&trials, prior, new_row(host, &trials), llr);
}

FFI_ENTRY_2(ffi_outermost, log_lik, log_prior) {
  const struct cal_class_trials trials = ffi_class_trials(log_lik);
  cal_outermost_trials(&trials, ffi_n_doubles(log_prior, trials.n_classes, "log_prior"),
                       new_row(host, &trials),
                       INTEGER(ffi_return(out, Rf_allocVector(INTSXP, 2 * trials.n_classes))));
}
