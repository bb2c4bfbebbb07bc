#ifndef CALIBRANT_KERNELS_COUNT_CHECKSUM_H
#define CALIBRANT_KERNELS_COUNT_CHECKSUM_H

#include <stdint.h>

#include "kernels/base/trials.h"

// A number that tells these trials from others, in whatever order and parts they come: the sum,
// modulo 2^64, of a hash of each. Values may be NaN.
uint64_t cal_checksum(const struct cal_trials* trials);

#endif
