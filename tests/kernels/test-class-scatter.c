#include "kernels/classes/class-scatter.h"

#include <string.h>

#include "check.h"
#include "class-fixture.h"
#include "host.h"
#include "kernels/classes/class-search.h"

enum { N = 30, K = 3, MAX_PARAMS = K * (K - 1), CLASSES = 400, CELLS = CLASSES * CLASSES };

static double log_lik[N * K], scratch[4096], unused[CELLS];
static int truth[N];
static double copies[N];
static const double weight[] = {0.1, 0.2, 0.3}, log_prior[] = {-1, -0.5, -2};
static const struct class_trials trials = {K, N, log_lik, 0.5, truth, weight, log_prior};

static void fill(void) {
  fill_truth(truth, N, K);
  fill_waves(log_lik, N * K, 2, 0);
  // The last third has copies of the second third.
  for (int t = 2 * N / 3; t < N; ++t) {
    truth[t] = truth[t - N / 3];
    for (int k = 0; k < K; ++k) log_lik[k * N + t] = log_lik[k * N + t - N / 3];
  }
  for (int t = 0; t < N; ++t) copies[t] = t < N / 3 ? 1 : t < 2 * N / 3 ? 2 : 0;
}

// Gradients of the trials, one by one, about the mean of their class.
static void add_class(const struct cal_class_model* model, const double* params, int i,
                      double* outer) {
  const ptrdiff_t n = cal_class_model_n_params(model);
  double each[N][MAX_PARAMS], mean[MAX_PARAMS] = {0}, hessian[MAX_PARAMS * MAX_PARAMS];
  int n_trials = 0;
  for (int t = 0; t < N; ++t) {
    struct cal_derivatives sums = {.gradient = each[t], .hessian = hessian, .scratch = scratch};
    cal_derivatives_clear(model, &sums);
    cal_derivatives_add(model, params, t, t + 1, &sums);
    cal_derivatives_finish(model, &sums);
    if (truth[t] != i) continue;
    ++n_trials;
    for (ptrdiff_t j = 0; j < n; ++j) mean[j] += each[t][j];
  }
  for (int t = 0; t < N; ++t) {
    for (ptrdiff_t j = 0; j < n * n && truth[t] == i; ++j) {
      outer[j] +=
          (each[t][j / n] - mean[j / n] / n_trials) * (each[t][j % n] - mean[j % n] / n_trials);
    }
  }
}

static void is_the_scatter_within_classes(enum cal_family family) {
  const struct cal_class_model model = class_model_of(&trials, family);
  const ptrdiff_t n = cal_class_model_n_params(&model);
  const double params[MAX_PARAMS] = {0.7, -0.3, 0.4, 1.1, -0.6, 0.2};
  double expected[MAX_PARAMS * MAX_PARAMS] = {0}, found[MAX_PARAMS * MAX_PARAMS];
  struct test_host host = new_host(1);
  CHECK(cal_class_model_scratch(&model) <= 4096);
  for (int i = 1; i <= K; ++i) add_class(&model, params, i, expected);
  cal_class_scatter(&host.host, &model, params, found, unused);
  for (ptrdiff_t j = 0; j < n * n; ++j) CHECK(fabs(found[j] - expected[j]) < 1e-14);
  struct cal_class_model weighted = model;
  weighted.trial_weight = copies;
  cal_class_scatter(&host.host, &weighted, params, found, unused);
  for (ptrdiff_t j = 0; j < n * n; ++j) CHECK(fabs(found[j] - expected[j]) < 1e-14);
  free_host(&host);
}

enum { SHARES = N * K };

// Every trial belongs partly to every class: a copy for each, weighted by its share. `counts` are
// the observed trials, `sums` the expected ones.
struct shares {
  double log_lik[SHARES * K], weight[SHARES], counts[K], sums[K], of_class[K];
  int known[N], of[SHARES];
};

static void fill_shares(struct cal_class_model* model, const double* params, struct shares* out) {
  double p[K], x[K];
  memset(out, 0, sizeof *out);
  for (int t = 0; t < N; ++t) out->counts[(out->known[t] = 1 + t % K) - 1] += copies[t];
  for (int k = 0; k < K; ++k) out->of_class[k] = exp(log_prior[k]) / out->counts[k];
  model->truth = out->known;
  model->trial_weight = copies;
  model->class_weight = out->of_class;
  for (int t = 0; t < N; ++t) {
    double all = 0;
    cal_class_read(model, params, t, x, p);
    for (int k = 0; k < K; ++k) all += out->counts[k] * exp(p[k]);
    for (int k = 0; k < K; ++k) {
      const int at = t * K + k;
      out->of[at] = k + 1;
      out->weight[at] = copies[t] * out->counts[k] * exp(p[k]) / all;
      out->sums[k] += out->weight[at];
      for (int j = 0; j < K; ++j) out->log_lik[j * SHARES + at] = log_lik[j * N + t];
    }
  }
}

// The mean is over the actual number of trials, not the expected one.
static void move_mean(const struct cal_class_model* model, const double* params, int k,
                      double factor, double* outer) {
  const ptrdiff_t n = cal_class_model_n_params(model);
  double sum[MAX_PARAMS] = {0}, one[MAX_PARAMS], hessian[MAX_PARAMS * MAX_PARAMS];
  for (int t = k; t < SHARES; t += K) {
    struct cal_derivatives add = {.gradient = one, .hessian = hessian, .scratch = scratch};
    cal_derivatives_clear(model, &add);
    cal_derivatives_add(model, params, t, t + 1, &add);
    cal_derivatives_finish(model, &add);
    for (ptrdiff_t j = 0; j < n; ++j) sum[j] += one[j];
  }
  for (ptrdiff_t j = 0; j < n * n; ++j) outer[j] += factor * sum[j / n] * sum[j % n];
}

static void is_the_scatter_of_shares(enum cal_family family) {
  static struct shares shares;
  const double params[MAX_PARAMS] = {0.7, -0.3, 0.4, 1.1, -0.6, 0.2};
  double found[MAX_PARAMS * MAX_PARAMS], literal[MAX_PARAMS * MAX_PARAMS];
  struct test_host host = new_host(1);
  struct cal_class_model model = class_model_of(&trials, family);
  const ptrdiff_t n = cal_class_model_n_params(&model);
  fill_shares(&model, params, &shares);
  const struct class_trials each = {K,         SHARES,          shares.log_lik, 0.5,
                                    shares.of, shares.of_class, log_prior};
  struct cal_class_model of_shares = class_model_of(&each, family);
  of_shares.trial_weight = shares.weight;
  cal_class_scatter(&host.host, &model, params, unused, found);
  cal_class_scatter(&host.host, &of_shares, params, literal, unused);
  for (int k = 0; k < K; ++k) {
    move_mean(&of_shares, params, k, 1 / shares.sums[k] - 1 / shares.counts[k], literal);
  }
  for (ptrdiff_t j = 0; j < n * n; ++j) CHECK(fabs(found[j] - literal[j]) < 1e-14);
  free_host(&host);
}

// Many classes make pieces of few trials. The trials of one class are one piece here, those of all
// are more, and the scatter within classes is the sum of the scatters of all classes.
static void pieces_change_nothing(void) {
  enum { USED = 3, EACH = 40, ALL = USED * EACH };
  static double all[ALL * CLASSES], few[EACH * CLASSES], of_class[CLASSES], even[CLASSES],
      whole[CELLS], part[CELLS], sum[CELLS], params[CLASSES];
  static int classes[ALL], same[EACH];
  struct class_trials many = {CLASSES, ALL, all, 1, classes, of_class, even};
  struct test_host host = new_host(1);
  for (int t = 0; t < ALL; ++t) classes[t] = 1 + t % USED;
  fill_waves(all, ALL * CLASSES, 2, 0);
  for (int k = 0; k < CLASSES; ++k) of_class[k] = 0.5, params[k] = 0.01 * k;
  const struct cal_class_model of_all = class_model_of(&many, CAL_SHARED);
  CHECK(cal_class_model_n_params(&of_all) == CLASSES);
  CHECK(cal_class_piece(CLASSES) < ALL && cal_class_piece(CLASSES) > EACH);
  cal_class_scatter(&host.host, &of_all, params, whole, unused);
  for (int i = 0; i < USED; ++i) {
    for (int t = 0; t < EACH; ++t) {
      same[t] = 1 + i;
      for (int k = 0; k < CLASSES; ++k) few[k * EACH + t] = all[k * ALL + t * USED + i];
    }
    struct class_trials one = {CLASSES, EACH, few, 1, same, of_class, even};
    const struct cal_class_model of_one = class_model_of(&one, CAL_SHARED);
    cal_class_scatter(&host.host, &of_one, params, part, unused);
    for (int j = 0; j < CELLS; ++j) sum[j] += part[j];
  }
  double farthest = 0;
  for (int j = 0; j < CELLS; ++j) farthest = fmax(farthest, fabs(whole[j] - sum[j]));
  CHECK(whole[0] > 1 && farthest < 1e-12 * whole[0]);
  free_host(&host);
}

// Many trials are summed in parts, which do not depend on the number of threads. Copies of a trial
// scatter like one trial of their weight.
static void threads_change_nothing(enum cal_family family) {
  enum { COPIES = 10000, MANY = N * COPIES };
  static double w[MANY * K];
  static int classes[MANY];
  double heavy[N], found[3][2][MAX_PARAMS * MAX_PARAMS];
  const double params[MAX_PARAMS] = {0.7, -0.3, 0.4, 1.1, -0.6, 0.2};
  const struct class_trials many = {K, MANY, w, 0.5, classes, weight, log_prior};
  struct cal_class_model one = class_model_of(&trials, family), all = class_model_of(&many, family);
  for (int t = 0; t < N; ++t) heavy[t] = COPIES;
  for (int t = 0; t < MANY; ++t) classes[t] = truth[t % N];
  for (int t = 0; t < MANY * K; ++t) w[t] = log_lik[t / MANY * N + t % MANY % N];
  one.trial_weight = heavy;
  for (int i = 0; i < 3; ++i) {
    struct test_host host = new_host(i + 1);
    cal_class_scatter(&host.host, i < 2 ? &all : &one, params, found[i][0], found[i][1]);
    free_host(&host);
  }
  for (int kind = 0; kind < 2; ++kind) {
    const ptrdiff_t n = cal_class_model_n_params(&all);
    double largest = 0, farthest = 0;
    CHECK(memcmp(found[0][kind], found[1][kind], (size_t)(n * n) * sizeof(double)) == 0);
    for (ptrdiff_t j = 0; j < n * n; ++j) {
      largest = fmax(largest, fabs(found[2][kind][j]));
      farthest = fmax(farthest, fabs(found[0][kind][j] - found[2][kind][j]));
    }
    CHECK(largest > 0 && farthest < 1e-11 * largest);
  }
}

int main(void) {
  fill();
  threads_change_nothing(CAL_SHARED);
  threads_change_nothing(CAL_VECTOR);
  threads_change_nothing(CAL_MATRIX);
  is_the_scatter_within_classes(CAL_SHARED);
  is_the_scatter_within_classes(CAL_VECTOR);
  is_the_scatter_within_classes(CAL_MATRIX);
  is_the_scatter_of_shares(CAL_SHARED);
  is_the_scatter_of_shares(CAL_VECTOR);
  is_the_scatter_of_shares(CAL_MATRIX);
  pieces_change_nothing();
  return check_report("class-scatter");
}
