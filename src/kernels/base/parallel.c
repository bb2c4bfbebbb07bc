#include "kernels/base/parallel.h"

#include "kernels/base/plan.h"

ptrdiff_t cal_parts(ptrdiff_t n) {
  const ptrdiff_t parts = n >> CAL_PLAN_PART_BITS;
  return parts < 1 ? 1 : parts > CAL_MAX_PARTS ? CAL_MAX_PARTS : parts;
}

ptrdiff_t cal_part_begin(ptrdiff_t n, ptrdiff_t n_parts, ptrdiff_t part) {
  return n / n_parts * part + n % n_parts * part / n_parts;
}

static void run_alone(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts) {
  for (ptrdiff_t part = 0; part < n_parts; ++part) task(work, part);
}

#ifdef _OPENMP

void cal_parallel(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts,
                  int n_threads) {
  if (n_threads <= 1 || n_parts <= 1) {
    run_alone(task, work, n_parts);
    return;
  }
#pragma omp parallel for num_threads(n_threads) schedule(dynamic, 1)
  for (ptrdiff_t part = 0; part < n_parts; ++part) task(work, part);
}

#else

void cal_parallel(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts,
                  int n_threads) {
  (void)n_threads;
  run_alone(task, work, n_parts);
}

#endif
