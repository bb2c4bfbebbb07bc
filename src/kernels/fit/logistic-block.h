#ifndef CALIBRANT_KERNELS_FIT_LOGISTIC_BLOCK_H
#define CALIBRANT_KERNELS_FIT_LOGISTIC_BLOCK_H

#include "kernels/base/vector-loops.h"
#include "kernels/base/vector-math.h"
#include "kernels/fit/logistic.h"

// How the passes of logistic regression go over its rows: in blocks that fit into the nearest
// memory. Sums go to eight lanes each, so that they need not wait for each other, and every so many
// blocks from there to their totals.
enum { CAL_LANES = 8, CAL_FLUSH = 16 };

// Rows with their z and the functions of it (see vector-math.h). `x` has a column per input, where
// the offset counts as one that is always 1, and `lanes` are zeros at first.
struct cal_row_block {
  double *x, *lanes;
  double n_h1[CAL_VECTOR_BLOCK], n_h2[CAL_VECTOR_BLOCK], z[CAL_VECTOR_BLOCK];
  double both[CAL_VECTOR_BLOCK], far[CAL_VECTOR_BLOCK];
};

// The parts of the lanes, for p parameters.
static inline ptrdiff_t cal_moment_lanes(ptrdiff_t p) { return CAL_LANES * (p + cal_triangle(p)); }

void cal_block_open(const struct cal_logistic* problem, double* scratch,
                    struct cal_row_block* block);

// Rows `first` to `last`, or as many of them as fit, which are filled up with rows without weight:
// inputs, numbers of trials and z.
void cal_block_read(const struct cal_logistic* problem, const double* theta, ptrdiff_t first,
                    ptrdiff_t last, struct cal_row_block* block);

// Adds to p lanes the products of the column `slope` by all inputs, and to a triangle of them those
// of `bend` by all products of two inputs. Either column may be NULL.
void cal_block_moments(const struct cal_row_block* block, ptrdiff_t p, const double* slope,
                       const double* bend, double* lanes);

// Takes sums out of lanes, which start anew: one; or p and a triangle, which are added.
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

// The objective's part in a pass: adds a block to the lanes, and the lanes to the sums.
void cal_objective_add(const struct cal_logistic* problem, struct cal_row_block* block,
                       struct cal_logistic_sums* sums);
void cal_objective_flush(const struct cal_logistic* problem, struct cal_row_block* block,
                         struct cal_logistic_sums* sums);

#endif
