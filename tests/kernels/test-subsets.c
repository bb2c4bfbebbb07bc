#include "kernels/classes/subsets.h"

#include "check.h"
#include "host.h"

enum { N = 5, K = 10, SETS = 1 << K };

static double log_lik[N * K];
static const double halves[N] = {0.5, 0.5, 0.5, 0.5, 0.5}, weights[N] = {0.5, 2, 3, 1, 1};
static struct cal_subset_trial block[CAL_SUBSETS_BLOCK];

// Trial 1 is extreme, trial 2 has ties, trial 3 excludes its true class, which is class 2, and in
// trial 4 the ratio of one likelihood to that of the true class is just beyond the largest double.
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

// The same from blocks of one class each, over more trials than fit into a block.
static void sums_go_by_runs_of_a_class(void) {
  enum { MANY = 2 * CAL_SUBSETS_BLOCK + 3, FEW = 3, ALL = 1 << FEW };
  static double w[MANY * FEW], unit[MANY];
  static int truth[MANY];
  double cost[2 * ALL], wrong[2 * ALL], lre[2 * ALL];
  memset(cost, 0xff, sizeof cost);
  struct test_host host = new_host(1);
  for (int t = 0; t < MANY; ++t) {
    truth[t] = t < CAL_SUBSETS_BLOCK + 2 ? 1 : 2 + t % 2;
    unit[t] = 1 + t % 2;
    for (int k = 0; k < FEW; ++k) w[k * MANY + t] = sin(3.0 * t + 5.0 * k);
  }
  const struct cal_class_trials all = {.log_lik = w, .truth = truth, .n = MANY, .n_classes = FEW};
  const struct cal_subset_sums sums = {.cost = cost, .wrong = wrong, .lre = lre};
  const struct cal_subset_sums known = {.cost = cost + ALL, .wrong = wrong + ALL, .lre = lre + ALL};
  cal_subsets_sum(&host.host, &all, unit, &sums);
  for (int set = ALL; set < 2 * ALL; ++set) cost[set] = wrong[set] = lre[set] = 0;
  for (int t = 0; t < MANY; ++t) {
    cal_subsets_add(&all, truth[t] - 1, unit, t, t + 1, block, &known);
  }
  for (int set = 0; set < ALL; ++set) {
    CHECK_NEAR(cost[set], cost[ALL + set], 1e-12);
    CHECK_EQ(wrong[set], wrong[ALL + set]);
    CHECK_NEAR(lre[set], lre[ALL + set], 1e-12);
  }
  free_host(&host);
}

// Products of many likelihood ratios overflow, and a true class that all trials exclude gives NaN.
static void long_runs_and_impossible_trials(void) {
  enum { MANY = 5, FEW = 3, ALL = 1 << FEW };
  static const double unit[MANY] = {1, 1, 1, 1, 1};
  double w[MANY * FEW], cost[ALL] = {0}, wrong[ALL] = {0}, lre[ALL] = {0};
  for (int t = 0; t < MANY; ++t) w[t] = 0, w[MANY + t] = 600, w[2 * MANY + t] = -600;
  const struct cal_class_trials all = {.log_lik = w, .n = MANY, .n_classes = FEW};
  const struct cal_subset_sums sums = {.cost = cost, .wrong = wrong, .lre = lre};
  cal_subsets_add(&all, 0, unit, 0, MANY, block, &sums);
  CHECK_NEAR(cost[3], 5 * 600.0, 1e-14);
  w[0] = w[2 * MANY] = -INFINITY;
  cal_subsets_add(&all, 0, unit, 0, 1, block, &sums);
  CHECK(isnan(lre[5]) && !isnan(lre[3]));
}

// The first of equal classes leads, even if the true class is not the last.
static void ties_go_to_the_first(void) {
  enum { FEW = 3, ALL = 1 << FEW };
  const double w[FEW] = {1, 1, 1}, unit[] = {1};
  const struct cal_class_trials all = {.log_lik = w, .n = 1, .n_classes = FEW};
  for (int i = 0; i < FEW; ++i) {
    double cost[ALL] = {0}, wrong[ALL] = {0}, lre[ALL] = {0};
    const struct cal_subset_sums sums = {.cost = cost, .wrong = wrong, .lre = lre};
    cal_subsets_add(&all, i, unit, 0, 1, block, &sums);
    CHECK_EQ(wrong[ALL - 1], i > 0);
  }
}

// The greatest number of classes, one of them nearly certain.
static void sets_of_all_classes(void) {
  enum { MOST = CAL_SUBSETS_MAX_CLASSES, ALL = 1 << MOST };
  static double cost[ALL], wrong[ALL], lre[ALL];
  const double unit[] = {1};
  double w[MOST] = {0};
  w[MOST - 1] = 800;
  const struct cal_class_trials all = {.log_lik = w, .n = 1, .n_classes = MOST};
  const struct cal_subset_sums sums = {.cost = cost, .wrong = wrong, .lre = lre};
  cal_subsets_add(&all, 0, unit, 0, 1, block, &sums);
  CHECK_NEAR(cost[ALL - 1], 800, 1e-14);
  CHECK_NEAR(cost[ALL / 2 - 1], log(MOST - 1), 1e-14);
  CHECK(wrong[ALL - 1] == 1 && wrong[ALL / 2 - 1] == 0);
}

int main(void) {
  fill();
  for (int t = 0; t < N; ++t) every_set_is_what_it_is_alone(t);
  trials_add_up();
  sums_go_by_runs_of_a_class();
  long_runs_and_impossible_trials();
  ties_go_to_the_first();
  sets_of_all_classes();
  return check_report("subsets");
}
