#include "kernels/fit/kde-cells.h"

#include <stdlib.h>

#include "check.h"
#include "host.h"

enum { MOST = 20000 };

static double at_h1[MOST], weight_h1[MOST], at_h2[MOST], weight_h2[MOST];

static struct cal_kernels centres(double* at, double* weight, ptrdiff_t n, double bandwidth) {
  struct cal_kernels kernels = {.all = {at, weight, n}, .bandwidth = bandwidth};
  for (ptrdiff_t i = 0; i < n; ++i) kernels.total += weight[i];
  return kernels;
}

// Rising centres with steps of all sizes, as many per unit of length as in a set of `n` between
// `from` and `to`.
static void rising(double* at, double* weight, ptrdiff_t n, double from, double to) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += 1 + cos((double)i * 2.3) * sin((double)i * .77);
    at[i] = sum;
    weight[i] = 1;
  }
  for (ptrdiff_t i = 0; i < n; ++i) at[i] = from + (to - from) * at[i] / sum;
}

// The sum of all terms without omissions, relative to the greatest, in more digits.
static double literal(const struct cal_kernels* kernels, double x) {
  const double nearest = cal_kde_distance(&kernels->all, x);
  long double sum = 0;
  for (ptrdiff_t i = 0; i < kernels->all.n; ++i) {
    const long double far = (long double)x - kernels->all.at[i];
    sum += kernels->all.weight[i] *
           expl((nearest - far) * (nearest + far) / 2 / kernels->bandwidth / kernels->bandwidth);
  }
  const long double u = nearest / (long double)kernels->bandwidth;
  return (double)(logl(sum / kernels->total) - logl(kernels->bandwidth) - .918938533204672741780L -
                  u * u / 2);
}

static double found(struct cal_host* host, struct cal_kde_cells* cells, double x) {
  const struct cal_log_density density = cal_kde_cells_at(host, cells, x);
  return density.rest - density.distance * density.distance / 2;
}

// The greatest difference over places of the range, including the centres, in units of the density,
// or of the rounding error of its logarithm if that is greater.
static double worst(const struct cal_kernels* kernels, const struct cal_kernels* other,
                    const double range[2], int n) {
  struct test_host host = new_host(1);
  struct cal_kde_cells* cells = cal_kde_cells_new(&host.host, kernels, other, range);
  double most = 0;
  for (int i = 0; i <= n; ++i) {
    const double places[] = {range[0] + (range[1] - range[0]) * i / n,
                             kernels->all.at[(kernels->all.n - 1) * i / n],
                             other->all.at[(other->all.n - 1) * i / n]};
    for (int k = 0; k < 3; ++k) {
      if (places[k] > range[1]) continue;
      const double right = literal(kernels, places[k]);
      const double error = fabs(found(&host.host, cells, places[k]) - right);
      most = fmax(most, error / fmax(1, fabs(right) / 100));
    }
  }
  free_host(&host);
  return most;
}

static void cells_have_the_sum_of_all_terms(void) {
  const double bandwidths[] = {.001, .01, .1, .3, 1, 10, 1e6};
  rising(at_h1, weight_h1, 20000, -1, 1);
  rising(at_h2, weight_h2, 10000, -1.5, .5);
  for (int i = 0; i < 7; ++i) {
    const struct cal_kernels h1 = centres(at_h1, weight_h1, 20000, bandwidths[i]);
    const struct cal_kernels h2 = centres(at_h2, weight_h2, 10000, bandwidths[i]);
    CHECK(worst(&h1, &h2, (double[]){-1.5, 1}, 9) < 1e-13);
    CHECK(worst(&h2, &h1, (double[]){-1.5, 1}, 9) < 1e-13);
  }
}

// Far from all centres, between two clusters of them, and at the border between nearest clusters,
// both densities are far below the least double.
static void far_tails_are_as_exact(void) {
  rising(at_h1, weight_h1, 10000, -3, -2);
  rising(at_h1 + 10000, weight_h1 + 10000, 10000, 2, 3);
  rising(at_h2, weight_h2, 20000, -2, 2);
  const double range[] = {-5, 6}, bandwidths[] = {.002, .01, .05, .2};
  for (int i = 0; i < 4; ++i) {
    const struct cal_kernels heaps = centres(at_h1, weight_h1, 20000, bandwidths[i]);
    const struct cal_kernels other = centres(at_h2, weight_h2, 20000, 1);
    CHECK(worst(&heaps, &other, range, 31) < 1e-13);
  }
  const struct cal_kernels heaps = centres(at_h1, weight_h1, 20000, .01);
  CHECK(literal(&heaps, 0) < -1e4);
}

// Light centres are nearest to the places; heavy ones may be decisive.
static void weights_may_differ_by_any_factor(void) {
  const double factors[] = {1e-12, 1e-9, 1e-3, 1e3, 1e12};
  rising(at_h1, weight_h1, 20000, 0, 1);
  rising(at_h2, weight_h2, 20000, 0, 2);
  const struct cal_kernels other = centres(at_h2, weight_h2, 20000, 1);
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 20000; ++k) weight_h1[k] = k < 10000 ? 1 : factors[i] * (1 + k % 7);
    const struct cal_kernels h1 = centres(at_h1, weight_h1, 20000, .02);
    CHECK(worst(&h1, &other, (double[]){0, 2}, 31) < 1e-13);
  }
}

// Two roots of which one half is crowded, an outlier, and values that differ in their last digits.
static void scales_may_be_mixed(void) {
  rising(at_h1, weight_h1, 20000, 0, 1e-5);
  at_h1[19999] = 1;
  rising(at_h2, weight_h2, 20000, 0, 1e-5);
  struct cal_kernels h1 = centres(at_h1, weight_h1, 20000, 1e-6);
  struct cal_kernels h2 = centres(at_h2, weight_h2, 20000, 1);
  CHECK(worst(&h1, &h2, (double[]){0, 1}, 19) < 1e-13);
  CHECK(worst(&h1, &h2, (double[]){0, 1e-5}, 19) < 1e-13);
  for (int i = 0; i < 20000; ++i) at_h1[i] = 1 + i * 0x1p-50;
  h1 = centres(at_h1, weight_h1, 20000, 0x1p-42);
  CHECK(worst(&h1, &h1, (double[]){1, at_h1[19999]}, 19) < 1e-13);
}

static void a_range_may_be_one_place(void) {
  rising(at_h1, weight_h1, 3000, -1, 1);
  const struct cal_kernels h1 = centres(at_h1, weight_h1, 3000, .1);
  CHECK(worst(&h1, &h1, (double[]){.25, .25}, 1) < 1e-13);
}

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// Ratios at many places in and beyond the range equal those from one density at a time.
static void ratios_are_those_of_each_place(void) {
  enum { N = 6000 };
  static double x[N], all[N], out[N];
  rising(at_h1, weight_h1, 3000, -1, 2);
  rising(at_h2, weight_h2, 3000, -2, 1);
  const struct cal_kernels h1 = centres(at_h1, weight_h1, 3000, .1);
  const struct cal_kernels h2 = centres(at_h2, weight_h2, 3000, .2);
  const double range[] = {-2, 2};
  struct test_host host = new_host(1);
  for (int i = 0; i < N; ++i) x[i] = 3 * sin(i * 1.7);
  x[0] = -INFINITY;
  x[1] = INFINITY;
  cal_kde_ratios(&host.host, &h1, &h2, range, x, N, all);
  CHECK(host.n_pulses >= N / 64);
  for (int i = 0; i < N; i += i < 10 ? 1 : 71) {
    const double place = fmin(fmax(x[i], -2), 2);
    CHECK(fabs(all[i] - (literal(&h1, place) - literal(&h2, place))) < 1e-13);
    cal_kde_ratios(&host.host, &h1, &h2, range, x + i, 1, out);
    CHECK_EQ(out[0], all[i]);
  }
  // Another order finds the same.
  qsort(x, N, sizeof *x, by_value);
  qsort(all, N, sizeof *all, by_value);
  cal_kde_ratios(&host.host, &h1, &h2, range, x, N, out);
  qsort(out, N, sizeof *out, by_value);
  for (int i = 0; i < N; ++i) CHECK_EQ(out[i], all[i]);
  free_host(&host);
}

// Few centres are summed one by one at few places, and in cells at many.
static void few_centres_are_added_up(void) {
  enum { N = 5000 };
  static double x[N], out[N], few[1];
  rising(at_h1, weight_h1, 500, -1, 2);
  rising(at_h2, weight_h2, 700, -2, 1);
  const struct cal_kernels h1 = centres(at_h1, weight_h1, 500, .1);
  const struct cal_kernels h2 = centres(at_h2, weight_h2, 700, .2);
  const double range[] = {-2, 2};
  struct test_host host = new_host(1);
  for (int i = 0; i < N; ++i) x[i] = 2 * sin(i * 1.7);
  cal_kde_ratios(&host.host, &h1, &h2, range, x, N, out);
  for (int i = 0; i < N; i += 91) {
    cal_kde_ratios(&host.host, &h1, &h2, range, x + i, 1, few);
    CHECK_EQ(few[0], cal_kde_log_ratio(cal_kde(&h1, x[i]), cal_kde(&h2, x[i])));
    CHECK(fabs(out[i] - few[0]) < 1e-13);
  }
  free_host(&host);
}

// A bandwidth near 0: squares of distances overflow, and the ratio is at the limit of a double.
static void no_bandwidth_is_too_narrow(void) {
  static double x[3000], out[3000];
  rising(at_h1, weight_h1, 3000, -1, 2);
  rising(at_h2, weight_h2, 3000, -2, 1);
  const double range[] = {-2, 2}, bandwidths[] = {1e-300, 1e-200, 1e-20, 1e-9, 1e9, 1e200};
  struct test_host host = new_host(1);
  for (int i = 0; i < 3000; ++i) x[i] = 2 * sin(i * 1.7);
  for (int k = 0; k < 6; ++k) {
    const struct cal_kernels h1 = centres(at_h1, weight_h1, 3000, bandwidths[k]);
    const struct cal_kernels h2 = centres(at_h2, weight_h2, 3000, bandwidths[k]);
    cal_kde_ratios(&host.host, &h1, &h2, range, x, 3000, out);
    for (int i = 0; i < 3000; i += 53) {
      const double right = cal_kde_log_ratio(cal_kde(&h1, x[i]), cal_kde(&h2, x[i]));
      CHECK(fabs(out[i] - right) <= 1e-13 * fmax(1, fabs(right)));
    }
  }
  free_host(&host);
}

// The host may leave at any request, and the next call starts anew.
static void it_can_be_left_at_any_time(void) {
  static double x[6000], out[6000];
  rising(at_h1, weight_h1, 3000, -1, 2);
  const struct cal_kernels h1 = centres(at_h1, weight_h1, 3000, .1);
  for (int i = 0; i < 6000; ++i) x[i] = 2 * sin(i * 1.7);
  for (int k = 1; k < 60; k += 7) {
    struct test_host host = new_host(1);
    host.leave_at = k;
    if (setjmp(host.exit) == 0) {
      cal_kde_ratios(&host.host, &h1, &h1, (double[]){-2, 2}, x, 6000, out);
      CHECK(false);
    }
    CHECK_EQ(host.n_pieces + host.n_pulses, k);
    free_host(&host);
  }
}

int main(void) {
  cells_have_the_sum_of_all_terms();
  far_tails_are_as_exact();
  weights_may_differ_by_any_factor();
  scales_may_be_mixed();
  a_range_may_be_one_place();
  ratios_are_those_of_each_place();
  few_centres_are_added_up();
  no_bandwidth_is_too_narrow();
  it_can_be_left_at_any_time();
  return check_report("kde-cells");
}
