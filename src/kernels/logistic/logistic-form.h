#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FORM_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FORM_H

#include <stddef.h>

struct cal_host;

// A test of the form of a calibration: is the log of the density ratio of `llr` linear in it, as it
// is if the LRs are right up to slope and offset? Score tests of a square (1 degree of freedom) and
// of hinges at the pooled quantiles .2 and .8 (2 degrees) are added to the line, the logistic
// regression of the hypothesis on `llr`. Whether a line is right does not depend on the prior.
// Twice the smaller of the two p-values, at most 1; NaN if a line separates the trials, if there is
// no line, and if any line fits. `llr` is finite and ascends strictly; n_h1[i] and n_h2[i] trials
// have llr[i].
double cal_form_test(struct cal_host* host, const double* llr, const double* n_h1,
                     const double* n_h2, ptrdiff_t n);

#endif
