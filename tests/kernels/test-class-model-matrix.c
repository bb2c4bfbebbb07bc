#include "kernels/classes/class-model-matrix.h"

#include <string.h>

#include "check.h"
#include "class-fixture.h"
#include "kernels/base/vector-path.h"
#include "kernels/classes/softmax.h"

enum { N = 150, K = 4, P = K * (K - 1), SCRATCH = 4096 };

static double log_lik[N * K], gradient[P], hessian[P * P], scratch[SCRATCH], class_sums[K * P];
static double spread_hessian[P * P], other_scratch[SCRATCH], spread_sums[K * P];
static int truth[N];
static const double weight[] = {.001, .002, .003, .004};
static const double log_prior[] = {-1, -2, -.5, -1.5};
static double params[P];

static struct cal_derivatives sums = {.gradient = gradient, .hessian = hessian, .scratch = scratch};
static struct cal_derivatives other = {
    .gradient = gradient, .hessian = spread_hessian, .scratch = other_scratch};

static const struct class_trials trials = {K, N, log_lik, .8, truth, weight, log_prior};
static struct cal_class_model model;

static void fill(void) {
  fill_truth(truth, N, K);
  fill_waves(log_lik, N * K, 3, -20);
  for (int j = 0; j < P; ++j) params[j] = cos(3.0 * j);
  log_lik[7] = 400;    // one trial far out
  log_lik[0] = 12000;  // one beyond what an exponential holds, in favour of its class
  model = class_model_of(&trials, CAL_MATRIX);
}

// Expected sums, from their definitions.
struct expected {
  double value, margin, gradient[P], hessian[P * P], outer[P * P], class_sums[K * P];
  double spread_outer[P * P], spread_sums[K * P];
};

// The trial as one of class i, of which there are `number`.
static void add_spread(const double* p, const double* u, int i, double number, struct expected* e) {
  double g[P];
  for (int a = 0; a < P; ++a) g[a] = weight[i] * (p[a / K] - (a / K == i)) * u[a % K];
  for (int a = 0; a < P; ++a) {
    e->spread_sums[i * P + a] += number * g[a];
    for (int b = 0; b < P; ++b) e->spread_outer[a * P + b] += number * g[a] * g[b];
  }
}

static void add_trial(int t, struct expected* e) {
  double u[K], z[K], p[K], mean = 0, g[P];
  const int i = truth[t] - 1;
  for (int k = 0; k < K; ++k) mean += log_lik[k * N + t] * trials.scale / K;
  for (int k = 0; k < K; ++k) u[k] = k < K - 1 ? log_lik[k * N + t] * trials.scale - mean : 1;
  for (int k = 0; k < K; ++k) {
    z[k] = 0;
    for (int j = 0; j < K && k < K - 1; ++j) z[k] += params[k * K + j] * u[j];
  }
  for (int k = 0; k < K; ++k) {
    if (k != i) e->margin = fmin(e->margin, z[i] - z[k]);
  }
  for (int k = 0; k < K; ++k) p[k] = z[k] += log_prior[k];
  e->value += weight[i] * cal_log_cost(z, K, i);
  cal_softmax(p, K);
  for (int a = 0; a < P; ++a) g[a] = weight[i] * (p[a / K] - (a / K == i)) * u[a % K];
  for (int a = 0; a < P; ++a) {
    e->gradient[a] += g[a];
    e->class_sums[i * P + a] += g[a];
    for (int b = 0; b < P; ++b) {
      const double bend = p[a / K] * ((a / K == b / K) - p[b / K]);
      e->hessian[a * P + b] += weight[i] * bend * u[a % K] * u[b % K];
      e->outer[a * P + b] += g[a] * g[b];
    }
  }
  double all = 0;
  for (int k = 0; k < K; ++k) all += p[k] / weight[k];
  for (int k = 0; k < K; ++k) add_spread(p, u, k, p[k] / weight[k] / all, e);
}

static bool close_to(const double* found, const double* known, int n) {
  double size = 0;
  for (int j = 0; j < n; ++j) size = fmax(size, fabs(known[j]));
  for (int j = 0; j < n; ++j) {
    if (!(fabs(found[j] - known[j]) <= 1e-13 * size)) return false;
  }
  return true;
}

static void check_path(const struct expected* e, bool wide) {
  const bool before = cal_vector_allow_wide(wide);
  cal_derivatives_clear(&model, &sums);
  cal_derivatives_add(&model, params, 100, N, &sums);
  cal_derivatives_add(&model, params, 0, 100, &sums);
  cal_derivatives_finish(&model, &sums);
  CHECK_NEAR(cal_sum_value(sums.value), e->value, 1e-14);
  CHECK_NEAR(sums.margin, e->margin, 1e-14);
  CHECK(close_to(gradient, e->gradient, P));
  CHECK(close_to(hessian, e->hessian, P * P));

  memset(class_sums, 0, sizeof class_sums);
  memset(spread_sums, 0, sizeof spread_sums);
  struct cal_scatter observed = {sums, class_sums}, spread = {other, spread_sums};
  cal_derivatives_clear(&model, &sums);
  cal_derivatives_clear(&model, &other);
  cal_matrix_scatter_add(&model, params, 0, 70, &observed, &spread);
  cal_matrix_scatter_add(&model, params, 70, N, &observed, &spread);
  cal_derivatives_finish(&model, &observed.sums);
  cal_derivatives_finish(&model, &spread.sums);
  cal_matrix_expected_finish(&model, &spread);
  CHECK(close_to(hessian, e->outer, P * P));
  CHECK(close_to(class_sums, e->class_sums, K * P));
  CHECK(close_to(spread.sums.hessian, e->spread_outer, P * P));
  CHECK(close_to(spread_sums, e->spread_sums, K * P));
  cal_vector_allow_wide(before);
}

int main(void) {
  static struct expected expected = {.margin = HUGE_VAL};
  CHECK(cal_matrix_scratch(K) <= SCRATCH);
  fill();
  for (int t = 0; t < N; ++t) add_trial(t, &expected);
  check_path(&expected, false);
  check_path(&expected, true);
  return check_report("class-model-matrix");
}
