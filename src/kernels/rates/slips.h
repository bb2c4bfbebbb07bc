#ifndef CALIBRANT_KERNELS_RATES_SLIPS_H
#define CALIBRANT_KERNELS_RATES_SLIPS_H

#include "kernels/base/trials.h"

// What values that are taken for LRs on a wrong scale, and rows that are there twice, look like. A
// glance at some of the trials: what it finds deserves a closer look, no more.

// Values whose logarithms are calibrated as one of these and not as the other.
enum cal_unit { CAL_UNIT_UNCLEAR, CAL_UNIT_LN, CAL_UNIT_LOG10 };

// Of calibrated LLRs at even odds, each is misleading with the probability 1 / (1 + e^|llr|). Those
// that are, weighted by their size, are compared with what is expected, by its standard error.
enum cal_unit cal_unit_glance(const struct cal_trials* trials);

// How many times each trial, by value and truth, is there: the greatest common divisor of the
// numbers of those equal to one of them. 1 where values are so few that it may be chance, and where
// there are more than CAL_PLAN_REPEATED trials that do not come at once, nor at equal distances.
ptrdiff_t cal_times_there(const struct cal_trials* trials);

// A number of nines alone, 99 and up, that stands for no result: ten times as far from 0 as every
// other finite value. Its size, or 0 without one. `min` and `max` are those of the values.
double cal_code_glance(const struct cal_trials* trials, double min, double max);

#endif
