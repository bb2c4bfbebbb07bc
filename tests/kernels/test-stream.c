#include "kernels/count/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "kernels/base/sort.h"
#include "kernels/count/count-sample.h"
#include "kernels/count/counts.h"
#include "kernels/pav/pav-buckets.h"
#include "kernels/pav/pav-unsorted.h"

enum { MAX_N = 3000, SIZE = 128, MAX_BITS = 3, MAX_ROWS = MAX_N + SIZE };

// Method of reading a stream: in chunks of a size, with or without counts that left the tables
// early, and with rows that are first cut into 2^bits parts, 0 for none.
struct manner {
  ptrdiff_t chunk;
  bool relieved;
  int bits;
};

struct rows {
  double from[MAX_ROWS], to[MAX_ROWS], n_h1[MAX_ROWS], n_h2[MAX_ROWS];
  int closed[MAX_ROWS];
  struct cal_stretches all;
};

static struct cal_stretches* empty(struct rows* rows) {
  rows->all = (struct cal_stretches){rows->from, rows->to, rows->n_h1, rows->n_h2, rows->closed, 0};
  return &rows->all;
}

static struct cal_trials chunk_at(const struct cal_trials* trials, ptrdiff_t first,
                                  ptrdiff_t size) {
  const ptrdiff_t n = trials->n - first < size ? trials->n - first : size;
  return (struct cal_trials){trials->value + first, trials->truth + first, n};
}

// Counts each half in a separate table, and merges the tables.
static void count_halves(const struct cal_trials* trials, const struct cal_cells* map,
                         ptrdiff_t size, uint32_t* count) {
  static uint32_t half[2][2 * SIZE];
  memset(half, 0, sizeof half);
  for (ptrdiff_t first = 0; first < trials->n; first += size) {
    const struct cal_trials chunk = chunk_at(trials, first, size);
    cal_cells_add(map, &chunk, half[2 * first > trials->n]);
  }
  cal_cells_merge(map, half[0], half[1]);
  memcpy(count, half[1], sizeof half[1]);
}

static struct cal_table relieve(uint32_t* count, double* more, ptrdiff_t n, bool relieved) {
  if (!relieved) return (struct cal_table){count, NULL, n};
  for (ptrdiff_t cell = 0; cell < 2 * n; ++cell) {
    more[cell] = count[cell] / 2;
    count[cell] -= count[cell] / 2;
  }
  return (struct cal_table){count, more, n};
}

static void find_rows(struct cal_host* host, const struct cal_trials* trials,
                      const struct cal_cells* map, struct manner manner, struct rows* rows) {
  static uint32_t count[2 * SIZE];
  static double more[2 * SIZE];
  count_halves(trials, map, manner.chunk, count);
  const struct cal_table table = relieve(count, more, SIZE, manner.relieved);
  const struct cal_filled filled = cal_filled_find(host, &table);
  CHECK(filled.n == cal_table_filled(&table));
  cal_filled_prune(host, &filled);
  double edge[SIZE];
  cal_filled_edges(map, &filled, edge);
  for (ptrdiff_t i = 0, k = 0; i < filled.n; ++i) {
    if (!filled.keep[i]) continue;
    CHECK_EQ(edge[k], cal_sort_value(cal_cell_first_key(map, filled.cell[i])));
    ++k;
  }
  cal_stretches_find(map, &filled, empty(rows));
  CHECK(rows->all.n == cal_stretches_number(&filled));
}

static bool is_open(const struct rows* rows, ptrdiff_t i) {
  return !rows->closed[i] && rows->from[i] < rows->to[i];
}

struct open {
  double from[MAX_ROWS], to[MAX_ROWS];
  uint8_t keep[SIZE];
  struct cal_intervals intervals;
};

static void find_open(const struct rows* rows, const struct cal_cells* map, struct open* open) {
  open->intervals = (struct cal_intervals){*map, open->keep, open->from, open->to, 0};
  for (ptrdiff_t i = 0; i < rows->all.n; ++i) {
    if (!is_open(rows, i)) continue;
    open->from[open->intervals.n] = rows->from[i];
    open->to[open->intervals.n++] = rows->to[i];
  }
  cal_intervals_mark(&open->intervals, open->keep);
}

static void copy_row(struct rows* to, const struct rows* from, ptrdiff_t i) {
  const ptrdiff_t n = to->all.n++;
  to->from[n] = from->from[i];
  to->to[n] = from->to[i];
  to->n_h1[n] = from->n_h1[i];
  to->n_h2[n] = from->n_h2[i];
  to->closed[n] = from->closed[i];
}

// Parts instead of open rows.
static void split(const struct cal_trials* trials, const struct open* open, struct manner manner,
                  struct rows* rows) {
  static uint32_t count[2 * MAX_ROWS << MAX_BITS];
  static double more[2 * MAX_ROWS << MAX_BITS];
  static int shift[MAX_ROWS];
  static struct rows parts, before;
  const ptrdiff_t n_parts = open->intervals.n << manner.bits;
  memset(count, 0, sizeof count);
  for (ptrdiff_t i = 0; i < open->intervals.n; ++i) {
    shift[i] = cal_interval_shift(open->from[i], open->to[i], manner.bits);
  }
  for (ptrdiff_t first = 0; first < trials->n; first += manner.chunk) {
    const struct cal_trials chunk = chunk_at(trials, first, manner.chunk);
    cal_intervals_count(&open->intervals, shift, manner.bits, &chunk, count);
  }
  const struct cal_table table = relieve(count, more, n_parts, manner.relieved);
  cal_stretches_parts(&open->intervals, shift, manner.bits, &table, empty(&parts));
  CHECK(parts.all.n == cal_table_filled(&table));

  before = *rows;
  empty(rows);
  for (ptrdiff_t i = 0, k = 0; i < before.all.n; ++i) {
    if (!is_open(&before, i)) copy_row(rows, &before, i);
    if (!is_open(&before, i)) continue;
    double n = before.n_h1[i] + before.n_h2[i];
    for (; k < parts.all.n && parts.from[k] <= before.to[i]; ++k) {
      CHECK(parts.from[k] >= before.from[i] && parts.to[k] <= before.to[i]);
      n -= parts.n_h1[k] + parts.n_h2[k];
      copy_row(rows, &parts, k);
    }
    CHECK(n == 0);
  }
}

// The values in open rows, and the values of rows with only one.
static ptrdiff_t find_values(struct cal_host* host, const struct cal_trials* trials,
                             const struct open* open, const struct rows* rows, ptrdiff_t size,
                             struct cal_tally_values* values, double* column[3], int* bucket) {
  struct cal_counted all = {0};
  ptrdiff_t total = 0;
  for (ptrdiff_t first = 0; first < trials->n; first += size) {
    const struct cal_trials chunk = chunk_at(trials, first, size);
    const struct cal_counted found = cal_intervals_counts(host, &open->intervals, &chunk);
    all = cal_counted_merge(host, &all, &found);
  }
  const double* const found[3] = {all.value, all.n_h1, all.n_h2};
  const ptrdiff_t size_found = all.n;
  for (ptrdiff_t i = 0, k = 0; i < rows->all.n; ++i) {
    if (rows->closed[i]) continue;
    if (!is_open(rows, i)) {
      column[0][total] = rows->from[i];
      column[1][total] = rows->n_h1[i];
      column[2][total] = rows->n_h2[i];
      bucket[total++] = (int)i;
    }
    for (; is_open(rows, i) && k < size_found && found[0][k] <= rows->to[i]; ++k) {
      for (int c = 0; c < 3; ++c) column[c][total] = found[c][k];
      bucket[total++] = (int)i;
    }
  }
  *values = (struct cal_tally_values){{column[0], column[1], column[2], total}, bucket};
  return total;
}

// All steps of a stream. True if the blocks are those of the sorted trials.
static bool stream_agrees(const struct cal_trials* trials, struct manner manner) {
  static struct rows rows;
  static struct open open;
  static double column[3][MAX_ROWS];
  static int bucket[MAX_ROWS];
  static uint8_t keep[MAX_ROWS];
  struct test_host host = new_host(1);
  const ptrdiff_t n_first = manner.chunk < trials->n ? manner.chunk : trials->n;
  const struct cal_cells map = cal_cells_choose(trials->value, n_first, SIZE);
  find_rows(&host.host, trials, &map, manner, &rows);
  find_open(&rows, &map, &open);
  if (manner.bits > 0) {
    split(trials, &open, manner, &rows);
    find_open(&rows, &map, &open);
  }
  struct cal_tally_values values;
  find_values(&host.host, trials, &open, &rows, manner.chunk, &values,
              (double*[]){column[0], column[1], column[2]}, bucket);
  const struct cal_counted tally = {rows.from, rows.n_h1, rows.n_h2, rows.all.n};
  for (ptrdiff_t i = 0; i < tally.n; ++i) keep[i] = !rows.closed[i];
  bool agrees = cal_tally_differs(&tally, keep, &values, 0) == tally.n;

  const struct cal_sample sample = {*trials, NULL, 1};
  const struct cal_counted counted = cal_count_sample(&host.host, &sample);
  const struct cal_partition expected = cal_blocks_of_counts(&host.host, &counted);
  const struct cal_partition found = cal_tally_blocks(&host.host, &tally, keep, &values);
  agrees = agrees && found.n == expected.n;
  for (ptrdiff_t i = 0; agrees && i < found.n; ++i) {
    const struct cal_block a = found.blocks[i], b = expected.blocks[i];
    agrees = a.n_h1 == b.n_h1 && a.n_h2 == b.n_h2 &&
             found.value[a.first] == expected.value[b.first] &&
             found.value[a.last] == expected.value[b.last];
  }
  free_host(&host);
  return agrees;
}

static double uniform(void) { return (rand() + 0.5) / (RAND_MAX + 1.0); }

static double draw(int shape) {
  static const double special[] = {-HUGE_VAL, HUGE_VAL, 0.0, -0.0, 5e-324, -5e-324, 1e308};
  const double x = 6 * (uniform() + uniform() + uniform()) - 9;
  if (shape == 1) return floor(4 * x) / 4;
  if (shape == 2) return uniform() < 0.3 ? special[rand() % 7] : x;
  if (shape == 3) return exp(20 * x);
  if (shape == 4) return x * 1e-310;
  if (shape == 5) return uniform() < 0.01 ? x * 1e9 : x;
  return x;
}

static void test_random_streams(void) {
  static double value[MAX_N];
  static int truth[MAX_N];
  for (int round = 0; round < 600; ++round) {
    const ptrdiff_t n = 2 + rand() % (round % 5 ? 200 : MAX_N - 2);
    for (ptrdiff_t i = 0; i < n; ++i) {
      value[i] = draw(round % 6);
      truth[i] = uniform() < 1 / (1 + exp(-(round % 3) * value[i]));
    }
    truth[0] = 0;
    truth[n - 1] = 1;
    const struct cal_trials trials = {value, truth, n};
    const struct manner manner = {1 + rand() % n, round % 2, rand() % (MAX_BITS + 1)};
    CHECK(stream_agrees(&trials, manner));
  }
}

// Counts go to the same buckets as their trials.
static void test_counts(void) {
  const double value[] = {-HUGE_VAL, -3, 0, 0, 1, 1, 1, 7, HUGE_VAL};
  const int truth[] = {0, 0, 1, 0, 1, 1, 0, 1, 1};
  const struct cal_trials trials = {value, truth, 9};
  const struct cal_sample sample = {trials, NULL, 1};
  struct test_host host = new_host(1);
  const struct cal_counted counted = cal_count_sample(&host.host, &sample);
  const struct cal_cells map = cal_cells_choose(value, 9, SIZE);
  uint32_t one[2 * SIZE] = {0}, other[2 * SIZE] = {0};
  cal_cells_add(&map, &trials, one);
  cal_cells_add_counts(&map, &counted, other);
  for (int cell = 0; cell < 2 * SIZE; ++cell) CHECK(one[cell] == other[cell]);
  free_host(&host);
}

// Counts that leave a table early are still counted, and empty cells of both halves stay empty.
static void test_relief(void) {
  uint32_t count[6] = {1, 2, 0, 0, 4000000000u, 5};
  double more[6] = {0};
  struct cal_table table = {count, more, 3};
  cal_table_relieve(&table);
  for (int i = 0; i < 6; ++i) CHECK(count[i] == 0);
  CHECK_EQ(more[4], 4000000000.0);
  count[4] = 4000000000u;
  CHECK(cal_table_filled(&table) == 2);
  cal_table_relieve(&table);
  CHECK_EQ(more[4], 8000000000.0);
}

// Omitted cells form one stretch with their neighbours; before the first there is none.
static void test_number_of_stretches(void) {
  uint8_t keep[] = {0, 0, 0, 1, 1, 0};
  const struct cal_filled filled = {.keep = keep + 1, .n = 5};
  CHECK(cal_stretches_number(&filled) == 4);
}

int main(void) {
  srand(1);
  test_random_streams();
  test_counts();
  test_relief();
  test_number_of_stretches();
  return check_report("stream");
}
