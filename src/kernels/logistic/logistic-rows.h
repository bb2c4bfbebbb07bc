#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_ROWS_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_ROWS_H

#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"
#include "kernels/logistic/logistic.h"

// Passes over the rows of logistic regression, in blocks that fit into the nearest memory. Sums go
// to eight lanes each, so that they need not wait for each other, and every so many blocks from
// there to their totals.
enum { CAL_LANES = 8 };

// Rows with their z and the functions of it (see vector-math.h). `x` has a column per input, where
// the offset counts as one that is always 1, and `lanes` are zeros at first.
struct cal_row_block {
  double *x, *lanes;
  double n_h1[CAL_VECTOR_BLOCK], n_h2[CAL_VECTOR_BLOCK], z[CAL_VECTOR_BLOCK];
  double both[CAL_VECTOR_BLOCK], far[CAL_VECTOR_BLOCK];
};

// Task of a pass: `add` takes a block to the lanes, `flush` the lanes to its totals, all of which
// are in `data`. Functions of z that it does not need are not computed.
enum cal_row_needs { CAL_ROWS_X, CAL_ROWS_SLOPE, CAL_ROWS_COST };
struct cal_row_task {
  enum cal_row_needs needs;
  void (*add)(void* data, const struct cal_row_block* block);
  void (*flush)(void* data, const struct cal_row_block* block);
  void* data;
};

// A pass over all rows at theta. `scratch` holds cal_rows_scratch(d) doubles.
ptrdiff_t cal_rows_scratch(ptrdiff_t d);
void cal_rows_pass(struct cal_host* host, const struct cal_logistic* problem, const double* theta,
                   double* scratch, const struct cal_row_task* task);

// The lanes of p sums and a triangle of them, for p parameters.
static inline ptrdiff_t cal_moment_lanes(ptrdiff_t p) { return CAL_LANES * (p + cal_triangle(p)); }

// Adds to p lanes the products of the column `slope` by all inputs, and to a triangle of them those
// of `bend` by all products of two inputs. Either column may be NULL.
void cal_block_moments(const struct cal_row_block* block, ptrdiff_t p, const double* slope,
                       const double* bend, double* lanes);

// Moves sums out of lanes, and clears the lanes: one sum; or p sums and a triangle, which are
// added.
double cal_lanes_take(double* lanes);
void cal_lanes_take_moments(double* lanes, ptrdiff_t p, double* vector, double* matrix);

// Adds a column to lanes.
CAL_INLINE void cal_lanes_add(const double* restrict column, double* restrict lanes) {
  for (int i = 0; i < CAL_VECTOR_BLOCK; i += CAL_LANES) {
    for (int l = 0; l < CAL_LANES; ++l) lanes[l] += column[i + l];
  }
}

// The upper triangle of a matrix from its lower one.
void cal_mirror(double* matrix, ptrdiff_t p);

#endif
