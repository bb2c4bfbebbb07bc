#include "kernels/base/sort.h"

#include "kernels/base/radix.h"

void cal_sort(uint64_t* key, double* load, uint64_t* key_scratch, double* load_scratch,
              ptrdiff_t n) {
  struct cal_radix sort;
  cal_radix_begin(&sort, (struct cal_run){key, load}, (struct cal_run){key_scratch, load_scratch},
                  n);
  while (cal_radix_step(&sort)) continue;
}
