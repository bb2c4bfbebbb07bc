#ifndef CALIBRANT_KERNELS_COUNT_STREAM_H
#define CALIBRANT_KERNELS_COUNT_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/base/sample.h"
#include "kernels/count/intervals.h"

// The trials of a stream come in chunks, and are counted in the cells of a map by
// `cal_cells_add()`; tables of parts merge by `cal_cells_merge()` (cells.h). After the last chunk
// they are represented by stretches of the axis with the numbers of trials in each. The PAV blocks
// follow from these and from the distinct values in those that are not closed (pav-buckets.h),
// which another pass collects or counts in finer cells (intervals.h).

// A table with two numbers for each of n cells or parts, H2 first. `more` has, for each number, the
// counts moved out of the table before 32 bits were too few, or is NULL.
struct cal_table {
  uint32_t* count;
  double* more;
  ptrdiff_t n;
};

// Moves all counts to `more`, which is not NULL.
void cal_table_relieve(struct cal_table* table);

// Stretches of the axis: each is a cell, several neighbouring cells, or a part of an interval. They
// ascend and are disjoint, and reach from the smallest to the largest value that may lie there,
// both included. A stretch that is `closed` cannot affect the hull of the blocks.
struct cal_stretches {
  double *from, *to, *n_h1, *n_h2;
  int* closed;
  ptrdiff_t n;
};

// Adds given counts to a table of counts.
void cal_cells_add_counts(const struct cal_cells* map, const struct cal_counted* counted,
                          uint32_t* count);

// Number of cells or parts that are not empty.
ptrdiff_t cal_table_filled(const struct cal_table* table);

// The cells that are not empty, in scratch memory of the host. All of them are kept.
struct cal_filled {
  int32_t* cell;
  double *n_h1, *n_h2;
  uint8_t* keep;
  ptrdiff_t n;
};

struct cal_filled cal_filled_find(struct cal_host* host, const struct cal_table* table);

// The least possible value in each cell that is kept.
void cal_filled_edges(const struct cal_cells* map, const struct cal_filled* filled, double* edge);

// Neighbours that are not kept are one stretch, which is closed. `stretches` has space for their
// number, and is filled from the front.
ptrdiff_t cal_stretches_number(const struct cal_filled* filled);
void cal_stretches_find(const struct cal_cells* map, const struct cal_filled* filled,
                        struct cal_stretches* stretches);

// The parts of intervals that are not empty, from a table with 2^bits of them for each interval
// (`cal_intervals_count()`). `stretches` has space for as many as are filled.
void cal_stretches_parts(const struct cal_intervals* intervals, const int* shift, int bits,
                         const struct cal_table* table, struct cal_stretches* stretches);

#endif
