// Points must cost the same as the trials that they stand for, at any prior. The checks are those
// of the kernel test. The first byte gives the scale of the values, whether they have weights, and
// how often they are repeated, with a small shift each time, so that there are too many to be used
// as they are. The others are a value and a truth each.
int kernel_test(void);
#define main kernel_test
#include "../kernels/test-reduce.c"
#undef main

#include "fuzz.h"

static ptrdiff_t read_trials(const uint8_t* data, size_t size, ptrdiff_t copies,
                             struct drawn* drawn) {
  ptrdiff_t n = 0;
  for (ptrdiff_t copy = 0; copy < copies; ++copy) {
    for (size_t i = 0; i < size && n < MAX_N; ++i, ++n) {
      drawn->value[n] = ((data[i] >> 1) - 64) / 4.0 + (double)copy / (double)copies;
      drawn->truth[n] = data[i] & 1;
      drawn->weight[n] = 1 + data[i] % 5;
    }
  }
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static struct drawn drawn;
  ptrdiff_t n_h1 = 0;
  if (size < 3) return 0;
  const bool weighted = data[0] & 1, ratios = data[0] & 2;
  const ptrdiff_t n = read_trials(data + 1, size - 1, 1 + (data[0] >> 2) * 16, &drawn);
  for (ptrdiff_t i = 0; i < n; ++i) {
    n_h1 += drawn.truth[i];
    if (ratios) drawn.value[i] = exp(drawn.value[i]);
  }
  if (n_h1 == 0 || n_h1 == n) return 0;
  const struct cal_sample sample = {.trials = {drawn.value, drawn.truth, n},
                                    .weight = weighted ? drawn.weight : NULL,
                                    .unit = ratios ? NAN : 1};
  check_sample(&sample);
  HOLDS(check_n_failed == 0);
  return 0;
}
