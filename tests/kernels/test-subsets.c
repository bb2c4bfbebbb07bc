#include "kernels/classes/subsets.h"

#include "check.h"

enum { N = 5, K = 10, SETS = 1 << K };

static double log_lik[N * K];
static const double halves[N] = {0.5, 0.5, 0.5, 0.5, 0.5}, weights[N] = {0.5, 2, 3, 1, 1};
static struct cal_subset_trial block[CAL_SUBSETS_BLOCK];

// Trial 1 is extreme, trial 2 has ties, trial 3 excludes its true class, which is class 2, and in
// trial 4 the ratio of one likelihood to it is just beyond the largest double.
static void fill(void) {
  for (int t = 0; t < N; ++t) {
    for (int k = 0; k < K; ++k) log_lik[k * N + t] = sin(3.0 * t + 7.0 * k) * (t == 1 ? 2000 : 2);
  }
  for (int k = 0; k < K; ++k) log_lik[k * N + 2] = k % 3;
  log_lik[2 * N + 3] = -INFINITY;
  log_lik[2 * N + 4] = 0;
  log_lik[5 * N + 4] = 712;
}

static struct cal_class_trials trials(void) {
  return (struct cal_class_trials){.log_lik = log_lik, .n = N, .n_classes = K};
}

static void check_set(unsigned set, int t, const struct cal_subset_sums* sums) {
  double z[K], lre = 0;
  int size = 0, best = -1;
  for (int k = 0; k < K; ++k) {
    const bool member = (set >> k) & 1u;
    z[k] = member ? log_lik[k * N + t] : -(double)INFINITY;
    size += member;
    if (member && (best < 0 || z[k] > z[best])) best = k;
  }
  const double cost = cal_log_cost(z, K, 2);
  cal_softmax(z, K);
  for (int k = 0; k < K; ++k) {
    if (k == 2) {
      lre += z[k] < 1.0 / size ? 0.5 : 0;
    } else {
      lre += z[k] >= 1.0 / size ? 0.5 / (size - 1) : 0;
    }
  }
  CHECK_NEAR(sums->cost[set], 0.5 * cost, 1e-13);
  CHECK_EQ(sums->wrong[set], 0.5 * (best != 2));
  CHECK_NEAR(sums->lre[set], 0.5 * lre, 1e-14);
}

static void every_set_is_what_it_is_alone(int t) {
  static double cost[SETS], wrong[SETS], lre[SETS];
  for (int set = 0; set < SETS; ++set) cost[set] = wrong[set] = lre[set] = 0;
  struct cal_subset_sums sums = {.cost = cost, .wrong = wrong, .lre = lre};
  const struct cal_class_trials all = trials();
  cal_subsets_add(&all, 2, halves, t, t + 1, block, &sums);
  for (unsigned set = 1; set < SETS; ++set) {
    if (((set >> 2) & 1u) && set != 4u) {
      check_set(set, t, &sums);
    } else {
      CHECK_EQ(cost[set], 0);
    }
  }
}

static void trials_add_up(void) {
  static double cost[3 * SETS], wrong[3 * SETS], lre[3 * SETS];
  const struct cal_class_trials all = trials();
  const ptrdiff_t from[] = {0, 1, 0}, to[] = {1, 3, 3};
  for (int part = 0; part < 3; ++part) {
    struct cal_subset_sums sums = {
        .cost = cost + part * SETS, .wrong = wrong + part * SETS, .lre = lre + part * SETS};
    cal_subsets_add(&all, 2, weights, from[part], to[part], block, &sums);
  }
  for (int set = 0; set < SETS; set += 37) {
    CHECK_NEAR(cost[set] + cost[SETS + set], cost[2 * SETS + set], 1e-14);
    CHECK_EQ(wrong[set] + wrong[SETS + set], wrong[2 * SETS + set]);
  }
}

int main(void) {
  fill();
  for (int t = 0; t < N; ++t) every_set_is_what_it_is_alone(t);
  trials_add_up();
  return check_report("subsets");
}
