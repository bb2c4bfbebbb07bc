#include "kernels/rule/rule-fit.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"

// The sums over the rows. `bend` is the Hessian, `expected` the one that is never negative.
struct sums {
  double value;
  double *gradient, *bend, *expected, *input;
};

static void clear(struct sums* sums, ptrdiff_t n) {
  sums->value = 0;
  memset(sums->gradient, 0, (size_t)n * sizeof(double));
  memset(sums->bend, 0, (size_t)(n * n) * sizeof(double));
  memset(sums->expected, 0, (size_t)(n * n) * sizeof(double));
}

static void add_row(struct sums* sums, ptrdiff_t n, double slope, double bend, double expected) {
  for (ptrdiff_t j = 0; j < n; ++j) {
    sums->gradient[j] += slope * sums->input[j];
    for (ptrdiff_t k = 0; k < n; ++k) {
      const double product = sums->input[j] * sums->input[k];
      sums->bend[j * n + k] += bend * product;
      sums->expected[j * n + k] += expected * product;
    }
  }
}

// The expected second derivative is slope_h2 (1 - q): -slope_h1 / slope_h2 is the odds against.
static void evaluate(const struct cal_rule_rows* rows, const struct cal_rule_table* table,
                     const double* theta, struct sums* sums) {
  const ptrdiff_t d = rows->d;
  clear(sums, d + 1);
  sums->input[d] = 1;
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    double z = theta[d] + rows->log_odds;
    for (ptrdiff_t k = 0; k < d; ++k) {
      sums->input[k] = rows->x[k * rows->n + i];
      z += theta[k] * sums->input[k];
    }
    const struct cal_rule_terms h1 = cal_rule_cost_h1(table, z), h2 = cal_rule_cost_h2(table, z);
    const double w1 = rows->h1[i], w2 = rows->h2[i];
    sums->value += w1 * h1.value + w2 * h2.value;
    add_row(sums, d + 1, w1 * h1.slope + w2 * h2.slope, w1 * h1.bend + w2 * h2.bend,
            (w1 + w2) * h2.slope / (1 + exp(z)));
  }
}

struct cal_rule_end cal_rule_fit(struct cal_host* host, const struct cal_rule_rows* rows,
                                 const struct cal_rule_table* table, double* theta) {
  const ptrdiff_t n = rows->d + 1;
  struct sums sums = {.gradient = cal_scratch_doubles(host, n),
                      .bend = cal_scratch_doubles(host, n * n),
                      .expected = cal_scratch_doubles(host, n * n),
                      .input = cal_scratch_doubles(host, n)};
  double* factor = cal_scratch_doubles(host, n * n);
  struct cal_newton newton = {.n = n,
                              .at = theta,
                              .step = cal_scratch_doubles(host, n),
                              .factor = cal_scratch_doubles(host, n * n)};
  enum cal_newton_status status;
  int asked = 0;

  cal_newton_start(&newton);
  do {
    cal_pulse(host);
    evaluate(rows, table, theta, &sums);
    const bool convex = cal_is_positive_definite(sums.bend, n, factor);
    status =
        cal_newton_next(&newton, sums.value, sums.gradient, convex ? sums.bend : sums.expected);
  } while (status == CAL_NEWTON_EVALUATE && ++asked < CAL_PLAN_RULE_STEPS);

  evaluate(rows, table, theta, &sums);
  return (struct cal_rule_end){.status = status,
                               .value = sums.value,
                               .n_steps = newton.n_steps,
                               .diverged = cal_newton_diverged(&newton)};
}
