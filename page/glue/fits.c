// Replicates for the page. Records are as in statistics.c.
#include <math.h>

#include "host.h"
#include "kernels/base/sample.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/replicate/bootstrap.h"
#include "kernels/replicate/chance-mean.h"
#include "kernels/replicate/chance.h"
#include "kernels/replicate/consistency.h"

// A list of systems for a bootstrap, to be filled in one by one.
PAGE_EXPORT("bootstrap_systems") struct cal_bootstrap_system* page_bootstrap_systems(int n) {
  return cal_scratch(page_host(), n, sizeof(struct cal_bootstrap_system));
}

static double* new_results(const struct cal_wanted* wanted, int n_replicates,
                           struct cal_statistics* out) {
  for (int which = 0; which < CAL_N_STATISTICS; ++which) {
    const ptrdiff_t size = cal_statistic_size(wanted, which) * n_replicates;
    out->at[which] = cal_scratch_doubles(page_host(), size);
    for (ptrdiff_t i = 0; i < size; ++i) out->at[which][i] = NAN;
  }
  return out->at[0];
}

// Costs and the cross-entropy after PAV at the same prior log-odds, the equal error rate, the area
// under the steps, and the error rates of cuts. The counts are numbers of trials, or of cells with
// a flag for those that are `tied`.
PAGE_EXPORT("bootstrap_system")
void page_bootstrap_system(struct cal_bootstrap_system* system, const double* n_h1,
                           const double* n_h2, int n_values, const double* llr,
                           const double* log_odds, int n_odds, const int* cut_h1, const int* cut_h2,
                           int n_cuts, const int* tied, int n_replicates) {
  struct cal_host* host = page_host();
  struct cal_sorted_trials trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = n_values};
  const ptrdiff_t size = cal_steps_find(&trials, NULL) + 1;
  cal_steps_find(&trials, cal_scratch(host, size, sizeof(struct cal_step)));
  cal_chunks_find(&trials, cal_scratch(host, size, sizeof(int32_t)));
  struct cal_wanted wanted = {.log_odds = log_odds,
                              .n_log_odds = n_odds,
                              .cut_h1 = cut_h1,
                              .cut_h2 = cut_h2,
                              .n_cuts = n_cuts,
                              .eer = true,
                              .auc = true};
  if (llr) cal_wanted_costs(host, &trials, llr, log_odds, n_odds, &wanted);
  const struct cal_step end = trials.step[trials.n_steps];
  *system = (struct cal_bootstrap_system){.trials = trials,
                                          .wanted = wanted,
                                          .pairs_h1 = {.n = end.h1},
                                          .pairs_h2 = {.n = end.h2},
                                          .tied = tied};
  new_results(&wanted, n_replicates, &system->out);
  new_results(&wanted, 1, &system->model);
}

// Arrays of the trials of a hypothesis, in the order of their values; NULL for those not known.
PAGE_EXPORT("bootstrap_class")
void page_bootstrap_class(struct cal_bootstrap_system* system, int hypothesis, const int* order,
                          const double* weight, const int* source1, const int* source2) {
  struct cal_source_pairs* pairs = hypothesis == CAL_H1 ? &system->pairs_h1 : &system->pairs_h2;
  pairs->source1 = source1;
  pairs->source2 = source2;
  *(hypothesis == CAL_H1 ? &system->order_h1 : &system->order_h2) = order;
  *(hypothesis == CAL_H1 ? &system->weight_h1 : &system->weight_h2) = weight;
}

PAGE_EXPORT("bootstrap_next")
struct cal_bootstrap_system* page_bootstrap_next(struct cal_bootstrap_system* system) {
  return system + 1;
}

// The seed comes in two halves, as R draws it.
static uint64_t seed_of(double high, double low) { return (uint64_t)high << 32 | (uint64_t)low; }

// `sources` items of H1 comparisons and `others`; 0 and 0 to draw trials, or the numbers of those
// in cells. Returns the number of a system whose replicates cannot be found, or -1.
PAGE_EXPORT("bootstrap")
int page_bootstrap(const struct cal_bootstrap_system* systems, int n, int n_replicates,
                   double sources, double others, int draws_numbers, double high, double low) {
  const struct cal_bootstrap job = {.systems = systems,
                                    .n_systems = n,
                                    .n_replicates = n_replicates,
                                    .n_sources = {(uint32_t)sources, (uint32_t)others},
                                    .draws_numbers = draws_numbers != 0,
                                    .seed = seed_of(high, low)};
  return (int)cal_bootstrap_run(page_host(), &job).lost;
}

// The LLR after PAV of each of the values `at`, in samples of calibrated LRs: a matrix with a
// column per replicate.
PAGE_EXPORT("consistency")
void page_consistency(const double* llr, const double* n_h1, const double* n_h2, int n,
                      const int* at, int n_at, int n_replicates, double high, double low,
                      double* llr_pav) {
  struct cal_host* host = page_host();
  double* n_trials = cal_scratch_doubles(host, n);
  double total_h1 = 0, total_h2 = 0;
  for (int i = 0; i < n; ++i) {
    n_trials[i] = n_h1[i] + n_h2[i];
    total_h1 += n_h1[i];
    total_h2 += n_h2[i];
  }
  const struct cal_consistency job = {.llr = llr,
                                      .n = n_trials,
                                      .n_values = n,
                                      .total_h1 = total_h1,
                                      .total_h2 = total_h2,
                                      .at = at,
                                      .n_at = n_at,
                                      .n_replicates = n_replicates,
                                      .seed = seed_of(high, low)};
  const struct cal_consistency_out out = {.llr_pav = llr_pav};
  cal_consistency_run(host, &job, &out);
}

// Address of a statistic of the replicates: a matrix with a column per replicate.
PAGE_EXPORT("bootstrap_statistic")
const double* page_bootstrap_statistic(const struct cal_bootstrap_system* system, int which) {
  return system->out.at[which];
}

// The same of the sample.
PAGE_EXPORT("bootstrap_model")
const double* page_bootstrap_model(const struct cal_bootstrap_system* system, int which) {
  return system->model.at[which];
}

PAGE_EXPORT("statistic_name") const char* page_statistic_name(int which) {
  return which < CAL_N_STATISTICS ? cal_statistic_name(which) : NULL;
}

// The mean of Cllr_min, in nats, for scores without information about the truth and without ties.
PAGE_EXPORT("chance_mean") double page_chance_mean(double total_h1, double total_h2) {
  return cal_chance_mean(page_host(), total_h1, total_h2, 0.5, 0.5, CAL_CHANCE_LOG);
}

// Draws of Cllr_min in nats. `group` has the numbers of trials on each value, or is NULL.
PAGE_EXPORT("chance")
const double* page_chance(double total_h1, double total_h2, const double* group, int n_groups,
                          int n_draws, double high, double low) {
  static const double even = 0;
  const struct cal_wanted wanted = {.log_odds = &even, .n_log_odds = 1};
  const struct cal_chance job = {.total_h1 = total_h1,
                                 .total_h2 = total_h2,
                                 .group = group,
                                 .n_groups = n_groups,
                                 .n_draws = n_draws,
                                 .seed = seed_of(high, low)};
  struct cal_statistics out;
  new_results(&wanted, n_draws, &out);
  cal_chance_run(page_host(), &job, &wanted, &out);
  return out.at[CAL_ECE_MIN];
}
