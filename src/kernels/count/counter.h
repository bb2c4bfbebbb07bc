#ifndef CALIBRANT_KERNELS_COUNT_COUNTER_H
#define CALIBRANT_KERNELS_COUNT_COUNTER_H

#include "kernels/base/host.h"
#include "kernels/count/intervals.h"
#include "kernels/count/stairs.h"
#include "kernels/count/stream.h"

// A counter holds the counts of the trials of a stream so far, which come in chunks: their numbers
// in cells; in 2^bits parts of each of some intervals; or from each of some edges, the first being
// -Inf, to the next. CAL_COUNTS_NOTHING counts nothing: it only holds the intervals whose values
// are collected.
enum cal_counter_kind { CAL_COUNTS_CELLS, CAL_COUNTS_PARTS, CAL_COUNTS_STEPS, CAL_COUNTS_NOTHING };

// The caller fills in `kind` and the fields of that kind: `intervals` (`map`; for parts and values
// also `from`, `to` and `n`), `bits`, and `stairs` (`edge` and `n`). The counter sets the rest.
struct cal_counter {
  enum cal_counter_kind kind;
  struct cal_intervals intervals;
  int bits;
  struct cal_stairs stairs;
  int* shift;
  struct cal_table table;
  double n_in_table;
  int32_t* step_in_cell;
  double* number;
};

// The scratch memory of the `keeper` must live as long as the counter.
void cal_counter_begin(struct cal_host* keeper, struct cal_counter* counter);

void cal_counter_add(struct cal_host* keeper, struct cal_counter* counter,
                     const struct cal_trials* trials);

// Adds given counts to cells.
void cal_counter_add_counts(struct cal_host* keeper, struct cal_counter* counter,
                            const struct cal_counted* counted);

// The numbers of trials from each edge to the next.
void cal_counter_steps(const struct cal_counter* counter, double* n_h1, double* n_h2);

#endif
