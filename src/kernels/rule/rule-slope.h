#ifndef CALIBRANT_KERNELS_RULE_RULE_SLOPE_H
#define CALIBRANT_KERNELS_RULE_RULE_SLOPE_H

#include "kernels/rule/rule-offset.h"

// The slope of a single input, of either sign, with the least risk under the steps, each slope with
// its best offset: exact, except for slopes within 1e-12 of each other. Inputs are distinct. NaN if
// there are more than CAL_PLAN_RULE_LINES pairs of a row and a threshold.
double cal_rule_slope(struct cal_host* host, const struct cal_rule_rows* rows,
                      const struct cal_rule_steps* steps);

#endif
