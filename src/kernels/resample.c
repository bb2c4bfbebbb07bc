#include "kernels/resample.h"

#include <string.h>

// Of the 2^32 products that a draw starts from, the low halves below this number are one too many
// for some trials (Lemire 2019).
static uint32_t surplus(uint32_t n) { return (UINT32_MAX - n + 1) % n; }

bool cal_draw_trials(struct cal_random* random, uint32_t n_draws, uint32_t n, uint8_t* count) {
  const uint32_t too_many = surplus(n);
  struct cal_random local = *random;
  memset(count, 0, (size_t)n + CAL_COUNT_PADDING);
  for (uint32_t left = n_draws; left > 0;) {
    const uint64_t bits = cal_random_next(&local);
    const uint64_t a = (bits >> 32) * n, b = (bits & UINT32_MAX) * n;
    if (((uint32_t)a < too_many) | ((uint32_t)b < too_many)) continue;
    ++count[a >> 32];
    if (--left == 0) break;
    ++count[b >> 32];
    --left;
  }
  *random = local;
  // Each overflow loses 256 draws.
  return cal_count_sum(count, 0, n) == n_draws;
}

void cal_reorder_counts(const uint8_t* count, const int* order, ptrdiff_t n, uint8_t* ordered) {
  for (ptrdiff_t i = 0; i < n; ++i) ordered[i] = count[order[i]];
}

void cal_draw_sources(struct cal_random* random, uint32_t n, uint32_t* count) {
  if (n == 0) return;
  const uint32_t too_many = surplus(n);
  memset(count, 0, sizeof *count * n);
  for (uint32_t left = n; left > 0;) {
    const uint64_t product = (cal_random_next(random) >> 32) * n;
    if ((uint32_t)product < too_many) continue;
    ++count[product >> 32];
    --left;
  }
}

void cal_weigh_pairs(const struct cal_source_pairs* pairs, const uint32_t* count,
                     const double* weight, double* drawn) {
  for (ptrdiff_t i = 0; i < pairs->n; ++i) {
    const int a = pairs->source1[i], b = pairs->source2[i];
    const double times = a == b ? (double)count[a] : (double)count[a] * (double)count[b];
    drawn[i] = weight ? times * weight[i] : times;
  }
}

void cal_weigh_trials(const uint8_t* count, const int* order, const double* weight, ptrdiff_t n,
                      double* drawn) {
  for (ptrdiff_t i = 0; i < n; ++i) drawn[i] = weight[i] * count[order ? order[i] : i];
}
