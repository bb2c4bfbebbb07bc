#include "kernels/pav/pav.h"

#include <stdbool.h>
#include <stdlib.h>

#include "check.h"

enum { ROOM = 64, MAX_SIZE = 8 };

// Label 1 is an H1 trial, in ascending order of distinct values.
static ptrdiff_t pav_labels(const int* label, ptrdiff_t n, struct cal_block* blocks) {
  double n_h1[ROOM], n_h2[ROOM];
  for (ptrdiff_t i = 0; i < n; ++i) {
    n_h1[i] = label[i];
    n_h2[i] = 1 - label[i];
  }
  return cal_pav(n_h1, n_h2, n, blocks, n);
}

static void block_is(struct cal_block block, ptrdiff_t first, ptrdiff_t last, double n_h1,
                     double n_h2) {
  CHECK(block.first == first);
  CHECK(block.last == last);
  CHECK_EQ(block.n_h1, n_h1);
  CHECK_EQ(block.n_h2, n_h2);
}

static void test_pools_labels(void) {
  const int label[] = {0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1};
  struct cal_block blocks[12];
  CHECK(pav_labels(label, 12, blocks) == 4);
  block_is(blocks[0], 0, 1, 0, 2);
  block_is(blocks[1], 2, 6, 2, 3);
  block_is(blocks[2], 7, 9, 2, 1);
  block_is(blocks[3], 10, 11, 2, 0);
  CHECK_EQ(cal_block_llr(blocks[0], 6, 6), -INFINITY);
  CHECK_NEAR(cal_block_llr(blocks[1], 6, 6), log(2.0 / 3), 1e-15);
  CHECK_NEAR(cal_block_llr(blocks[2], 6, 6), log(2), 1e-15);
  CHECK_EQ(cal_block_llr(blocks[3], 6, 6), INFINITY);
}

static void test_separation_and_reversal(void) {
  const int separated[] = {0, 0, 1}, reversed[] = {1, 1, 0};
  struct cal_block blocks[3];
  CHECK(pav_labels(separated, 3, blocks) == 2);
  CHECK(pav_labels(reversed, 3, blocks) == 1);
  block_is(blocks[0], 0, 2, 2, 1);
  CHECK_EQ(cal_block_llr(blocks[0], 2, 1), 0.0);
}

static void test_ties_are_one_value(void) {
  const double n_h1[] = {0, 2, 1}, n_h2[] = {1, 1, 0};
  struct cal_block blocks[3];
  CHECK(cal_pav(n_h1, n_h2, 3, blocks, 3) == 3);
  CHECK_NEAR(cal_block_llr(blocks[1], 3, 2), log(4.0 / 3), 1e-15);
}

static void test_equal_neighbours_are_pooled(void) {
  const double n_h1[] = {1, 2, 3}, n_h2[] = {2, 4, 6};
  struct cal_block blocks[3];
  CHECK(cal_pav(n_h1, n_h2, 3, blocks, 3) == 1);
  block_is(blocks[0], 0, 2, 6, 12);
}

// Cross products beyond 2^53 that differ by at most one unit in the last place.
static void test_compares_large_counts_exactly(void) {
  const double big = 9007199254740991.0;
  struct cal_block blocks[2];
  const double rising_h1[] = {big - 2, big - 1}, rising_h2[] = {big - 1, big};
  CHECK(cal_pav(rising_h1, rising_h2, 2, blocks, 2) == 2);
  const double falling_h1[] = {big - 1, big - 2}, falling_h2[] = {big, big - 1};
  CHECK(cal_pav(falling_h1, falling_h2, 2, blocks, 2) == 1);
  const double equal_h1[] = {3, 3 * 3002399751580329.0}, equal_h2[] = {1, 3002399751580329.0 * 1};
  CHECK(cal_pav(equal_h1, equal_h2, 2, blocks, 2) == 1);
}

static void test_says_when_blocks_do_not_fit(void) {
  const double n_h1[] = {1, 2, 3}, n_h2[] = {3, 2, 1};
  struct cal_block blocks[3];
  CHECK(cal_pav(n_h1, n_h2, 3, blocks, 2) == -1);
  CHECK(cal_pav(n_h1, n_h2, 3, blocks, 3) == 3);
}

static int by_share(const void* a, const void* b) {
  const struct cal_block *x = a, *y = b;
  const double difference = x->n_h1 * y->n_h2 - y->n_h1 * x->n_h2;
  return (difference > 0) - (difference < 0);
}

static int common_divisor(int a, int b) { return b == 0 ? a : common_divisor(b, a % b); }

// The worst case: each block a different fraction, the cheapest ones first.
static void test_capacity_suffices_for_all_fractions(void) {
  enum { LARGEST = 60, FRACTIONS = LARGEST * LARGEST };
  static struct cal_block fractions[FRACTIONS], blocks[FRACTIONS];
  static double n_h1[FRACTIONS], n_h2[FRACTIONS];
  ptrdiff_t n = 0;
  double trials = 0;
  for (int size = 1; size <= LARGEST; ++size) {
    for (int m = 0; m <= size; ++m) {
      if (common_divisor(m, size - m) != 1) continue;
      fractions[n++] = (struct cal_block){.n_h1 = m, .n_h2 = size - m};
      trials += size;
    }
  }
  qsort(fractions, (size_t)n, sizeof *fractions, by_share);
  for (ptrdiff_t i = 0; i < n; ++i) {
    n_h1[i] = fractions[i].n_h1;
    n_h2[i] = fractions[i].n_h2;
  }
  const ptrdiff_t capacity = cal_pav_capacity(FRACTIONS * 100, trials);
  CHECK(capacity < FRACTIONS * 100);
  CHECK(cal_pav(n_h1, n_h2, n, blocks, capacity) == n);
  CHECK(cal_pav_capacity(3, 1e9) == 3);
}

static void test_hypotheses_are_symmetric(void) {
  const double n_h1[] = {1, 4, 0, 2}, n_h2[] = {5, 1, 3, 2};
  const double back_h1[] = {2, 3, 1, 5}, back_h2[] = {2, 0, 4, 1};
  struct cal_block there[4], back[4];
  const ptrdiff_t n = cal_pav(n_h1, n_h2, 4, there, 4);
  CHECK(cal_pav(back_h1, back_h2, 4, back, 4) == n);
  for (ptrdiff_t i = 0; i < n; ++i) {
    CHECK_EQ(cal_block_llr(there[i], 7, 11), -cal_block_llr(back[n - 1 - i], 11, 7));
  }
}

// The definition: the share of H1 at a value is the maximum, over the starts of runs that reach it,
// of the minimum share over the ends of these runs. Shares are fractions (h1, all) of whole
// numbers.
struct share {
  int h1, all;
};

static bool less(struct share a, struct share b) { return a.h1 * b.all < b.h1 * a.all; }

static void shares_by_definition(const int* n_h1, const int* n_h2, int n, struct share* share) {
  for (int i = 0; i < n; ++i) share[i] = (struct share){-1, 1};
  for (int first = 0; first < n; ++first) {
    struct share of_run[MAX_SIZE], run = {0, 0}, least = {2, 1};
    for (int last = first; last < n; ++last) {
      run.h1 += n_h1[last];
      run.all += n_h1[last] + n_h2[last];
      of_run[last] = run;
    }
    for (int i = n - 1; i >= first; --i) {
      if (less(of_run[i], least)) least = of_run[i];
      if (less(share[i], least)) share[i] = least;
    }
  }
}

struct found {
  struct cal_block blocks[MAX_SIZE];
  ptrdiff_t n;
};

// Blocks are the longest runs of values with one share, and have their counts.
static bool blocks_are_right(const int* m, const int* n, int size, const struct found* found) {
  struct share share[MAX_SIZE];
  shares_by_definition(m, n, size, share);
  ptrdiff_t next = 0;
  for (ptrdiff_t b = 0; b < found->n; ++b) {
    const struct cal_block block = found->blocks[b];
    int sum_h1 = 0, sum_h2 = 0;
    if (block.first != next) return false;
    for (ptrdiff_t i = block.first; i <= block.last; ++i) {
      if (less(share[i], share[next]) || less(share[next], share[i])) return false;
      sum_h1 += m[i];
      sum_h2 += n[i];
    }
    if (block.n_h1 != sum_h1 || block.n_h2 != sum_h2) return false;
    if (next > 0 && !less(share[next - 1], share[next])) return false;
    next = block.last + 1;
  }
  return next == size;
}

// Cost of deciding the values from `cut` on for H1 and those before it for H2.
static int cut_cost(const int* m, const int* n, int size, int cut, int per_h1, int per_h2) {
  int cost = 0;
  for (int i = 0; i < size; ++i) cost += i < cut ? per_h1 * m[i] : per_h2 * n[i];
  return cost;
}

// At the odds at which a block may be decided either way, no cut costs less than those at its two
// ends. Between the odds of two blocks the least cost is concave and the cost of a cut linear. So
// the blocks cost least at all odds, and under all proper scoring rules, which are mixtures over
// odds.
static bool blocks_cost_least(const int* m, const int* n, int size, const struct found* found) {
  for (ptrdiff_t b = 0; b < found->n; ++b) {
    const struct cal_block block = found->blocks[b];
    const int per_h1 = (int)block.n_h2, per_h2 = (int)block.n_h1;
    const int before = cut_cost(m, n, size, (int)block.first, per_h1, per_h2);
    const int behind = cut_cost(m, n, size, (int)block.last + 1, per_h1, per_h2);
    if (before != behind) return false;
    for (int cut = 0; cut <= size; ++cut) {
      if (cut_cost(m, n, size, cut, per_h1, per_h2) < before) return false;
    }
  }
  return true;
}

// A value has one of the 15 pairs of counts up to 3, or one of the pairs of counts up to `most`.
static bool input_is_right(const int* pair, int size, int most) {
  int m[MAX_SIZE], n[MAX_SIZE];
  double n_h1[MAX_SIZE] = {0}, n_h2[MAX_SIZE] = {0};
  for (int i = 0; i < size; ++i) {
    n_h1[i] = m[i] = (pair[i] + 1) / (most + 1);
    n_h2[i] = n[i] = (pair[i] + 1) % (most + 1);
  }
  struct found found;
  found.n = cal_pav(n_h1, n_h2, size, found.blocks, size);
  return blocks_are_right(m, n, size, &found) && blocks_cost_least(m, n, size, &found);
}

// Every input of `size` values with up to `most` trials of each hypothesis per value.
static void test_all_inputs(int size, int most) {
  const int n_pairs = (most + 1) * (most + 1) - 1;
  int pair[MAX_SIZE] = {0}, wrong = 0;
  for (int at = 0; at < size;) {
    wrong += !input_is_right(pair, size, most);
    for (at = 0; at < size && ++pair[at] == n_pairs; ++at) pair[at] = 0;
  }
  CHECK(wrong == 0);
}

// With counts up to 3 there are 15^8 inputs of 8 values, which are too many: samples represent
// those of 6 to 8 values.
static void test_small_inputs(void) {
  for (int size = 1; size <= 8; ++size) test_all_inputs(size, 1);
  for (int size = 1; size <= 6; ++size) test_all_inputs(size, 2);
  for (int size = 1; size <= 5; ++size) test_all_inputs(size, 3);
  srand(1);
  for (int size = 6; size <= 8; ++size) {
    int wrong = 0;
    for (int round = 0; round < 300000; ++round) {
      int pair[MAX_SIZE];
      for (int i = 0; i < size; ++i) pair[i] = rand() % 15;
      wrong += !input_is_right(pair, size, 3);
    }
    CHECK(wrong == 0);
  }
}

int main(void) {
  test_pools_labels();
  test_separation_and_reversal();
  test_ties_are_one_value();
  test_equal_neighbours_are_pooled();
  test_compares_large_counts_exactly();
  test_says_when_blocks_do_not_fit();
  test_capacity_suffices_for_all_fractions();
  test_hypotheses_are_symmetric();
  test_small_inputs();
  return check_report("pav");
}
