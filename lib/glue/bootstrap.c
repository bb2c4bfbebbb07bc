#include "kernels/replicate/bootstrap.h"

#include <math.h>

#include "scale.h"
#include "set.h"

struct bootstrap_task {
  const struct calibrant_set* set;
  const double* prior;
  ptrdiff_t n_priors, n_replicates;
  unsigned long long seed;
  struct calibrant_replicates out;
  bool lost;
};

static struct cal_sorted_trials sorted_trials(struct cal_host* host,
                                              const struct cal_counted* counted) {
  struct cal_sorted_trials trials = {
      .n_h1 = counted->n_h1, .n_h2 = counted->n_h2, .n_values = counted->n};
  const ptrdiff_t size = cal_steps_find(&trials, NULL) + 1;
  cal_steps_find(&trials, cal_scratch(host, size, sizeof(struct cal_step)));
  cal_chunks_find(&trials, cal_scratch(host, size, sizeof(int32_t)));
  return trials;
}

static struct cal_wanted all_wanted(struct cal_host* host, const struct bootstrap_task* task,
                                    const struct cal_sorted_trials* trials) {
  const struct calibrant_set* set = task->set;
  double* log_odds = cal_scratch_doubles(host, task->n_priors);
  for (ptrdiff_t i = 0; i < task->n_priors; ++i) log_odds[i] = logit(task->prior[i]);
  struct cal_wanted wanted = {
      .log_odds = log_odds, .n_log_odds = task->n_priors, .eer = true, .auc = true};
  if (set->scale == CALIBRANT_SCORES) return wanted;
  double* llr = cal_scratch_doubles(host, trials->n_values);
  calibrant_convert(set->counted.value, trials->n_values, set->scale, CALIBRANT_LN, llr);
  cal_wanted_costs(host, trials, llr, log_odds, task->n_priors, &wanted);
  return wanted;
}

static struct cal_statistics room_for(struct cal_host* host, const struct cal_wanted* wanted,
                                      ptrdiff_t n) {
  struct cal_statistics room;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    const ptrdiff_t size = cal_statistic_size(wanted, (enum cal_statistic)i);
    room.at[i] = cal_scratch_doubles(host, size * n);
  }
  return room;
}

static void hand_out(const struct bootstrap_task* task, const struct cal_statistics* found) {
  const ptrdiff_t n = task->n_replicates, d = task->n_priors;
  const bool has_costs = task->set->scale != CALIBRANT_SCORES;
  for (ptrdiff_t r = 0; r < n; ++r) {
    task->out.eer[r] = found->at[CAL_EER][r];
    task->out.auc[r] = found->at[CAL_AUC][r];
    for (ptrdiff_t i = 0; i < d; ++i) {
      const double p = task->prior[i];
      task->out.ece_min[i * n + r] = bits(found->at[CAL_ECE_MIN][r * d + i]);
      task->out.ece[i * n + r] = has_costs ? bits(p * found->at[CAL_COST_H1][r * d + i] +
                                                  (1 - p) * found->at[CAL_COST_H2][r * d + i])
                                           : NAN;
    }
  }
}

static void draw(struct cal_host* host, void* data) {
  struct bootstrap_task* task = data;
  struct cal_bootstrap_system system = {.trials = sorted_trials(host, &task->set->counted)};
  system.wanted = all_wanted(host, task, &system.trials);
  system.out = room_for(host, &system.wanted, task->n_replicates);
  system.model = room_for(host, &system.wanted, 1);
  const struct cal_bootstrap job = {
      .systems = &system, .n_systems = 1, .n_replicates = task->n_replicates, .seed = task->seed};
  task->lost = cal_bootstrap_run(host, &job).lost >= 0;
  hand_out(task, &system.out);
}

enum calibrant_status calibrant_bootstrap(struct calibrant_set* set, const double* prior,
                                          ptrdiff_t n_priors, ptrdiff_t n_replicates,
                                          unsigned long long seed,
                                          const struct calibrant_replicates* out,
                                          struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n_priors; ++i) {
    if (prior[i] > 0 && prior[i] < 1) continue;
    return fail(error, CALIBRANT_INPUT,
                "A prior must be inside (0, 1): the one at index %td is %g.", i, prior[i]);
  }
  if (set->sample.weight || set->sample.trials.n > INT32_MAX) {
    return fail(error, CALIBRANT_INPUT,
                "Replicates are drawn of less than 2^31 trials without weights.");
  }
  enum calibrant_status status = need_counts(set, error);
  if (status != CALIBRANT_OK) return status;
  struct bootstrap_task task = {set, prior, n_priors, n_replicates, seed, *out, false};
  status = run_job(draw, &task, set->n_threads, error);
  if (status != CALIBRANT_OK || !task.lost) return status;
  return fail(error, CALIBRANT_INPUT,
              "In nearly all replicates a hypothesis has no trial: there are too few.");
}
