#include "kernels/replicate/consistency.h"

#include "check.h"
#include "host.h"
#include "kernels/base/random.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/pav/pav.h"

enum { N = 30, ROUNDS = 400 };

static double llr[N], n[N];

static void make_trials(void) {
  for (int v = 0; v < N; ++v) {
    llr[v] = -3 + 0.2 * v;
    n[v] = 1 + v % 3;
  }
}

static struct cal_consistency a_job(void) {
  static const double prior[] = {0, 1};
  static const int at[] = {0, 14, 29};
  make_trials();
  return (struct cal_consistency){.llr = llr,
                                  .n = n,
                                  .n_values = N,
                                  .total_h1 = 25,
                                  .total_h2 = 35,
                                  .prior = prior,
                                  .n_priors = 2,
                                  .likelihood = true,
                                  .dev_pav = true,
                                  .at = at,
                                  .n_at = 3,
                                  .n_replicates = ROUNDS,
                                  .seed = 5};
}

static double gap[2 * ROUNDS], ratio[ROUNDS], dev[ROUNDS], after[3 * ROUNDS];
static const struct cal_consistency_out out = {gap, ratio, dev, after};

static void test_gaps_are_positive_and_llrs_ascend(void) {
  struct test_host host = new_host(1);
  const struct cal_consistency job = a_job();
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(gap[2 * i] > -1e-12 && gap[2 * i + 1] > -1e-12);
    CHECK(after[3 * i] <= after[3 * i + 1] && after[3 * i + 1] <= after[3 * i + 2]);
    CHECK(isnan(dev[i]) || dev[i] >= 0);
    CHECK(ratio[i] >= 0);
  }
  free_host(&host);
}

static void test_threads_change_nothing(void) {
  static double alone[2 * ROUNDS];
  struct test_host host = new_host(1);
  const struct cal_consistency job = a_job();
  cal_consistency_run(&host.host, &job, &out);
  memcpy(alone, gap, sizeof alone);
  host.host.n_threads = 3;
  cal_consistency_run(&host.host, &job, &out);
  CHECK(memcmp(alone, gap, sizeof alone) == 0);
  free_host(&host);
}

// Twice the log likelihood ratio has two degrees of freedom.
static void test_likelihood_ratio_is_that_of_calibrated_llrs(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  double sum = 0;
  for (int v = 0; v < N; ++v) llr[v] += 0.5;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) sum += fmin(ratio[i], 20) / ROUNDS;
  CHECK(sum > 1.6 && sum < 2.7);
  free_host(&host);
}

// PAV does not change an LLR of 0 that all trials share.
static void test_one_value_has_no_gap(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {0}, trials[] = {60};
  job.llr = value;
  job.n = trials;
  job.n_values = 1;
  job.n_at = 0;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < 2 * ROUNDS; ++i) CHECK(fabs(gap[i]) < 1e-14);
  free_host(&host);
}

// Calibrated infinite LLRs are never on the wrong side, and cost nothing.
static void test_infinite_llrs_cost_nothing(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  llr[0] = -INFINITY;
  llr[N - 1] = INFINITY;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < 2 * ROUNDS; ++i) CHECK(isfinite(gap[i]) && gap[i] > -1e-12);
  free_host(&host);
}

// Infinite LLRs stay infinite after PAV, and the LLRs between them are finite.
static void test_infinite_llrs_stay_infinite(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {-INFINITY, 0, INFINITY}, trials[] = {10, 15, 10};
  const int at[] = {0, 1, 2};
  job.llr = value;
  job.n = trials;
  job.n_values = 3;
  job.at = at;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK_EQ(after[3 * i], -INFINITY);
    CHECK(isfinite(after[3 * i + 1]));
    CHECK_EQ(after[3 * i + 2], INFINITY);
  }
  free_host(&host);
}

// A value without drawn trials has the LLR of the nearest value with some.
static void test_values_that_are_not_drawn(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {-1, 0, 0.4, 1, 1.5}, trials[] = {5, 0, 0, 5, 0};
  const int at[] = {0, 1, 2, 3, 4};
  job.llr = value;
  job.n = trials;
  job.n_values = 5;
  job.at = at;
  job.n_at = 5;
  job.n_replicates = 50;
  static double pav[5 * 50];
  const struct cal_consistency_out places = {gap, ratio, dev, pav};
  cal_consistency_run(&host.host, &job, &places);
  for (int i = 0; i < 50; ++i) {
    const double* after_pav = pav + 5 * i;
    CHECK(after_pav[1] == after_pav[0]);
    CHECK(after_pav[2] == after_pav[3] && after_pav[4] == after_pav[3]);
  }
  free_host(&host);
}

// Share of replicates without a likelihood, whose LRs lie on one side of 1 and are not all 1, of 20
// trials at 0 and 4 at ln 3 or -ln 3.
static double share_without_likelihood(double sign) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  const double value[] = {fmin(0, sign * log(3)), fmax(0, sign * log(3))};
  const double trials[] = {sign > 0 ? 20 : 4, sign > 0 ? 4 : 20};
  const int at[] = {0, 1};
  static double many[2 * ROUNDS], pav[2 * ROUNDS];
  const struct cal_consistency_out places = {many, ratio, dev, pav};
  double without = 0;
  job.llr = value;
  job.n = trials;
  job.n_values = 2;
  job.at = at;
  job.n_at = 2;
  job.total_h1 = job.total_h2 = 12;
  cal_consistency_run(&host.host, &job, &places);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(many[2 * i] > -1e-12 && pav[2 * i] <= pav[2 * i + 1]);
    without += isinf(ratio[i]);
  }
  free_host(&host);
  return without / ROUNDS;
}

// The 4 trials have an image of 4 / 24 trials on the other side, and the share s of calibrated
// weights has 8 / (1 + 2 s) = (1 / 9) / (1 - 2 s / 3): it is 1.42. Values are drawn with the
// weights 4 / 3.84 = 1.0417, 20 and 3.125, which are exchanged under the other hypothesis.
static void test_images_make_one_side_calibrated(void) {
  const double total = 24 + 1.0 / 6, p = 3.125 / total, q = 4 / 3.84 / total;
  const double one_side = 2 * pow((1 - p) * (1 - q), 12) - 2 * pow(1 - p - q, 24);
  const double error = sqrt(one_side * (1 - one_side) / ROUNDS);
  CHECK(fabs(share_without_likelihood(1) - one_side) < 4 * error);
  CHECK(fabs(share_without_likelihood(-1) - one_side) < 4 * error);
}

// Certain trials make images of those of the other class, which cost nothing.
static void test_certain_trials_of_one_class(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  for (int side = -1; side <= 1; side += 2) {
    const double certain[] = {copysign(INFINITY, side)}, one[] = {5};
    job.llr = certain;
    job.n = one;
    job.n_values = 1;
    job.n_at = 0;
    job.n_replicates = 3;
    cal_consistency_run(&host.host, &job, &out);
    for (int i = 0; i < 6; ++i) CHECK_NEAR(gap[i], 0, 1e-14);
  }
  free_host(&host);
}

// Box and Muller's normal deviate.
static double normal(struct cal_random* random) {
  const double u = 1 - cal_random_uniform(random), v = cal_random_uniform(random);
  return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

enum { MANY = 6000 };

// Sorts MANY calibrated Gaussian LLRs of mean +-2, half of them of H1, and returns the gap at even
// odds between their cost and that after PAV.
static double fresh_gap(struct cal_random* random, double* sorted) {
  static double h1[MANY], key[2 * MANY], h2[MANY], level[MANY];
  static struct cal_block blocks[MANY];
  double cost = 0;
  for (int i = 0; i < MANY; ++i) {
    const int is_h1 = i % 2;
    key[2 * i] = (is_h1 ? 2 : -2) + 2 * normal(random);
    key[2 * i + 1] = is_h1;
    cost += cal_softplus(is_h1 ? -key[2 * i] : key[2 * i]) / MANY;
  }
  qsort(key, MANY, 2 * sizeof *key, ascending);
  for (int i = 0; i < MANY; ++i) {
    sorted[i] = key[2 * i];
    h1[i] = key[2 * i + 1];
    h2[i] = 1 - h1[i];
  }
  const ptrdiff_t n_blocks = cal_pav(h1, h2, MANY, blocks, MANY);
  for (ptrdiff_t i = 0; i < n_blocks; ++i) {
    level[i] = cal_block_llr(blocks[i], MANY / 2, MANY / 2);
    h1[i] = blocks[i].n_h1;
    h2[i] = blocks[i].n_h2;
  }
  const struct cal_points points = {level, h1, h2, n_blocks, MANY / 2, MANY / 2};
  return cost - cal_ece(&points, 0);
}

// Numbers drawn in cells have the gaps of calibrated sets of this many trials, not of fewer.
static void test_cells_have_the_gaps_of_fresh_sets(void) {
  struct test_host host = new_host(2);
  struct cal_random random = cal_random_stream(9, 0);
  static double sorted[MANY], one[MANY], fresh[ROUNDS];
  struct cal_consistency job = a_job();
  double mean[2] = {0}, square[2] = {0};
  for (int i = 0; i < ROUNDS; ++i) fresh[i] = fresh_gap(&random, sorted);
  for (int i = 0; i < MANY; ++i) one[i] = 1;
  job.llr = sorted;
  job.n = one;
  job.n_values = MANY;
  job.total_h1 = job.total_h2 = MANY / 2;
  job.n_priors = 1;
  job.likelihood = job.dev_pav = false;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    mean[0] += gap[i] / ROUNDS;
    mean[1] += fresh[i] / ROUNDS;
    square[0] += gap[i] * gap[i] / ROUNDS;
    square[1] += fresh[i] * fresh[i] / ROUNDS;
  }
  const double variance = square[1] - mean[1] * mean[1];
  CHECK(fabs(mean[0] - mean[1]) < 4 * sqrt(2 * variance / ROUNDS));
  CHECK(fabs((square[0] - mean[0] * mean[0]) / variance - 1) < 4 * sqrt(4.0 / ROUNDS));
  free_host(&host);
}

// As many values far from 0 as near it, and certain ones: all statistics exist.
static void test_cells_of_far_values(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  static double far[5000], one[5000];
  for (int i = 0; i < 5000; ++i) {
    const double x = (i - 2500) / 250.0;
    far[i] = x * x * x * fabs(x) / 9;
    one[i] = 1;
  }
  far[0] = -INFINITY;
  far[4999] = INFINITY;
  far[1] = -1e300;
  far[4998] = 1e300;
  const int at[] = {0, 2500, 4999};
  job.llr = far;
  job.n = one;
  job.n_values = 5000;
  job.at = at;
  job.total_h1 = job.total_h2 = 2500;
  cal_consistency_run(&host.host, &job, &out);
  for (int i = 0; i < ROUNDS; ++i) {
    CHECK(gap[2 * i] > -1e-4 && gap[2 * i] < 0.1 && isfinite(gap[2 * i + 1]));
    CHECK(ratio[i] >= 0 && ratio[i] < 40);
    CHECK(after[3 * i] <= after[3 * i + 1] && after[3 * i + 1] <= after[3 * i + 2]);
  }
  free_host(&host);
}

// Results that are not requested are not written.
static void test_only_gaps(void) {
  struct test_host host = new_host(1);
  struct cal_consistency job = a_job();
  static double alone[2 * ROUNDS];
  const struct cal_consistency_out few = {alone, NULL, NULL, after};
  cal_consistency_run(&host.host, &job, &out);
  job.likelihood = job.dev_pav = false;
  cal_consistency_run(&host.host, &job, &few);
  CHECK(memcmp(alone, gap, sizeof alone) == 0);
  free_host(&host);
}

int main(void) {
  test_likelihood_ratio_is_that_of_calibrated_llrs();
  test_one_value_has_no_gap();
  test_infinite_llrs_cost_nothing();
  test_infinite_llrs_stay_infinite();
  test_values_that_are_not_drawn();
  test_gaps_are_positive_and_llrs_ascend();
  test_threads_change_nothing();
  test_images_make_one_side_calibrated();
  test_certain_trials_of_one_class();
  test_only_gaps();
  test_cells_have_the_gaps_of_fresh_sets();
  test_cells_of_far_values();
  return check_report("consistency");
}
