#include "kernels/logistic/logistic.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/count/range.h"
#include "kernels/logistic/logistic-objective.h"

struct cal_logistic_sums cal_logistic_sums_new(struct cal_host* host, ptrdiff_t d) {
  const ptrdiff_t p = d + 1;
  return (struct cal_logistic_sums){.gradient = cal_scratch_doubles(host, p),
                                    .hessian = cal_scratch_doubles(host, p * p),
                                    .scratch = cal_scratch_doubles(host, cal_rows_scratch(d))};
}

struct objective {
  const struct cal_logistic* problem;
  struct cal_logistic_sums* sums;
};

static void add(void* data, const struct cal_row_block* block) {
  struct objective* objective = data;
  cal_objective_add(objective->problem, block, objective->sums);
}

static void flush(void* data, const struct cal_row_block* block) {
  struct objective* objective = data;
  cal_objective_flush(objective->problem, block, objective->sums);
}

void cal_logistic_evaluate(struct cal_host* host, const struct cal_logistic* problem,
                           const double* theta, struct cal_logistic_sums* sums) {
  struct objective objective = {problem, sums};
  const enum cal_row_needs needs = sums->derivatives_only ? CAL_ROWS_SLOPE : CAL_ROWS_COST;
  cal_objective_begin(problem, sums);
  cal_rows_pass(host, problem, theta, sums->scratch,
                &(struct cal_row_task){needs, add, flush, &objective});
  cal_objective_finish(problem, sums);
}

void cal_logistic_totals(const struct cal_logistic* problem, double totals[2]) {
  if (problem->truth != NULL && problem->weight == NULL) {
    totals[CAL_H1] = (double)cal_count_true(problem->truth, problem->n);
    totals[CAL_H2] = (double)problem->n - totals[CAL_H1];
    return;
  }
  struct cal_sum sum[2] = {{0}};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    if (problem->truth == NULL) {
      cal_sum_add(&sum[CAL_H1], problem->n_h1[i]);
      cal_sum_add(&sum[CAL_H2], problem->n_h2[i]);
    } else {
      cal_sum_add(&sum[problem->truth[i]], problem->weight[i]);
    }
  }
  for (int c = 0; c < 2; ++c) totals[c] = cal_sum_value(sum[c]);
}

double cal_logistic_at_zero(const struct cal_logistic* problem) {
  const double z = problem->log_odds, both = log1p(exp(-fabs(z)));
  const double *h1 = problem->each_h1, *h2 = problem->each_h2;
  double n[2];
  cal_logistic_totals(problem, n);
  return (h1[CAL_H1] * n[CAL_H1] + h1[CAL_H2] * n[CAL_H2]) * (both + fmax(-z, 0)) +
         (h2[CAL_H1] * n[CAL_H1] + h2[CAL_H2] * n[CAL_H2]) * (both + fmax(z, 0));
}

enum cal_newton_status cal_logistic_minimise(struct cal_host* host,
                                             const struct cal_logistic* problem,
                                             struct cal_newton* newton,
                                             struct cal_logistic_sums* sums) {
  enum cal_newton_status status = CAL_NEWTON_EVALUATE;
  cal_newton_start(newton);
  for (int i = 0; status == CAL_NEWTON_EVALUATE && i < CAL_PLAN_EVALUATIONS; ++i) {
    cal_logistic_evaluate(host, problem, newton->at, sums);
    status = cal_newton_next(newton, cal_sum_value(sums->value), sums->gradient, sums->hessian);
  }
  return status;
}
