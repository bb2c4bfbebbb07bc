#include "kernels/scan.h"

// Several lanes, so that no comparison waits for the one before.
enum { LANES = 8 };

bool cal_range(const double* x, ptrdiff_t n, double* min, double* max) {
  double low[LANES], high[LANES];
  bool missing = false;
  for (int lane = 0; lane < LANES; ++lane) low[lane] = high[lane] = x[0];

  ptrdiff_t i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int lane = 0; lane < LANES; ++lane) {
      const double value = x[i + lane];
      low[lane] = value < low[lane] ? value : low[lane];
      high[lane] = value > high[lane] ? value : high[lane];
      missing |= value != value;
    }
  }
  for (; i < n; ++i) {
    low[0] = x[i] < low[0] ? x[i] : low[0];
    high[0] = x[i] > high[0] ? x[i] : high[0];
    missing |= x[i] != x[i];
  }

  for (int lane = 1; lane < LANES; ++lane) {
    low[0] = low[lane] < low[0] ? low[lane] : low[0];
    high[0] = high[lane] > high[0] ? high[lane] : high[0];
  }
  *min = low[0];
  *max = high[0];
  return !missing;
}

ptrdiff_t cal_count_true(const int* x, ptrdiff_t n) {
  ptrdiff_t count = 0;
  unsigned bits = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    bits |= (unsigned)x[i];
    count += x[i];
  }
  return bits > 1 ? -1 : count;
}
