#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FINITE_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_FINITE_H

#include "kernels/logistic/logistic.h"

// Infinite inputs of a problem. A row with one is certain of the hypothesis on its side.
struct cal_certain {
  double wrong[2];                    // trials under hypothesis c that are certain of the other
  ptrdiff_t n, n_clash, first_clash;  // rows with any; those that claim both, the first of them
};

struct cal_certain cal_certain_find(struct cal_host* host, const struct cal_logistic* problem);

// The problem without these rows, in scratch memory of the host.
struct cal_logistic cal_finite_rows(struct cal_host* host, const struct cal_logistic* problem);

#endif
