#include "kernels/classes/softmax.h"

#include <string.h>

#include "check.h"

static const double flat[] = {0, 0, 0};

// Three trials of three classes, column by column.
static const double log_lik[] = {2, 0.5, -1, 0, 1.5, 0, -1, 0, 1};
static const int truth[] = {1, 2, 3};

static struct cal_class_trials example(void) {
  return (struct cal_class_trials){.log_lik = log_lik, .truth = truth, .n = 3, .n_classes = 3};
}

static void costs_are_minus_log_posteriors(void) {
  const struct cal_class_trials trials = example();
  double row[3], posterior[9], cost[3];
  cal_class_posteriors(&trials, flat, row, posterior);
  cal_class_costs(&trials, flat, row, cost);
  for (int t = 0; t < 3; ++t) {
    CHECK_NEAR(posterior[t] + posterior[3 + t] + posterior[6 + t], 1, 1e-15);
    CHECK_NEAR(cost[t], -log(posterior[3 * t + t]), 1e-14);
  }
}

static void small_costs_keep_their_digits(void) {
  const double z[] = {0, -50, -60};
  CHECK_NEAR(cal_log_cost(z, 3, 0), exp(-50) + exp(-60), 1e-15);
  CHECK_NEAR(cal_log_cost(z, 3, 2), 60 + log1p(exp(-50)), 1e-15);
}

static void exclusions_follow_the_rules(void) {
  const double excluded[] = {-INFINITY, 0, -INFINITY};
  const double all[] = {-INFINITY, -INFINITY};
  CHECK_EQ(cal_log_cost(excluded, 3, 1), 0);
  CHECK_EQ(cal_log_cost(excluded, 3, 0), INFINITY);
  CHECK(isnan(cal_log_cost(all, 2, 0)));
}

static void cost_comes_with_the_probabilities(void) {
  const double logits[][3] = {{0, -50, -60}, {1, 2, 3}, {3, 2, 1}, {2, 2, 2}, {5, -INFINITY, 4}};
  for (size_t r = 0; r < sizeof logits / sizeof *logits; ++r) {
    for (int i = 0; i < 3; ++i) {
      double z[3], p[3];
      memcpy(z, logits[r], sizeof z);
      memcpy(p, logits[r], sizeof p);
      cal_softmax(p, 3);
      const double cost = cal_softmax_cost(z, 3, i);
      CHECK_EQ(cost, cal_log_cost(logits[r], 3, i));
      for (int k = 0; k < 3; ++k) CHECK_EQ(z[k], p[k]);
    }
  }
  double all[] = {-INFINITY, -INFINITY};
  CHECK(isnan(cal_softmax_cost(all, 2, 0)));
  double z[] = {-INFINITY, 3, -INFINITY};
  cal_softmax(z, 3);
  CHECK_EQ(z[0], 0);
  CHECK_EQ(z[1], 1);
}

static void classes_without_prior_cost_nothing(void) {
  const struct cal_class_trials trials = example();
  const double prior[] = {0, -INFINITY, 0};
  double row[3], cost[3];
  cal_class_costs(&trials, prior, row, cost);
  CHECK_EQ(cost[1], 0);
  CHECK_NEAR(cost[0], log1p(exp(-3)), 1e-15);
}

static void the_lowest_of_several_is_decided_for(void) {
  const double ties[] = {1, 0, -INFINITY, 1, 2, -INFINITY, 0, 2, -INFINITY};
  const struct cal_class_trials trials = {.log_lik = ties, .n = 3, .n_classes = 3};
  int decision[3];
  cal_class_decisions(&trials, flat, decision);
  CHECK(decision[0] == 1);
  CHECK(decision[1] == 2);
  CHECK(decision[2] == 0);
}

static void equal_log_likelihoods_are_no_evidence(void) {
  const double w[] = {7, 7, 7, 7, 7};
  const double zero[] = {0, 0, 0, 0, 0};
  const struct cal_class_trials trials = {.log_lik = w, .n = 1, .n_classes = 5};
  double row[5], llr;
  for (int target = 0; target < 5; ++target) {
    cal_detection_llr(&trials, zero, target, row, &llr);
    CHECK_EQ(llr, 0);
  }
}

static void detection_weighs_the_rest(void) {
  const struct cal_class_trials trials = example();
  const double prior[] = {log(0.5), log(0.3), log(0.2)};
  double row[3], llr[3];
  cal_detection_llr(&trials, prior, 0, row, llr);
  CHECK_NEAR(llr[0], 2 - log(0.6 * exp(0) + 0.4 * exp(-1)), 1e-15);
}

static void a_class_that_alone_is_left_is_certain(void) {
  const double w[] = {-3, -INFINITY, -INFINITY}, prior[] = {log(0.5), log(0.3), log(0.2)};
  struct cal_class_trials trials = example();
  double row[3], llr;
  trials.log_lik = w;
  trials.n = 1;
  cal_detection_llr(&trials, prior, 0, row, &llr);
  CHECK_EQ(llr, INFINITY);
  cal_detection_llr(&trials, prior, 1, row, &llr);
  CHECK_EQ(llr, -INFINITY);
}

// Targets agree to the last bit, since the sums are the same: with two leading classes, ties,
// exclusions, and huge leads.
static void all_targets_are_as_each(void) {
  enum { N = 5, K = 4 };
  const double w[N * K] = {2, 7, 0, -INFINITY, 800, 1,  7, -1, -INFINITY, -800,
                           2, 7, 1, 0.25,      0,   -3, 7, 1,  -INFINITY, 790};
  const double prior[] = {log(0.1), log(0.4), log(0.3), log(0.2)};
  const struct cal_class_trials trials = {.log_lik = w, .n = N, .n_classes = K};
  double row[4 * K], all[N * K], one[N];
  cal_detection_llrs(&trials, prior, row, all);
  for (int k = 0; k < K; ++k) {
    cal_detection_llr(&trials, prior, k, row, one);
    for (int t = 0; t < N; ++t) CHECK_EQ(all[k * N + t], one[t]);
  }
}

// The first trials with the extremes of all ratios, also of ratios that hardly differ, or are
// equal.
static void outermost_trials_have_the_extremes(double height) {
  enum { N = 500, K = 5 };
  double w[N * K], row[9 * K], llr[N * K];
  const double prior[] = {log(0.1), log(0.4), log(0.3), log(0.15), log(0.05)};
  const struct cal_class_trials trials = {.log_lik = w, .n = N, .n_classes = K};
  int at[2 * K];
  for (int i = 0; i < N * K; ++i) w[i] = height * sin(7.0 * i) * (i % 7 == 0 ? 3 : 1);
  for (int k = 0; k < K; ++k) w[k * N + N - 1] = w[k * N + N / 2];
  cal_detection_llrs(&trials, prior, row, llr);
  cal_outermost_trials(&trials, prior, row, at);
  for (int k = 0; k < K; ++k) {
    int least = 0, most = 0;
    for (int t = 0; t < N; ++t) {
      least = llr[k * N + t] < llr[k * N + least] ? t : least;
      most = llr[k * N + t] > llr[k * N + most] ? t : most;
    }
    CHECK(at[k] == least + 1 && at[K + k] == most + 1);
  }
}

static void no_trial_is_outermost_of_none(void) {
  const struct cal_class_trials none = {.log_lik = NULL, .n = 0, .n_classes = 2};
  const double prior[] = {0, 0};
  double row[18];
  int at[4];
  cal_outermost_trials(&none, prior, row, at);
  for (int i = 0; i < 4; ++i) CHECK(at[i] == 0);
}

int main(void) {
  costs_are_minus_log_posteriors();
  small_costs_keep_their_digits();
  exclusions_follow_the_rules();
  cost_comes_with_the_probabilities();
  classes_without_prior_cost_nothing();
  the_lowest_of_several_is_decided_for();
  equal_log_likelihoods_are_no_evidence();
  detection_weighs_the_rest();
  a_class_that_alone_is_left_is_certain();
  all_targets_are_as_each();
  for (double height = 0; height < 2000; height = 10 * height + 1e-9) {
    outermost_trials_have_the_extremes(height);
  }
  no_trial_is_outermost_of_none();
  return check_report("softmax");
}
