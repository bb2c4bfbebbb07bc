#ifndef CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SAMPLE_H
#define CALIBRANT_KERNELS_LOGISTIC_LOGISTIC_SAMPLE_H

#include "kernels/logistic/logistic.h"

// A sample of rows. It has one row from each stretch of rows, at a pseudo-random but fixed place:
// at equal distances, periodic data would show only one phase.

// Place of the sampled row in stretch i of `length` rows: 0 to length - 1.
ptrdiff_t cal_sample_place(ptrdiff_t i, ptrdiff_t length);

// Ascending positions of about `size` rows (all, if there are fewer) with trials under H1, and as
// many with trials under H2; a row may be under both.
struct cal_sample_rows {
  const ptrdiff_t* row[2];
  ptrdiff_t n[2];
};
struct cal_sample_rows cal_sample_rows_find(struct cal_host* host,
                                            const struct cal_logistic* problem, ptrdiff_t size);

// The sampled rows as a separate problem, each row once; the caller sets its weights.
struct cal_logistic cal_sample_problem(struct cal_host* host, const struct cal_logistic* problem,
                                       const struct cal_sample_rows* rows);

// Thins single trials to one of each step[c] under hypothesis c (the last step may be incomplete
// and have none), with weights that keep the sum over all trials.
struct cal_logistic cal_sample_thin(struct cal_host* host, const struct cal_logistic* problem,
                                    const ptrdiff_t step[2]);

// A quadratic that makes the objective of such a sample that of all trials, near the place `at` of
// p parameters: its `gradient` and `hessian` there are those of all less those of the sample. The
// remainder differs in the third derivative only, and by little. So Newton's method squares the
// distance e of `at` from the minimum, whereas the minimum of the sample so tilted is at a distance
// of e^2 times the relative error of the sample, for one pass over all trials.
struct cal_tilt {
  ptrdiff_t p;
  double *at, *gradient, *hessian;
};

// Adds the tilt, at theta, to the sums.
void cal_tilt_add(const struct cal_tilt* tilt, const double* theta, struct cal_logistic_sums* sums);

#endif
