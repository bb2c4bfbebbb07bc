#include "kernels/logistic/logistic-objective.h"

#include "logistic-trials.h"

enum { B = CAL_VECTOR_BLOCK };

// One input, whose z is the input; trials of H1 cost as much as those of H2.
static struct cal_logistic plain(void) {
  return (struct cal_logistic){.d = 1, .each_h1 = {[CAL_H1] = 1}, .each_h2 = {[CAL_H2] = 1}};
}

static double x[3 * B], lanes[CAL_LANES * 6];
static struct cal_row_block block = {.x = x, .lanes = lanes};

static void fill(double spread) {
  for (int i = 0; i < B; ++i) {
    x[i] = spread * sin(7.0 * i);
    x[B + i] = 1;
    block.z[i] = x[i];
    block.n_h1[i] = i % 3;
    block.n_h2[i] = i % 4;
  }
  cal_logistic_block(block.z, block.both, block.far);
}

static struct cal_logistic_sums sums_of(struct test_host* host, const struct cal_logistic* problem,
                                        int n_blocks, bool flush_often) {
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host->host, 1);
  CHECK(cal_objective_lanes(2) * (ptrdiff_t)sizeof(double) == (ptrdiff_t)sizeof lanes);
  cal_objective_begin(problem, &sums);
  for (int i = 0; i < n_blocks; ++i) {
    cal_objective_add(problem, &block, &sums);
    if (flush_often) cal_objective_flush(problem, &block, &sums);
  }
  cal_objective_flush(problem, &block, &sums);
  cal_objective_finish(problem, &sums);
  return sums;
}

static double softplus(double z) { return fmax(z, 0) + log1p(exp(-fabs(z))); }

// The weights of a row under H1 and H2 sum the shares that its trials add to both.
static void is_the_sum_of_the_definition(void) {
  const struct cal_logistic problem = {
      .d = 1, .each_h1 = {[CAL_H1] = .4, [CAL_H2] = .1}, .each_h2 = {[CAL_H1] = .2, [CAL_H2] = .3}};
  struct test_host host = new_host(1);
  double value = 0, gradient[2] = {0}, hessian[4] = {0};
  fill(5);
  for (int i = 0; i < B; ++i) {
    const double h1 = .4 * block.n_h1[i] + .1 * block.n_h2[i];
    const double h2 = .2 * block.n_h1[i] + .3 * block.n_h2[i];
    const double z = block.z[i], p = 1 / (1 + exp(-z)), at[] = {x[i], 1};
    value += h1 * softplus(-z) + h2 * softplus(z);
    for (int k = 0; k < 2; ++k) {
      gradient[k] += (h2 * p - h1 * (1 - p)) * at[k];
      for (int l = 0; l < 2; ++l) hessian[2 * k + l] += (h1 + h2) * p * (1 - p) * at[k] * at[l];
    }
  }
  for (int n = 1; n < 4; ++n) {
    const struct cal_logistic_sums sums = sums_of(&host, &problem, n, n % 2);
    CHECK_NEAR(cal_sum_value(sums.value), n * value, 1e-13);
    for (int k = 0; k < 2; ++k) CHECK_NEAR(sums.gradient[k], n * gradient[k], 1e-12);
    for (int k = 0; k < 4; ++k) CHECK(fabs(sums.hessian[k] - n * hessian[k]) < 1e-12);
    CHECK_EQ(sums.hessian[1], sums.hessian[2]);
  }
  free_host(&host);
}

static void infinite_certainty_costs_what_it_must(void) {
  const struct cal_logistic problem = plain();
  struct test_host host = new_host(1);
  fill(0);
  for (int i = 0; i < B; ++i) block.n_h1[i] = block.n_h2[i] = 0;
  block.z[0] = 800;
  block.n_h1[0] = 1;
  cal_logistic_block(block.z, block.both, block.far);
  CHECK_EQ(cal_sum_value(sums_of(&host, &problem, 1, false).value), 0);
  block.n_h2[0] = 1;
  CHECK_EQ(cal_sum_value(sums_of(&host, &problem, 1, false).value), 800);
  free_host(&host);
}

// Rows without weight under a hypothesis do not belong to it.
static void the_margin_is_that_of_rows_with_weight(void) {
  struct cal_logistic problem = plain();
  struct test_host host = new_host(1);
  fill(1);
  for (int i = 0; i < B; ++i) {
    block.z[i] = i;
    block.n_h1[i] = i >= 40;
    block.n_h2[i] = i < 30;
  }
  struct cal_logistic_sums sums = sums_of(&host, &problem, 2, false);
  CHECK_EQ(sums.margin, 40 - 29);
  CHECK_EQ(sums.wrong, 29);
  block.n_h1[3] = 1e-300;
  sums = sums_of(&host, &problem, 1, false);
  CHECK_EQ(sums.margin, 3 - 29);
  problem.has_negative = true;
  CHECK_EQ(sums_of(&host, &problem, 1, false).margin, -HUGE_VAL);
  problem.has_negative = false;
  problem.each_h2[CAL_H1] = .1;
  CHECK_EQ(sums_of(&host, &problem, 1, false).margin, -HUGE_VAL);
  free_host(&host);
}

static void nothing_is_found_in_nothing(void) {
  const struct cal_logistic problem = plain();
  struct test_host host = new_host(1);
  const struct cal_logistic_sums sums = sums_of(&host, &problem, 0, false);
  CHECK_EQ(cal_sum_value(sums.value), 0);
  CHECK_EQ(sums.gradient[0], 0);
  CHECK_EQ(sums.hessian[3], 0);
  CHECK_EQ(sums.margin, HUGE_VAL);
  free_host(&host);
}

int main(void) {
  is_the_sum_of_the_definition();
  infinite_certainty_costs_what_it_must();
  the_margin_is_that_of_rows_with_weight();
  nothing_is_found_in_nothing();
  return check_report("logistic-objective");
}
