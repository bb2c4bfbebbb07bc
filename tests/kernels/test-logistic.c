#include "kernels/logistic.h"

#include "check.h"

enum { MAX_INPUTS = 2, P = MAX_INPUTS + 1 };

static struct cal_sum sums[P + 1];
static double values[P * (P + 3)], theta[P], hessian[P * P];

static enum cal_logistic_status minimise(struct cal_logistic problem, double* objective) {
  struct cal_logistic_search search = {theta, hessian, {sums, values}, 0, 0, false};
  for (int k = 0; k < P; ++k) theta[k] = 0;
  const enum cal_logistic_status status = cal_logistic(&problem, &search);
  *objective = search.objective;
  return status;
}

// ln LRs of five H2 and six H1 trials. The minimum is known to 15 digits (measures.md, section 8).
static void finds_the_known_minimum(void) {
  const double lr[] = {.2, .4, .6, .8, 1.1, .5, 2, 4, 6, 8, 10};
  double x[11], h1[11], h2[11];
  for (int i = 0; i < 11; ++i) {
    x[i] = log(lr[i]);
    h1[i] = i < 5 ? 0 : .5 / 6;
    h2[i] = i < 5 ? .5 / 5 : 0;
  }
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 11, 1, 0, true}, &objective) ==
        CAL_LOGISTIC_CONVERGED);
  CHECK_NEAR(theta[0], 2.23519037130163, 1e-13);
  CHECK_NEAR(theta[1], -0.39323224399341, 1e-13);
  CHECK_NEAR(objective / log(2), .47622443120932, 1e-13);
}

// One input that takes two values has a solution in closed form: the log odds of the weights.
static void agrees_with_the_closed_form(void) {
  const double x[] = {-1, 1}, h1[] = {.1, .4}, h2[] = {.3, .2}, log_odds = .7;
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 2, 1, log_odds, true}, &objective) ==
        CAL_LOGISTIC_CONVERGED);
  const double low = log(.1 / .3) - log_odds, high = log(.4 / .2) - log_odds;
  CHECK_NEAR(theta[0], (high - low) / 2, 1e-13);
  CHECK_NEAR(theta[1], (high + low) / 2, 1e-12);
  const double bend_low = .4 * .25 * .75, bend_high = .6 * (.4 / .6) * (.2 / .6);
  CHECK_NEAR(hessian[0], bend_low + bend_high, 1e-12);
  CHECK_NEAR(hessian[1], bend_high - bend_low, 1e-11);
  CHECK_EQ(hessian[1], hessian[2]);
}

static void stops_at_separation(void) {
  const double x[] = {-1, 0, 1, 2}, h1[] = {0, 0, .25, .25}, h2[] = {.25, .25, 0, 0};
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 4, 1, 0, true}, &objective) ==
        CAL_LOGISTIC_SEPARATED);
  const double touching[] = {-1, 0, 0, 2};
  CHECK(minimise((struct cal_logistic){touching, h1, h2, 4, 1, 0, true}, &objective) !=
        CAL_LOGISTIC_CONVERGED);
}

static void knows_singular_inputs(void) {
  const double x[] = {-1, 0, 1, 2, -2, 0, 2, 4};
  const double h1[] = {.1, 0, .2, .2}, h2[] = {.2, .2, 0, .1};
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 4, 2, 0, true}, &objective) ==
        CAL_LOGISTIC_SINGULAR);
}

// Two inputs are read column by column, and the gradient vanishes at the minimum.
static void has_no_slope_at_the_minimum(void) {
  const double x[] = {-1, .3, 1, .2, 1.5, -.4, .9, -.8, .1, .7};
  const double h1[] = {0, .2, .2, 0, .1}, h2[] = {.2, 0, 0, .2, .1};
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 5, 2, -.5, true}, &objective) ==
        CAL_LOGISTIC_CONVERGED);
  double gradient[P] = {0};
  for (int i = 0; i < 5; ++i) {
    const double z = theta[0] * x[i] + theta[1] * x[5 + i] + theta[2] - .5;
    const double slope = h2[i] / (1 + exp(-z)) - h1[i] / (1 + exp(z));
    gradient[0] += slope * x[i];
    gradient[1] += slope * x[5 + i];
    gradient[2] += slope;
  }
  for (int k = 0; k < P; ++k) CHECK(fabs(gradient[k]) < 1e-15);
}

// Rows may be taken out by negative weights.
static void subtracts_rows(void) {
  const double x[] = {-1, 0, 1, 2, 5, 5}, h1[] = {.1, .1, .1, .2, .7, -.7};
  const double h2[] = {.2, .1, .1, .1, 0, 0};
  double objective;
  CHECK(minimise((struct cal_logistic){x, h1, h2, 4, 1, 0, true}, &objective) ==
        CAL_LOGISTIC_CONVERGED);
  const double slope = theta[0], offset = theta[1];
  CHECK(minimise((struct cal_logistic){x, h1, h2, 6, 1, 0, false}, &objective) ==
        CAL_LOGISTIC_CONVERGED);
  CHECK_NEAR(theta[0], slope, 1e-13);
  CHECK_NEAR(theta[1], offset, 1e-13);
}

int main(void) {
  finds_the_known_minimum();
  agrees_with_the_closed_form();
  stops_at_separation();
  knows_singular_inputs();
  has_no_slope_at_the_minimum();
  subtracts_rows();
  return check_report("logistic");
}
