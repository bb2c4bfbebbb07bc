#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_OBJECTIVE_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_OBJECTIVE_H

#include "kernels/logistic/logistic-rows.h"

// The objective as a part of a pass over the rows that also finds other sums: begin, add and flush
// (`struct cal_row_task`), finish. Its lanes are the first cal_objective_lanes(p) of a block.
static inline ptrdiff_t cal_objective_lanes(ptrdiff_t p) { return cal_moment_lanes(p) + CAL_LANES; }

void cal_objective_begin(const struct cal_logistic* problem, struct cal_logistic_sums* sums);
void cal_objective_add(const struct cal_logistic* problem, const struct cal_row_block* block,
                       struct cal_logistic_sums* sums);
void cal_objective_flush(const struct cal_logistic* problem, const struct cal_row_block* block,
                         struct cal_logistic_sums* sums);
void cal_objective_finish(const struct cal_logistic* problem, struct cal_logistic_sums* sums);

#endif
