#include "kernels/count/intervals.h"

#include <string.h>

#include "kernels/base/sort.h"
#include "kernels/count/counts.h"

static int32_t cell_of(const struct cal_intervals* intervals, double x) {
  return cal_cell(&intervals->map, x, intervals->map.of_bits);
}

void cal_intervals_mark(const struct cal_intervals* intervals, uint8_t* keep) {
  memset(keep, 0, (size_t)intervals->map.size);
  for (ptrdiff_t i = 0; i < intervals->n; ++i) {
    const int32_t last = cell_of(intervals, intervals->to[i]);
    for (int32_t b = cell_of(intervals, intervals->from[i]); b <= last; ++b) keep[b] = 1;
  }
}

/*@ requires \valid_read(intervals) && intervals->n >= 0;
  @ requires \valid_read(intervals->from + (0 .. intervals->n - 1));
  @ requires \valid_read(intervals->to + (0 .. intervals->n - 1));
  @ requires \forall integer i, j; 0 <= i < j < intervals->n ==>
  @   intervals->to[i] < intervals->from[j];
  @ requires \forall integer i, j; 0 <= i <= j < intervals->n ==>
  @   intervals->from[i] <= intervals->from[j];
  @ assigns \nothing;
  @ ensures -1 <= \result < intervals->n;
  @ ensures \result == -1 ==> \forall integer i; 0 <= i < intervals->n ==>
  @   x < intervals->from[i] || intervals->to[i] < x;
  @ ensures \result >= 0 ==> intervals->from[\result] <= x <= intervals->to[\result]; */
ptrdiff_t cal_interval_of(const struct cal_intervals* intervals, double x) {
  ptrdiff_t low = 0, high = intervals->n;
  /*@ loop invariant 0 <= low <= high <= intervals->n;
    @ loop invariant \forall integer i; 0 <= i < low ==> intervals->from[i] <= x;
    @ loop invariant \forall integer i; high <= i < intervals->n ==> x < intervals->from[i];
    @ loop assigns low, high;
    @ loop variant high - low; */
  while (low < high) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (intervals->from[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  /*@ assert \forall integer i; 0 <= i && i + 1 < low ==>
    @   intervals->to[i] < intervals->from[low - 1]; */
  return low > 0 && x <= intervals->to[low - 1] ? low - 1 : -1;
}

// Four trials at a time, so that the arithmetic does not wait for the table of flags: most of them
// are not of interest.
CAL_INLINE void find_marked(const struct cal_intervals* intervals, const double* x, bool of_bits,
                            bool found[4]) {
  int32_t cell[4];
  for (int k = 0; k < 4; ++k) cell[k] = cal_cell(&intervals->map, x[k], of_bits);
  for (int k = 0; k < 4; ++k) found[k] = intervals->keep[cell[k]];
}

// Up to `n` positions of trials in marked cells, from `*next` on, which moves past those seen.
static int next_marked(const struct cal_intervals* intervals, const struct cal_trials* trials,
                       ptrdiff_t* next, ptrdiff_t* place, int n) {
  const bool of_bits = intervals->map.of_bits;
  const double* x = trials->value;
  int size = 0;
  ptrdiff_t i = *next;
  for (; i + 4 <= trials->n && size + 4 <= n; i += 4) {
    bool found[4];
    if (of_bits)
      find_marked(intervals, x + i, true, found);
    else
      find_marked(intervals, x + i, false, found);
    for (int k = 0; k < 4; ++k) {
      if (found[k]) place[size++] = i + k;
    }
  }
  for (; i < trials->n && trials->n - i < 4 && size < n; ++i) {
    if (intervals->keep[cell_of(intervals, x[i])]) place[size++] = i;
  }
  *next = i;
  return size;
}

enum { BATCH = 256 };

void cal_intervals_take(const struct cal_intervals* intervals, const struct cal_trials* trials,
                        uint64_t* const key[2], ptrdiff_t n[2]) {
  ptrdiff_t place[BATCH], next = 0;
  n[0] = n[1] = 0;
  while (next < trials->n) {
    const int size = next_marked(intervals, trials, &next, place, BATCH);
    for (int k = 0; k < size; ++k) {
      const double x = trials->value[place[k]];
      const int class = trials->truth[place[k]];
      if (cal_interval_of(intervals, x) >= 0) key[class][n[class]++] = cal_sort_key(x);
    }
  }
}

struct cal_counted cal_intervals_counts(struct cal_host* host,
                                        const struct cal_intervals* intervals,
                                        const struct cal_trials* trials) {
  uint64_t *key[2], *scratch = cal_scratch(host, trials->n, sizeof *scratch);
  for (int c = 0; c < 2; ++c) key[c] = cal_scratch(host, trials->n, sizeof *key[c]);
  ptrdiff_t n[2];
  cal_intervals_take(intervals, trials, key, n);
  for (int c = 0; c < 2; ++c) cal_sort(key[c], NULL, scratch, NULL, n[c]);

  const struct cal_sorted h1 = {key[CAL_H1], NULL, n[CAL_H1]}, h2 = {key[CAL_H2], NULL, n[CAL_H2]};
  const ptrdiff_t size = cal_counts_size(h1, h2);
  double* value = cal_scratch_doubles(host, size);
  double* n_h1 = cal_scratch_doubles(host, size);
  double* n_h2 = cal_scratch_doubles(host, size);
  cal_counts(h1, h2, value, n_h1, n_h2);
  return (struct cal_counted){value, n_h1, n_h2, size};
}

int cal_interval_shift(double from, double to, int bits) {
  const uint64_t width = cal_sort_key(to) - cal_sort_key(from);
  int shift = 0;
  while (width >> shift >> bits > 0) ++shift;
  return shift;
}

void cal_intervals_count(const struct cal_intervals* intervals, const int* shift, int bits,
                         const struct cal_trials* trials, uint32_t* count) {
  ptrdiff_t place[BATCH], next = 0;
  while (next < trials->n) {
    const int size = next_marked(intervals, trials, &next, place, BATCH);
    for (int k = 0; k < size; ++k) {
      const double x = trials->value[place[k]];
      const ptrdiff_t i = cal_interval_of(intervals, x);
      if (i < 0) continue;
      const uint64_t from = cal_sort_key(intervals->from[i]);
      const uint64_t part = (cal_sort_key(x) - from) >> shift[i];
      ++count[2 * (((uint64_t)i << bits) + part) + (unsigned)trials->truth[place[k]]];
    }
  }
}
