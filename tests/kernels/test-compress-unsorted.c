#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "kernels/base/sort.h"
#include "kernels/base/vector-path.h"
#include "kernels/cost/compress-unsorted.h"
#include "kernels/cost/compress.h"
#include "kernels/cost/cross-entropy.h"

enum { N = 20000 };

struct sample {
  double value[N];
  int truth[N];
};

// Memory for the nodes of the whole axis.
struct room {
  double llr[200000], n_h1[200000], n_h2[200000];
};

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

static double normal(void) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += uniform();
  return sum;
}

static void fill_two_gaussians(struct sample* sample, double mean) {
  for (int i = 0; i < N; ++i) {
    sample->truth[i] = uniform() < 0.1;
    sample->value[i] = sqrt(2 * mean) * normal() + (sample->truth[i] ? mean : -mean);
  }
}

static void fill_equal(struct sample* sample, double value) {
  for (int i = 0; i < N; ++i) {
    sample->truth[i] = i % 10 == 0;
    sample->value[i] = value;
  }
}

static struct cal_moment_bins bins_over(const struct sample* sample, double unit) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < N; ++i) {
    low = fmin(low, sample->value[i] * unit);
    high = fmax(high, sample->value[i] * unit);
  }
  return (struct cal_moment_bins){unit, (int)floor(low), (int)floor(high) + 1};
}

static struct cal_points nodes_of(const struct sample* sample, const struct cal_moment_bins* bins,
                                  struct room* room) {
  const struct cal_trials trials = {sample->value, sample->truth, N};
  const ptrdiff_t n_bins = cal_moment_bins_size(bins);
  struct cal_moments* moments = malloc(((size_t)n_bins + 1) * sizeof *moments);
  struct cal_moment_batch* batch = malloc(((size_t)n_bins + 1) * sizeof *batch);
  cal_moments_clear(bins, moments, batch);
  cal_moments_add(bins, &trials, moments, batch);
  cal_moments_finish(bins, moments, batch);
  cal_moments_nodes(bins, moments, room->llr, room->n_h1, room->n_h2);
  struct cal_points points = {room->llr, room->n_h1, room->n_h2, 0, 0, 0};
  points.n = cal_moments_size(bins, moments);
  for (int i = 0; i < N; ++i) points.total_h1 += sample->truth[i];
  points.total_h2 = N - points.total_h1;
  free(moments), free(batch);
  return points;
}

static long double softplus(long double x) { return (x > 0 ? x : 0) + log1pl(expl(-fabsl(x))); }

static void check_costs(const struct sample* sample, double unit, const struct cal_points* points) {
  for (double log_odds = -25; log_odds <= 25; log_odds += 5) {
    long double h1 = 0, h2 = 0;
    for (int i = 0; i < N; ++i) {
      const long double posterior = (long double)(sample->value[i] * unit) + log_odds;
      if (sample->truth[i])
        h1 += softplus(-posterior);
      else
        h2 += softplus(posterior);
    }
    double found_h1, found_h2;
    cal_cross_entropy(points, log_odds, &found_h1, &found_h2);
    CHECK_NEAR(found_h1, (double)(h1 / points->total_h1), 5e-15);
    CHECK_NEAR(found_h2, (double)(h2 / points->total_h2), 5e-15);
  }
}

static void check_sample(const struct sample* sample, double unit) {
  static struct room room, thinner;
  const struct cal_moment_bins bins = bins_over(sample, unit);
  struct cal_points points = nodes_of(sample, &bins, &room);
  check_costs(sample, unit, &points);

  const struct cal_scaled scaled = {room.llr, 1, room.n_h1, room.n_h2, points.n};
  points =
      (struct cal_points){thinner.llr,     thinner.n_h1,   thinner.n_h2, cal_compress_size(&scaled),
                          points.total_h1, points.total_h2};
  cal_compress(&scaled, thinner.llr, thinner.n_h1, thinner.n_h2);
  check_costs(sample, unit, &points);
}

static void test_cross_entropy_is_kept(void) {
  static struct sample sample;
  static const double means[] = {0.125, 2, 12.5};
  for (int i = 0; i < 3; ++i) {
    fill_two_gaussians(&sample, means[i]);
    check_sample(&sample, 1);
    check_sample(&sample, log(10));
  }
}

// One bin has all trials, so errors cannot cancel.
static void test_equal_values(void) {
  static struct sample sample;
  static const double values[] = {0, 0.3, -3.4567, 1.0 / 32, 127.999999, -20};
  for (int i = 0; i < 6; ++i) {
    fill_equal(&sample, values[i]);
    check_sample(&sample, 1);
  }
}

static void test_totals_are_kept(void) {
  static struct sample sample;
  static struct room room;
  fill_two_gaussians(&sample, 2);
  const struct cal_moment_bins bins = bins_over(&sample, 1);
  const struct cal_points points = nodes_of(&sample, &bins, &room);
  double n_h1 = 0, n_h2 = 0;
  for (ptrdiff_t i = 0; i < points.n; ++i) n_h1 += points.n_h1[i], n_h2 += points.n_h2[i];
  CHECK_NEAR(n_h1, points.total_h1, 1e-14);
  CHECK_NEAR(n_h2, points.total_h2, 1e-14);
  for (ptrdiff_t i = 1; i < points.n; ++i) {
    if (points.llr[i] <= points.llr[i - 1]) CHECK(false);
  }
}

// Trials outside of the bins have no effect.
static void test_parts_make_the_whole(void) {
  enum { BINS = 2 * CAL_BINS_PER_NAT + 2, HALF = N / 2 + 17 };
  static struct sample sample;
  static struct cal_moments whole[BINS], part[2][BINS];
  static struct cal_moment_batch batch[BINS];
  const struct cal_moment_bins bins = {.unit = 1, .low = -1, .high = 1};
  fill_two_gaussians(&sample, 2);
  sample.value[5] = -INFINITY, sample.value[N - 1] = INFINITY, sample.value[N - 2] = 1;
  sample.value[9] = nextafter(1, 0), sample.value[N - 3] = -1, sample.value[6] = -DBL_MAX;
  const struct cal_trials trials = {sample.value, sample.truth, N};
  cal_moments_clear(&bins, whole, batch);
  cal_moments_add(&bins, &trials, whole, batch);
  cal_moments_finish(&bins, whole, batch);
  for (int i = 0; i < 2; ++i) {
    const struct cal_trials half = {sample.value + i * HALF, sample.truth + i * HALF,
                                    i == 0 ? HALF : N - HALF};
    cal_moments_clear(&bins, part[i], batch);
    cal_moments_add(&bins, &half, part[i], batch);
    cal_moments_finish(&bins, part[i], batch);
  }
  cal_moments_merge(&bins, part[0], part[1]);

  double inside = 0, expected = 0;
  for (int bin = 0; bin < BINS - 1; ++bin) {
    for (int class = 0; class < 2; ++class) {
      inside += cal_sum_value(whole[bin].sum[class][0]);
      for (int k = 0; k < CAL_MOMENTS; ++k) {
        const double merged = cal_sum_value(part[0][bin].sum[class][k]);
        if (fabs(merged - cal_sum_value(whole[bin].sum[class][k])) > 1e-12) CHECK(false);
      }
    }
  }
  for (int i = 0; i < N; ++i) expected += sample.value[i] >= -1 && sample.value[i] < 1;
  CHECK_EQ(inside, expected);
}

static void test_outside(void) {
  const double value[] = {-INFINITY, -3.1, -3, 0, 2.9, 3, 1e308, INFINITY};
  const int truth[] = {1, 0, 0, 1, 0, 1, 0, 0};
  const struct cal_trials trials = {value, truth, 8};
  const struct cal_moment_bins bins = {.unit = 2, .low = -6, .high = 6};
  ptrdiff_t n[2];
  cal_outside_count(&bins, &trials, n);
  CHECK_EQ((double)n[0], 3);
  CHECK_EQ((double)n[1], 2);

  uint64_t h1[2], h2[3];
  cal_outside_keys(&bins, &trials, h1, h2);
  CHECK_EQ(cal_sort_value(h1[0]), -INFINITY);
  CHECK_EQ(cal_sort_value(h1[1]), 6.0);
  CHECK_EQ(cal_sort_value(h2[0]), -6.2);
  CHECK_EQ(cal_sort_value(h2[1]), DBL_MAX);
  CHECK_EQ(cal_sort_value(h2[2]), INFINITY);
}

// Weights on the nodes have the given moments.
static void test_weights_of_moments(void) {
  enum { BINS = 2 };
  double moment[BINS * CAL_MOMENTS], at[CAL_MOMENTS], weight[BINS * CAL_MOMENTS];
  for (int i = 0; i < BINS * CAL_MOMENTS; ++i) moment[i] = 0;
  moment[0] = 3, moment[CAL_MOMENTS] = 5;
  cal_moment_weights(moment, BINS, at, weight);
  for (int bin = 0; bin < BINS; ++bin) {
    double sum = 0;
    for (int j = 0; j < CAL_MOMENTS; ++j) sum += weight[bin * CAL_MOMENTS + j];
    CHECK_NEAR(sum, bin ? 5 : 3, 1e-14);
  }
  for (int j = 1; j < CAL_MOMENTS; ++j) CHECK(at[j] != at[j - 1]);
}

int main(void) {
  for (int wide = 0; wide < 2; ++wide) {
    cal_vector_allow_wide(wide);
    srand(1);
    test_cross_entropy_is_kept();
    test_equal_values();
    test_totals_are_kept();
    test_parts_make_the_whole();
  }
  test_outside();
  test_weights_of_moments();
  return check_report("compress-unsorted");
}
