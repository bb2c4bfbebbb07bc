#include "kernels/classes/subsets.h"

#include <math.h>

enum { HALF = 8 };

static int lowest_bit(unsigned set) {
  int bit = 0;
  while (!((set >> bit) & 1u)) ++bit;
  return bit;
}

static int n_bits(unsigned set) {
  int n = 0;
  for (; set != 0; set &= set - 1) ++n;
  return n;
}

// Sums of `ratio` over every subset of at most eight classes.
static void sum_subsets(const double* ratio, int n, double* sums) {
  sums[0] = 0;
  for (unsigned set = 1; set < 1u << n; ++set) {
    sums[set] = sums[set & (set - 1)] + ratio[lowest_bit(set)];
  }
}

static void sort_ratios(int n_classes, struct cal_subset_trial* trial) {
  unsigned above = 0;
  for (int j = 0; j < n_classes; ++j) {
    int next = -1;
    for (int k = 0; k < n_classes; ++k) {
      if ((above >> k) & 1u) continue;
      if (next < 0 || trial->ratio[k] > trial->ratio[next]) next = k;
    }
    above |= 1u << next;
    trial->sorted[j] = trial->ratio[next];
    trial->prefix[j] = above;
  }
}

// Likelihoods relative to the true class, and their sums over the two halves of the classes: one
// addition then gives the sum over any set. If they could overflow, the slow method is used.
static void read_trial(const struct cal_class_trials* trials, ptrdiff_t t, int i,
                       struct cal_subset_trial* trial) {
  const int n_classes = trials->n_classes;
  const double base = trials->log_lik[i * trials->n + t];
  trial->beaten_by = 0;
  trial->direct = 0;
  for (int k = 0; k < n_classes; ++k) {
    const double w = trials->log_lik[k * trials->n + t];
    trial->w[k] = w;
    trial->ratio[k] = k == i ? 0 : exp(w - base);
    if (w - base > 690) trial->direct = 1;
    if (w > base || (w == base && k < i)) trial->beaten_by |= 1u << k;
  }
  const int n_low = n_classes < HALF ? n_classes : HALF;
  sum_subsets(trial->ratio, n_low, trial->low);
  sum_subsets(trial->ratio + n_low, n_classes - n_low, trial->high);
  sort_ratios(n_classes, trial);
}

static double lre_cost(int missed, int n_accepted, int size) {
  return missed / 2.0 + n_accepted / (2.0 * (size - 1));
}

// The product of 1 + rest over trials of one weight, less 1: one logarithm serves them all.
struct run {
  double weight, more;
};

static void end_run(struct run* run, double* cost) {
  *cost += run->weight * log1p(run->more);
  run->more = 0;
}

static void add_to_run(double weight, double rest, struct run* run, double* cost) {
  const double product = run->more + rest + run->more * rest;
  if (weight == run->weight && product < 1e300) {
    run->more = product;
    return;
  }
  end_run(run, cost);
  *run = (struct run){weight, rest};
}

static void add_fast(const struct cal_subset_trial* trial, unsigned set, int size, struct run* run,
                     double* cost, double* lre) {
  const double rest = trial->low[set & 255u] + trial->high[set >> HALF];
  int reached = 0;
  // The true class, whose ratio is 0 here, is never reached.
  while (size * trial->sorted[reached] >= 1 + rest) ++reached;
  const int n_accepted = reached == 0 ? 0 : n_bits(set & trial->prefix[reached - 1]);
  add_to_run(trial->weight, rest, run, cost);
  *lre += trial->weight * lre_cost(size < 1 + rest, n_accepted, size);
}

static void add_direct(const struct cal_subset_trial* trial, int n_classes, int i, unsigned set,
                       int size, double* cost, double* lre) {
  double z[CAL_SUBSETS_MAX_CLASSES];
  for (int k = 0; k < n_classes; ++k) z[k] = (set >> k) & 1u ? trial->w[k] : -(double)INFINITY;
  *cost += trial->weight * cal_softmax_cost(z, n_classes, i);
  int n_accepted = 0;
  for (int k = 0; k < n_classes; ++k) n_accepted += k != i && z[k] >= 1.0 / size;
  *lre += isnan(z[i]) ? z[i] : trial->weight * lre_cost(z[i] < 1.0 / size, n_accepted, size);
}

void cal_subsets_add(const struct cal_class_trials* trials, int i, const double* weight,
                     ptrdiff_t first, ptrdiff_t last, struct cal_subset_trial* block,
                     const struct cal_subset_sums* sums) {
  const int n_classes = trials->n_classes;
  const ptrdiff_t n = last - first;
  for (ptrdiff_t t = 0; t < n; ++t) {
    read_trial(trials, first + t, i, &block[t]);
    block[t].weight = weight[first + t];
  }

  for (unsigned set = 1; set < 1u << n_classes; ++set) {
    const int size = n_bits(set);
    if (size < 2 || !((set >> i) & 1u)) continue;
    double cost = 0, lre = 0, wrong = 0;
    struct run run = {block[0].weight, 0};
    for (ptrdiff_t t = 0; t < n; ++t) {
      wrong += block[t].weight * ((block[t].beaten_by & set) != 0);
      if (block[t].direct) {
        add_direct(&block[t], n_classes, i, set, size, &cost, &lre);
      } else {
        add_fast(&block[t], set, size, &run, &cost, &lre);
      }
    }
    end_run(&run, &cost);
    sums->cost[set] += cost;
    sums->wrong[set] += wrong;
    sums->lre[set] += lre;
  }
}

void cal_subsets_sum(struct cal_host* host, const struct cal_class_trials* trials,
                     const double* weight, const struct cal_subset_sums* sums) {
  struct cal_subset_trial* block = cal_scratch(host, CAL_SUBSETS_BLOCK, sizeof *block);
  for (size_t set = 0; set < (size_t)1 << trials->n_classes; ++set) {
    sums->cost[set] = sums->wrong[set] = sums->lre[set] = 0;
  }
  for (ptrdiff_t first = 0, end; first < trials->n; first = end) {
    const int class = trials->truth[first];
    const ptrdiff_t most = first + CAL_SUBSETS_BLOCK;
    for (end = first; end < trials->n && end < most && trials->truth[end] == class;) ++end;
    cal_pulse(host);
    cal_subsets_add(trials, class - 1, weight, first, end, block, sums);
  }
}
