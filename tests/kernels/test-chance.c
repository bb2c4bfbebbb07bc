#include "kernels/replicate/chance.h"

#include "check.h"
#include "host.h"
#include "kernels/replicate/chance-mean.h"

enum { DRAWS = 20000 };

static const double log_odds[] = {0, -2}, threshold[] = {0};
static const struct cal_wanted wanted = {
    .log_odds = log_odds, .n_log_odds = 2, .threshold = threshold, .n_thresholds = 1, .eer = true};

static double ece[2 * DRAWS], miss[DRAWS], fa[DRAWS], eer[DRAWS], unused[1];

static struct cal_statistics places(void) {
  struct cal_statistics out;
  for (int i = 0; i < CAL_N_STATISTICS; ++i) out.at[i] = unused;
  out.at[CAL_ECE_MIN] = ece;
  out.at[CAL_BEST_MISS] = miss;
  out.at[CAL_BEST_FA] = fa;
  out.at[CAL_EER] = eer;
  return out;
}

static void draw(struct cal_chance job, int n_threads) {
  struct test_host host = new_host(n_threads);
  const struct cal_statistics out = places();
  job.n_draws = DRAWS;
  cal_chance_run(&host.host, &job, &wanted, &out);
  free_host(&host);
}

// Weighted sums over all orders of the labels: of the statistics, and of the cases in which one is
// at most a limit.
struct law {
  double orders, ece, square, ece_rare, eer, error, error_low, eer_low;
};

static void add_order(struct law* law, const double* h1, const double* h2, ptrdiff_t n,
                      const double* totals) {
  struct cal_block blocks[16];
  double llr[16], n_h1[16], n_h2[16], at[2], best[2], equal;
  const struct cal_block_work work = {llr, n_h1, n_h2, NULL};
  struct cal_statistics out = places();
  out.at[CAL_ECE_MIN] = at;
  out.at[CAL_BEST_MISS] = &best[0];
  out.at[CAL_BEST_FA] = &best[1];
  out.at[CAL_EER] = &equal;
  const ptrdiff_t n_blocks = cal_pav(h1, h2, n, blocks, 16);
  cal_block_statistics(blocks, n_blocks, NULL, (struct cal_chunk_sum){totals[0], totals[1]},
                       &wanted, &work, &out);
  const double error = (best[0] + best[1]) / 2;
  ++law->orders;
  law->ece += at[0];
  law->square += at[0] * at[0];
  law->ece_rare += at[1];
  law->eer += equal;
  law->error += error;
  law->error_low += error <= 0.3 + 1e-9;
  law->eer_low += equal <= 0.2 + 1e-9;
}

// `group` has the sizes of groups of tied trials.
static struct law enumerated(int n_h1, int n_h2, const int* group, int n_groups) {
  const int all = n_h1 + n_h2;
  const double totals[] = {n_h1, n_h2};
  struct law law = {0};
  for (int labels = 0; labels < 1 << all; ++labels) {
    double h1[16] = {0}, h2[16] = {0};
    int n = 0;
    for (int g = 0, i = 0; g < n_groups; ++g) {
      for (int end = i + group[g]; i < end; ++i) {
        const int label = labels >> i & 1;
        n += label;
        h1[g] += label;
        h2[g] += 1 - label;
      }
    }
    if (n == n_h1) add_order(&law, h1, h2, n_groups, totals);
  }
  return law;
}

// Five standard errors of a share, or of a mean with a spread of at most a half.
static void check_share(double found, double expected) {
  CHECK(fabs(found - expected) < 5 * sqrt(0.25 / DRAWS));
}

static void check_draws(const struct law* law) {
  double sum = 0, square = 0, rare = 0, equal = 0, error = 0, low = 0, equal_low = 0;
  for (int i = 0; i < DRAWS; ++i) {
    const double best = (miss[i] + fa[i]) / 2;
    sum += ece[2 * i] / DRAWS;
    square += ece[2 * i] * ece[2 * i] / DRAWS;
    rare += ece[2 * i + 1] / DRAWS;
    equal += eer[i] / DRAWS;
    error += best / DRAWS;
    low += (best <= 0.3 + 1e-9) / (double)DRAWS;
    equal_low += (eer[i] <= 0.2 + 1e-9) / (double)DRAWS;
  }
  const double n = law->orders, mean = law->ece / n;
  const double spread = sqrt(law->square / n - mean * mean);
  CHECK(fabs(sum - mean) < 5 * spread / sqrt(DRAWS));
  CHECK_NEAR(sqrt(square - sum * sum), spread, 0.05);
  check_share(rare, law->ece_rare / n);
  check_share(equal, law->eer / n);
  check_share(error, law->error / n);
  check_share(low, law->error_low / n);
  check_share(equal_low, law->eer_low / n);
}

static void test_draws_have_the_law_of_all_orders(void) {
  static const int sizes[][2] = {{1, 1}, {5, 5}, {4, 7}, {3, 10}, {4, 6}};
  static const int one[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (int i = 0; i < 5; ++i) {
    const struct law law = enumerated(sizes[i][0], sizes[i][1], one, sizes[i][0] + sizes[i][1]);
    struct cal_chance job = {.total_h1 = sizes[i][0], .total_h2 = sizes[i][1], .seed = 7};
    draw(job, 1);
    check_draws(&law);
    // Untied trials are groups of one.
    double group[16];
    for (int k = 0; k < 16; ++k) group[k] = 1;
    job.group = group;
    job.n_groups = sizes[i][0] + sizes[i][1];
    draw(job, 1);
    check_draws(&law);
  }
}

// Values from another program: 5 and 5 trials, and the share of errors of at most 0.3 in 4 and 6.
static void test_known_laws(void) {
  static const int one[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static const int tied[] = {1, 2, 1, 3, 1, 2}, threes[] = {3, 3, 3, 3};
  const struct law five = enumerated(5, 5, one, 10), ten = enumerated(4, 6, one, 10);
  const struct law ties = enumerated(4, 6, tied, 6), equal = enumerated(5, 7, threes, 4);
  CHECK(fabs(five.eer / five.orders - 0.3706431091) < 6e-11);
  CHECK(fabs(five.eer_low / five.orders - 0.1071428571) < 6e-11);
  CHECK(fabs(ten.error_low / ten.orders - 0.3523809524) < 6e-11);
  CHECK(fabs(ties.error_low / ties.orders - 0.2523809524) < 6e-11);
  CHECK(fabs(equal.ece / equal.orders / log(2) - 0.9112248937) < 6e-11);
}

// A mean over all orders of groups of 1, 1, 3 and 5 trials, from another program.
static void test_groups_in_all_orders(void) {
  double sum = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) {
      for (int c = 0; c < 4; ++c) {
        const int last = 6 - a - b - c, size[] = {1, 1, 3, 5};
        if (a == b || a == c || b == c) continue;
        const int group[] = {size[a], size[b], size[c], size[last]};
        const struct law law = enumerated(4, 6, group, 4);
        sum += law.ece / law.orders / 24;
      }
    }
  }
  CHECK(fabs(sum / log(2) - 0.8871225464) < 6e-11);
}

// A value from counts of paths in another program: P(Bayes error <= 0.42) = 0.2297099144.
static void test_tail_of_errors(void) {
  double low = 0;
  draw((struct cal_chance){37, 91, NULL, 0, DRAWS, 21}, 1);
  for (int i = 0; i < DRAWS; ++i) low += (miss[i] + fa[i]) / 2 <= 0.42 + 1e-12;
  CHECK(fabs(low / DRAWS - 0.2297099144) < 5 * sqrt(0.23 * 0.77 / DRAWS));
}

static void test_ties(void) {
  static const int tied[][8] = {
      {1, 2, 1, 3, 1, 2}, {3, 3, 3, 1}, {1, 1, 3, 5}, {5, 3, 1, 1}, {9, 1}};
  static const int n_groups[] = {6, 4, 4, 4, 2};
  for (int i = 0; i < 5; ++i) {
    double group[8];
    for (int g = 0; g < 8; ++g) group[g] = tied[i][g];
    const struct law law = enumerated(4, 6, tied[i], n_groups[i]);
    draw((struct cal_chance){4, 6, group, n_groups[i], DRAWS, 3}, 1);
    check_draws(&law);
  }
}

static void test_one_group_tells_nothing(void) {
  const double group[] = {60};
  draw((struct cal_chance){20, 40, group, 1, DRAWS, 3}, 1);
  for (int i = 0; i < DRAWS; ++i) {
    CHECK_NEAR(ece[2 * i], log(2), 1e-15);
    CHECK_EQ(eer[i], 0.5);
  }
}

static void test_threads_change_nothing(void) {
  static double alone[2 * DRAWS];
  draw((struct cal_chance){37, 91, NULL, 0, DRAWS, 5}, 1);
  memcpy(alone, ece, sizeof alone);
  draw((struct cal_chance){37, 91, NULL, 0, DRAWS, 5}, 3);
  CHECK(memcmp(alone, ece, sizeof alone) == 0);
  for (int i = 1; i < 100; ++i) CHECK(ece[2 * i] != ece[2 * i - 2]);
  draw((struct cal_chance){37, 91, NULL, 0, DRAWS, 6}, 1);
  CHECK(memcmp(alone, ece, sizeof alone) != 0);
}

// The mean has a closed form; the standard deviation of 37 and 91 trials is from another program.
static void test_many_trials(void) {
  static const double sizes[][2] = {{37, 91}, {30, 300}, {1000, 1000}, {1e8, 1e9}, {5e8, 5e8}};
  for (int i = 0; i < 5; ++i) {
    struct test_host host = new_host(1);
    double sum = 0, square = 0;
    draw((struct cal_chance){sizes[i][0], sizes[i][1], NULL, 0, DRAWS, 9}, 1);
    for (int k = 0; k < DRAWS; ++k) {
      const double gain = log(2) - ece[2 * k];
      sum += gain / DRAWS;
      square += gain * gain / DRAWS;
    }
    const double mean =
        log(2) - cal_chance_mean(&host.host, sizes[i][0], sizes[i][1], 0.5, 0.5, CAL_CHANCE_LOG);
    const double deviation = sqrt(square - sum * sum);
    CHECK(fabs(sum - mean) < 5 * deviation / sqrt(DRAWS));
    if (i == 0) CHECK_NEAR(deviation / log(2), 0.0248445712, 0.03);
    free_host(&host);
  }
}

static void test_a_host_may_leave(void) {
  struct test_host host = new_host(1);
  const struct cal_statistics out = places();
  const struct cal_chance job = {37, 91, NULL, 0, DRAWS, 5};
  host.leave_at = 7;
  if (setjmp(host.exit) == 0) {
    cal_chance_run(&host.host, &job, &wanted, &out);
    CHECK(false);
  }
  CHECK(host.n_pulses > 0);
  free_host(&host);
}

int main(void) {
  test_draws_have_the_law_of_all_orders();
  test_known_laws();
  test_groups_in_all_orders();
  test_tail_of_errors();
  test_ties();
  test_one_group_tells_nothing();
  test_threads_change_nothing();
  test_many_trials();
  test_a_host_may_leave();
  return check_report("chance");
}
