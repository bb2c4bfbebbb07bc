#include "kernels/cost/tails.h"

#include <float.h>
#include <math.h>

#include "check.h"

static void test_tails(void) {
  const double value[] = {-HUGE_VAL, HUGE_VAL, 1024, 1023.9, -1024,
                          -1024.1,   5000,     7000, 1e10,   -HUGE_VAL};
  const int truth[] = {0, 1, 1, 1, 0, 0, 0, 0, 1, 1};
  struct cal_tails all = {{{{0}}}}, two = {{{{0}}}};
  cal_tails_add(&(struct cal_trials){value, truth, 10}, 1, &all);
  cal_tails_add(&(struct cal_trials){value, truth, 7}, 1, &two);
  cal_tails_add(&(struct cal_trials){value + 7, truth + 7, 3}, 1, &two);
  for (int side = 0; side < 2; ++side) {
    for (int class = 0; class < 2; ++class) {
      const struct cal_tail *a = &all.tail[side][class], *b = &two.tail[side][class];
      CHECK_EQ(a->n, b->n);
      CHECK_EQ(a->n_infinite, b->n_infinite);
      if (a->n > 0) CHECK_EQ(cal_tail_mean(a), cal_tail_mean(b));
    }
  }
  CHECK_EQ(all.tail[0][0].n_infinite, 1);
  CHECK_EQ(all.tail[0][1].n_infinite, 1);
  CHECK_EQ(all.tail[1][1].n_infinite, 1);
  CHECK_EQ(all.tail[0][0].n, 1);
  CHECK_EQ(cal_tail_mean(&all.tail[0][0]), -1024.1);
  CHECK_EQ(all.tail[1][0].n, 2);
  CHECK_EQ(cal_tail_mean(&all.tail[1][0]), 6000);
  CHECK_EQ(cal_tail_mean(&all.tail[1][1]), (1024 + 1e10) / 2);
}

static void test_merge(void) {
  const double value[] = {-HUGE_VAL, 2000, 3000, -1e10, 5, HUGE_VAL, -2000};
  const int truth[] = {0, 1, 1, 0, 1, 1, 0};
  struct cal_tails all = {{{{0}}}}, one = {{{{0}}}}, other = {{{{0}}}};
  cal_tails_add(&(struct cal_trials){value, truth, 7}, 1, &all);
  cal_tails_add(&(struct cal_trials){value, truth, 2}, 1, &one);
  cal_tails_add(&(struct cal_trials){value + 2, truth + 2, 5}, 1, &other);
  cal_tails_merge(&one, &other);
  for (int i = 0; i < 4; ++i) {
    const struct cal_tail *a = &all.tail[i / 2][i % 2], *b = &one.tail[i / 2][i % 2];
    CHECK_EQ(a->n, b->n);
    CHECK_EQ(a->n_infinite, b->n_infinite);
    if (a->n > 0) CHECK_EQ(cal_tail_mean(a), cal_tail_mean(b));
  }
}

// A finite LLR stays finite, also in the sum.
static void test_huge(void) {
  const double value[] = {DBL_MAX, DBL_MAX, -DBL_MAX};
  const int truth[] = {1, 1, 0};
  struct cal_tails tails = {{{{0}}}};
  cal_tails_add(&(struct cal_trials){value, truth, 3}, 2.302585092994046, &tails);
  CHECK_EQ(cal_tail_mean(&tails.tail[1][1]), DBL_MAX);
  CHECK_EQ(cal_tail_mean(&tails.tail[0][0]), -DBL_MAX);
}

// The limits of the tails are in nats, whatever the unit of the values.
static void test_units(void) {
  const double value[] = {500, 400};
  const int truth[] = {1, 1};
  struct cal_tails tails = {{{{0}}}};
  cal_tails_add(&(struct cal_trials){value, truth, 2}, 2.302585092994046, &tails);
  CHECK_EQ(tails.tail[1][1].n, 1);
  CHECK_NEAR(cal_tail_mean(&tails.tail[1][1]), 500 * 2.302585092994046, 1e-15);
}

int main(void) {
  test_tails();
  test_merge();
  test_huge();
  test_units();
  return check_report("tails");
}
