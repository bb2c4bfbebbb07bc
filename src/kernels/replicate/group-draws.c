#include "kernels/replicate/group-draws.h"

#include <math.h>
#include <string.h>

struct cal_grouping cal_groups_make(struct cal_host* host, struct cal_random* random, ptrdiff_t n,
                                    ptrdiff_t most) {
  int32_t* group = cal_scratch(host, n, sizeof *group);
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double at = n <= most ? (double)i : cal_random_uniform(random) * (double)most;
    group[i] = (int32_t)at;
  }
  return (struct cal_grouping){group, n < most ? n : most};
}

static double* zeros(struct cal_host* host, ptrdiff_t n) {
  double* x = cal_scratch_doubles(host, n);
  memset(x, 0, (size_t)n * sizeof *x);
  return x;
}

static int32_t group_of(const struct cal_group_trials* trials, ptrdiff_t i) {
  return trials->grouping.group[trials->order ? trials->order[i] : i];
}

static double weight_of(const struct cal_group_trials* trials, ptrdiff_t i) {
  return trials->weight ? trials->weight[i] : 1;
}

struct cal_group_sums cal_group_sums_make(struct cal_host* host,
                                          const struct cal_group_trials* trials,
                                          ptrdiff_t n_terms) {
  const ptrdiff_t n = trials->grouping.n_groups;
  struct cal_group_sums sums = {.n_groups = n,
                                .sum = zeros(host, n * n_terms),
                                .mean = zeros(host, n_terms),
                                .size = zeros(host, n),
                                .infinite = cal_scratch(host, n_terms, sizeof(bool))};
  memset(sums.infinite, 0, (size_t)n_terms * sizeof *sums.infinite);
  for (ptrdiff_t i = 0; i < trials->n; ++i) sums.size[group_of(trials, i)] += weight_of(trials, i);
  return sums;
}

static double finite_mean(const struct cal_group_trials* trials, const double* terms,
                          bool* infinite) {
  double sum = 0, total = 0;
  *infinite = false;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (isinf(terms[i])) {
      *infinite = true;
    } else {
      sum += weight_of(trials, i) * terms[i];
      total += weight_of(trials, i);
    }
  }
  return total > 0 ? sum / total : 0;
}

void cal_group_sums_add(struct cal_group_sums* sums, ptrdiff_t j,
                        const struct cal_group_trials* trials, const double* terms) {
  double* sum = sums->sum + j * sums->n_groups;
  const double mean = finite_mean(trials, terms, &sums->infinite[j]);
  sums->mean[j] = mean;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double weight = trials->cells ? 1 : weight_of(trials, i);
    sum[group_of(trials, i)] += weight * (terms[i] - mean);
  }
}

double cal_group_shift(const struct cal_group_sums* sums, ptrdiff_t j, struct cal_drawn drawn,
                       double total) {
  const double* sum = sums->sum + j * sums->n_groups;
  if (!sums->infinite[j]) return cal_drawn_dot(drawn, sum, sums->n_groups) / total;
  double found = 0;
  for (ptrdiff_t g = 0; g < sums->n_groups; ++g) {
    const double times = drawn.weight ? drawn.weight[g] : drawn.count[g];
    if (times > 0) found += times * sum[g];
  }
  return found / total;
}
