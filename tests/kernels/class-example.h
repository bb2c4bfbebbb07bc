// Three classes that overlap, judged by two recognisers, as problems of all families.
#ifndef CALIBRANT_TEST_CLASS_EXAMPLE_H
#define CALIBRANT_TEST_CLASS_EXAMPLE_H

#include "check.h"
#include "class-criterion.h"

enum { N = 90, K = 3, MAX_PARAMS = K * (K - 1) };

static double log_lik[N * K], other[N * K], scale[2];
static int truth[N];
static const double* list[] = {log_lik, other};
static const double weight[] = {1.0 / N, 1.0 / N, 1.0 / N}, log_prior[] = {0, 0, 0};

static inline double noise(int t) { return sin(12.9 * t) + cos(78.2 * t); }

static inline void fill(void) {
  for (int t = 0; t < N; ++t) truth[t] = 1 + t % K;
  for (int t = 0; t < N * K; ++t) {
    log_lik[t] = noise(t) + (truth[t % N] == 1 + t / N);
    other[t] = noise(t + 1000) + 0.5 * (truth[t % N] == 1 + t / N);
  }
}

static inline struct cal_class_problem example(enum cal_family family, int n_recognisers) {
  struct cal_class_problem problem = {.model = {.family = family,
                                                .log_lik = list,
                                                .scale = scale,
                                                .n_recognisers = n_recognisers,
                                                .n_classes = K,
                                                .truth = truth,
                                                .n = N,
                                                .class_weight = weight,
                                                .log_prior = log_prior}};
  for (int m = 0; m < n_recognisers; ++m) {
    scale[m] = cal_class_scale(cal_class_leads_find(&problem.model, m));
  }
  return problem;
}

static inline struct cal_class_solution fit(const struct cal_class_problem* problem,
                                            double* params) {
  struct test_host host = new_host(1);
  struct cal_class_solution found = {.params = params};
  cal_class_fit(&host.host, problem, &found);
  free_host(&host);
  return found;
}

// One trial of each of three classes, all of them right.
static inline struct cal_class_problem separable_example(void) {
  static const double w[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const int classes[] = {1, 2, 3};
  static const double *only[] = {w}, thirds[] = {1.0 / 3, 1.0 / 3, 1.0 / 3}, one[] = {1};
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.model.log_lik = only;
  problem.model.scale = one;
  problem.model.truth = classes;
  problem.model.n = 3;
  problem.model.class_weight = thirds;
  return problem;
}

#endif
