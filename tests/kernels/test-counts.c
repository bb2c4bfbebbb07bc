#include "kernels/count/counts.h"

#include "check.h"
#include "kernels/base/sort.h"

enum { ROOM = 16 };

struct counted {
  ptrdiff_t n;
  double value[ROOM], n_h1[ROOM], n_h2[ROOM];
};

static struct cal_sorted sorted(const double* x, const double* weight, ptrdiff_t n, uint64_t* key) {
  for (ptrdiff_t i = 0; i < n; ++i) key[i] = cal_sort_key(x[i]);
  return (struct cal_sorted){.key = key, .weight = weight, .n = n};
}

static struct counted count(struct cal_sorted h1, struct cal_sorted h2) {
  struct counted out = {.n = cal_counts_size(h1, h2)};
  cal_counts(h1, h2, out.value, out.n_h1, out.n_h2);
  return out;
}

static void test_pools_ties_within_and_across_classes(void) {
  const double h1[] = {-1, 2, 2, 5}, h2[] = {-3, -1, -1, 2};
  uint64_t key1[4], key2[4];
  const struct counted out = count(sorted(h1, NULL, 4, key1), sorted(h2, NULL, 4, key2));
  const double value[] = {-3, -1, 2, 5}, n_h1[] = {0, 1, 2, 1}, n_h2[] = {1, 2, 1, 0};
  CHECK(out.n == 4);
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(out.value[i], value[i]);
    CHECK_EQ(out.n_h1[i], n_h1[i]);
    CHECK_EQ(out.n_h2[i], n_h2[i]);
  }
}

static void test_keeps_infinities_and_joins_zeros(void) {
  const double h1[] = {-0.0, INFINITY}, h2[] = {-INFINITY, 0.0, INFINITY, INFINITY};
  uint64_t key1[2], key2[4];
  const struct counted out = count(sorted(h1, NULL, 2, key1), sorted(h2, NULL, 4, key2));
  CHECK(out.n == 3);
  CHECK_EQ(out.value[0], -INFINITY);
  CHECK_EQ(out.value[1], 0.0);
  CHECK_EQ(out.n_h1[1], 1.0);
  CHECK_EQ(out.n_h2[1], 1.0);
  CHECK_EQ(out.value[2], INFINITY);
  CHECK_EQ(out.n_h1[2], 1.0);
  CHECK_EQ(out.n_h2[2], 2.0);
}

static void test_adds_weights(void) {
  const double h1[] = {1, 1, 2}, w1[] = {0.5, 0.25, 3}, h2[] = {1, 3}, w2[] = {8, 0.125};
  uint64_t key1[3], key2[2];
  const struct counted out = count(sorted(h1, w1, 3, key1), sorted(h2, w2, 2, key2));
  CHECK(out.n == 3);
  CHECK_EQ(out.n_h1[0], 0.75);
  CHECK_EQ(out.n_h2[0], 8.0);
  CHECK_EQ(out.n_h1[1], 3.0);
  CHECK_EQ(out.n_h2[1], 0.0);
  CHECK_EQ(out.n_h1[2], 0.0);
  CHECK_EQ(out.n_h2[2], 0.125);
}

static void test_accepts_an_empty_class(void) {
  const double h2[] = {1, 1};
  uint64_t key[2];
  const struct cal_sorted none = {.key = NULL, .weight = NULL, .n = 0};
  const struct counted out = count(none, sorted(h2, NULL, 2, key));
  CHECK(out.n == 1);
  CHECK_EQ(out.n_h1[0], 0.0);
  CHECK_EQ(out.n_h2[0], 2.0);
  CHECK(cal_counts_size(none, none) == 0);
}

int main(void) {
  test_pools_ties_within_and_across_classes();
  test_keeps_infinities_and_joins_zeros();
  test_adds_weights();
  test_accepts_an_empty_class();
  return check_report("counts");
}
