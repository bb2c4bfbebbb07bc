// Small problems of every family with log-likelihoods from 0 to the largest double: the
// search ends, reports its outcome, does not end above its start, and claims neither separability
// nor a bound wrongly.
#include "../kernels/class-criterion.h"
#include "fuzz.h"
#include "kernels/classes/class-fit.h"

enum { MAX_TRIALS = 40, MAX_CLASSES = 4, MAX_PARAMS = 12, HEAD = 2, BYTES = 2 };

// Sign and size of a value, and its digits.
static double read_value(const uint8_t* byte) {
  const int exponent = (byte[0] & 127) - 64;
  const double size = ldexp(1 + byte[1] / 256.0, exponent > 40 ? 16 * exponent : exponent);
  if (byte[0] == 0) return 0;
  return byte[0] & 128 ? -size : size;
}

static void check(const struct cal_class_problem* problem) {
  struct test_host host = new_host(1);
  const ptrdiff_t n = cal_class_model_n_params(&problem->model);
  double params[MAX_PARAMS], zero[MAX_PARAMS] = {0};
  struct cal_class_solution found = {.params = params};
  cal_class_fit(&host.host, problem, &found);
  free_host(&host);
  for (ptrdiff_t j = 0; j < n; ++j) HOLDS(isfinite(params[j]));
  HOLDS(!isnan(found.value) && found.rank <= n);
  HOLDS(!(found.separated && !found.diverged) && !(found.enclosed && found.diverged));
  HOLDS(!found.at_bound || params[0] == 0);
  if (found.converged) HOLDS(found.value <= criterion_at(problem, zero) * (1 + 1e-12));
}

// The first bytes: family, classes; the number of recognisers. Trials are of the classes in turn.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < HEAD) return 0;
  const enum cal_family family = (enum cal_family)(data[0] % 3);
  const int k = 2 + data[1] % (MAX_CLASSES - 1), m = family == CAL_SHARED ? 1 + data[1] / 128 : 1;
  ptrdiff_t n = (ptrdiff_t)(size - HEAD) / (BYTES * k * m);
  if (n < k) return 0;
  if (n > MAX_TRIALS) n = MAX_TRIALS;
  double log_lik[2][MAX_TRIALS * MAX_CLASSES], scale[2];
  const double* list[] = {log_lik[0], log_lik[1]};
  double weight[MAX_CLASSES], log_prior[MAX_CLASSES] = {0};
  int truth[MAX_TRIALS];
  for (ptrdiff_t i = 0; i < n * k * m; ++i) {
    log_lik[i / (n * k)][i % (n * k)] = read_value(data + HEAD + BYTES * i);
  }
  for (ptrdiff_t t = 0; t < n; ++t) truth[t] = 1 + (int)(t % k);
  for (int i = 0; i < k; ++i) weight[i] = 1.0 / (double)(k * ((n - i + k - 1) / k));
  struct cal_class_problem problem = {.model = {.family = family,
                                                .log_lik = list,
                                                .scale = scale,
                                                .n_recognisers = m,
                                                .n_classes = k,
                                                .truth = truth,
                                                .n = n,
                                                .class_weight = weight,
                                                .log_prior = log_prior},
                                      .bounded = m == 1 && family == CAL_SHARED};
  for (int j = 0; j < m; ++j) scale[j] = cal_class_scale(cal_class_leads_find(&problem.model, j));
  check(&problem);
  return 0;
}
