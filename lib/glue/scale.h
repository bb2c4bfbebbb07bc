#ifndef CALIBRANT_LIB_SCALE_H
#define CALIBRANT_LIB_SCALE_H

#include "calibrant.h"

// Natural logarithms in one unit of the scale; NaN for ratios.
double ln_per_unit(enum calibrant_scale scale);

double to_ln(double value, enum calibrant_scale scale);
double from_ln(double llr, enum calibrant_scale scale);

// The axis of tables: log10 LRs, or scores. `out` may be `value`.
void to_axis(const double* value, ptrdiff_t n, enum calibrant_scale scale, double* out);

double bits(double nats);
double logit(double probability);

#endif
