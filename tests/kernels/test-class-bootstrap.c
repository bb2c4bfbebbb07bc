#include "kernels/replicate/class-bootstrap.h"

#include <string.h>

#include "class-example.h"
#include "kernels/base/random.h"
#include "kernels/classes/class-fit.h"
#include "kernels/replicate/resample.h"

enum { R = 20, COSTS = 2, ROWS = COSTS + 1, SEED = 5 };

static const double prior[] = {0.5, 0.3, 0.2};
static const int replicates[R] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                  11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
static double cost[N * COSTS];

static struct cal_class_recogniser recogniser(const double* start, double* out) {
  struct cal_class_recogniser one = {.problem = example(CAL_SHARED, 1),
                                     .prior = prior,
                                     .cost = cost,
                                     .n_costs = COSTS,
                                     .fits = true,
                                     .start = start,
                                     .out = out};
  one.problem.bounded = true;
  return one;
}

static void run(const struct cal_class_recogniser* one, int n_threads) {
  struct test_host host = new_host(n_threads);
  const struct cal_class_bootstrap job = {.recognisers = one,
                                          .n_recognisers = 1,
                                          .n_replicates = R,
                                          .replicate = replicates,
                                          .seed = SEED};
  cal_class_bootstrap_run(&host.host, &job);
  CHECK(host.host.done >= 0 && host.host.done < 1);
  free_host(&host);
}

// Number of times that replicate r draws each trial: class by class, in the order of the trials.
static void draw_slowly(int r, double* drawn) {
  struct cal_random random = cal_random_stream(SEED, (uint64_t)replicates[r]);
  for (int k = 0; k < K; ++k) {
    uint32_t count[N / K];
    cal_draw_sources(&random, N / K, count);
    for (int t = 0, i = 0; t < N; ++t) {
      if (truth[t] == k + 1) drawn[t] = count[i++];
    }
  }
}

static double mean_slowly(const double* drawn, const double* costs) {
  double sum = 0;
  for (int t = 0; t < N; ++t) {
    if (drawn[t] > 0) sum += prior[truth[t] - 1] * drawn[t] * costs[t] / (N / K);
  }
  return sum;
}

// Minimum of the problem of the sample, with each trial weighted by its number of draws.
static double least_slowly(const double* drawn) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  double class_weight[K], params[MAX_PARAMS];
  for (int k = 0; k < K; ++k) class_weight[k] = prior[k] / (N / K);
  problem.bounded = true;
  problem.model.trial_weight = drawn;
  problem.model.class_weight = class_weight;
  return fit(&problem, params).value;
}

static void a_replicate_is_what_it_draws(void) {
  const double start[K] = {1, 0, 0};
  double out[R * ROWS], drawn[N];
  const struct cal_class_recogniser one = recogniser(start, out);
  cost[7] = INFINITY;
  run(&one, 1);
  int endless = 0;
  for (int r = 0; r < R; ++r) {
    draw_slowly(r, drawn);
    for (int c = 0; c < COSTS; ++c) {
      CHECK_NEAR(out[r * ROWS + c], mean_slowly(drawn, cost + c * N), 1e-12);
    }
    CHECK_NEAR(out[r * ROWS + COSTS], least_slowly(drawn), 1e-9);
    endless += isinf(out[r * ROWS]) != 0;
  }
  CHECK(endless > 0 && endless < R);
  cost[7] = 1;
}

static void any_start_and_any_number_of_threads_will_do(void) {
  const double start[K] = {1, 0, 0}, nothing[K] = {0};
  double here[R * ROWS], there[R * ROWS], anew[R * ROWS], shared[R * ROWS];
  const struct cal_class_recogniser ones[] = {recogniser(start, here), recogniser(nothing, there),
                                              recogniser(NULL, anew), recogniser(start, shared)};
  for (int i = 0; i < 4; ++i) run(&ones[i], i == 3 ? 4 : 1);
  for (int i = 0; i < R * ROWS; ++i) {
    CHECK_NEAR(there[i], here[i], 1e-9);
    CHECK_NEAR(anew[i], here[i], 1e-9);
    CHECK_EQ(shared[i], here[i]);
  }
}

// Harmful log-likelihoods cost as much as no evidence, and so do certain and wrong ones.
static void what_harms_is_worth_nothing(void) {
  const double start[K] = {0, 0, 0};
  double out[R * ROWS], none = 0, drawn[N];
  const struct cal_class_recogniser one = recogniser(start, out);
  for (int k = 0; k < K; ++k) none -= prior[k] * log(prior[k]);
  for (int t = 0; t < N * K; ++t) log_lik[t] = -log_lik[t];
  run(&one, 1);
  for (int r = 0; r < R; ++r) CHECK_NEAR(out[r * ROWS + COSTS], none, 1e-12);
  fill();
  const double before = log_lik[4 + (truth[4] - 1) * N];
  log_lik[4 + (truth[4] - 1) * N] = -INFINITY;
  // An excluded class that is not the true one changes nothing.
  const double other_before = log_lik[2 * N];
  log_lik[2 * N] = -INFINITY;
  run(&one, 1);
  for (int r = 0; r < R; ++r) {
    draw_slowly(r, drawn);
    CHECK(drawn[4] > 0 ? check_near(out[r * ROWS + COSTS], none, 1e-12)
                       : out[r * ROWS + COSTS] < none);
  }
  log_lik[4 + (truth[4] - 1) * N] = before;
  log_lik[2 * N] = other_before;
}

// Separable trials cost nothing, and costs alone need no fit.
static void separable_replicates_cost_nothing(void) {
  const double start[K] = {1, 0, 0};
  double out[R * ROWS], costs[R * COSTS];
  for (int t = 0; t < N * K; ++t) log_lik[t] = (truth[t % N] == 1 + t / N) * (2 + sin(t));
  const struct cal_class_recogniser ones[] = {recogniser(start, out), recogniser(NULL, out)};
  for (int i = 0; i < 2; ++i) {
    run(&ones[i], 1);
    for (int r = 0; r < R; ++r) CHECK_EQ(out[r * ROWS + COSTS], 0);
  }
  struct cal_class_recogniser alone = recogniser(start, costs);
  alone.fits = false;
  run(&alone, 1);
  for (int r = 0; r < R; ++r) CHECK_EQ(costs[r * COSTS], out[r * ROWS]);
  fill();
}

// A fit without a start also finds harm. If a class is excluded as well, the cost stays infinite.
static void harm_from_nothing(void) {
  const double start[K] = {0, 0, 0};
  double out[R * ROWS], none = 0, drawn[N];
  for (int k = 0; k < K; ++k) none -= prior[k] * log(prior[k]);
  for (int t = 0; t < N * K; ++t) log_lik[t] = -log_lik[t];
  const struct cal_class_recogniser anew = recogniser(NULL, out), on = recogniser(start, out);
  run(&anew, 1);
  for (int r = 0; r < R; ++r) CHECK_NEAR(out[r * ROWS + COSTS], none, 1e-12);
  log_lik[4 + truth[4] % K * N] = -INFINITY;
  run(&on, 1);
  for (int r = 0; r < R; ++r) {
    draw_slowly(r, drawn);
    CHECK(drawn[4] > 0 ? !(out[r * ROWS + COSTS] >= none * (1 - 1e-9))
                       : check_near(out[r * ROWS + COSTS], none, 1e-12));
  }
  run(&anew, 1);
  for (int r = 0; r < R; ++r) {
    draw_slowly(r, drawn);
    CHECK(drawn[4] > 0 ? out[r * ROWS + COSTS] < none * (1 - 1e-9)
                       : check_near(out[r * ROWS + COSTS], none, 1e-12));
  }
  fill();
}

// Replicates of this many trials are drawn in more than one batch.
static void all_batches_are_filled(void) {
  enum { MANY = 45000 };
  static double even[MANY];
  static int classes[MANY];
  double out[R];
  for (int t = 0; t < MANY; ++t) classes[t] = 1 + t % K, even[t] = 2;
  struct cal_class_recogniser one = recogniser(NULL, out);
  one.problem.model.truth = classes;
  one.problem.model.n = MANY;
  one.cost = even;
  one.n_costs = 1;
  one.fits = false;
  run(&one, 1);
  for (int r = 0; r < R; ++r) CHECK_NEAR(out[r], 2, 1e-12);
}

// A single trial keeps a class from being certain. Replicates without this trial have no minimum.
static void replicates_without_a_minimum_are_none(void) {
  const double start[K] = {1, 0, 0};
  double out[R * ROWS], drawn[N];
  const struct cal_class_recogniser one = recogniser(start, out);
  int n_lost = 0;
  for (int t = 0; t < N; ++t) {
    for (int k = 0; k < K - 1 && truth[t] == K && t > K; ++k) log_lik[k * N + t] = -INFINITY;
  }
  run(&one, 1);
  for (int r = 0; r < R; ++r) {
    draw_slowly(r, drawn);
    n_lost += drawn[K - 1] == 0;
    if (drawn[K - 1] == 0) CHECK(isnan(out[r * ROWS + COSTS]));
    if (drawn[K - 1] > 0) CHECK_NEAR(out[r * ROWS + COSTS], least_slowly(drawn), 1e-9);
  }
  CHECK(n_lost > 0 && n_lost < R);
  fill();
}

// With a prior near the limit of doubles the search has no curvature, and does not end.
static void replicates_whose_search_is_lost_are_none(void) {
  enum { HALF = N / K };
  const double start[] = {1, 0}, even[] = {0.5, 0.5}, odds[] = {0, -715};
  double out[R * ROWS], two[2 * HALF * 2], each[] = {0.5 / HALF, 0.5 / HALF};
  int classes[2 * HALF];
  const double* only[] = {two};
  struct cal_class_recogniser one = recogniser(start, out);
  for (int t = 0; t < 2 * HALF; ++t) {
    classes[t] = 1 + t % 2;
    two[t] = noise(t);
    two[t + 2 * HALF] = 0;
  }
  one.prior = even;
  one.problem.model.log_lik = only;
  one.problem.model.truth = classes;
  one.problem.model.n = 2 * HALF;
  one.problem.model.n_classes = 2;
  one.problem.model.class_weight = each;
  one.problem.model.log_prior = odds;
  run(&one, 1);
  for (int r = 0; r < R; ++r) CHECK(isnan(out[r * ROWS + COSTS]));
}

int main(void) {
  fill();
  for (int t = 0; t < N * COSTS; ++t) cost[t] = 1 + noise(t);
  a_replicate_is_what_it_draws();
  any_start_and_any_number_of_threads_will_do();
  what_harms_is_worth_nothing();
  separable_replicates_cost_nothing();
  harm_from_nothing();
  all_batches_are_filled();
  replicates_without_a_minimum_are_none();
  replicates_whose_search_is_lost_are_none();
  return check_report("class-bootstrap");
}
