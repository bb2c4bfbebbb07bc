// Trials in two inputs, with weights and frames, for the tests of logistic regression.
#ifndef CALIBRANT_TEST_LOGISTIC_TRIALS_H
#define CALIBRANT_TEST_LOGISTIC_TRIALS_H

#include "check.h"
#include "host.h"
#include "kernels/logistic/logistic.h"

enum { MAX_INPUTS = 2, P = MAX_INPUTS + 1, MANY = 1000 };

static double many_x[MAX_INPUTS * MANY], many_weight[MANY];
static int many_truth[MANY];
static const struct cal_frame frames[] = {{2, .5, 3, HUGE_VAL}, {.25, 24, .8, .5}};

static inline struct cal_logistic many_trials(void) {
  for (int i = 0; i < MANY; ++i) {
    many_truth[i] = i % 5 == 0;
    many_x[i] = sin(3.0 * i) + many_truth[i];
    many_x[MANY + i] = 100 + 10 * cos(7.0 * i);
    many_weight[i] = 1 + i % 3;
  }
  return (struct cal_logistic){.x = many_x,
                               .n = MANY,
                               .d = MAX_INPUTS,
                               .truth = many_truth,
                               .weight = many_weight,
                               .each_h1 = {[CAL_H1] = .004, [CAL_H2] = .0001},
                               .each_h2 = {[CAL_H1] = .0002, [CAL_H2] = .001},
                               .log_odds = .3};
}

// Input k of trial i in its frame; the constant comes last.
static inline double placed(ptrdiff_t i, int k) {
  if (k == MAX_INPUTS) return 1;
  const struct cal_frame f = frames[k];
  return fmax(-f.far, fmin(f.far, (many_x[k * MANY + i] * f.unit - f.centre) * f.scale));
}

// Log odds of trial i at theta.
static inline double placed_z(const struct cal_logistic* problem, const double* theta,
                              ptrdiff_t i) {
  double z = problem->log_odds;
  for (int k = 0; k < P; ++k) z += theta[k] * placed(i, k);
  return z;
}

#endif
