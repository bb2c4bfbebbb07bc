#include "kernels/count/count-sample.h"

#include <stdbool.h>

#include "kernels/base/plan.h"
#include "kernels/base/radix.h"
#include "kernels/base/sort.h"
#include "kernels/base/sum.h"
#include "kernels/count/counts.h"
#include "kernels/count/range.h"

// H1 trials first, each class in the order of the sample.
static void split_classes(struct cal_host* host, const struct cal_sample* sample, ptrdiff_t n_h1,
                          uint64_t* key, double* weight) {
  const struct cal_trials* trials = &sample->trials;
  ptrdiff_t h1 = 0, h2 = n_h1;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    const ptrdiff_t place = trials->truth[i] ? h1++ : h2++;
    key[place] = cal_sort_key(trials->value[i]);
    if (weight) weight[place] = sample->weight[i];
  }
}

static void sort_class(struct cal_host* host, struct cal_run run, struct cal_run scratch,
                       ptrdiff_t n) {
  struct cal_radix sort;
  cal_radix_begin(&sort, run, scratch, n);
  do cal_pulse(host);
  while (cal_radix_step(&sort));
}

struct cal_order cal_sort_sample(struct cal_host* host, const struct cal_sample* sample,
                                 uint64_t* key, uint64_t* scratch) {
  const ptrdiff_t n = sample->trials.n, n_h1 = cal_count_true(sample->trials.truth, n);
  double* weight = sample->weight ? cal_scratch_doubles(host, n) : NULL;
  const struct cal_run spare = {scratch, weight ? cal_scratch_doubles(host, n) : NULL};
  split_classes(host, sample, n_h1, key, weight);
  sort_class(host, (struct cal_run){key, weight}, spare, n_h1);
  sort_class(host, (struct cal_run){key + n_h1, weight ? weight + n_h1 : NULL}, spare, n - n_h1);
  return (struct cal_order){key, weight, n, n_h1};
}

static struct cal_sorted class_h1(const struct cal_order* order) {
  return (struct cal_sorted){order->key, order->weight, order->n_h1};
}

static struct cal_sorted class_h2(const struct cal_order* order) {
  return (struct cal_sorted){order->key + order->n_h1,
                             order->weight ? order->weight + order->n_h1 : NULL,
                             order->n - order->n_h1};
}

ptrdiff_t cal_order_size(struct cal_host* host, const struct cal_order* order) {
  struct cal_sorted h1 = class_h1(order), h2 = class_h2(order);
  h1.weight = h2.weight = NULL;
  ptrdiff_t size = 0, n;
  while ((n = cal_counts_next(&h1, &h2, CAL_PLAN_PIECE, NULL, NULL, NULL)) > 0) {
    cal_pulse(host);
    size += n;
  }
  return size;
}

void cal_order_counts(struct cal_host* host, const struct cal_order* order, double* value,
                      double* n_h1, double* n_h2) {
  struct cal_sorted h1 = class_h1(order), h2 = class_h2(order);
  ptrdiff_t n;
  while ((n = cal_counts_next(&h1, &h2, CAL_PLAN_PIECE, value, n_h1, n_h2)) > 0) {
    cal_pulse(host);
    value += n;
    n_h1 += n;
    n_h2 += n;
  }
}

void cal_order_singles(struct cal_host* host, const struct cal_order* order, double* value,
                       double* n_h2) {
  enum { UNREAD = 4096 };
  double unread[UNREAD];
  struct cal_sorted h1 = class_h1(order), h2 = class_h2(order);
  ptrdiff_t n;
  for (ptrdiff_t i = 0; (n = cal_counts_next(&h1, &h2, UNREAD, value + i, unread, n_h2 + i)) > 0;
       i += n) {
    cal_pulse(host);
  }
}

struct cal_counted cal_count_sample(struct cal_host* host, const struct cal_sample* sample) {
  const ptrdiff_t n = sample->trials.n;
  uint64_t* key = cal_scratch(host, n, sizeof *key);
  uint64_t* scratch = cal_scratch(host, n, sizeof *scratch);
  const struct cal_order order = cal_sort_sample(host, sample, key, scratch);
  const ptrdiff_t size = cal_order_size(host, &order);
  double* value = cal_scratch_doubles(host, size);
  double* n_h1 = cal_scratch_doubles(host, size);
  double* n_h2 = cal_scratch_doubles(host, size);
  cal_order_counts(host, &order, value, n_h1, n_h2);
  return (struct cal_counted){value, n_h1, n_h2, size};
}

struct cal_counted cal_counted_merge(struct cal_host* host, const struct cal_counted* a,
                                     const struct cal_counted* b) {
  double* value = cal_scratch_doubles(host, a->n + b->n);
  double* n_h1 = cal_scratch_doubles(host, a->n + b->n);
  double* n_h2 = cal_scratch_doubles(host, a->n + b->n);
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0, j = 0; i < a->n || j < b->n; ++n) {
    const bool in_a = i < a->n && (j == b->n || a->value[i] <= b->value[j]);
    const bool in_b = j < b->n && (i == a->n || b->value[j] <= a->value[i]);
    value[n] = in_a ? a->value[i] : b->value[j];
    n_h1[n] = (in_a ? a->n_h1[i] : 0) + (in_b ? b->n_h1[j] : 0);
    n_h2[n] = (in_a ? a->n_h2[i] : 0) + (in_b ? b->n_h2[j] : 0);
    i += in_a;
    j += in_b;
  }
  return (struct cal_counted){value, n_h1, n_h2, n};
}

void cal_counted_totals(const struct cal_counted* counted, double* h1, double* h2) {
  struct cal_sum sum_h1 = {0}, sum_h2 = {0};
  for (ptrdiff_t i = 0; i < counted->n; ++i) {
    cal_sum_add(&sum_h1, counted->n_h1[i]);
    cal_sum_add(&sum_h2, counted->n_h2[i]);
  }
  *h1 = cal_sum_value(sum_h1);
  *h2 = cal_sum_value(sum_h2);
}
