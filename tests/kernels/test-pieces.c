// Results of work in pieces must not depend on the size of the pieces.
#include <stdlib.h>

#include "check.h"
#include "kernels/base/sort.h"
#include "kernels/count/counts.h"
#include "kernels/pav/pav.h"

enum { N = 500 };

static double value[2 * N], n_h1[2 * N], n_h2[2 * N];

static double random_unit(void) { return rand() / (RAND_MAX + 1.0); }

// Many ties in the rounded half of the trials, few in the other.
static void fill_sorted(uint64_t* key, double* weight) {
  uint64_t key_scratch[N];
  double weight_scratch[N];
  for (int i = 0; i < N; ++i) {
    const double x = 20 * random_unit() - 10;
    key[i] = cal_sort_key(i % 2 ? floor(x) : x);
    weight[i] = random_unit() + 0.1;
  }
  cal_sort(key, weight, key_scratch, weight_scratch, N);
}

static ptrdiff_t pool_in_pieces(struct cal_sorted h1, struct cal_sorted h2, ptrdiff_t max) {
  ptrdiff_t size = 0, n;
  while ((n = cal_counts_next(&h1, &h2, max, value + size, n_h1 + size, n_h2 + size)) > 0) {
    size += n;
  }
  CHECK(h1.n == 0 && h2.n == 0);
  return size;
}

static void test_counts(void) {
  static double all_value[2 * N], all_h1[2 * N], all_h2[2 * N];
  uint64_t key_h1[N], key_h2[N];
  double weight_h1[N], weight_h2[N];
  fill_sorted(key_h1, weight_h1);
  fill_sorted(key_h2, weight_h2);
  for (int weighted = 0; weighted <= 1; ++weighted) {
    const struct cal_sorted h1 = {key_h1, weighted ? weight_h1 : NULL, N};
    const struct cal_sorted h2 = {key_h2, weighted ? weight_h2 : NULL, N};
    const ptrdiff_t size = cal_counts_size(h1, h2);
    cal_counts(h1, h2, all_value, all_h1, all_h2);
    for (ptrdiff_t max = 1; max <= 2 * N; max *= 3) {
      CHECK(pool_in_pieces(h1, h2, max) == size);
      for (ptrdiff_t i = 0; i < size; ++i) {
        CHECK_EQ(value[i], all_value[i]);
        CHECK_EQ(n_h1[i], all_h1[i]);
        CHECK_EQ(n_h2[i], all_h2[i]);
      }
    }
  }
}

static void test_counts_of_one_empty_class(void) {
  uint64_t key[N];
  double weight[N];
  fill_sorted(key, weight);
  const struct cal_sorted none = {NULL, NULL, 0}, some = {key, NULL, N};
  CHECK(pool_in_pieces(none, some, 7) == cal_counts_size(some, none));
  CHECK(pool_in_pieces(none, none, 7) == 0);
}

static ptrdiff_t pav_in_pieces(struct cal_block* blocks, ptrdiff_t size, ptrdiff_t capacity) {
  ptrdiff_t n_blocks = 0;
  for (ptrdiff_t first = 0; first < N && n_blocks >= 0; first += size) {
    const ptrdiff_t last = (first + size < N ? first + size : N) - 1;
    n_blocks = cal_pav_extend(n_h1, n_h2, first, last, blocks, n_blocks, capacity);
  }
  return n_blocks;
}

static void test_pav(void) {
  struct cal_block all[N], blocks[N];
  for (int i = 0; i < N; ++i) {
    n_h1[i] = random_unit() * N < i;
    n_h2[i] = 1 - n_h1[i];
  }
  const ptrdiff_t n_blocks = cal_pav(n_h1, n_h2, N, all, N);
  CHECK(n_blocks > 10);
  for (ptrdiff_t size = 1; size <= N; size *= 3) {
    CHECK(pav_in_pieces(blocks, size, N) == n_blocks);
    for (ptrdiff_t i = 0; i < n_blocks; ++i) {
      CHECK(blocks[i].first == all[i].first && blocks[i].last == all[i].last);
      CHECK_EQ(blocks[i].n_h1, all[i].n_h1);
      CHECK_EQ(blocks[i].n_h2, all[i].n_h2);
    }
    CHECK(pav_in_pieces(blocks, size, n_blocks - 1) == -1);
  }
}

int main(void) {
  srand(1);
  test_counts();
  test_counts_of_one_empty_class();
  test_pav();
  return check_report("pieces");
}
