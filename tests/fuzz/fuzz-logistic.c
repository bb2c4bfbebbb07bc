// Small problems with inputs from nothing to the largest double: the search ends, reports its
// outcome, and does not end above its start.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/logistic/logistic.h"

enum { MAX_ROWS = 64, MAX_INPUTS = 3, ROW = 3 };

// Three bytes: sign and size of a value, its digits, the trials on the row.
static double read_value(const uint8_t* byte) {
  const int exponent = (byte[0] & 127) - 64;
  const double size = ldexp(1 + byte[1] / 256.0, exponent > 40 ? 16 * exponent : exponent);
  const double value = byte[0] & 128 ? -size : size;
  return byte[0] == 0 ? 0 : fmin(fmax(value, -1e300), 1e300);
}

static double objective(struct test_host* host, const struct cal_logistic* problem,
                        const double* theta, struct cal_logistic_sums* sums) {
  cal_logistic_evaluate(&host->host, problem, theta, sums);
  return cal_sum_value(sums->value);
}

static void check(const struct cal_logistic* problem) {
  struct test_host host = new_host(1);
  struct cal_newton newton = cal_newton_new(&host.host, problem->d + 1);
  struct cal_logistic_sums sums = cal_logistic_sums_new(&host.host, problem->d);
  const double at_zero = objective(&host, problem, newton.at, &sums);
  HOLDS(near(at_zero, cal_logistic_at_zero(problem), 1e-12));

  const enum cal_newton_status status = cal_logistic_minimise(&host.host, problem, &newton, &sums);
  HOLDS(status == CAL_NEWTON_EVALUATE || status == CAL_NEWTON_CONVERGED ||
        status == CAL_NEWTON_STALLED);
  if (status == CAL_NEWTON_CONVERGED) {
    for (ptrdiff_t k = 0; k < newton.n; ++k) HOLDS(isfinite(newton.at[k]));
    HOLDS(newton.value <= at_zero * (1 + 1e-12));
  }
  free_host(&host);
}

// The first byte: the number of inputs, the prior, whether there are pseudo-trials.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 + ROW) return 0;
  const ptrdiff_t d = 1 + data[0] % MAX_INPUTS, bytes = ROW * d;
  ptrdiff_t n = (ptrdiff_t)(size - 1) / bytes;
  if (n > MAX_ROWS) n = MAX_ROWS;
  double x[MAX_ROWS * MAX_INPUTS], n_h1[MAX_ROWS], n_h2[MAX_ROWS], largest[MAX_INPUTS] = {0};
  for (ptrdiff_t i = 0; i < n; ++i) {
    const uint8_t* row = data + 1 + i * bytes;
    for (ptrdiff_t k = 0; k < d; ++k) {
      x[k * n + i] = read_value(row + ROW * k);
      largest[k] = fmax(largest[k], fabs(x[k * n + i]));
    }
    n_h1[i] = row[2] & 15;
    n_h2[i] = row[2] >> 4;
  }
  struct cal_frame frame[MAX_INPUTS];
  for (ptrdiff_t k = 0; k < d; ++k) {
    const int exponent = largest[k] > 0 ? ilogb(largest[k]) : 0;
    frame[k] = (struct cal_frame){ldexp(1, -exponent), 0, ldexp(1, data[0] >> 3), HUGE_VAL};
  }
  const double pseudo = data[0] & 4 ? 1e-3 : 0;
  const struct cal_logistic problem = {.x = x,
                                       .frame = frame,
                                       .n = n,
                                       .d = d,
                                       .n_h1 = n_h1,
                                       .n_h2 = n_h2,
                                       .each_h1 = {[CAL_H1] = .01 + pseudo, [CAL_H2] = pseudo},
                                       .each_h2 = {[CAL_H1] = pseudo, [CAL_H2] = .02 + pseudo},
                                       .log_odds = (data[0] % 7) - 3};
  if (n > 0) check(&problem);
  return 0;
}
