#include "kernels/replicate/smooth.h"

#include "check.h"
#include "host.h"

enum { MOST = 400 };

static double n_h1[MOST], n_h2[MOST], score[MOST];
static struct cal_step step[MOST + 1];
static int32_t chunk[MOST + 1];

static struct cal_sorted_trials prepare(ptrdiff_t n_values) {
  struct cal_sorted_trials trials = {.n_h1 = n_h1, .n_h2 = n_h2, .n_values = n_values};
  cal_steps_find(&trials, step);
  cal_chunks_find(&trials, chunk);
  return trials;
}

// H1 and H2 trials in turn, each with its own value, evenly from -2 to 2.
static struct cal_sorted_trials alternate(ptrdiff_t n) {
  for (ptrdiff_t v = 0; v < n; ++v) {
    n_h1[v] = v % 2 == 0;
    n_h2[v] = v % 2 == 1;
    score[v] = -2 + 4 * ((double)v + 0.5) / (double)n;
  }
  return prepare(n);
}

static void test_deviates_are_normal(void) {
  double deviate[4096], sum = 0, squares = 0, fourth = 0;
  cal_normal_deviates(4096, deviate);
  for (int i = 0; i < 4096; ++i) {
    sum += deviate[i];
    squares += deviate[i] * deviate[i];
    fourth += pow(deviate[i], 4);
    CHECK(i == 0 || deviate[i - 1] < deviate[i]);
  }
  CHECK(fabs(sum) < 1e-9);
  CHECK_NEAR(squares / 4096, 1, 1e-12);
  CHECK_NEAR(fourth / 4096, 3, 0.01);
  CHECK_NEAR(deviate[3993], 1.96, 0.005);
}

static struct cal_smooth make(struct test_host* host, const struct cal_sorted_trials* trials,
                              double noise) {
  const struct cal_smooth_class class = {.mean = 0, .shrink = 1, .noise = noise};
  return cal_smooth_make(&host->host, trials, score, class, class);
}

static struct cal_replicate once_each(void) {
  static uint8_t count[MOST + CAL_COUNT_PADDING];
  memset(count, 1, MOST);
  return (struct cal_replicate){{.count = count}, {.count = count}};
}

// Without noise the cells hold the trials in their order.
static void test_no_noise_keeps_the_order(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(40);
  const struct cal_smooth smooth = make(&host, &trials, 0);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  struct cal_block blocks[CAL_PLAN_SMOOTH_GRID], expected[40];
  const struct cal_replicate replicate = once_each();
  cal_smooth_scatter(&smooth, &replicate, NULL, NULL, 1, &cells);
  const struct cal_slots_pav pav = cal_slots_pool(&cells, blocks);
  CHECK(pav.n_blocks == cal_pav(n_h1, n_h2, 40, expected, 40));
  for (ptrdiff_t i = 0; i < pav.n_blocks; ++i) {
    CHECK_EQ(blocks[i].n_h1, expected[i].n_h1);
    CHECK_EQ(blocks[i].n_h2, expected[i].n_h2);
  }
  CHECK_EQ(pav.total.h1, 20);
  CHECK_EQ(pav.total.h2, 20);
  CHECK_NEAR(pav.auc, cal_replicate_auc(&trials, &replicate), 1e-14);
  free_host(&host);
}

static void test_cells_are_empty_after_use(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(40);
  const struct cal_smooth smooth = make(&host, &trials, 0.5);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  struct cal_block blocks[CAL_PLAN_SMOOTH_GRID];
  const struct cal_replicate replicate = once_each();
  cal_smooth_scatter(&smooth, &replicate, NULL, NULL, 1, &cells);
  const struct cal_slots_pav full = cal_slots_pool(&cells, blocks);
  const struct cal_slots_pav empty = cal_slots_pool(&cells, blocks);
  CHECK_EQ(full.total.h1, 20);
  CHECK_EQ(empty.total.h1, 0);
  CHECK(empty.n_blocks == 0);
  free_host(&host);
}

// Tied values do not move, and keep their position among the others.
static void test_ties_stay(void) {
  struct test_host host = new_host(1);
  struct cal_sorted_trials trials = alternate(40);
  for (ptrdiff_t v = 10; v < 14; ++v) n_h1[v] = n_h2[v] = 30;
  trials = prepare(40);
  const struct cal_smooth smooth = make(&host, &trials, 0.001);
  CHECK(smooth.n_slots == CAL_PLAN_SMOOTH_GRID + 4);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  static struct cal_block blocks[CAL_PLAN_SMOOTH_GRID + 4];
  const struct cal_replicate replicate = once_each();
  cal_smooth_scatter(&smooth, &replicate, NULL, NULL, 1, &cells);
  int n_full = 0;
  for (ptrdiff_t i = 0; i < cells.n_slots; ++i) {
    n_full += cells.n_h1[i] == 30 && cells.n_h2[i] == 30;
  }
  CHECK(n_full == 4);
  for (ptrdiff_t g = 0; g < smooth.n_grid; ++g) {
    CHECK(cells.n_h1[smooth.slot[g]] != 30 && cells.n_h2[smooth.slot[g]] != 30);
  }
  // The noise is too small to change the order, so the area is that of the trials.
  const double area = cal_slots_pool(&cells, blocks).auc;
  CHECK_NEAR(area, cal_replicate_auc(&trials, &replicate), 1e-14);
  free_host(&host);
}

// LLRs in proportion to the scores are so between them too, and end with them; a tied value keeps
// its LLR, and a flat step remains flat.
static void test_cells_have_the_llr_of_their_place(void) {
  struct test_host host = new_host(1);
  struct cal_sorted_trials trials = alternate(40);
  n_h1[20] = n_h2[20] = 30;
  trials = prepare(40);
  double llr[40];
  for (ptrdiff_t v = 0; v < 40; ++v) llr[v] = 3 * score[v];
  llr[11] = llr[10];
  struct cal_smooth smooth = make(&host, &trials, 0.5);
  const double even = 0;
  cal_smooth_costs(&host.host, &trials, score, llr, &even, 1, &smooth);
  int n_between = 0;
  for (ptrdiff_t g = 0; g < smooth.n_grid; ++g) {
    const double at = smooth.low + ((double)g + 0.5) * smooth.step,
                 found = smooth.llr[smooth.slot[g]];
    if (at > score[10] && at < score[11]) CHECK_EQ(found, llr[10]);
    if (at > score[10] && at < score[12]) continue;
    CHECK_NEAR(found, 3 * fmin(fmax(at, score[0]), score[39]), 1e-12);
    n_between += at > score[0] && at < score[39];
  }
  CHECK(n_between > 1000);
  int n_tied = 0;
  for (ptrdiff_t i = 0; i < smooth.n_slots; ++i) n_tied += smooth.llr[i] == llr[20];
  CHECK(n_tied >= 1);
  for (ptrdiff_t i = 0; i < smooth.n_slots; ++i) {
    CHECK_NEAR(smooth.cost_h1[i], log1p(exp(-smooth.llr[i])), 1e-12);
    CHECK_NEAR(smooth.cost_h2[i], log1p(exp(smooth.llr[i])), 1e-12);
  }
  free_host(&host);
}

// Without noise, trials have the cost of their own values at each of the priors.
static void test_costs_at_each_prior(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(40);
  struct cal_smooth smooth = make(&host, &trials, 0);
  const double log_odds[] = {-1, 0, 2};
  const struct cal_replicate replicate = once_each();
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  cal_smooth_scatter(&smooth, &replicate, NULL, NULL, 1, &cells);
  cal_smooth_costs(&host.host, &trials, score, score, log_odds, 3, &smooth);
  for (int k = 0; k < 3; ++k) {
    double h1, h2, expected_h1 = 0, expected_h2 = 0;
    for (int v = 0; v < 40; ++v) {
      if (n_h1[v] > 0) expected_h1 += log1p(exp(-score[v] - log_odds[k])) / 20;
      if (n_h2[v] > 0) expected_h2 += log1p(exp(score[v] + log_odds[k])) / 20;
    }
    cal_slots_costs(&smooth, &cells, k, &h1, &h2);
    CHECK_NEAR(h1, expected_h1, 1e-3);
    CHECK_NEAR(h2, expected_h2, 1e-3);
  }
  free_host(&host);
}

// The model is the average of the replicates.
static void test_model_is_the_mean_of_replicates(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(20);
  const struct cal_smooth smooth = make(&host, &trials, 0.4);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  struct cal_slots model = cal_slots_make(&host.host, smooth.n_slots);
  const struct cal_replicate replicate = once_each();
  const int rounds = 20000;
  for (int i = 0; i < rounds; ++i) {
    cal_smooth_scatter(&smooth, &replicate, NULL, NULL, cal_random_mix((uint64_t)i), &cells);
  }
  cal_smooth_expect(&smooth, NULL, NULL, cal_scratch_doubles(&host.host, CAL_PLAN_SMOOTH_GRID),
                    &model);
  double seen = 0, expected = 0, most = 0;
  for (ptrdiff_t i = 0; i < model.n_slots; ++i) {
    seen += cells.n_h1[i] / rounds;
    expected += model.n_h1[i];
    most = fmax(most, fabs(seen - expected));
  }
  CHECK_NEAR(expected, 10, 1e-4);
  CHECK(most < 0.02);
  free_host(&host);
}

// Weights count each time a trial is drawn.
static void test_weights_are_copies(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(4);
  const struct cal_smooth smooth = make(&host, &trials, 0.4);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  const double unit[] = {0.25, 0}, drawn[] = {0.75, 0}, h2[] = {2, 0};
  const struct cal_replicate replicate = {{.weight = drawn}, {.weight = h2}};
  cal_smooth_scatter(&smooth, &replicate, unit, NULL, 5, &cells);
  int n_cells = 0;
  for (ptrdiff_t i = 0; i < cells.n_slots; ++i) n_cells += cells.n_h1[i] > 0;
  CHECK(n_cells == 3);
  struct cal_block blocks[CAL_PLAN_SMOOTH_GRID];
  const struct cal_slots_pav pav = cal_slots_pool(&cells, blocks);
  CHECK_EQ(pav.total.h1, 0.75);
  CHECK_EQ(pav.total.h2, 2);
  free_host(&host);
}

// Weights have the same effect on a tied value, which does not move.
static void test_weights_of_ties(void) {
  struct test_host host = new_host(1);
  alternate(4);
  n_h1[0] = 2;
  const struct cal_sorted_trials trials = prepare(4);
  const struct cal_smooth smooth = make(&host, &trials, 0.4);
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  struct cal_slots model = cal_slots_make(&host.host, smooth.n_slots);
  const double unit[] = {0.25, 0.5, 1}, drawn[] = {0.75, 1, 0}, h2[] = {1, 1};
  const struct cal_replicate replicate = {{.weight = drawn}, {.weight = h2}};
  cal_smooth_scatter(&smooth, &replicate, unit, NULL, 5, &cells);
  const ptrdiff_t slot = (ptrdiff_t)(-1 - smooth.h1.at[0]);
  CHECK_EQ(cells.n_h1[slot], 1.75);
  cal_smooth_expect(&smooth, unit, NULL, cal_scratch_doubles(&host.host, smooth.n_grid), &model);
  CHECK_EQ(model.n_h1[slot], 0.75);
  free_host(&host);
}

// Without noise the model of a trial is in the two cells around it, with its value as the mean.
static void test_model_lies_where_the_trials_do(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(20);
  const struct cal_smooth smooth = make(&host, &trials, 0);
  struct cal_slots model = cal_slots_make(&host.host, smooth.n_slots);
  cal_smooth_expect(&smooth, NULL, NULL, cal_scratch_doubles(&host.host, smooth.n_grid), &model);
  double mean = 0, expected = 0;
  for (ptrdiff_t g = 0; g < smooth.n_grid; ++g) {
    mean += model.n_h1[smooth.slot[g]] * ((double)g + 0.5) / 10;
  }
  for (ptrdiff_t i = 0; i < 10; ++i) expected += smooth.h1.at[i] / 10;
  CHECK_NEAR(mean, expected, 1e-12);
  for (ptrdiff_t i = 1; i < 9; ++i) {
    const ptrdiff_t g = (ptrdiff_t)floor(smooth.h1.at[i] - 0.5);
    CHECK_NEAR(model.n_h1[smooth.slot[g]] + model.n_h1[smooth.slot[g + 1]], 1, 1e-12);
  }
  free_host(&host);
}

// Two systems with loads (1, 0) and (0.6, 0.8) have noise with a correlation of 0.6; equal loads
// have equal noise, for any order of the trials.
static void test_noise_is_shared(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(2);
  struct cal_smooth a = make(&host, &trials, 0.4), b = a;
  const double load_a[] = {1, 0}, load_b[] = {0.6, 0.8};
  a.h1.share = (struct cal_smooth_share){load_a, 2, NULL};
  b.h1.share = (struct cal_smooth_share){load_b, 2, NULL};
  struct cal_slots at = cal_slots_make(&host.host, a.n_slots);
  struct cal_block block[CAL_PLAN_SMOOTH_GRID];
  const uint8_t one[1 + CAL_COUNT_PADDING] = {1}, none[1 + CAL_COUNT_PADDING] = {0};
  const struct cal_replicate replicate = {{.count = one}, {.count = none}};
  double sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
  const int rounds = 20000;
  for (int i = 0; i < rounds; ++i) {
    const uint64_t seed = cal_random_mix((uint64_t)i);
    cal_smooth_scatter(&a, &replicate, NULL, NULL, seed, &at);
    cal_slots_pool(&at, block);
    const double x = (double)block[0].first;
    cal_smooth_scatter(&b, &replicate, NULL, NULL, seed, &at);
    cal_slots_pool(&at, block);
    const double y = (double)block[0].first;
    sum_a += x, sum_b += y, aa += x * x, bb += y * y, ab += x * y;
  }
  const double n = rounds;
  const double covariance = ab / n - sum_a / n * (sum_b / n);
  const double spread =
      sqrt((aa / n - sum_a / n * (sum_a / n)) * (bb / n - sum_b / n * (sum_b / n)));
  CHECK(fabs(covariance / spread - 0.6) < 0.03);
  free_host(&host);
}

// The grid is that of the class with more noise, H1 or H2.
static void test_the_grid_has_room_for_either_noise(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(20);
  const struct cal_smooth_class low = {-0.5, 0.5, 0.1}, high = {0.5, 0.5, 0.4};
  const struct cal_smooth smooth = cal_smooth_make(&host.host, &trials, score, high, low);
  const struct cal_smooth other = cal_smooth_make(&host.host, &trials, score, low, high);
  CHECK_EQ(other.step, smooth.step);
  CHECK_EQ(other.low, smooth.low);
  CHECK_NEAR(other.h2.noise, smooth.h1.noise, 1e-15);
  free_host(&host);
}

// A single value, without noise, is a grid as well; many trials have a finer one.
static void test_sizes_of_grids(void) {
  struct test_host host = new_host(1);
  n_h1[0] = n_h2[0] = 1;
  score[0] = 3;
  struct cal_sorted_trials trials = prepare(1);
  CHECK_EQ(make(&host, &trials, 0).step, 1);
  n_h1[0] = 3 * CAL_PLAN_SMOOTH_GRID * (double)CAL_PLAN_SMOOTH_PER_POINT;
  trials = prepare(1);
  CHECK(make(&host, &trials, 0.1).n_grid == 4 * CAL_PLAN_SMOOTH_GRID);
  n_h1[0] = 2 * CAL_PLAN_SMOOTH_GRID_MOST * (double)CAL_PLAN_SMOOTH_PER_POINT;
  trials = prepare(1);
  CHECK(make(&host, &trials, 0.1).n_grid == CAL_PLAN_SMOOTH_GRID_MOST);
  free_host(&host);
}

// Numbers that identify the trials replace their order.
static void test_names_of_trials(void) {
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(20);
  struct cal_smooth plain = make(&host, &trials, 0.4), named = plain;
  int id[10];
  for (int same = 0; same < 2; ++same) {
    for (int i = 0; i < 10; ++i) id[i] = same ? i : 9 - i;
    named.h1.share.id = named.h2.share.id = id;
    struct cal_slots a = cal_slots_make(&host.host, plain.n_slots), b = a;
    b = cal_slots_make(&host.host, plain.n_slots);
    const struct cal_replicate replicate = once_each();
    cal_smooth_scatter(&plain, &replicate, NULL, NULL, 3, &a);
    cal_smooth_scatter(&named, &replicate, NULL, NULL, 3, &b);
    const size_t size = (size_t)plain.n_slots * sizeof(double);
    CHECK((memcmp(a.n_h1, b.n_h1, size) == 0) == (same == 1));
  }
  free_host(&host);
}

// The model without noise has each trial at its score: between two cells in proportion.
static void test_model_without_noise(void) {
  for (int k = 1; k <= 40; ++k) {
    struct test_host host = new_host(1);
    const struct cal_sorted_trials trials = alternate(40);
    for (ptrdiff_t v = 0; v < 40; ++v) score[v] = sin(0.1 * k) + (double)(v * k) / 7;
    const struct cal_smooth smooth = make(&host, &trials, 0);
    struct cal_slots model = cal_slots_make(&host.host, smooth.n_slots);
    cal_smooth_expect(&smooth, NULL, NULL, cal_scratch_doubles(&host.host, smooth.n_grid), &model);
    for (ptrdiff_t v = 0; v < 40; v += 13) {
      const double* n = v % 2 == 0 ? model.n_h1 : model.n_h2;
      double weight = 0, sum = 0;
      for (ptrdiff_t i = 0; i < model.n_slots; ++i) {
        const double at = smooth.low + ((double)i + 0.5) * smooth.step;
        if (fabs(at - score[v]) > 2 * smooth.step) continue;
        weight += n[i];
        sum += n[i] * at;
      }
      CHECK_NEAR(weight, 1, 1e-12);
      CHECK(fabs(sum - score[v]) < 1e-9 * smooth.step * (double)smooth.n_grid);
    }
    free_host(&host);
  }
}

// The sum of two deviates may be beyond the grid on either side; such a trial falls into the last
// cell.
static void test_no_trial_is_lost(void) {
  enum { TIMES = 300000 };
  struct test_host host = new_host(1);
  const struct cal_sorted_trials trials = alternate(2);
  struct cal_smooth smooth = make(&host, &trials, 0.4);
  const double load[] = {sqrt(0.5), sqrt(0.5)}, drawn[] = {TIMES};
  smooth.h1.share = smooth.h2.share = (struct cal_smooth_share){load, 2, NULL};
  struct cal_slots cells = cal_slots_make(&host.host, smooth.n_slots);
  const struct cal_replicate replicate = {{.weight = drawn}, {.weight = drawn}};
  cal_smooth_scatter(&smooth, &replicate, NULL, NULL, 1, &cells);
  // H1 is on the first value, H2 on the last.
  CHECK(cells.n_h1[0] > cells.n_h1[1] && cells.n_h1[0] < 1e-3 * TIMES);
  CHECK(cells.n_h2[smooth.n_slots - 1] > cells.n_h2[smooth.n_slots - 2]);
  static struct cal_block block[CAL_PLAN_SMOOTH_GRID];
  const struct cal_slots_pav pav = cal_slots_pool(&cells, block);
  CHECK_EQ(pav.total.h1, TIMES);
  CHECK_EQ(pav.total.h2, TIMES);
  free_host(&host);
}

// The centre of a cell is 0, and a score is so close to it that the distance to an infinite LLR
// underflows.
static void test_a_share_that_underflows(void) {
  struct test_host host = new_host(1);
  struct cal_sorted_trials trials = alternate(3);
  score[0] = -1;
  score[1] = -5e-324;
  score[2] = CAL_PLAN_SMOOTH_GRID - 2;
  const double llr[] = {0, 1, INFINITY}, even = 0;
  struct cal_smooth smooth = make(&host, &trials, 0);
  CHECK_EQ(smooth.low + 1.5 * smooth.step, 0);
  cal_smooth_costs(&host.host, &trials, score, llr, &even, 1, &smooth);
  CHECK_EQ(smooth.llr[0], 0);
  CHECK_EQ(smooth.llr[1], 1);
  CHECK_EQ(smooth.llr[2], INFINITY);
  free_host(&host);
}

int main(void) {
  test_deviates_are_normal();
  test_no_noise_keeps_the_order();
  test_cells_are_empty_after_use();
  test_ties_stay();
  test_cells_have_the_llr_of_their_place();
  test_costs_at_each_prior();
  test_model_is_the_mean_of_replicates();
  test_weights_are_copies();
  test_weights_of_ties();
  test_model_lies_where_the_trials_do();
  test_noise_is_shared();
  test_the_grid_has_room_for_either_noise();
  test_sizes_of_grids();
  test_names_of_trials();
  test_model_without_noise();
  test_no_trial_is_lost();
  test_a_share_that_underflows();
  return check_report("smooth");
}
