#include "kernels/replicate/bootstrap.h"

#include <math.h>

#include "kernels/base/search.h"
#include "scale.h"
#include "set.h"

// `set` is that of the trials without weights.
struct bootstrap_task {
  const struct calibrant_set* set;
  const double* weight;
  const int *source1, *source2;
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

// The trials of a class in ascending order of their values; equal ones stay in their order.
static int* order_of_class(struct cal_host* host, const struct calibrant_set* set, int truth) {
  const struct cal_counted* counted = &set->counted;
  const struct cal_trials* trials = &set->sample.trials;
  const double* number = truth == CAL_H1 ? counted->n_h1 : counted->n_h2;
  ptrdiff_t* next = cal_scratch(host, counted->n, sizeof *next);
  int* order = cal_scratch(host, (ptrdiff_t)set->totals[truth], sizeof *order);
  ptrdiff_t before = 0;
  for (ptrdiff_t i = 0; i < counted->n; ++i) {
    next[i] = before;
    before += (ptrdiff_t)number[i];
  }
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    if (trials->truth[t] != truth) continue;
    const ptrdiff_t place = cal_first_from(counted->value, counted->n, trials->value[t]);
    order[next[place]++] = (int)t;
  }
  return order;
}

// Sources from 0 on, those of H1 trials first, each stratum in the order in which the trials name
// its sources. `number` has room for all. Returns how many are in either stratum.
struct strata {
  uint32_t h1, others;
};
static struct strata number_sources(const struct bootstrap_task* task, ptrdiff_t n_known,
                                    int* number) {
  const struct cal_trials* trials = &task->set->sample.trials;
  const int* const source[] = {task->source1, task->source2};
  enum { UNSEEN = -2, SEEN_IN_H1 = -1 };
  struct strata found = {0, 0};
  for (ptrdiff_t k = 0; k < n_known; ++k) number[k] = UNSEEN;
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    for (int k = 0; k < 2 && trials->truth[t] == CAL_H1; ++k) number[source[k][t]] = SEEN_IN_H1;
  }
  for (int pass = SEEN_IN_H1; pass >= UNSEEN; --pass) {
    for (int k = 0; k < 2; ++k) {
      for (ptrdiff_t t = 0; t < trials->n; ++t) {
        int* own = &number[source[k][t]];
        if (*own != pass) continue;
        *own = (int)(found.h1 + found.others);
        ++*(pass == SEEN_IN_H1 ? &found.h1 : &found.others);
      }
    }
  }
  return found;
}

static ptrdiff_t most_source(const struct bootstrap_task* task) {
  ptrdiff_t most = 0;
  for (ptrdiff_t t = 0; t < task->set->sample.trials.n; ++t) {
    if (task->source1[t] > most) most = task->source1[t];
    if (task->source2[t] > most) most = task->source2[t];
  }
  return most;
}

static struct cal_source_pairs pairs_of_class(struct cal_host* host,
                                              const struct bootstrap_task* task, const int* number,
                                              int truth) {
  const int* order = order_of_class(host, task->set, truth);
  const ptrdiff_t n = (ptrdiff_t)task->set->totals[truth];
  int* first = cal_scratch(host, n, sizeof *first);
  int* second = cal_scratch(host, n, sizeof *second);
  for (ptrdiff_t i = 0; i < n; ++i) {
    first[i] = number[task->source1[order[i]]];
    second[i] = number[task->source2[order[i]]];
  }
  return (struct cal_source_pairs){first, second, n};
}

// The trials of a class in ascending order, as their numbers among those of the class.
static int* places_of_class(struct cal_host* host, const struct bootstrap_task* task, int truth) {
  const struct cal_trials* trials = &task->set->sample.trials;
  int* order = order_of_class(host, task->set, truth);
  int* place = cal_scratch(host, trials->n, sizeof *place);
  int n = 0;
  for (ptrdiff_t t = 0; t < trials->n; ++t) {
    if (trials->truth[t] == truth) place[t] = n++;
  }
  for (int i = 0; i < n; ++i) order[i] = place[order[i]];
  return order;
}

static double* weights_of_class(struct cal_host* host, const struct bootstrap_task* task,
                                int truth) {
  const int* order = order_of_class(host, task->set, truth);
  const ptrdiff_t n = (ptrdiff_t)task->set->totals[truth];
  double* weight = cal_scratch_doubles(host, n);
  for (ptrdiff_t i = 0; i < n; ++i) weight[i] = task->weight[order[i]];
  return weight;
}

// Trials that all count as one are drawn in the order of their values, others in that of the set.
static void add_weights(struct cal_host* host, const struct bootstrap_task* task,
                        struct cal_bootstrap_system* system) {
  if (!task->weight) return;
  system->weight_h1 = weights_of_class(host, task, CAL_H1);
  system->weight_h2 = weights_of_class(host, task, CAL_H2);
  if (task->source1) return;
  system->order_h1 = places_of_class(host, task, CAL_H1);
  system->order_h2 = places_of_class(host, task, CAL_H2);
}

static struct strata add_sources(struct cal_host* host, const struct bootstrap_task* task,
                                 struct cal_bootstrap_system* system) {
  if (!task->source1) return (struct strata){0, 0};
  const ptrdiff_t n_known = most_source(task) + 1;
  int* number = cal_scratch(host, n_known, sizeof *number);
  const struct strata found = number_sources(task, n_known, number);
  system->pairs_h1 = pairs_of_class(host, task, number, CAL_H1);
  system->pairs_h2 = pairs_of_class(host, task, number, CAL_H2);
  return found;
}

static void draw(struct cal_host* host, void* data) {
  struct bootstrap_task* task = data;
  struct cal_bootstrap_system system = {.trials = sorted_trials(host, &task->set->counted)};
  const struct strata strata = add_sources(host, task, &system);
  add_weights(host, task, &system);
  system.wanted = all_wanted(host, task, &system.trials);
  system.out = room_for(host, &system.wanted, task->n_replicates);
  system.model = room_for(host, &system.wanted, 1);
  const struct cal_bootstrap job = {.systems = &system,
                                    .n_systems = 1,
                                    .n_replicates = task->n_replicates,
                                    .n_sources = {strata.h1, strata.others},
                                    .seed = task->seed};
  task->lost = cal_bootstrap_run(host, &job).lost >= 0;
  hand_out(task, &system.out);
}

static enum calibrant_status check_sources(const struct calibrant_set* set, const int* source,
                                           struct calibrant_error* error) {
  for (ptrdiff_t t = 0; source && t < set->sample.trials.n; ++t) {
    if (source[t] >= 0 && source[t] < INT32_MAX) continue;
    return fail(error, CALIBRANT_INPUT,
                "Sources must have numbers from 0 on: the one at index %td is %d.", t, source[t]);
  }
  return CALIBRANT_OK;
}

enum calibrant_status calibrant_bootstrap(struct calibrant_set* set, const double* prior,
                                          ptrdiff_t n_priors, ptrdiff_t n_replicates,
                                          unsigned long long seed,
                                          const struct calibrant_replicates* out,
                                          struct calibrant_error* error) {
  return calibrant_bootstrap_sources(set, NULL, NULL, prior, n_priors, n_replicates, seed, out,
                                     error);
}

enum calibrant_status calibrant_bootstrap_sources(struct calibrant_set* set, const int* source1,
                                                  const int* source2, const double* prior,
                                                  ptrdiff_t n_priors, ptrdiff_t n_replicates,
                                                  unsigned long long seed,
                                                  const struct calibrant_replicates* out,
                                                  struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n_priors; ++i) {
    if (prior[i] > 0 && prior[i] < 1) continue;
    return fail(error, CALIBRANT_INPUT,
                "A prior must be inside (0, 1): the one at index %td is %g.", i, prior[i]);
  }
  if (set->sample.trials.n > INT32_MAX) {
    return fail(error, CALIBRANT_INPUT, "Replicates are drawn of less than 2^31 trials.");
  }
  enum calibrant_status status = check_sources(set, source1, error);
  if (status == CALIBRANT_OK) status = check_sources(set, source2, error);
  if (status != CALIBRANT_OK) return status;
  const double* weight = set->sample.weight;
  struct calibrant_set numbers;
  if (weight) hold_trials(&numbers, set->sample.trials, NULL, set->scale, set->n_threads);
  struct calibrant_set* counted = weight ? &numbers : set;
  status = need_counts(counted, error);
  if (status != CALIBRANT_OK) return status;
  struct bootstrap_task task = {.set = counted,
                                .weight = weight,
                                .source1 = source1 ? source1 : source2,
                                .source2 = source2 ? source2 : source1,
                                .prior = prior,
                                .n_priors = n_priors,
                                .n_replicates = n_replicates,
                                .seed = seed,
                                .out = *out};
  status = run_job(draw, &task, set->n_threads, error);
  if (weight) drop_counts(&numbers.counted);
  if (status != CALIBRANT_OK || !task.lost) return status;
  return fail(
      error, CALIBRANT_INPUT,
      "In nearly all replicates a hypothesis has no trial: there are too few trials, or too "
      "few sources.");
}
