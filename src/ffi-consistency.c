#include "ffi-host.h"
#include "ffi-sample.h"
#include "kernels/fit/density-ratio.h"
#include "kernels/replicate/consistency.h"

// `problem`: distinct `llr` with `n` trials on each; the `totals` of H1 and H2 trials to draw; the
// prior `log_odds` of the gaps; flags that ask for the `likelihood` and for `dev_pav`; the numbers
// `at` (from 0) of the values whose LLR after PAV is wanted; and the numbers of `replicates` and of
// `threads`.
FFI_ENTRY_1(ffi_consistency, problem) {
  ffi_begin_long_job(host, problem);
  const double* totals = ffi_field_doubles(problem, "totals", 2);
  struct cal_consistency job = {.n_values = ffi_field_length(problem, "llr"),
                                .total_h1 = totals[0],
                                .total_h2 = totals[1],
                                .n_priors = ffi_field_length(problem, "log_odds"),
                                .n_at = ffi_field_length(problem, "at"),
                                .n_replicates = (ptrdiff_t)ffi_field_number(problem, "replicates"),
                                .seed = ffi_random_seed()};
  job.prior = ffi_field_doubles(problem, "log_odds", job.n_priors);
  FFI_READ(doubles, job.n_values, &job, problem, llr, n);
  FFI_READ(integers, job.n_at, &job, problem, at);
  FFI_READ_ONE(flag, &job, problem, likelihood, dev_pav);
  const struct cal_consistency_out places = {
      .gap = ffi_set_matrix(out, "gap", job.n_priors, job.n_replicates),
      .likelihood = ffi_set_matrix(out, "likelihood", job.likelihood, job.n_replicates),
      .dev_pav = ffi_set_matrix(out, "dev_pav", job.dev_pav, job.n_replicates),
      .llr_pav = ffi_set_matrix(out, "llr_pav", job.n_at, job.n_replicates)};
  cal_consistency_run(host, &job, &places);
}

// `counts`: distinct `llr` with `n_h1` and `n_h2` trials on each, and the `totals`. Returns the
// most likely `slope` and `shift`; `likelihood`, twice the log of their likelihood ratio to the
// unchanged LLRs; the `share` there; and, unless `drop` is NA, the limits of `slope` and `shift` at
// which twice the log likelihood is lower by `drop`.
FFI_ENTRY_2(ffi_density_ratio, counts, drop) {
  const struct cal_points points = ffi_points(counts);
  struct cal_density_ratio fit, at;
  double slope[2] = {NAN, NAN}, shift[2] = {NAN, NAN}, lost = ffi_number(drop, "drop");
  if (cal_density_ratio_fit(&points, &fit) && !ISNAN(lost)) {
    cal_density_ratio_limits(&points, &fit, lost, slope, shift);
  }
  cal_density_ratio_at(&points, 1, 0, &at);
  ffi_set_pair(out, "estimate", fit.slope, fit.shift);
  ffi_set_number(out, "likelihood", cal_density_ratio_statistic(&points, NULL));
  ffi_set_number(out, "share", at.share);
  ffi_set_pair(out, "slope", slope[0], slope[1]);
  ffi_set_pair(out, "shift", shift[0], shift[1]);
}
