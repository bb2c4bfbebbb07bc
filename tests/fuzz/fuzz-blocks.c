// Counts and blocks of weighted trials must equal those of the definition for any order of the
// trials. Each trial is two bytes: a small whole number or an infinity with its truth, and a
// weight.
int kernel_test(void);
#define main kernel_test
#include "../kernels/test-blocks.c"
#undef main

#include "fuzz.h"

static double read_value(uint8_t byte) {
  const int whole = byte >> 1;
  return whole == 0   ? (double)-INFINITY
         : whole == 1 ? (double)INFINITY
         : whole == 2 ? -0.0
                      : whole - 64;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static struct drawn drawn;
  ptrdiff_t n = 0, n_h1 = 0;
  if (size == 0) return 0;
  const bool weighted = data[0] & 1;
  for (size_t i = 1; i + 1 < size && n < MAX_N; i += 2, ++n) {
    drawn.value[n] = read_value(data[i]);
    drawn.truth[n] = data[i] & 1;
    drawn.weight[n] = 1 + data[i + 1];
    n_h1 += drawn.truth[n];
  }
  if (n_h1 == 0 || n_h1 == n) return 0;
  const struct cal_sample sample = sample_of(&drawn, n, weighted);
  struct test_host host = new_host(1);
  const struct cal_counted counted = cal_count_sample(&host.host, &sample);
  HOLDS(counts_hold(&sample, &counted));
  free_host(&host);
  check_blocks(&sample);
  HOLDS(check_n_failed == 0);
  return 0;
}
