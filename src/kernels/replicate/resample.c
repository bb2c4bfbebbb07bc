#include "kernels/replicate/resample.h"

#include <string.h>

#include "kernels/base/plan.h"

// The counts, cut into a power of two of parts of equal size.
struct parts {
  uint32_t n, size;
};

// A draw starts from one of 2^32 products. Low halves below this number would favour some trials,
// so these products are rejected (Lemire 2019).
static uint32_t surplus(uint32_t n) { return (UINT32_MAX - n + 1) % n; }

static void draw_flat(struct cal_random* random, uint32_t n_draws, uint32_t n, uint8_t* count) {
  const uint32_t too_many = surplus(n);
  struct cal_random local = *random;
  uint32_t left = n_draws;
  while (left > 1) {
    const uint64_t bits = cal_random_next(&local);
    const uint64_t a = (bits >> 32) * n, b = (bits & UINT32_MAX) * n;
    if ((uint32_t)a < too_many || (uint32_t)b < too_many) continue;
    ++count[a >> 32];
    ++count[b >> 32];
    left -= 2;
  }
  while (left > 0) {
    const uint64_t product = (cal_random_next(&local) >> 32) * n;
    if ((uint32_t)product < too_many) continue;
    ++count[product >> 32];
    --left;
  }
  *random = local;
}

static uint32_t count_bits(uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555;
  x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (uint32_t)((x * 0x0101010101010101) >> 56);
}

static uint32_t toss_coins(struct cal_random* random, uint32_t n) {
  uint32_t heads = 0;
  for (; n >= 64; n -= 64) heads += count_bits(cal_random_next(random));
  return n == 0 ? heads : heads + count_bits(cal_random_next(random) >> (64 - n));
}

// A coin for each draw determines its half.
static void draw_halves(struct cal_random* random, uint32_t n_draws, struct parts parts,
                        uint8_t* count) {
  if (parts.n == 1) {
    draw_flat(random, n_draws, parts.size, count);
    return;
  }
  const struct parts half = {.n = parts.n / 2, .size = parts.size};
  const uint32_t low = toss_coins(random, n_draws);
  draw_halves(random, low, half, count);
  draw_halves(random, n_draws - low, half, count + (size_t)half.n * half.size);
}

static struct parts cut(uint32_t n) {
  struct parts parts = {.n = 1, .size = n};
  while (parts.size > CAL_PLAN_DRAWS_PART) {
    parts.n *= 2;
    parts.size = (n - 1) / parts.n + 1;
  }
  return parts;
}

size_t cal_counts_padded(uint32_t n) {
  const struct parts parts = cut(n);
  return (size_t)parts.n * parts.size + CAL_COUNT_PADDING;
}

bool cal_draw_trials(struct cal_random* random, uint32_t n_draws, uint32_t n, uint8_t* count) {
  const size_t padded = cal_counts_padded(n);
  memset(count, 0, padded);
  draw_halves(random, n_draws, cut(n), count);
  // Draws that fell on the padding between n and the end of the last part are made again.
  const uint64_t lost = cal_count_sum(count, n, (ptrdiff_t)(padded - CAL_COUNT_PADDING));
  memset(count + n, 0, padded - n);
  draw_flat(random, (uint32_t)lost, n, count);
  // Each overflow loses 256 draws.
  if (cal_count_sum(count, 0, n) == n_draws) return true;
  memset(count, 0, n);
  return false;
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
