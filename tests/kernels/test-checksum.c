#include <math.h>

#include "check.h"
#include "kernels/base/checksum.h"

enum { N = 500 };

static uint64_t sum_of(const double* value, const int* truth, ptrdiff_t n) {
  return cal_checksum(&(struct cal_trials){value, truth, n});
}

static void fill(double* value, int* truth) {
  for (int i = 0; i < N; ++i) {
    value[i] = (i - 200) / 7.0;
    truth[i] = i % 3 == 0;
  }
}

static void test_order_and_parts(void) {
  double value[N], back[N];
  int truth[N], back_truth[N];
  fill(value, truth);
  for (int i = 0; i < N; ++i) {
    back[i] = value[N - 1 - i];
    back_truth[i] = truth[N - 1 - i];
  }
  const uint64_t whole = sum_of(value, truth, N);
  CHECK(sum_of(back, back_truth, N) == whole);
  for (int n = 0; n <= N; ++n) {
    CHECK(sum_of(value, truth, n) + sum_of(value + n, truth + n, N - n) == whole);
  }
  CHECK(sum_of(value, truth, 0) == 0);
}

static void test_every_change(void) {
  double value[N];
  int truth[N];
  fill(value, truth);
  const uint64_t whole = sum_of(value, truth, N);
  for (int i = 0; i < N; ++i) {
    const double kept = value[i];
    const double others[] = {nextafter(kept, 1e9), -kept - 1, kept + 1 / 7.0, NAN, INFINITY};
    for (int k = 0; k < 5; ++k) {
      value[i] = others[k];
      CHECK(sum_of(value, truth, N) != whole);
    }
    value[i] = kept;
    truth[i] = !truth[i];
    CHECK(sum_of(value, truth, N) != whole);
    truth[i] = !truth[i];
  }
  // Two trials that exchange their truths.
  truth[0] = 0;
  truth[1] = 1;
  CHECK(sum_of(value, truth, N) != whole);
}

static void test_zeros(void) {
  CHECK(sum_of((double[]){0.0}, (int[]){1}, 1) == sum_of((double[]){-0.0}, (int[]){1}, 1));
}

int main(void) {
  test_order_and_parts();
  test_every_change();
  test_zeros();
  return check_report("checksum");
}
