#ifndef CALIBRANT_KERNELS_MONITOR_CONFORMAL_H
#define CALIBRANT_KERNELS_MONITOR_CONFORMAL_H

#include <stddef.h>

#include "kernels/base/host.h"

// Bets against values being exchangeable with those before them, by conformal ranks: each new value
// is equally likely to take any of the places among those that are known and itself.
// ?monitor_scores has the formulas.
enum { CAL_CONFORMAL_STAKES = 6, CAL_CONFORMAL_CAPITAL = 2 * CAL_CONFORMAL_STAKES };

// `known` holds the n_known >= 1 values, ascending, and has space for n more, which join them as
// they come. `capital` are CAL_CONFORMAL_CAPITAL logs, `log_e` gets that of their mean after each
// value. No value is NaN.
void cal_conformal_add(struct cal_host* host, double* known, ptrdiff_t n_known, double* capital,
                       const double* value, ptrdiff_t n, double* log_e);

#endif
