#include "kernels/replicate/replicate-statistics.h"

#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/dev-pav.h"

enum { N = 5 };

// Five values, LRs of 0 and infinity at the ends.
static const double n_h1[N] = {1, 1, 0, 2, 1}, n_h2[N] = {2, 1, 1, 0, 0};
static const double llr[N] = {-INFINITY, -1, 0.5, 2, INFINITY};
static struct cal_step step[N + 1];
static int32_t chunk[N + 1];

static struct cal_sorted_trials prepare(void) {
  struct cal_sorted_trials trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = N};
  cal_steps_find(&trials, step);
  cal_chunks_find(&trials, chunk);
  return trials;
}

static void test_names_tell_statistics_apart(void) {
  for (int i = 0; i < CAL_N_STATISTICS; ++i) {
    const char* name = cal_statistic_name((enum cal_statistic)i);
    CHECK(name != NULL);
    for (int k = 0; k < i; ++k) CHECK(strcmp(name, cal_statistic_name((enum cal_statistic)k)) != 0);
  }
}

static void test_sizes_follow_what_is_wanted(void) {
  const struct cal_wanted wanted = {
      .n_costs = 2, .n_log_odds = 3, .n_cuts = 4, .n_thresholds = 5, .auc = true};
  CHECK(cal_statistic_size(&wanted, CAL_COST_H2) == 2);
  CHECK(cal_statistic_size(&wanted, CAL_ECE_MIN) == 3);
  CHECK(cal_statistic_size(&wanted, CAL_P_FA) == 4);
  CHECK(cal_statistic_size(&wanted, CAL_BEST_MISS) == 5);
  CHECK(cal_statistic_size(&wanted, CAL_EER) == 0);
  CHECK(cal_statistic_size(&wanted, CAL_AUC) == 1);
  CHECK(cal_wanted_pav(&wanted));
  const struct cal_moment moment = {.top = 0};
  const struct cal_wanted h1 = {.moment_h1 = &moment}, h2 = {.moment_h2 = &moment};
  CHECK(cal_statistic_size(&h1, CAL_MOMENT_H1) == 1 && cal_statistic_size(&h1, CAL_MOMENT_H2) == 0);
  CHECK(cal_statistic_size(&h2, CAL_MOMENT_H1) == 0 && cal_statistic_size(&h2, CAL_MOMENT_H2) == 1);
  const struct cal_wanted area = {.auc = true}, costs = {.n_costs = 1};
  CHECK(cal_wanted_order(&area) && !cal_wanted_pav(&area));
  CHECK(!cal_wanted_order(&costs));
}

// Each of these statistics needs PAV.
static void test_what_needs_pav(void) {
  const double at[] = {0};
  const struct cal_wanted alone[] = {
      {.n_log_odds = 1}, {.n_thresholds = 1}, {.eer = true}, {.llr = at}};
  for (int i = 0; i < 4; ++i) CHECK(cal_wanted_pav(&alone[i]));
}

// Cuts in any order give the rates of each alone.
static void test_cuts_in_any_order(void) {
  const struct cal_sorted_trials trials = prepare();
  const double h1[] = {1, 2, 3, 4, 5}, h2[] = {4, 3, 2, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const int cut_h1[] = {4, 1, 3}, cut_h2[] = {1, 4, 2};
  const double miss[] = {10.0 / 15, 1.0 / 15, 6.0 / 15}, fa[] = {0.6, 0, 0.3};
  double found_miss[3], found_fa[3], costs[CAL_N_STATISTICS];
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) out.at[i] = &costs[i];
  out.at[CAL_P_MISS] = found_miss;
  out.at[CAL_P_FA] = found_fa;
  const struct cal_wanted wanted = {.cut_h1 = cut_h1, .cut_h2 = cut_h2, .n_cuts = 3};
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){15, 10}, &wanted, &out);
  for (int i = 0; i < 3; ++i) {
    CHECK_NEAR(found_miss[i], miss[i], 1e-15);
    CHECK_NEAR(found_fa[i], fa[i], 1e-15);
  }
}

// Statistics of one value each, and their values.
static double value[CAL_N_STATISTICS];

static struct cal_statistics one_value_each(void) {
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) out.at[i] = &value[i];
  return out;
}

static struct cal_wanted wanted_of(struct cal_host* host, const struct cal_sorted_trials* trials) {
  static const int cut_h1[] = {2}, cut_h2[] = {3};
  static const double odds[] = {0.3};
  struct cal_wanted wanted = {.cut_h1 = cut_h1, .cut_h2 = cut_h2, .n_cuts = 1};
  cal_wanted_costs(host, trials, llr, odds, 1, &wanted);
  return wanted;
}

// If every trial is drawn once, the replicate is the set itself.
static void test_of_the_set_itself(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = prepare();
  const struct cal_wanted wanted = wanted_of(&host.host, &trials);
  const double h1[] = {1, 1, 1, 1, 1}, h2[] = {1, 1, 1, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_statistics out = one_value_each();
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){5, 4}, &wanted, &out);
  CHECK_EQ(value[CAL_COST_H1], INFINITY);
  CHECK_NEAR(value[CAL_COST_H2], (cal_softplus(-0.7) + cal_softplus(0.8)) / 4, 1e-15);
  CHECK_NEAR(value[CAL_P_MISS], 0.4, 1e-15);
  CHECK_NEAR(value[CAL_P_FA], 0.25, 1e-15);
  free_host(&host);
}

static void test_costs_are_finite_where_no_wrong_trial_is_drawn(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = prepare();
  const struct cal_wanted wanted = wanted_of(&host.host, &trials);
  const double h1[] = {0, 1, 2, 1, 1}, h2[] = {1, 1, 1, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_statistics out = one_value_each();
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){5, 4}, &wanted, &out);
  CHECK_NEAR(value[CAL_COST_H1], (cal_softplus(0.7) + 3 * cal_softplus(-2.3)) / 5, 1e-15);
  free_host(&host);
}

// Two blocks: 1 of 4 H1 trials and 3 of 4 H2 trials in the lower one.
static void test_of_blocks(void) {
  const struct cal_block blocks[] = {{0, 0, 1, 3}, {1, 1, 3, 1}};
  double room[3][2];
  const struct cal_block_work work = {room[0], room[1], room[2], NULL};
  const struct cal_wanted wanted = {.log_odds = (double[]){0},
                                    .n_log_odds = 1,
                                    .threshold = (double[]){0},
                                    .n_thresholds = 1,
                                    .eer = true};
  const struct cal_statistics out = one_value_each();
  cal_block_statistics(blocks, 2, NULL, (struct cal_chunk_sum){4, 4}, &wanted, &work, &out);
  CHECK_NEAR(value[CAL_ECE_MIN], 0.25 * log(4) + 0.75 * log(4.0 / 3), 1e-15);
  CHECK_NEAR(value[CAL_BEST_MISS], 0.25, 1e-15);
  CHECK_NEAR(value[CAL_BEST_FA], 0.25, 1e-15);
  CHECK_NEAR(value[CAL_EER], 0.25, 1e-15);
}

// Blocks on the values 0 to 1 and 2, their LLRs ln(1/3) and ln(3).
static void test_distance_of_blocks(void) {
  const struct cal_block blocks[] = {{0, 1, 1, 3}, {2, 2, 3, 1}};
  const double before[] = {-2, -1, 1};
  double room[3][2];
  const struct cal_block_work work = {room[0], room[1], room[2], NULL};
  const struct cal_wanted wanted = {.llr = before};
  const struct cal_statistics out = one_value_each();
  CHECK(cal_statistic_size(&wanted, CAL_DEV_PAV) == 1 && cal_wanted_pav(&wanted));
  cal_block_statistics(blocks, 2, before, (struct cal_chunk_sum){4, 4}, &wanted, &work, &out);
  CHECK_EQ(value[CAL_DEV_PAV], cal_dev_pav(blocks, 2, before, 4, 4));
}

static void test_moments(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = prepare();
  struct cal_wanted wanted = {0};
  cal_wanted_moments(&host.host, &trials, llr, &wanted);
  CHECK(cal_statistic_size(&wanted, CAL_MOMENT_H1) == 1 && !cal_wanted_order(&wanted));
  double h1[] = {1, 1, 1, 1, 1};
  const double h2[] = {1, 1, 2, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_statistics out = one_value_each();
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){5, 5}, &wanted, &out);
  CHECK_EQ(value[CAL_MOMENT_H1], INFINITY);
  CHECK_NEAR(value[CAL_MOMENT_H2], log((2 * exp(-1) + exp(0.5)) / 5), 1e-15);
  // A replicate without the certain and wrong H1 trial.
  h1[0] = 0;
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){4, 5}, &wanted, &out);
  CHECK_NEAR(value[CAL_MOMENT_H1], log((exp(1) + 2 * exp(-2)) / 4), 1e-15);
  free_host(&host);
}

// exp(800) overflows, and so does a mean of it.
static void test_moments_do_not_overflow(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = prepare();
  const double far[N] = {-900, -800, 800, 900, 1000};
  struct cal_wanted wanted = {0};
  cal_wanted_moments(&host.host, &trials, far, &wanted);
  const double h1[] = {1, 1, 1, 1, 1}, h2[] = {1, 1, 1, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_statistics out = one_value_each();
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){5, 4}, &wanted, &out);
  CHECK_NEAR(value[CAL_MOMENT_H1], 900 - log(5), 1e-12);
  CHECK_NEAR(value[CAL_MOMENT_H2], 800 - log(4), 1e-12);
  free_host(&host);
}

// Only certain LLRs: none of them is the largest finite one.
static void test_moments_of_certain_trials(void) {
  struct test_host host = new_host(1);
  const double own_h1[] = {1, 3}, own_h2[] = {3, 1}, certain[] = {-INFINITY, INFINITY};
  struct cal_sorted_trials trials = {.n_h1 = own_h1, .n_h2 = own_h2, .n_values = 2};
  cal_steps_find(&trials, step);
  cal_chunks_find(&trials, chunk);
  struct cal_wanted wanted = {0};
  cal_wanted_moments(&host.host, &trials, certain, &wanted);
  const double h1[] = {0, 1, 1, 1}, h2[] = {1, 1, 1, 1};
  const struct cal_replicate replicate = {{.weight = h1}, {.weight = h2}};
  const struct cal_statistics out = one_value_each();
  cal_drawn_statistics(&trials, &replicate, (struct cal_chunk_sum){3, 4}, &wanted, &out);
  CHECK_EQ(value[CAL_MOMENT_H1], -INFINITY);
  CHECK_EQ(value[CAL_MOMENT_H2], INFINITY);
  free_host(&host);
}

int main(void) {
  test_names_tell_statistics_apart();
  test_sizes_follow_what_is_wanted();
  test_of_the_set_itself();
  test_costs_are_finite_where_no_wrong_trial_is_drawn();
  test_of_blocks();
  test_distance_of_blocks();
  test_moments();
  test_moments_do_not_overflow();
  test_moments_of_certain_trials();
  test_what_needs_pav();
  test_cuts_in_any_order();
  return check_report("replicate-statistics");
}
