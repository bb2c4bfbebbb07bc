#include "kernels/count/cells.h"

#include <float.h>

#include "check.h"
#include "kernels/base/sort.h"

enum { N = 1000, BUCKETS = 64 };

static double value[N];

static int32_t bucket_of(const struct cal_cells* map, double x) {
  return cal_cell(map, x, map->of_bits);
}

// Numbers of buckets never fall from one value to the next, and all numbers occur.
static void check_order(const struct cal_cells* map, const double* sorted, int n) {
  for (int i = 0; i < n; ++i) {
    const int32_t b = bucket_of(map, sorted[i]);
    CHECK(b >= 0 && b < map->size);
    if (i > 0) CHECK(b >= bucket_of(map, sorted[i - 1]));
  }
}

static const double axis[] = {-INFINITY, -DBL_MAX, -1e300, -5,     -1,      -1e-300,
                              -DBL_MIN,  -0.0,     0.0,    5e-324, 1e-300,  1,
                              1 + 1e-15, 5,        1e5,    1e300,  DBL_MAX, INFINITY};
enum { AXIS = sizeof axis / sizeof *axis };

// The first key of a bucket is in it or in a later one, and the previous key is not.
static void check_edges(const struct cal_cells* map) {
  const uint64_t end = cal_sort_key(INFINITY) + 1;
  for (int32_t b = 0; b < map->size; ++b) {
    const uint64_t key = cal_cell_first_key(map, b);
    CHECK(key <= end);
    if (key < end) CHECK(bucket_of(map, cal_sort_value(key)) >= b);
    if (key > cal_sort_key(-INFINITY)) CHECK(bucket_of(map, cal_sort_value(key - 1)) < b);
  }
  CHECK(cal_cell_first_key(map, 0) == cal_sort_key(-INFINITY));
}

static void check_map(ptrdiff_t n, bool of_bits) {
  const struct cal_cells map = cal_cells_choose(value, n, BUCKETS);
  CHECK(map.size == BUCKETS);
  CHECK(map.of_bits == of_bits);
  check_order(&map, axis, AXIS);
  check_edges(&map);
}

static double wave(int i) { return sin(7.0 * i); }

static void any_values_have_their_buckets(void) {
  for (int i = 0; i < N; ++i) value[i] = 3 * wave(i);
  check_map(N, false);
  for (int i = 0; i < N; ++i) value[i] = exp(10 * wave(i));
  check_map(N, true);
  for (int i = 0; i < N; ++i) value[i] = -exp(10 * wave(i));
  check_map(N, true);
  for (int i = 0; i < N; ++i) value[i] = 1e305 * wave(i) * 100;
  check_map(N, true);
  for (int i = 0; i < N; ++i) value[i] = 1e-300 * wave(i);
  check_map(N, true);
  for (int i = 0; i < N; ++i) value[i] = exp(700 * wave(i));
  check_map(N, true);
  for (int i = 0; i < N; ++i) value[i] = -value[i];
  check_map(N, true);
}

static void ties_and_infinities_have_theirs(void) {
  for (int i = 0; i < N; ++i) value[i] = 2;
  check_map(N, false);
  check_map(1, false);
  check_map(0, false);
  for (int i = 0; i < N; ++i) value[i] = i % 2 ? INFINITY : -INFINITY;
  check_map(N, false);
  for (int i = 0; i < N; ++i) value[i] = i % 16 == 0 ? wave(i) : 2;
  check_map(N, false);
}

// Over the bulk the buckets are similar: none has many times its share of evenly spread values.
static void even_values_are_spread_evenly(void) {
  int n[BUCKETS] = {0};
  for (int i = 0; i < N; ++i) value[i] = (i * 617 % N) / (double)N;
  const struct cal_cells map = cal_cells_choose(value, N, BUCKETS);
  for (int i = 0; i < N; ++i) ++n[bucket_of(&map, value[i])];
  for (int b = 0; b < BUCKETS; ++b) CHECK(n[b] < 6 * N / BUCKETS);
}

static void positions_grow_with_the_numbers(void) {
  CHECK_EQ(cal_bits_position(0.0), cal_bits_position(-0.0));
  CHECK_EQ(cal_bits_position(0.0), 0);
  for (int i = 1; i < AXIS; ++i) {
    CHECK(cal_bits_position(axis[i]) >= cal_bits_position(axis[i - 1]));
    CHECK_EQ(cal_bits_position(-axis[i]), -cal_bits_position(axis[i]));
  }
}

int main(void) {
  any_values_have_their_buckets();
  ties_and_infinities_have_theirs();
  even_values_are_spread_evenly();
  positions_grow_with_the_numbers();
  return check_report("cells");
}
