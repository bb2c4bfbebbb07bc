#include "ffi-host.h"
#include "kernels/replicate/consistency.h"

static double* new_matrix(SEXP list, const char* name, ptrdiff_t rows, ptrdiff_t columns) {
  return REAL(ffi_set(list, name, Rf_allocMatrix(REALSXP, (int)rows, (int)columns)));
}

// `problem`: distinct `llr` with `n` trials on each, the `data_log_odds` of the hypotheses, prior
// `log_odds` at which the gap is wanted, whether `dev_pav` is, the numbers (from 0) of the values
// `at` which the LLR after PAV is, and the numbers of `replicates` and of `threads`.
FFI_HOSTED_1(ffi_consistency, problem) {
  ffi_lend_threads(host, (int)ffi_field_number(problem, "threads"));
  ffi_tell_progress(host, ffi_field(problem, "progress"));
  const R_xlen_t n_values = ffi_field_length(problem, "llr");
  const R_xlen_t n_priors = ffi_field_length(problem, "log_odds");
  const R_xlen_t n_at = ffi_field_length(problem, "at");
  struct cal_consistency job = {.llr = ffi_field_doubles(problem, "llr", n_values),
                                .n = ffi_field_doubles(problem, "n", n_values),
                                .n_values = n_values,
                                .log_odds = ffi_field_number(problem, "data_log_odds"),
                                .prior = ffi_field_doubles(problem, "log_odds", n_priors),
                                .n_priors = n_priors,
                                .dev_pav = ffi_field_flag(problem, "dev_pav"),
                                .at = ffi_field_integers(problem, "at", n_at),
                                .n_at = n_at,
                                .n_replicates = (ptrdiff_t)ffi_field_number(problem, "replicates"),
                                .seed = ffi_random_seed()};
  SEXP out = PROTECT(ffi_new_list("gap", "dev_pav", "llr_pav"));
  const struct cal_consistency_out places = {
      .gap = new_matrix(out, "gap", job.n_priors, job.n_replicates),
      .dev_pav = new_matrix(out, "dev_pav", job.dev_pav, job.n_replicates),
      .llr_pav = new_matrix(out, "llr_pav", job.n_at, job.n_replicates)};
  cal_consistency_run(host, &job, &places);
  UNPROTECT(1);
  return out;
}
