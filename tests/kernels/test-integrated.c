#include "kernels/fit/integrated.h"

#include "check.h"
#include "host.h"

static void integrate(const struct cal_unsure* unsure, double* llr) {
  struct test_host host = new_host(1);
  cal_integrate(&host.host, unsure, llr);
  free_host(&host);
}

static double of_one(double mean, double variance, double degrees) {
  const double coefficient = 1;
  const struct cal_unsure one = {.n = 1,
                                 .p = 1,
                                 .degrees = degrees,
                                 .mean = &mean,
                                 .row = &mean,
                                 .coefficients = &coefficient,
                                 .vcov = &(double){mean == 0 ? 4 : variance / (mean * mean)}};
  double llr;
  integrate(&one, &llr);
  return llr;
}

// Integral by Simpson's rule, in long double.
static double by_hand(double mean, double sd, double degrees) {
  long double h1 = 0, h2 = 0;
  for (int i = -20000; i <= 20000; ++i) {
    const long double t = i / 100.L, z = mean + sd * t;
    const long double weight =
        powl(1 + t * t / degrees, -(degrees + 1) / 2) * (2 + 2 * (i % 2 != 0));
    h1 += weight / (1 + expl(-z));
    h2 += weight / (1 + expl(z));
  }
  return (double)logl(h1 / h2);
}

static void agrees_with_another_quadrature(void) {
  const double mean[] = {.01, 1, 5, 12}, sd[] = {.2, 1, 4};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double expected = by_hand(mean[i], sd[j], 9);
      CHECK_NEAR(of_one(mean[i], sd[j] * sd[j], 9), expected, 1e-10);
      CHECK_NEAR(of_one(-mean[i], sd[j] * sd[j], 9), -expected, 1e-10);
    }
  }
}

static void ends(void) {
  CHECK_EQ(of_one(0, 4, 3), 0);
  CHECK_EQ(of_one(-2.5, 0, 3), -2.5);
  // Normal errors take half of the variance away, however strong the LR.
  CHECK_NEAR(of_one(500, 1, 1e7), 499.5, 1e-9);
  CHECK_NEAR(of_one(5000, 1, 1e7), 4999.5, 1e-9);
  CHECK_NEAR(of_one(5000, 1e-8, 1e7), 5000, 1e-9);
  // If errors are as large as the LLR, only its sign counts, with P(T < 1).
  const double right = .5 + (atan(1 / sqrt(3)) + sqrt(3) / 4) / acos(-1);
  CHECK_NEAR(of_one(1e6, 1e12, 3), log(right / (1 - right)), 1e-5);
  CHECK(of_one(600, 1, 1e7) < of_one(600.001, 1, 1e7));
}

static double of_row(ptrdiff_t k, const double* row, const double* way, const double* coefficients,
                     const double* vcov, double degrees) {
  const double mean = row[0] * coefficients[0] + row[1] * coefficients[1];
  const struct cal_unsure one = {.n = 1,
                                 .p = 2,
                                 .k = k,
                                 .degrees = degrees,
                                 .mean = &mean,
                                 .row = row,
                                 .way = way,
                                 .coefficients = coefficients,
                                 .vcov = vcov};
  double llr;
  integrate(&one, &llr);
  return llr;
}

// ln LR = s with the variance size ((s - 1)^2 + .01): far out the variance dominates, and the best
// value is kept.
static double of_line(double s, double size, ptrdiff_t k) {
  const double row[] = {s, 1}, way[] = {1, 0}, coefficients[] = {1, 0};
  const double vcov[] = {size, -size, -size, 1.01 * size};
  return of_row(k, row, way, coefficients, vcov, 4);
}

static void the_curve_rises(void) {
  double before = of_line(-40, 1, 1), best = 0;
  for (int i = -399; i <= 400; ++i) {
    const double s = i / 10., here = of_line(s, 1, 1), alone = of_line(s, 1, 0);
    CHECK(here >= before - 1e-12);
    CHECK(fabs(here) <= fabs(s) && here * s >= 0 && fabs(here) >= fabs(alone) - 1e-12);
    best = fmax(best, alone);
    before = here;
  }
  CHECK(of_line(40, 1, 1) >= best && of_line(40, 1, 1) < best + 1e-4);
}

// After the row is shrunk, its first distance does not matter.
static void far_out_nothing_is_lost(void) {
  for (int i = 0; i < 4; ++i) {
    const double size = ldexp(1, 5 * i - 8), best = of_line(2000, size, 1);
    for (double s = 4000; s < 1e7; s *= 20) CHECK_NEAR(of_line(s, size, 1), best, 1e-10);
  }
}

// Two inputs with the same information, one of them far less certain; the other decreases with the
// evidence.
static void inputs_are_drawn_back_by_themselves(void) {
  const double coefficients[] = {1, -1}, way[] = {1, 0, 0, 1}, vcov[] = {.1, 0, 0, 1};
  double before = 0;
  for (int i = 0; i <= 200; ++i) {
    const double row[] = {1, -i / 5.};
    const double llr = of_row(2, row, way, coefficients, vcov, 10);
    CHECK(llr >= before - 1e-12 && llr >= of_row(0, row, way, coefficients, vcov, 10) - 1e-12);
    CHECK(llr <= 1 + i / 5.);
    before = llr;
  }
}

int main(void) {
  agrees_with_another_quadrature();
  ends();
  the_curve_rises();
  far_out_nothing_is_lost();
  inputs_are_drawn_back_by_themselves();
  return check_report("integrated");
}
