#ifndef CALIBRANT_KERNELS_COST_TAILS_H
#define CALIBRANT_KERNELS_COST_TAILS_H

#include "kernels/base/sum.h"
#include "kernels/base/trials.h"

// Trials with LLRs so extreme that at every prior of a double their cost is 0 or linear in the LLR,
// to all digits: their number and their mean determine their cost. Prior log-odds end at 745 nats,
// and beyond another 279 a cost is linear to e^-279.
#define CAL_TAIL_NATS 1024

// Below -CAL_TAIL_NATS (0) and from CAL_TAIL_NATS on (1), by class. `sum` is of finite LLRs, in
// units of 2^64 nats, so that it cannot overflow.
struct cal_tail {
  double n_infinite, n;
  struct cal_sum sum;
};

struct cal_tails {
  struct cal_tail tail[2][2];
};

// The LLR (natural log) of a value is `value * unit`.
void cal_tails_add(const struct cal_trials* trials, double unit, struct cal_tails* tails);

// Adds the tails of other trials.
void cal_tails_merge(struct cal_tails* tails, const struct cal_tails* other);

// The mean of the finite LLRs in a tail that has some.
double cal_tail_mean(const struct cal_tail* tail);

#endif
