#ifndef CALIBRANT_KERNELS_READ_SLIPS_H
#define CALIBRANT_KERNELS_READ_SLIPS_H

#include "kernels/base/trials.h"

// Slips that are visible in the values: LRs on a wrong scale, and duplicated rows. The tests use
// some of the trials; a finding only deserves a closer look.

// Values whose logarithms are calibrated as one of these and not as the other.
enum cal_unit { CAL_UNIT_UNCLEAR, CAL_UNIT_LN, CAL_UNIT_LOG10 };

// A calibrated LLR at even odds misleads with probability 1 / (1 + e^|llr|). The misleading ones,
// weighted by their size, are compared with their expectation, in standard errors.
enum cal_unit cal_unit_glance(const struct cal_trials* trials);

// Number of copies of each trial, by value and truth: the greatest common divisor of the numbers of
// trials equal to one of them. 1 if there are so few values that copies may be due to chance, and
// if there are more than CAL_PLAN_REPEATED trials with copies neither side by side nor at equal
// distances.
ptrdiff_t cal_times_there(const struct cal_trials* trials);

// The size of a code of nines, 99 or more, for a missing result, at least ten times as far from 0
// as every other finite value; 0 if there is none. `min` and `max` are those of the values.
double cal_code_glance(const struct cal_trials* trials, double min, double max);

#endif
