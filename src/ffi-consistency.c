#include "ffi-host.h"
#include "ffi-random.h"
#include "ffi.h"
#include "kernels/replicate/consistency.h"

static double number(SEXP list, const char* name) { return Rf_asReal(ffi_field(list, name)); }

static SEXP new_matrix(SEXP list, R_xlen_t i, ptrdiff_t rows, ptrdiff_t columns) {
  SEXP x = Rf_allocMatrix(REALSXP, (int)rows, (int)columns);
  SET_VECTOR_ELT(list, i, x);
  return x;
}

static SEXP run(struct cal_host* host, const void* input) {
  SEXP problem = (SEXP)input;
  SEXP llr = ffi_field(problem, "llr"), prior = ffi_field(problem, "log_odds"),
       at = ffi_field(problem, "at");
  struct cal_consistency job = {.llr = ffi_doubles(llr, "llr"),
                                .n = ffi_doubles(ffi_field(problem, "n"), "n"),
                                .n_values = Rf_xlength(llr),
                                .log_odds = number(problem, "data_log_odds"),
                                .prior = ffi_doubles(prior, "log_odds"),
                                .n_priors = Rf_xlength(prior),
                                .dev_pav = Rf_asLogical(ffi_field(problem, "dev_pav")),
                                .at = INTEGER_RO(at),
                                .n_at = Rf_xlength(at),
                                .n_replicates = (ptrdiff_t)number(problem, "replicates"),
                                .seed = ffi_random_seed()};
  const char* names[] = {"gap", "dev_pav", "llr_pav", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  const struct cal_consistency_out places = {
      .gap = REAL(new_matrix(out, 0, job.n_priors, job.n_replicates)),
      .dev_pav = REAL(new_matrix(out, 1, job.dev_pav, job.n_replicates)),
      .llr_pav = REAL(new_matrix(out, 2, job.n_at, job.n_replicates))};
  cal_consistency_run(host, &job, &places);
  UNPROTECT(1);
  return out;
}

// `problem`: distinct `llr` with `n` trials on each, the `data_log_odds` of the hypotheses, prior
// `log_odds` at which the gap is wanted, whether `dev_pav` is, the numbers (from 0) of the values
// `at` which the LLR after PAV is, and the numbers of `replicates` and of `threads`.
SEXP ffi_consistency(SEXP problem) {
  return ffi_with_progress(run, problem, (int)number(problem, "threads"),
                           ffi_field(problem, "progress"));
}
