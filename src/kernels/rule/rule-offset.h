#ifndef CALIBRANT_KERNELS_RULE_RULE_OFFSET_H
#define CALIBRANT_KERNELS_RULE_RULE_OFFSET_H

#include "kernels/rule/rule-fit.h"

// n thresholds on the posterior log odds. A row below threshold i costs miss[i] times its weight
// under H1, a row that reaches it fa[i] times its weight under H2.
struct cal_rule_steps {
  const double *log_odds, *miss, *fa;
  ptrdiff_t n;
};

// Finds the offset with the least risk under the steps for fixed `slopes`, one per input. The risk
// jumps where a row passes a threshold, and rows that pass at one offset pass together. Among
// ranges of offsets that are equally good, up to rounding, the lowest is taken: its middle, or
// the offset one away from the only end that it has; 0 if nothing jumps.
double cal_rule_offset(struct cal_host* host, const struct cal_rule_rows* rows,
                       const struct cal_rule_steps* steps, const double* slopes);

#endif
