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

struct cal_group_sums cal_group_sums_make(struct cal_host* host, struct cal_grouping grouping,
                                          ptrdiff_t n_trials, ptrdiff_t n_terms) {
  const ptrdiff_t n = grouping.n_groups;
  struct cal_group_sums sums = {.n_groups = n,
                                .n_terms = n_terms,
                                .sum = cal_scratch_doubles(host, n * n_terms),
                                .mean = cal_scratch_doubles(host, n_terms),
                                .size = cal_scratch_doubles(host, n),
                                .infinite = cal_scratch(host, n_terms, sizeof(bool))};
  memset(sums.sum, 0, (size_t)(n * n_terms) * sizeof *sums.sum);
  memset(sums.size, 0, (size_t)n * sizeof *sums.size);
  memset(sums.infinite, 0, (size_t)n_terms * sizeof *sums.infinite);
  for (ptrdiff_t i = 0; i < n_trials; ++i) ++sums.size[grouping.group[i]];
  return sums;
}

static double finite_mean(const double* terms, const double* weight, ptrdiff_t n, bool* infinite) {
  double sum = 0, total = 0;
  *infinite = false;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double here = weight ? weight[i] : 1;
    if (isinf(terms[i])) {
      *infinite = true;
    } else {
      sum += here * terms[i];
      total += here;
    }
  }
  return total > 0 ? sum / total : 0;
}

void cal_group_sums_add(struct cal_group_sums* sums, ptrdiff_t j, struct cal_grouping grouping,
                        const int* order, const double* terms, const double* weight,
                        ptrdiff_t n_trials) {
  double* sum = sums->sum + j * sums->n_groups;
  const double mean = finite_mean(terms, weight, n_trials, &sums->infinite[j]);
  sums->mean[j] = mean;
  for (ptrdiff_t i = 0; i < n_trials; ++i) {
    sum[grouping.group[order ? order[i] : i]] += terms[i] - mean;
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
