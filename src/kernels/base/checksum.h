#ifndef CALIBRANT_KERNELS_BASE_CHECKSUM_H
#define CALIBRANT_KERNELS_BASE_CHECKSUM_H

#include <stdint.h>

#include "kernels/base/trials.h"

// A checksum of trials that does not depend on their order or parts: the sum, modulo 2^64, of a
// hash of each. Values may be NaN.
uint64_t cal_checksum(const struct cal_trials* trials);

#endif
