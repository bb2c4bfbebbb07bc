// Trials of one recogniser and their model. The arrays are the caller's.
#ifndef CALIBRANT_TEST_CLASS_FIXTURE_H
#define CALIBRANT_TEST_CLASS_FIXTURE_H

#include <math.h>

#include "kernels/classes/class-model.h"

struct class_trials {
  int n_classes;
  ptrdiff_t n;
  const double* log_lik;
  double scale;
  const int* truth;
  const double *class_weight, *log_prior;
};

static inline struct cal_class_model class_model_of(const struct class_trials* trials,
                                                    enum cal_family family) {
  return (struct cal_class_model){.family = family,
                                  .log_lik = &trials->log_lik,
                                  .scale = &trials->scale,
                                  .n_recognisers = 1,
                                  .n_classes = trials->n_classes,
                                  .truth = trials->truth,
                                  .n = trials->n,
                                  .class_weight = trials->class_weight,
                                  .log_prior = trials->log_prior};
}

// Classes in an order without a rhythm, and waves for log-likelihoods.
static inline void fill_truth(int* classes, ptrdiff_t n, int n_classes) {
  for (ptrdiff_t t = 0; t < n; ++t) classes[t] = 1 + (int)(t * t % n_classes);
}

static inline void fill_waves(double* waves, ptrdiff_t n, double height, double middle) {
  for (ptrdiff_t t = 0; t < n; ++t) waves[t] = height * sin(5.0 * (double)t) + middle;
}

#endif
