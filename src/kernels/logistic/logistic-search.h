#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SEARCH_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SEARCH_H

#include "kernels/logistic/logistic-sample.h"
#include "kernels/logistic/logistic-scatter.h"

// Finds the minimum, from zero or by a sample, and the scatter there; false if there is none.
// Frames with a limit (`far`) have it only during the search. `newton` and `scatter` have scratch
// memory.
bool cal_logistic_search(struct cal_host* host, const struct cal_logistic* problem,
                         struct cal_newton* newton, struct cal_logistic_scatter* scatter);

// Newton's method from newton->at, false if it finds no minimum. A start with the objective above
// `ceiling` is not accepted. The tilt may be NULL.
bool cal_logistic_descend(struct cal_host* host, const struct cal_logistic* problem,
                          const struct cal_tilt* tilt, struct cal_newton* newton,
                          struct cal_logistic_sums* sums, double ceiling);

// The same problem without limits on its inputs, except that their squares must be finite.
struct cal_logistic cal_logistic_unbounded(struct cal_host* host,
                                           const struct cal_logistic* problem);

#endif
