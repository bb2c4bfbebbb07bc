#include "kernels/base/checksum.h"

#include <string.h>

#include "kernels/read/hash.h"

uint64_t cal_checksum(const struct cal_trials* trials) {
  uint64_t sum = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double value = trials->value[i] + 0.0;  // -0 and 0 are one
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    sum += cal_hash_mix(bits + (trials->truth[i] ? UINT64_C(0x9e3779b97f4a7c15) : 1));
  }
  return sum;
}
