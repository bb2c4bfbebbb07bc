#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_WEIGHTS_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_WEIGHTS_H

#include "kernels/logistic/logistic.h"

// Sets how much a trial adds to the weight of its row under H1 and under H2, so that the objective
// is the cross-entropy at the prior. `totals` are the numbers of trials, also of those on no row.
// The `lambda` pseudo-trials of Morrison and Poh (2018), spread over the trials on the rows, have
// the least cost where the LR is 1.
void cal_logistic_weigh(struct cal_logistic* problem, double prior, double lambda,
                        const double totals[2]);

#endif
