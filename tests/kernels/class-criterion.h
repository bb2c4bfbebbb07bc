// Criterion that a class fit minimises, at parameters of the caller's choice.
#ifndef CALIBRANT_TEST_CLASS_CRITERION_H
#define CALIBRANT_TEST_CLASS_CRITERION_H

#include "host.h"
#include "kernels/classes/class-fit.h"

static inline double criterion_at(const struct cal_class_problem* problem, const double* params) {
  struct test_host host = new_host(1);
  struct cal_derivatives sums;
  cal_class_criterion(&host.host, problem, params, &sums);
  const double value = cal_sum_value(sums.value);
  free_host(&host);
  return value;
}

#endif
