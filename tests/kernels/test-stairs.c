#include "kernels/count/stairs.h"

#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

static double level_at(const struct cal_stairs* stairs, double x) {
  double level = stairs->level[0];
  for (ptrdiff_t k = 0; k < stairs->n && stairs->edge[k] <= x; ++k) level = stairs->level[k];
  return level;
}

// Memory of exact size, so that the sanitizer detects a step beyond it.
static void check_levels(const struct cal_stairs* stairs, const double* value, ptrdiff_t n,
                         ptrdiff_t n_buckets) {
  const struct cal_cells map = cal_cells_choose(value, n, n_buckets);
  CHECK(map.size == n_buckets);
  int32_t* table = malloc((size_t)(n_buckets + 1) * sizeof *table);
  double* out = malloc((size_t)n * sizeof *out);
  cal_stairs_table(stairs, &map, table);
  cal_stairs_levels(stairs, &map, table, value, n, out);
  for (ptrdiff_t i = 0; i < n; ++i) CHECK(out[i] == level_at(stairs, value[i]));
  free(table), free(out);
}

static const double values[] = {-INFINITY, -1e300, -7,  -1, -1e-310, -0.0, 0.0, 5e-324, 0.25,
                                0.5,       1,      1.5, 2,  3,       1e9,  2e9, 1e300,  INFINITY};
enum { N = sizeof values / sizeof *values };

static void test_every_number_of_buckets(void) {
  const double edge[] = {-7, 0, 0.5, 1, 1e9}, level[] = {-INFINITY, -2, 0, 3, INFINITY};
  for (ptrdiff_t n_edges = 1; n_edges <= 5; ++n_edges) {
    const struct cal_stairs stairs = {edge, level, n_edges};
    for (ptrdiff_t n_buckets = 1; n_buckets < 70; ++n_buckets) {
      check_levels(&stairs, values, N, n_buckets);
    }
  }
}

static void test_infinite_edges(void) {
  const double edge[] = {-INFINITY, -0.0, INFINITY}, level[] = {1, 2, 3};
  check_levels(&(struct cal_stairs){edge, level, 3}, values, N, 20);
}

// Ratios of one sign over many octaves find their buckets by their bits.
static void test_ratios(void) {
  double ratio[300], edge[20], level[20];
  for (int i = 0; i < 300; ++i) ratio[i] = ldexp(1 + i % 7, (i * 37) % 200 - 100);
  for (int k = 0; k < 20; ++k) edge[k] = ldexp(1.5, 10 * k - 100), level[k] = k;
  const struct cal_stairs stairs = {edge, level, 20};
  CHECK(cal_cells_choose(ratio, 300, 64).of_bits);
  check_levels(&stairs, ratio, 300, 64);
  for (int i = 0; i < 300; ++i) ratio[i] = -ratio[i];
  CHECK(cal_cells_choose(ratio, 300, 64).of_bits);
  check_levels(&stairs, ratio, 300, 64);
}

// One value far out puts all other values and edges into one cell.
static void test_many_edges_in_a_cell(void) {
  double value[200], edge[50], level[50];
  for (int i = 0; i < 200; ++i) value[i] = i % 50 == 7 ? 1e30 : (i * 37 % 199) / 8.0;
  for (int k = 0; k < 50; ++k) edge[k] = k / 2.0, level[k] = k;
  check_levels(&(struct cal_stairs){edge, level, 50}, value, 200, 2);
  const struct cal_cells one = {.lowest = 0, .highest = 1, .per_unit = 0.5, .size = 1};
  int32_t table[2];
  double out[200];
  const struct cal_stairs stairs = {edge, level, 50};
  cal_stairs_table(&stairs, &one, table);
  CHECK(table[0] == 0 && table[1] == 49);
  cal_stairs_levels(&stairs, &one, table, value, 200, out);
  for (int i = 0; i < 200; ++i) CHECK(out[i] == level_at(&stairs, value[i]));
}

// The numbers on the steps, for any chunks of the trials.
static void test_count(void) {
  double value[3000], level[40], edge[40] = {-INFINITY}, count[80] = {0};
  int truth[3000];
  for (int i = 0; i < 3000; ++i) value[i] = i < N ? values[i] : (i * 37 % 211) / 4.0 - 20;
  for (int i = 0; i < 3000; ++i) truth[i] = i % 3 == 0;
  for (int k = 1; k < 40; ++k) edge[k] = k / 2.0 - 9;
  for (int k = 0; k < 40; ++k) level[k] = k;
  const struct cal_stairs stairs = {edge, level, 40};
  const struct cal_cells map = cal_cells_choose(edge, 40, 64);
  int32_t table[65];
  cal_stairs_table(&stairs, &map, table);
  cal_stairs_count(&stairs, &map, table, &(struct cal_trials){value, truth, 1300}, count);
  const struct cal_trials rest = {value + 1300, truth + 1300, 1700};
  cal_stairs_count(&stairs, &map, table, &rest, count);
  for (int i = 0; i < 3000; ++i) count[2 * (int)level_at(&stairs, value[i]) + truth[i]] -= 1;
  for (int i = 0; i < 80; ++i) CHECK_EQ(count[i], 0);
}

// Levels with a separate table, for few values and for many, by one thread and by three.
static void test_find(void) {
  enum { MANY = 5 << CAL_PLAN_PART_BITS };
  static double value[MANY], out[MANY];
  const double edge[] = {-7, 0, 0.5, 1, 1e9}, level[] = {-INFINITY, -2, 0, 3, INFINITY};
  const struct cal_stairs stairs = {edge, level, 5};
  for (int i = 0; i < MANY; ++i) value[i] = i < N ? values[i] : (i * 37 % 211) / 40.0 - 2;
  for (int n_threads = 1; n_threads <= 3; n_threads += 2) {
    for (ptrdiff_t n = N; n <= MANY; n += MANY - N) {
      struct test_host host = new_host(n_threads);
      for (ptrdiff_t i = 0; i < n; ++i) out[i] = NAN;
      cal_stairs_find(&host.host, &stairs, value, n, out);
      ptrdiff_t n_wrong = 0;
      for (ptrdiff_t i = 0; i < n; ++i) n_wrong += out[i] != level_at(&stairs, value[i]);
      CHECK(n_wrong == 0);
      free_host(&host);
    }
  }
}

int main(void) {
  test_count();
  test_every_number_of_buckets();
  test_infinite_edges();
  test_ratios();
  test_many_edges_in_a_cell();
  test_find();
  return check_report("stairs");
}
