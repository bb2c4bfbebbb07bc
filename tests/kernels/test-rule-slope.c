#include "kernels/rule/rule-slope.h"

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

enum { N = 9, STEPS = 3 };

static double x[N], h1[N], h2[N];
static const double log_odds[STEPS] = {-1, 0, 2}, miss[STEPS] = {3, 2, 1}, fa[STEPS] = {1, 2, 4};

// Whole numbers, so that many lines meet in one point.
static void fill(int seed) {
  for (int i = 0; i < N; ++i) {
    x[i] = i - 4 + (i > 6) * 30;
    h1[i] = (i * (2 * seed + 1) + seed) % 5;
    h2[i] = (i * i + seed) % 3;
  }
}

static double risk_at(const struct cal_rule_rows* rows, const struct cal_rule_steps* steps,
                      double slope) {
  struct test_host host = new_host(1);
  const double offset = cal_rule_offset(&host.host, rows, steps, &slope);
  double sum = 0;
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    const double z = offset + rows->log_odds + slope * rows->x[i];
    for (ptrdiff_t s = 0; s < steps->n; ++s) {
      sum += z < steps->log_odds[s] ? rows->h1[i] * steps->miss[s] : rows->h2[i] * steps->fa[s];
    }
  }
  free_host(&host);
  return sum;
}

static double slope_of(const struct cal_rule_rows* rows, const struct cal_rule_steps* steps) {
  struct test_host host = new_host(1);
  const double slope = cal_rule_slope(&host.host, rows, steps);
  free_host(&host);
  return slope;
}

static void no_slope_is_better(void) {
  for (int seed = 0; seed < 12; ++seed) {
    fill(seed);
    const struct cal_rule_rows rows = {.x = x, .n = N, .d = 1, .h1 = h1, .h2 = h2, .log_odds = .2};
    const struct cal_rule_steps steps = {log_odds, miss, fa, 1 + seed % STEPS};
    const double least = risk_at(&rows, &steps, slope_of(&rows, &steps));
    for (int k = -600; k <= 600; ++k) {
      CHECK(risk_at(&rows, &steps,
                    ldexp(k < 0 ? -1 : 1, abs(k) / 40 - 8) * (1 + abs(k) % 40 / 40.)) >=
            least - 1e-12);
    }
  }
}

static void one_threshold_has_two_directions(void) {
  const double at[] = {0, 1}, low[] = {1, 0}, high[] = {0, 1}, zero = 0, cost = 1;
  const struct cal_rule_steps steps = {&zero, &cost, &cost, 1};
  struct cal_rule_rows rows = {.x = at, .n = 2, .d = 1, .h1 = high, .h2 = low};
  CHECK(slope_of(&rows, &steps) > 0);
  rows.h1 = low;
  rows.h2 = high;
  CHECK(slope_of(&rows, &steps) < 0);
}

static void what_is_not_looked_through(void) {
  fill(0);
  const struct cal_rule_steps steps = {log_odds, miss, fa, STEPS};
  const struct cal_rule_rows two = {.x = x, .n = N / 2, .d = 2, .h1 = h1, .h2 = h2};
  const struct cal_rule_rows many = {.x = x, .n = CAL_PLAN_RULE_LINES, .d = 1, .h1 = h1, .h2 = h2};
  const struct cal_rule_rows none = {.x = x, .n = 0, .d = 1, .h1 = h1, .h2 = h2};
  CHECK(isnan(slope_of(&two, &steps)));
  CHECK(isnan(slope_of(&many, &steps)));
  CHECK(isnan(slope_of(&none, &steps)));
}

int main(void) {
  no_slope_is_better();
  one_threshold_has_two_directions();
  what_is_not_looked_through();
  return check_report("rule-slope");
}
