#include "kernels/logistic/logistic-pool.h"

#include "kernels/base/sort.h"
#include "kernels/count/counts.h"

// The trials of one hypothesis, sorted.
static struct cal_sorted sort_class(struct cal_host* host, const struct cal_logistic* problem,
                                    int c) {
  const ptrdiff_t n = problem->n;
  const bool weighted = problem->weight != NULL;
  uint64_t *key = cal_scratch(host, n, sizeof *key),
           *key_scratch = cal_scratch(host, n, sizeof *key);
  double* weight = weighted ? cal_scratch_doubles(host, n) : NULL;
  double* weight_scratch = weighted ? cal_scratch_doubles(host, n) : NULL;
  ptrdiff_t m = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (problem->truth[i] != c) continue;
    key[m] = cal_sort_key(problem->x[i]);
    if (weighted) weight[m] = problem->weight[i];
    ++m;
  }
  cal_sort(key, weight, key_scratch, weight_scratch, m);
  return (struct cal_sorted){.key = key, .weight = weight, .n = m};
}

struct cal_logistic cal_pooled_rows(struct cal_host* host, const struct cal_logistic* problem) {
  const struct cal_sorted h1 = sort_class(host, problem, CAL_H1);
  const struct cal_sorted h2 = sort_class(host, problem, CAL_H2);
  struct cal_logistic pooled = *problem;
  pooled.n = cal_counts_size(h1, h2);
  double *x = cal_scratch_doubles(host, pooled.n), *n_h1 = cal_scratch_doubles(host, pooled.n);
  double* n_h2 = cal_scratch_doubles(host, pooled.n);
  cal_counts(h1, h2, x, n_h1, n_h2);
  pooled.x = x;
  pooled.n_h1 = n_h1;
  pooled.n_h2 = n_h2;
  pooled.truth = NULL;
  pooled.weight = NULL;
  return pooled;
}
