#ifndef CALIBRANT_KERNELS_RATES_ERROR_RATES_H
#define CALIBRANT_KERNELS_RATES_ERROR_RATES_H

#include <stddef.h>

// Shares of misses and of false alarms at many thresholds, by one merge of sorted lists. `value`
// ascends strictly and `threshold` ascends; both may be infinite. A trial is accepted as H1 if its
// value reaches the threshold. Memory is the caller's.

// P_miss: the share of `n_h1` on values below each threshold. Brummer 2010, eq. 7.16.
void cal_miss_rates(const double* value, const double* n_h1, ptrdiff_t n, const double* threshold,
                    ptrdiff_t n_thresholds, double* p_miss);

// P_fa: the share of `n_h2` on values at or above each threshold. Brummer 2010, eq. 7.17.
void cal_false_alarm_rates(const double* value, const double* n_h2, ptrdiff_t n,
                           const double* threshold, ptrdiff_t n_thresholds, double* p_fa);

#endif
