#include "kernels/classes/class-thin.h"

#include "check.h"
#include "class-fixture.h"
#include "host.h"
#include "kernels/base/plan.h"

enum { MANY = 20000, K = 3, SMALL = 50 };

static double log_lik[MANY * K], trial_weight[MANY];
static int truth[MANY];
static const double weight[] = {.1, .2, .3}, log_prior[] = {-1, -.5, -2};
static const struct class_trials trials = {K, MANY, log_lik, .5, truth, weight, log_prior};

// Class 3 is rare; every trial is marked by its place.
static void fill(void) {
  for (int t = 0; t < MANY; ++t) truth[t] = t % (MANY / SMALL) == 7 ? 3 : 1 + t % 2;
  for (int t = 0; t < MANY * K; ++t) log_lik[t] = t;
  for (int t = 0; t < MANY; ++t) trial_weight[t] = 1 + t % 5;
}

static void count_classes(const struct cal_class_model* model, double n[K]) {
  for (int i = 0; i < K; ++i) n[i] = 0;
  for (ptrdiff_t t = 0; t < model->n; ++t) ++n[model->truth[t] - 1];
}

static void classes_keep_their_weight(const struct cal_class_model* all,
                                      const struct cal_class_model* few) {
  double n[K], n_few[K];
  count_classes(all, n);
  count_classes(few, n_few);
  CHECK(few->n < all->n);
  CHECK_EQ(n_few[2], SMALL);
  for (int i = 0; i < K; ++i) {
    CHECK_NEAR(n_few[i] * few->class_weight[i], n[i] * all->class_weight[i], 1e-14);
    CHECK(n_few[i] * CAL_PLAN_THIN_STEP >= n[i]);
    CHECK(n_few[i] >= fmin(n[i], CAL_PLAN_THIN_ENOUGH));
  }
}

// Each kept trial is one of the original ones, in their order, with all its data.
static void trials_stay_whole(const struct cal_class_model* few) {
  for (ptrdiff_t t = 0; t < few->n; ++t) {
    const ptrdiff_t from = (ptrdiff_t)few->log_lik[0][t];
    if (t > 0) CHECK(few->log_lik[0][t] > few->log_lik[0][t - 1]);
    CHECK(few->truth[t] == truth[from]);
    if (few->trial_weight) CHECK_EQ(few->trial_weight[t], trial_weight[from]);
    for (int k = 0; k < K; ++k) {
      CHECK_EQ(few->log_lik[0][k * few->n + t], log_lik[k * MANY + from]);
    }
  }
}

static void some_stand_for_all(const double* weights) {
  struct test_host host = new_host(1);
  struct cal_class_model all = class_model_of(&trials, CAL_VECTOR);
  all.trial_weight = weights;
  const struct cal_class_model few = cal_class_thin(&host.host, &all);
  CHECK(few.n_classes == K && few.family == CAL_VECTOR && few.scale == all.scale);
  CHECK(!few.trial_weight == !weights);
  classes_keep_their_weight(&all, &few);
  trials_stay_whole(&few);
  free_host(&host);
}

// All recognisers have the same trials.
static void recognisers_stay_together(void) {
  struct test_host host = new_host(1);
  static double other[MANY * K];
  const double *list[] = {log_lik, other}, scale[] = {1, 1};
  struct cal_class_model all = class_model_of(&trials, CAL_SHARED);
  all.n_recognisers = 2;
  all.log_lik = list;
  all.scale = scale;
  for (int t = 0; t < MANY * K; ++t) other[t] = -2 * log_lik[t];
  const struct cal_class_model few = cal_class_thin(&host.host, &all);
  for (ptrdiff_t t = 0; t < few.n * K; ++t) {
    CHECK_EQ(few.log_lik[1][t], -2 * few.log_lik[0][t]);
  }
  free_host(&host);
}

static void few_trials_are_all_kept(void) {
  struct test_host host = new_host(1);
  struct cal_class_model all = class_model_of(&trials, CAL_MATRIX);
  all.n = CAL_PLAN_THIN_ENOUGH;
  const struct cal_class_model few = cal_class_thin(&host.host, &all);
  CHECK(few.n == all.n);
  for (int i = 0; i < K; ++i) CHECK_EQ(few.class_weight[i], weight[i]);
  free_host(&host);
}

int main(void) {
  fill();
  some_stand_for_all(NULL);
  some_stand_for_all(trial_weight);
  recognisers_stay_together();
  few_trials_are_all_kept();
  return check_report("class-thin");
}
