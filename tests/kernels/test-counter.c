#include "kernels/count/counter.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/count/count-sample.h"

enum { N = 4000, CHUNK = 700, SIZE = 64, BITS = 3 };

static double value[N];
static int truth[N];

// Values with ties, and some infinite.
static struct cal_trials new_trials(void) {
  uint32_t state = 7;
  for (int i = 0; i < N; ++i) {
    state = state * 1664525u + 1013904223u;
    truth[i] = (int)(state >> 31);
    value[i] = (double)(state >> 8 & 1023) / 100 - 5;
  }
  value[3] = INFINITY;
  value[8] = -INFINITY;
  return (struct cal_trials){value, truth, N};
}

static void add_chunks(struct cal_host* keeper, struct cal_counter* counter) {
  const struct cal_trials all = new_trials();
  cal_counter_begin(keeper, counter);
  for (ptrdiff_t first = 0; first < N; first += CHUNK) {
    const ptrdiff_t n = N - first < CHUNK ? N - first : CHUNK;
    const struct cal_trials chunk = {all.value + first, all.truth + first, n};
    cal_counter_add(keeper, counter, &chunk);
  }
}

static struct cal_counter counter_of(enum cal_counter_kind kind) {
  const struct cal_trials all = new_trials();
  return (struct cal_counter){
      .kind = kind, .intervals = {.map = cal_cells_choose(all.value, N, SIZE)}, .bits = BITS};
}

static void test_cells(void) {
  struct test_host host = new_host(1);
  struct cal_counter counter = counter_of(CAL_COUNTS_CELLS);
  add_chunks(&host.host, &counter);
  const struct cal_cells* map = &counter.intervals.map;
  CHECK(counter.table.n == map->size);
  for (ptrdiff_t b = 0; b < map->size; ++b) {
    uint32_t n[2] = {0, 0};
    for (int i = 0; i < N; ++i) n[truth[i]] += cal_cell(map, value[i], map->of_bits) == b;
    CHECK(counter.table.count[2 * b] == n[0] && counter.table.count[2 * b + 1] == n[1]);
  }
  free_host(&host);
}

static void test_parts(void) {
  static const double from[] = {-4, 1}, to[] = {-3.5, 2};
  struct test_host host = new_host(1);
  struct cal_counter counter = counter_of(CAL_COUNTS_PARTS);
  counter.intervals.from = from;
  counter.intervals.to = to;
  counter.intervals.n = 2;
  add_chunks(&host.host, &counter);
  CHECK(counter.table.n == 2 << BITS);
  for (int k = 0; k < 2; ++k) {
    double found[2] = {0, 0}, n[2] = {0, 0};
    for (int part = 0; part < 1 << BITS; ++part) {
      for (int c = 0; c < 2; ++c) found[c] += counter.table.count[2 * ((k << BITS) + part) + c];
    }
    for (int i = 0; i < N; ++i) n[truth[i]] += value[i] >= from[k] && value[i] <= to[k];
    CHECK_EQ(found[0], n[0]);
    CHECK_EQ(found[1], n[1]);
  }
  free_host(&host);
}

static void test_steps(void) {
  static const double edge[] = {-INFINITY, -4.5, 0, 0.005, 3, INFINITY};
  struct test_host host = new_host(1);
  struct cal_counter counter = {.kind = CAL_COUNTS_STEPS, .stairs = {.edge = edge, .n = 6}};
  add_chunks(&host.host, &counter);
  double n_h1[6], n_h2[6];
  cal_counter_steps(&counter, n_h1, n_h2);
  for (int k = 0; k < 6; ++k) {
    double n[2] = {0, 0};
    for (int i = 0; i < N; ++i)
      n[truth[i]] += value[i] >= edge[k] && (k == 5 || value[i] < edge[k + 1]);
    CHECK_EQ(n_h1[k], n[CAL_H1]);
    CHECK_EQ(n_h2[k], n[CAL_H2]);
  }
  free_host(&host);
}

// Values are taken by cal_intervals_counts() alone.
static void test_values(void) {
  static const double from[] = {-4}, to[] = {-3.5};
  struct test_host host = new_host(1);
  struct cal_counter counter = counter_of(CAL_COUNTS_NOTHING);
  counter.intervals.from = from;
  counter.intervals.to = to;
  counter.intervals.n = 1;
  add_chunks(&host.host, &counter);
  CHECK(counter.table.count == NULL);
  CHECK(cal_interval_of(&counter.intervals, -3.7) == 0);
  free_host(&host);
}

// More trials than 32 bits can count.
static void test_many(void) {
  static const double at[] = {0.5}, half[] = {INT_MAX / 2}, none[] = {0};
  const struct cal_counted counted = {at, half, none, 1};
  struct test_host host = new_host(1);
  struct cal_counter counter = counter_of(CAL_COUNTS_CELLS);
  cal_counter_begin(&host.host, &counter);
  for (int k = 0; k < 9; ++k) cal_counter_add_counts(&host.host, &counter, &counted);
  const struct cal_filled filled = cal_filled_find(&host.host, &counter.table);
  CHECK(filled.n == 1);
  CHECK_EQ(filled.n_h1[0], 9.0 * (INT_MAX / 2));
  CHECK_EQ(filled.n_h2[0], 0);
  free_host(&host);
}

int main(void) {
  test_cells();
  test_parts();
  test_steps();
  test_values();
  test_many();
  return check_report("counter");
}
