#include "kernels/classes/dirichlet-rule.h"

#include <math.h>

#include "check.h"
#include "host.h"

enum { MAX = 5 };

static double room[3 * MAX + MAX * MAX];

static void costs_of(double gamma, const double* q, int n, double* cost) {
  const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(gamma, n);
  double log_q[MAX];
  for (int i = 0; i < n; ++i) log_q[i] = log(q[i]);
  cal_dirichlet_costs(&rule, log_q, room, cost);
}

// Values of two methods of numerical integration in thirty digits.
static void test_published_values(void) {
  const double three[] = {.2, .5, .3}, four[] = {.7, .1, .1, .1}, sure[] = {.999, .0009, .0001};
  const double gamma[] = {-.3, 0, .5, 1, 2, 3, 30};
  const double expected[] = {2.212309133789, 1.609437912434, 1.466570810672, 1.45,
                             1.4692,         1.494313333333, 1.532861981953};
  double cost[MAX];
  for (int k = 0; k < 7; ++k) {
    costs_of(gamma[k], three, 3, cost);
    CHECK_NEAR(cost[0], expected[k], 1e-12);
  }
  costs_of(-.25, four, 4, cost);
  CHECK_NEAR(cost[0], .6345788668, 1e-9);
  costs_of(.5, four, 4, cost);
  CHECK_NEAR(cost[0], .1780406764, 1e-9);
  costs_of(2.5, four, 4, cost);
  CHECK_NEAR(cost[0], .02327074440, 1e-9);
  costs_of(.5, sure, 3, cost);
  CHECK_NEAR(cost[0], 4.161129736e-5, 1e-9);
}

static void test_logarithm(void) {
  const double q[] = {1e-200, 1e-9, .3, .2, .5 - 1e-9};
  double cost[MAX];
  costs_of(0, q, 5, cost);
  for (int i = 0; i < 5; ++i) CHECK_NEAR(cost[i], -log(q[i]), 1e-12);
}

// gamma = 1: (2N - 1) / (N - 1) (1 - q_i sum k! e_k of the others), here of three classes.
static void test_polynomial(void) {
  for (double a = .05; a < 1; a += .17) {
    for (double b = .02; a + b < 1; b += .13) {
      const double q[] = {a, b, 1 - a - b};
      double cost[MAX];
      costs_of(1, q, 3, cost);
      const double expected = 2.5 * ((1 - a) * (1 - a) - 2 * q[0] * q[1] * q[2]);
      CHECK(fabs(cost[0] - expected) < 1e-13);
    }
  }
}

// Divided by its factor 2 / (2 a - 1), the rule tends to the pairwise one: the sum of sqrt(q_j /
// q_i) times (n - 2) / (pi (n - 1)).
static void test_limits(void) {
  const double pi = 3.14159265358979323846, q[] = {.2, .5, .3};
  double near[MAX], pairs[MAX];
  costs_of(-.5 + 1e-9, q, 3, near);
  costs_of(-.5, q, 3, pairs);
  CHECK_NEAR(pairs[0], sqrt(2.5) + sqrt(1.5), 1e-14);
  for (int i = 0; i < 3; ++i) CHECK_NEAR(2e-9 * near[i], pairs[i] / (2 * pi), 1e-7);
}

static void test_classes_that_cannot_be(void) {
  const double q[] = {.4, 0, .6}, sure[] = {0, 1, 0};
  double cost[MAX], without[MAX];
  costs_of(.5, q, 3, cost);
  CHECK_NEAR(cost[1], (3 * 1.5 - 1) / 2 / .5, 1e-14);
  costs_of(.5, (const double[]){.4, 1e-250, .6}, 3, without);
  CHECK_NEAR(cost[0], without[0], 1e-12);
  CHECK_NEAR(cost[1], without[1], 1e-12);
  costs_of(-.2, q, 3, cost);
  CHECK_EQ(cost[1], INFINITY);
  costs_of(-.2, (const double[]){.4, 1e-250, .6}, 3, without);
  CHECK_NEAR(cost[0], without[0], 1e-12);
  costs_of(-.2, sure, 3, cost);
  CHECK_EQ(cost[1], 0);
  costs_of(-.5, q, 3, cost);
  CHECK_EQ(cost[1], INFINITY);
  CHECK_NEAR(cost[0], sqrt(1.5), 1e-14);
  costs_of(.5, sure, 3, cost);
  CHECK_EQ(cost[1], 0);
}

// Slopes and second derivatives agree with differences.
static void test_derivatives(void) {
  const double gamma[] = {-.5, -.4, -.1, 0, .7, 3}, step = 1e-5;
  const double z[] = {.3, -1.2, 2, .4};
  for (int g = 0; g < 6; ++g) {
    const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(gamma[g], 4);
    for (int i = 0; i < 4; ++i) {
      double slope[4], bend[16], up[4], down[4], spare[16], cost[4], at[4] = {0};
      const double value = cal_dirichlet_cost_along(&rule, z, i, room, slope, bend);
      cal_dirichlet_costs(&rule, z, room, cost);
      CHECK_NEAR(value, cost[i], 1e-12);
      for (int k = 0; k < 4; ++k) {
        for (int j = 0; j < 4; ++j) at[j] = z[j] + (j == k ? step : 0);
        const double above = cal_dirichlet_cost_along(&rule, at, i, room, up, spare);
        at[k] = z[k] - step;
        const double below = cal_dirichlet_cost_along(&rule, at, i, room, down, spare);
        CHECK(fabs(slope[k] - (above - below) / (2 * step)) < 1e-8 * (1 + value));
        for (int l = 0; l < 4; ++l) {
          CHECK(fabs(bend[k * 4 + l] - (up[l] - down[l]) / (2 * step)) < 1e-8 * (1 + value));
        }
      }
    }
  }
  const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(-.3, 3);
  const double log_q[] = {log(.2), log(.5), log(.3)};
  double slope[3], bend[9];
  cal_dirichlet_cost_along(&rule, log_q, 0, room, slope, bend);
  CHECK_NEAR(slope[0], -1.0888500171, 1e-9);
  CHECK_NEAR(slope[1], .6489083943, 1e-9);
  CHECK_NEAR(slope[2], .4399416228, 1e-9);
}

static void test_infinite_logits(void) {
  const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(.5, 3);
  double slope[3], bend[9];
  const double never[] = {-INFINITY, 0, 0}, always[] = {INFINITY, 0, 0}, other[] = {0, INFINITY, 0};
  CHECK_EQ(cal_dirichlet_cost_along(&rule, never, 0, room, slope, bend), rule.factor / .5);
  CHECK_EQ(slope[1], 0);
  CHECK_EQ(cal_dirichlet_cost_along(&rule, always, 0, room, slope, bend), 0);
  CHECK_EQ(cal_dirichlet_cost_along(&rule, other, 0, room, slope, bend), rule.factor / .5);
  CHECK(isnan(cal_dirichlet_cost_along(&rule, (double[]){0, NAN, 0}, 0, room, slope, bend)));
}

static void test_many_reports(void) {
  const struct cal_dirichlet_rule rule = cal_dirichlet_rule_new(.5, 3);
  const double log_q[] = {log(.2), log(.5), log(.3), log(.6), log(.1), log(.3)};
  double all[6], one[3];
  struct test_host host = new_host(1);
  cal_dirichlet_costs_along(&host.host, &rule, log_q, 2, all);
  free_host(&host);
  cal_dirichlet_costs(&rule, log_q + 3, room, one);
  for (int i = 0; i < 3; ++i) CHECK_EQ(all[3 + i], one[i]);
}

int main(void) {
  test_published_values();
  test_logarithm();
  test_polynomial();
  test_limits();
  test_classes_that_cannot_be();
  test_derivatives();
  test_infinite_logits();
  test_many_reports();
  return check_report("dirichlet-rule");
}
