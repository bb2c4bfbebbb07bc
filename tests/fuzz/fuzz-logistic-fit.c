// Small sets of trials, repeated or not, with inputs from nothing to the largest double and beyond:
// the fit reports its outcome; one input has a minimum if the hypotheses overlap; and no other
// slope and offset near the minimum cost less.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/logistic/logistic-fit.h"

enum { MAX_ROWS = 48, MAX_INPUTS = 2, P = MAX_INPUTS + 1, TIMES = 120 };

// Two bytes: sign and size of a value, its digits.
static double read_value(const uint8_t* byte) {
  const int exponent = (byte[0] & 127) - 64;
  const double size =
      ldexp(1 + byte[1] / 256.0, exponent > 40 || exponent < -40 ? 16 * exponent : exponent);
  const double value = byte[0] & 128 ? -size : size;
  return byte[0] == 0 ? 0 : byte[0] == 127 ? HUGE_VAL : value;
}

static double cost_at(const struct cal_fit_task* task, const double* theta, const double* n) {
  double cost = 0;
  for (ptrdiff_t i = 0; i < task->n; ++i) {
    double z = theta[task->d] + log(task->prior / (1 - task->prior));
    for (ptrdiff_t k = 0; k < task->d; ++k) {
      const double input = task->x[k * task->n + i];
      if (isinf(input))
        z = input;
      else if (isfinite(z))
        z += theta[k] * input;
    }
    if (isinf(z)) continue;
    const int c = task->truth[i];
    const double wrong = c ? -z : z;
    cost += (c ? task->prior : 1 - task->prior) / n[c] * (fmax(wrong, 0) + log1p(exp(-fabs(z))));
  }
  return cost;
}

static void check_minimum(const struct cal_fit_task* task, const struct cal_fit* fit) {
  double n[2] = {0, 0}, theta[P];
  for (ptrdiff_t i = 0; i < task->n; ++i) ++n[task->truth[i]];
  const double cost = cost_at(task, fit->coefficients, n);
  if (task->lambda > 0 || !isfinite(cost)) return;
  for (ptrdiff_t k = 0; k <= task->d; ++k) {
    for (int side = -1; side <= 1; side += 2) {
      memcpy(theta, fit->coefficients, sizeof theta);
      theta[k] += side * fmax(fabs(theta[k]), k == task->d ? 1 : 0) * 1e-3;
      const double other = cost_at(task, theta, n);
      HOLDS(!(other < cost * (1 - 1e-9)));
    }
  }
}

static bool overlap(const struct cal_fit_task* task) {
  double min[2] = {HUGE_VAL, HUGE_VAL}, max[2] = {-HUGE_VAL, -HUGE_VAL};
  for (ptrdiff_t i = 0; i < task->n; ++i) {
    if (isinf(task->x[i])) continue;
    min[task->truth[i]] = fmin(min[task->truth[i]], task->x[i]);
    max[task->truth[i]] = fmax(max[task->truth[i]], task->x[i]);
  }
  return min[0] < max[1] && min[1] < max[0];
}

static void check(const struct cal_fit_task* task) {
  struct test_host host = new_host(1);
  double coefficients[P] = {0}, correlation[4];
  double vcov[P * P], vcov_sandwich[P * P], vcov_hessian[P * P];
  struct cal_fit fit = {.coefficients = coefficients,
                        .vcov = vcov,
                        .vcov_sandwich = vcov_sandwich,
                        .vcov_hessian = vcov_hessian,
                        .correlation = task->d > 1 ? correlation : NULL};
  const enum cal_fit_status status = cal_logistic_fit(&host.host, task, &fit);
  if (status == CAL_FIT_FOUND) {
    for (ptrdiff_t k = 0; k <= task->d; ++k) HOLDS(isfinite(coefficients[k]));
    check_minimum(task, &fit);
  }
  if (task->d == 1 && task->lambda == 0 && status == CAL_FIT_SEPARABLE) HOLDS(!overlap(task));
  free_host(&host);
}

// The first byte: inputs, prior, pseudo-trials, repetitions. Each row: truth and its inputs.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const ptrdiff_t d = 1 + data[0] % MAX_INPUTS, bytes = 1 + 2 * d;
  ptrdiff_t n = (ptrdiff_t)(size - 1) / bytes;
  if (n > MAX_ROWS) n = MAX_ROWS;
  const ptrdiff_t times = data[0] & 64 ? TIMES : 1, all = n * times;
  double* x = new_doubles((size_t)(all * d));
  int* truth = new_array((size_t)all, sizeof *truth);
  int n_h1 = 0;
  for (ptrdiff_t i = 0; i < all; ++i) {
    const uint8_t* row = data + 1 + i % n * bytes;
    truth[i] = row[0] & 1;
    n_h1 += truth[i];
    for (ptrdiff_t k = 0; k < d; ++k) x[k * all + i] = read_value(row + 1 + 2 * k);
  }
  const struct cal_fit_task task = {.x = x,
                                    .n = all,
                                    .d = d,
                                    .ln_per_unit = 1,
                                    .truth = truth,
                                    .prior = .1 + .8 * (data[0] >> 1 & 7) / 7,
                                    .lambda = data[0] & 32 ? .1 : 0};
  if (n_h1 > 0 && n_h1 < all) check(&task);
  free(x);
  free(truth);
  return 0;
}
