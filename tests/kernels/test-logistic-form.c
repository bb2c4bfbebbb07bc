#include "kernels/logistic/logistic-form.h"

#include "check.h"
#include "host.h"

static double p_value(const double* x, const double* n_h1, const double* n_h2, ptrdiff_t n) {
  struct test_host host = new_host(1);
  const double p = cal_form_test(&host.host, x, n_h1, n_h2, n);
  free_host(&host);
  return p;
}

// A line that is right is not rejected; another origin or unit gives the same line.
static void test_a_right_line(void) {
  enum { N = 9 };
  double x[N], moved[N], n_h1[N], n_h2[N];
  for (int i = 0; i < N; ++i) {
    x[i] = 0.5 * (i - 4);
    moved[i] = 1e3 * x[i] - 7;
    n_h1[i] = 1000 / (1 + exp(-x[i]));
    n_h2[i] = 1000 - n_h1[i];
  }
  CHECK_NEAR(p_value(x, n_h1, n_h2, N), 1, 1e-3);
  n_h1[8] -= 80;
  n_h2[8] += 80;
  const double p = p_value(x, n_h1, n_h2, N);
  CHECK(p < 0.01);
  CHECK_NEAR(p_value(moved, n_h1, n_h2, N), p, 1e-6);
}

// Three values leave one curve besides a line, so both tests have 1 degree of freedom. Equal
// numbers of trials at -1, 0 and 1 with the shares 1/2 - s, 1/2 + t and 1/2 + s have a line with
// the slope that fits s and the offset that fits t. For s = 0 all is computed by hand: a flat line
// at the share of H1, and the curve 1, -2, 1.
static void test_three_values(void) {
  const double x[] = {-1, 0, 1}, n_h1[] = {40, 70, 40}, n_h2[] = {60, 30, 60};
  const double share = 150.0 / 300, u = 40 - 50 - 2 * (70 - 50) + 40 - 50;
  const double v = (1 + 4 + 1) * 100 * share * (1 - share);
  CHECK_NEAR(p_value(x, n_h1, n_h2, 3), 2 * erfc(sqrt(u * u / v / 2)), 1e-9);
}

static void test_nothing_to_say(void) {
  const double x[] = {-1, 0, 1, 2}, n_h1[] = {0, 0, 5, 5}, n_h2[] = {5, 5, 0, 0};
  CHECK(isnan(p_value(x, n_h1, n_h2, 4)));
  const double some[] = {2, 3}, others[] = {3, 2};
  CHECK(isnan(p_value(x, some, others, 2)));
  CHECK(isnan(p_value(x, some, others, 0)));
}

int main(void) {
  test_a_right_line();
  test_three_values();
  test_nothing_to_say();
  return check_report("logistic-form");
}
