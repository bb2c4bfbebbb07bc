#include "kernels/monitor/conformal.h"

#include <math.h>
#include <string.h>

#include "check.h"
#include "host.h"

enum { N = 7, KNOWN = 3 };

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double e_of(const double* value) {
  struct test_host host = new_host(1);
  double known[N], capital[CAL_CONFORMAL_CAPITAL] = {0}, log_e[N];
  memcpy(known, value, KNOWN * sizeof *known);
  qsort(known, KNOWN, sizeof *known, compare);
  cal_conformal_add(&host.host, known, KNOWN, capital, value + KNOWN, N - KNOWN, log_e);
  for (int i = 1; i < N; ++i) CHECK(known[i - 1] <= known[i]);
  free_host(&host);
  return exp(log_e[N - KNOWN - 1]);
}

// Sums over all orders, by Heap's algorithm.
static double sum_over_orders(double* value, int n, int* count) {
  if (n == 1) {
    ++*count;
    return e_of(value);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += sum_over_orders(value, n - 1, count);
    const int j = n % 2 ? 0 : i;
    const double kept = value[j];
    value[j] = value[n - 1];
    value[n - 1] = kept;
  }
  return sum;
}

static void check_fair(const double* values) {
  double value[N];
  int count = 0;
  memcpy(value, values, sizeof value);
  const double sum = sum_over_orders(value, N, &count);
  CHECK(count == 5040);
  CHECK_NEAR(sum / count, 1, 1e-12);
}

static void test_fair(void) {
  check_fair((const double[]){1, 2, 3, 4, 5, 6, 7});
  check_fair((const double[]){1, 1, 1, 4, 4, 6, INFINITY});
  check_fair((const double[]){2, 2, 2, 2, 2, 2, 2});
}

// The capital of a bet on each function of the place: its value times the stake, over the largest
// possible loss.
static void test_by_hand(void) {
  static const double stakes[] = {-0.8, -0.4, -0.15, 0.15, 0.4, 0.8};
  struct test_host host = new_host(1);
  double known[KNOWN + 1] = {1, 2, 3}, capital[CAL_CONFORMAL_CAPITAL] = {0}, log_e;
  // The last of four places has the mean 7/8 in (0, 1), and so 3/4 in (-1, 1); the variance over
  // all four places is 5/16.
  const double value = 4, high = 0.75, far = 0.75 * 0.75 - 5.0 / 16;
  double sum = 0;
  cal_conformal_add(&host.host, known, KNOWN, capital, &value, 1, &log_e);
  for (int k = 0; k < CAL_CONFORMAL_STAKES; ++k) {
    const double of_far = stakes[k] * far / (stakes[k] > 0 ? 1.0 / 3 : 2.0 / 3);
    CHECK_NEAR(capital[k], log1p(stakes[k] * high), 1e-15);
    CHECK_NEAR(capital[CAL_CONFORMAL_STAKES + k], log1p(of_far), 1e-15);
    sum += 1 + stakes[k] * high + 1 + of_far;
  }
  CHECK_NEAR(log_e, log(sum / CAL_CONFORMAL_CAPITAL), 1e-14);
  free_host(&host);
}

static void test_drift_pays(void) {
  CHECK(e_of((const double[]){1, 2, 3, 11, 12, 13, 14}) > 2);
  CHECK(e_of((const double[]){4, 5, 3, 11, -12, 13, -14}) > 1);
}

int main(void) {
  test_fair();
  test_by_hand();
  test_drift_pays();
  return check_report("conformal");
}
