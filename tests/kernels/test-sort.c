#include "kernels/base/sort.h"

#include <float.h>

#include "check.h"

enum { MANY = 5000 };

// A linear congruential generator, the same numbers in every run.
static uint64_t next_random(uint64_t* state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 11;
}

static void test_keys_order_as_doubles(void) {
  const double x[] = {-INFINITY, -DBL_MAX, -1, -DBL_MIN, -5e-324, 0,
                      5e-324,    DBL_MIN,  1,  1.5,      DBL_MAX, INFINITY};
  const int n = sizeof x / sizeof *x;
  for (int i = 0; i < n; ++i) {
    CHECK_EQ(cal_sort_value(cal_sort_key(x[i])), x[i]);
    for (int j = 0; j < n; ++j) {
      CHECK((cal_sort_key(x[i]) < cal_sort_key(x[j])) == (x[i] < x[j]));
    }
  }
}

// Keys of a double and the next larger one are consecutive whole numbers, so all doubles are in
// order. One key between 0 and its neighbours is that of -0, which is not used.
static void test_keys_of_neighbours_follow_each_other(void) {
  uint64_t state = 7;
  int wrong = 0;
  for (int exponent = -1073; exponent < 1024; ++exponent) {
    for (int round = 0; round < 100; ++round) {
      const double part = round < 2 ? 0 : (double)next_random(&state) / 0x1p53;
      const double end = ldexp(1 + part, exponent);
      const double x = round == 1 ? nextafter(end, 0) : end;
      const double larger = nextafter(x, INFINITY), smaller = nextafter(-x, -INFINITY);
      wrong += cal_sort_key(larger) != cal_sort_key(x) + 1;
      wrong += cal_sort_key(smaller) != cal_sort_key(-x) - 1;
      wrong += cal_sort_value(cal_sort_key(x)) != x || cal_sort_value(cal_sort_key(-x)) != -x;
    }
  }
  CHECK(wrong == 0);
}

static void test_zeros_share_a_key(void) {
  CHECK(cal_sort_key(-0.0) == cal_sort_key(0.0));
  CHECK(!signbit(cal_sort_value(cal_sort_key(-0.0))));
}

// `load` starts as the position, so its order shows whether the sort is stable.
static bool sorts(uint64_t* key, double* load, ptrdiff_t n) {
  static uint64_t original[MANY], key_scratch[MANY];
  static double load_scratch[MANY];
  memcpy(original, key, sizeof *key * (size_t)n);
  for (ptrdiff_t i = 0; load && i < n; ++i) load[i] = (double)i;

  cal_sort(key, load, key_scratch, load ? load_scratch : NULL, n);

  for (ptrdiff_t i = 0; i < n; ++i) {
    if (load && original[(ptrdiff_t)load[i]] != key[i]) return false;
    if (i > 0 && key[i - 1] > key[i]) return false;
    if (load && i > 0 && key[i - 1] == key[i] && load[i - 1] >= load[i]) return false;
  }
  return true;
}

static void fill(uint64_t* key, ptrdiff_t n, uint64_t mask) {
  uint64_t state = 42;
  for (ptrdiff_t i = 0; i < n; ++i) {
    key[i] = (next_random(&state) ^ next_random(&state) << 32) & mask;
  }
}

static void test_sorts_stably_at_all_sizes(void) {
  static uint64_t key[MANY];
  static double load[MANY];
  const ptrdiff_t sizes[] = {0, 1, 2, 3, 17, 255, 256, 257, 1000, MANY};
  // Keys with all digits, few values, one digit only, and the highest bits alone.
  const uint64_t masks[] = {~UINT64_C(0), 7, UINT64_C(0x7ff) << 22, UINT64_C(0xf) << 60};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    for (size_t m = 0; m < sizeof masks / sizeof *masks; ++m) {
      fill(key, sizes[s], masks[m]);
      CHECK(sorts(key, load, sizes[s]));
      fill(key, sizes[s], masks[m]);
      CHECK(sorts(key, NULL, sizes[s]));
    }
  }
}

static void test_loses_no_key(void) {
  static uint64_t key[MANY], scratch[MANY];
  uint64_t before = 0, after = 0;
  fill(key, MANY, ~UINT64_C(0));
  for (int i = 0; i < MANY; ++i) before += key[i] * key[i];
  cal_sort(key, NULL, scratch, NULL, MANY);
  for (int i = 0; i < MANY; ++i) after += key[i] * key[i];
  CHECK(before == after);
}

static void test_equal_keys_stay_where_they_are(void) {
  static uint64_t key[MANY];
  static double load[MANY];
  for (int i = 0; i < MANY; ++i) key[i] = UINT64_C(0x123456789abcdef0);
  CHECK(sorts(key, load, MANY));
  CHECK_EQ(load[0], 0.0);
  CHECK_EQ(load[MANY - 1], MANY - 1.0);
}

// Keys must be sorted even by a digit in which only one of them differs.
static void test_one_stray_key_is_sorted(void) {
  static uint64_t key[MANY];
  static double load[MANY];
  for (int bit = 0; bit < 64; ++bit) {
    for (int i = 0; i < 300; ++i) key[i] = UINT64_C(1) << bit;
    key[299] = 0;
    CHECK(sorts(key, load, 300));
    CHECK_EQ(load[0], 299.0);
  }
}

int main(void) {
  test_keys_order_as_doubles();
  test_keys_of_neighbours_follow_each_other();
  test_zeros_share_a_key();
  test_sorts_stably_at_all_sizes();
  test_loses_no_key();
  test_equal_keys_stay_where_they_are();
  test_one_stray_key_is_sorted();
  return check_report("sort");
}
