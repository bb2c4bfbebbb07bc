#include "kernels/count/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/base/sort.h"

enum { N = 3000, MAX_INTERVALS = 40, SIZE = 512 };

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

static double draw(int shape) {
  static const double special[] = {-HUGE_VAL, HUGE_VAL, 0.0, -0.0, 5e-324, -5e-324, 1e308};
  const double x = 20 * uniform() - 10;
  if (shape == 1) return floor(4 * x) / 4;
  if (shape == 2) return uniform() < 0.5 ? special[rand() % 7] : x;
  if (shape == 3) return exp(40 * x);
  if (shape == 4) return x * 1e-310;
  return x;
}

struct drawn {
  double value[N], from[MAX_INTERVALS], to[MAX_INTERVALS];
  int truth[N];
  uint8_t keep[SIZE];
  struct cal_intervals intervals;
};

// Intervals between any values, of one value or more, some of which touch.
static void draw_all(struct drawn* drawn, int shape) {
  uint64_t key[2 * MAX_INTERVALS];
  for (int i = 0; i < N; ++i) {
    drawn->value[i] = draw(shape);
    drawn->truth[i] = rand() % 2;
  }
  for (int i = 0; i < 2 * MAX_INTERVALS; ++i) key[i] = cal_sort_key(drawn->value[rand() % N]);
  cal_sort(key, NULL, NULL, NULL, 2 * MAX_INTERVALS);
  ptrdiff_t n = 0;
  for (int i = 0; i < MAX_INTERVALS; ++i) {
    if (n > 0 && key[2 * i] <= cal_sort_key(drawn->to[n - 1])) continue;
    drawn->from[n] = cal_sort_value(key[2 * i]);
    drawn->to[n++] = cal_sort_value(key[2 * i + 1]);
  }
  drawn->intervals = (struct cal_intervals){cal_cells_choose(drawn->value, N, SIZE), drawn->keep,
                                            drawn->from, drawn->to, n};
  cal_intervals_mark(&drawn->intervals, drawn->keep);
}

static ptrdiff_t place_of(const struct drawn* drawn, double x) {
  for (ptrdiff_t i = 0; i < drawn->intervals.n; ++i) {
    if (drawn->from[i] <= x && x <= drawn->to[i]) return i;
  }
  return -1;
}

// The trials inside the intervals are taken in their order, for any chunks.
static void test_take(void) {
  static struct drawn drawn;
  static uint64_t taken[2][N];
  for (int round = 0; round < 200; ++round) {
    draw_all(&drawn, round % 5);
    ptrdiff_t expected[2] = {0, 0}, found[2] = {0, 0};
    static uint64_t wanted[2][N];
    for (int i = 0; i < N; ++i) {
      const int class = drawn.truth[i];
      CHECK(cal_interval_of(&drawn.intervals, drawn.value[i]) == place_of(&drawn, drawn.value[i]));
      if (place_of(&drawn, drawn.value[i]) < 0) continue;
      wanted[class][expected[class]++] = cal_sort_key(drawn.value[i]);
    }
    const ptrdiff_t size = 1 + rand() % 900;
    for (ptrdiff_t first = 0; first < N; first += size) {
      const ptrdiff_t n = N - first < size ? N - first : size;
      const struct cal_trials chunk = {drawn.value + first, drawn.truth + first, n};
      uint64_t* key[2] = {taken[0] + found[0], taken[1] + found[1]};
      ptrdiff_t more[2];
      cal_intervals_take(&drawn.intervals, &chunk, key, more);
      for (int c = 0; c < 2; ++c) found[c] += more[c];
    }
    for (int c = 0; c < 2; ++c) {
      CHECK(found[c] == expected[c]);
      CHECK(memcmp(taken[c], wanted[c], sizeof *wanted[c] * (size_t)expected[c]) == 0);
    }
  }
}

// The same for distinct values, with the numbers on each.
static void test_counts(void) {
  static struct drawn drawn;
  for (int round = 0; round < 200; ++round) {
    draw_all(&drawn, round % 5);
    struct test_host host = new_host(1);
    const struct cal_trials trials = {drawn.value, drawn.truth, N};
    const struct cal_counted found = cal_intervals_counts(&host.host, &drawn.intervals, &trials);
    double n[2] = {0, 0};
    for (ptrdiff_t k = 0; k < found.n; ++k) {
      CHECK(place_of(&drawn, found.value[k]) >= 0);
      CHECK(k == 0 || found.value[k - 1] < found.value[k]);
      n[0] += found.n_h2[k], n[1] += found.n_h1[k];
      const double first[2] = {found.n_h2[k], found.n_h1[k]};
      double there[2] = {0, 0};
      for (int i = 0; k % 64 == 0 && i < N; ++i) {
        there[drawn.truth[i]] += drawn.value[i] == found.value[k];
      }
      CHECK(k % 64 != 0 || (there[0] == first[0] && there[1] == first[1]));
    }
    for (int i = 0; i < N; ++i) n[drawn.truth[i]] -= place_of(&drawn, drawn.value[i]) >= 0;
    CHECK(n[0] == 0 && n[1] == 0);
    free_host(&host);
  }
}

// Parts cover their interval, are in order, and have the trials in their range.
static void test_count(void) {
  static struct drawn drawn;
  static uint32_t count[2 * MAX_INTERVALS << 6];
  for (int round = 0; round < 200; ++round) {
    const int bits = 1 + round % 6;
    int shift[MAX_INTERVALS];
    draw_all(&drawn, round % 5);
    const ptrdiff_t n = drawn.intervals.n;
    for (ptrdiff_t i = 0; i < n; ++i) {
      shift[i] = cal_interval_shift(drawn.from[i], drawn.to[i], bits);
      const uint64_t width = cal_sort_key(drawn.to[i]) - cal_sort_key(drawn.from[i]);
      CHECK(width >> shift[i] < UINT64_C(1) << bits);
      CHECK(shift[i] == 0 || width >> (shift[i] - 1) >= UINT64_C(1) << bits);
    }
    memset(count, 0, sizeof count);
    const struct cal_trials chunks[] = {{drawn.value, drawn.truth, 1001},
                                        {drawn.value + 1001, drawn.truth + 1001, N - 1001}};
    for (int k = 0; k < 2; ++k) {
      cal_intervals_count(&drawn.intervals, shift, bits, &chunks[k], count);
    }
    for (int i = 0; i < N; ++i) {
      const ptrdiff_t at = place_of(&drawn, drawn.value[i]);
      if (at < 0) continue;
      const uint64_t key = cal_sort_key(drawn.value[i]) - cal_sort_key(drawn.from[at]);
      --count[2 * (((uint64_t)at << bits) + (key >> shift[at])) + (unsigned)drawn.truth[i]];
    }
    for (size_t i = 0; i < sizeof count / sizeof *count; ++i) CHECK(count[i] == 0);
  }
}

// The first value of a bucket is in it, or in a later one, and the previous value is not.
static void test_first_keys(void) {
  static struct drawn drawn;
  for (int shape = 0; shape < 5; ++shape) {
    draw_all(&drawn, shape);
    const struct cal_cells* map = &drawn.intervals.map;
    const uint64_t end = cal_sort_key(HUGE_VAL) + 1;
    CHECK(cal_cell_first_key(map, 0) == cal_sort_key(-HUGE_VAL));
    CHECK(cal_cell_first_key(map, SIZE + 5) == end);
    for (int32_t b = 1; b < SIZE; ++b) {
      const uint64_t key = cal_cell_first_key(map, b);
      if (key < end) CHECK(cal_cell(map, cal_sort_value(key), map->of_bits) >= b);
      CHECK(cal_cell(map, cal_sort_value(key - 1), map->of_bits) < b);
    }
  }
}

int main(void) {
  srand(1);
  test_take();
  test_counts();
  test_count();
  test_first_keys();
  return check_report("intervals");
}
