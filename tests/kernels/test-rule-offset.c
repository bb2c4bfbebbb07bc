#include "kernels/rule/rule-offset.h"

#include "check.h"
#include "host.h"

enum { N = 24, D = 2, STEPS = 3 };

static double x[N * D], h1[N], h2[N];
static const double slopes[D] = {0.8, -0.3};
static const double log_odds[STEPS] = {-1.5, 0, 0.4}, miss[STEPS] = {3, 2, 1},
                    fa[STEPS] = {1, 2, 4};

static void fill(void) {
  for (int i = 0; i < N; ++i) {
    h1[i] = i % 3 == 0;
    h2[i] = i % 3 != 0;
    // Values in halves, so that many rows pass together.
    x[i] = round(3 * sin(2.0 * i) + h1[i]) / 2;
    x[N + i] = round(2 * cos(3.0 * i)) / 2;
  }
}

static double risk_at(const struct cal_rule_rows* rows, const struct cal_rule_steps* steps,
                      double offset) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    const double z = offset + rows->log_odds + slopes[0] * x[i] + slopes[1] * x[N + i];
    for (ptrdiff_t s = 0; s < steps->n; ++s) {
      sum += z < steps->log_odds[s] ? h1[i] * steps->miss[s] : h2[i] * steps->fa[s];
    }
  }
  return sum;
}

static double offset_of(const struct cal_rule_rows* rows, const struct cal_rule_steps* steps) {
  struct test_host host = new_host(1);
  const double offset = cal_rule_offset(&host.host, rows, steps, slopes);
  free_host(&host);
  return offset;
}

static void no_offset_is_better(void) {
  const struct cal_rule_rows rows = {.x = x, .n = N, .d = D, .h1 = h1, .h2 = h2, .log_odds = 0.2};
  const struct cal_rule_steps steps = {log_odds, miss, fa, STEPS};
  const double least = risk_at(&rows, &steps, offset_of(&rows, &steps));
  for (int k = -800; k <= 800; ++k) CHECK(risk_at(&rows, &steps, 0.01 * k + 1e-3) >= least - 1e-12);
}

// Rows at 0, 1, 2, 3 of the hypotheses 1, 2, 1, 2: thresholds between 0 and 1 and above 2 err once.
static void the_lowest_of_equals(void) {
  const double at[] = {0, 1, 2, 3}, one[] = {0, 1, 0, 1}, other[] = {1, 0, 1, 0};
  const double zero = 0, cost = 1, slope = 1;
  const struct cal_rule_rows rows = {.x = at, .n = 4, .d = 1, .h1 = one, .h2 = other};
  const struct cal_rule_steps steps = {&zero, &cost, &cost, 1};
  struct test_host host = new_host(1);
  // From -3 to -2 only the row at 3 passes, from -1 to 0 those from 1 up: one error each.
  CHECK_EQ(cal_rule_offset(&host.host, &rows, &steps, &slope), -2.5);
  free_host(&host);
}

static void an_end_may_be_open(void) {
  const double at[] = {1, 2}, some[] = {1, 1}, none[] = {0, 0}, zero = 0, cost = 1, slope = 1;
  struct cal_rule_rows rows = {.x = at, .n = 2, .d = 1, .h1 = some, .h2 = none};
  const struct cal_rule_steps steps = {&zero, &cost, &cost, 1};
  struct test_host host = new_host(1);
  CHECK_EQ(cal_rule_offset(&host.host, &rows, &steps, &slope), 0);
  rows.h1 = none;
  rows.h2 = some;
  CHECK_EQ(cal_rule_offset(&host.host, &rows, &steps, &slope), -3);
  free_host(&host);
}

static void without_thresholds_all_offsets_are_as_good(void) {
  const struct cal_rule_rows rows = {.x = x, .n = N, .d = D, .h1 = h1, .h2 = h2, .log_odds = 0.2};
  const struct cal_rule_steps none = {log_odds, miss, fa, 0};
  CHECK_EQ(offset_of(&rows, &none), 0);
}

int main(void) {
  fill();
  no_offset_is_better();
  the_lowest_of_equals();
  an_end_may_be_open();
  without_thresholds_all_offsets_are_as_good();
  return check_report("rule-offset");
}
