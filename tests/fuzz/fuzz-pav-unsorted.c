// The blocks found without a sort must be those of the sorted trials. Both ways are those of the
// kernel test. Even first bytes are followed by any doubles but NaN, each behind a byte with the
// truth; odd ones by small whole numbers, with many ties, on one of three scales.
int kernel_test(void);
#define main kernel_test
#include "../kernels/test-pav-unsorted.c"
#undef main

#include "trials.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static struct trials trials;
  int n_h1 = 0;
  if (size == 0) return 0;
  if (data[0] & 1) {
    read_whole(data + 1, size - 1, data[0] / 2 % 3, &trials);
  } else {
    read_doubles(data + 1, size - 1, &trials);
  }
  for (ptrdiff_t i = 0; i < trials.n; ++i) n_h1 += trials.truth[i];
  if (n_h1 == 0 || n_h1 == trials.n) return 0;
  const struct cal_trials all = {trials.value, trials.truth, trials.n};
  HOLDS(same_blocks(&all));
  static struct range whole[MAX_N], parts[MAX_N];
  const ptrdiff_t end[] = {trials.n / 4, trials.n / 2, trials.n};
  const ptrdiff_t n = pav_unsorted(&all, 1, whole);
  HOLDS(pav_in_parts(&all, end, 3, parts) == n && same_ranges(whole, parts, n));
  return 0;
}
