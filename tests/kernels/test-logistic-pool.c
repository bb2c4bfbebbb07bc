#include "kernels/logistic/logistic-pool.h"

#include "check.h"
#include "host.h"

enum { N = 700 };

static double x[N], weight[N];
static int truth[N];
static const struct cal_frame frame = {2, 1, 3, HUGE_VAL};

static void fill(void) {
  for (int i = 0; i < N; ++i) {
    x[i] = i % 30 == 0 ? -0.0 : round(15 * sin(3.0 * i)) / 4;
    truth[i] = i * i % 5 == 1;
    weight[i] = i % 13 == 0 ? 0 : 1 + i % 4;
  }
}

static struct cal_logistic trials(ptrdiff_t n, const double* weights) {
  return (struct cal_logistic){.x = x,
                               .frame = &frame,
                               .n = n,
                               .d = 1,
                               .truth = truth,
                               .weight = weights,
                               .each_h1 = {.1, .2},
                               .each_h2 = {.3, .4},
                               .log_odds = -1};
}

static double weight_on(const struct cal_logistic* problem, double at, int c) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    if (problem->x[i] == at && problem->truth[i] == c)
      sum += problem->weight == NULL ? 1 : problem->weight[i];
  }
  return sum;
}

static void check_pool(const struct cal_logistic* problem) {
  struct test_host host = new_host(1);
  const struct cal_logistic pooled = cal_pooled_rows(&host.host, problem);
  double all[2], some[2];
  CHECK(pooled.truth == NULL && pooled.weight == NULL && !pooled.has_negative);
  CHECK(pooled.d == 1 && pooled.frame == problem->frame);
  CHECK_EQ(pooled.log_odds, problem->log_odds);
  for (ptrdiff_t i = 0; i < pooled.n; ++i) {
    if (i > 0) CHECK(pooled.x[i] > pooled.x[i - 1]);
    CHECK_EQ(pooled.n_h1[i], weight_on(problem, pooled.x[i], CAL_H1));
    CHECK_EQ(pooled.n_h2[i], weight_on(problem, pooled.x[i], CAL_H2));
  }
  cal_logistic_totals(problem, all);
  cal_logistic_totals(&pooled, some);
  for (int c = 0; c < 2; ++c) CHECK_EQ(some[c], all[c]);
  for (int c = 0; c < 2; ++c) CHECK_EQ(pooled.each_h1[c], problem->each_h1[c]);
  free_host(&host);
}

static void ties_meet_on_one_row(void) {
  const ptrdiff_t sizes[] = {1, 2, 31, N};
  for (int i = 0; i < 4; ++i) {
    const struct cal_logistic single = trials(sizes[i], NULL), weighted = trials(sizes[i], weight);
    check_pool(&single);
    check_pool(&weighted);
  }
}

static void the_order_does_not_matter(void) {
  struct test_host host = new_host(1);
  double back_x[N], back_weight[N];
  int back_truth[N];
  for (int i = 0; i < N; ++i) {
    back_x[i] = x[N - 1 - i];
    back_weight[i] = weight[N - 1 - i];
    back_truth[i] = truth[N - 1 - i];
  }
  const struct cal_logistic there = trials(N, weight);
  struct cal_logistic back = there;
  back.x = back_x;
  back.truth = back_truth;
  back.weight = back_weight;
  const struct cal_logistic one = cal_pooled_rows(&host.host, &there);
  const struct cal_logistic other = cal_pooled_rows(&host.host, &back);
  CHECK(one.n == other.n);
  for (ptrdiff_t i = 0; i < one.n; ++i) {
    CHECK_EQ(one.x[i], other.x[i]);
    CHECK_EQ(one.n_h1[i], other.n_h1[i]);
    CHECK_EQ(one.n_h2[i], other.n_h2[i]);
  }
  free_host(&host);
}

static void one_class_may_be_empty(void) {
  for (int i = 0; i < N; ++i) truth[i] = 1;
  const struct cal_logistic only_h1 = trials(N, NULL), none = trials(0, NULL);
  check_pool(&only_h1);
  check_pool(&none);
  fill();
}

int main(void) {
  fill();
  ties_meet_on_one_row();
  the_order_does_not_matter();
  one_class_may_be_empty();
  return check_report("logistic-pool");
}
