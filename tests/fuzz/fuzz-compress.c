// Ascending LLRs from steps of one byte, a few of them wide: many fall into one bin. The points
// that replace them must cost the same at every prior.
#include "fuzz.h"
#include "kernels/cost/compress.h"
#include "kernels/cost/cross-entropy.h"

struct sample {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
};

static struct sample new_sample(size_t n) {
  return (struct sample){new_doubles(n), new_doubles(n), new_doubles(n), 0};
}

static void free_sample(struct sample sample) {
  free(sample.llr);
  free(sample.n_h1);
  free(sample.n_h2);
}

static double step(uint8_t byte) {
  const int wide = byte >> 6;
  const double length = (byte & 63) + 1;
  return wide == 3 ? ldexp(1, (int)length - 30) : length / 2048;
}

// The first byte starts the axis, each other one adds a step and a trial.
static struct sample read_sample(const uint8_t* data, size_t size) {
  struct sample sample = new_sample(size);
  double llr = (data[0] - 128) / 4.0;
  for (size_t i = 1; i < size; ++i) {
    const double next = llr + step(data[i]);
    if (next == llr || fabs(next) > 600) break;
    sample.llr[sample.n] = llr = next;
    sample.n_h1[sample.n] = data[i] & 1;
    sample.n_h2[sample.n++] = 1 + (data[i] >> 1 & 1) - (data[i] & 1);
  }
  return sample;
}

static struct cal_points as_points(struct sample sample, double total_h1, double total_h2) {
  return (struct cal_points){sample.llr, sample.n_h1, sample.n_h2, sample.n, total_h1, total_h2};
}

static double total(const double* x, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) sum += x[i];
  return sum;
}

static void check_costs(struct sample all, struct sample few) {
  const double total_h1 = total(all.n_h1, all.n), total_h2 = total(all.n_h2, all.n);
  HOLDS(near(total(few.n_h1, few.n), total_h1, 1e-12));
  HOLDS(near(total(few.n_h2, few.n), total_h2, 1e-12));
  if (total_h1 == 0 || total_h2 == 0) return;
  const struct cal_points every = as_points(all, total_h1, total_h2);
  const struct cal_points some = as_points(few, total_h1, total_h2);
  for (double log_odds = -30; log_odds <= 30; log_odds += 3.75) {
    double h1, h2, expected_h1, expected_h2;
    cal_cross_entropy(&every, log_odds, &expected_h1, &expected_h2);
    cal_cross_entropy(&some, log_odds, &h1, &h2);
    HOLDS(near(h1, expected_h1, 1e-13));
    HOLDS(near(h2, expected_h2, 1e-13));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  struct sample all = read_sample(data, size);
  const struct cal_scaled trials = {all.llr, 1, all.n_h1, all.n_h2, all.n};
  struct sample few = new_sample((size_t)cal_compress_size(&trials));
  few.n = cal_compress_size(&trials);
  HOLDS(few.n <= all.n);
  cal_compress(&trials, few.llr, few.n_h1, few.n_h2);
  check_costs(all, few);
  free_sample(all);
  free_sample(few);
  return 0;
}
