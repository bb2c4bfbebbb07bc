// Counts from nibbles, scaled by a power of two that must not change the blocks.
#include "check-blocks.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const double unit = ldexp(1, data[0] - 128);
  double *n_h1 = new_doubles(size), *n_h2 = new_doubles(size);
  ptrdiff_t n = 0;
  for (size_t i = 1; i < size; ++i) {
    if (data[i] == 0) continue;
    n_h1[n] = unit * (data[i] >> 4);
    n_h2[n++] = unit * (data[i] & 15);
  }
  if (n > 0) check_pav(n_h1, n_h2, n, unit == 1);
  free(n_h1);
  free(n_h2);
  return 0;
}
