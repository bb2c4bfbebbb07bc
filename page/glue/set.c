// Sets of the library, each for one piece of work of the page. Arrays are passed as addresses, and
// results of several parts as a record of doubles, in which addresses are numbers too.
#include "glue/set.h"

#include <math.h>
#include <stdint.h>

#include "glue/calibrate.h"
#include "host.h"

// `weight` is NULL where each trial counts as one.
PAGE_EXPORT("set")
struct calibrant_set* page_set(const double* value, const int* truth, const double* weight, int n,
                               enum calibrant_scale scale) {
  struct calibrant_set* set = cal_scratch(page_host(), 1, sizeof *set);
  hold_trials(set, (struct cal_trials){value, truth, n}, weight, scale, 1);
  return set;
}

// A set of which the page knows the counts.
PAGE_EXPORT("counted_set")
struct calibrant_set* page_counted_set(const double* value, const double* n_h1, const double* n_h2,
                                       int n, double total_h1, double total_h2,
                                       enum calibrant_scale scale) {
  struct calibrant_set* set = cal_scratch(page_host(), 1, sizeof *set);
  *set = (struct calibrant_set){.scale = scale,
                                .n_threads = 1,
                                .totals = {[CAL_H1] = total_h1, [CAL_H2] = total_h2},
                                .counted = {value, n_h1, n_h2, n}};
  return set;
}

PAGE_EXPORT("know_points")
void page_know_points(struct calibrant_set* set, const double* llr, const double* n_h1,
                      const double* n_h2, int n) {
  set->points = (struct cal_points){llr, n_h1, n_h2, n, set->totals[CAL_H1], set->totals[CAL_H2]};
}

static double address(const void* at) { return (double)(uintptr_t)at; }

static double* put_table(double* record, ptrdiff_t n, const double* const* column, int n_columns) {
  *record++ = (double)n;
  for (int k = 0; k < n_columns; ++k) *record++ = address(column[k]);
  return record;
}

// Tables that the library derives from a set. Record: totals of H1 and H2; counts (value, n_h1,
// n_h2, place on the axis of tables); blocks (min, max, n_h1, n_h2, llr, min and max on the axis,
// log10 LR); and for LRs, points (llr, n_h1, n_h2).
PAGE_EXPORT("derive") void page_derive(struct calibrant_set* set, double* record) {
  need_axis(set, NULL);
  need_blocks(set, NULL);
  const struct cal_counted* counted = &set->counted;
  const struct block_table* blocks = &set->blocks;
  *record++ = set->totals[CAL_H1];
  *record++ = set->totals[CAL_H2];
  record = put_table(record, counted->n,
                     (const double*[]){counted->value, counted->n_h1, counted->n_h2, set->axis}, 4);
  record =
      put_table(record, blocks->n,
                (const double*[]){blocks->min, blocks->max, blocks->n_h1, blocks->n_h2, blocks->llr,
                                  blocks->axis_min, blocks->axis_max, blocks->log10_lr},
                8);
  if (set->scale == CALIBRANT_SCORES) return;
  need_points(set, NULL);
  const struct cal_points* points = &set->points;
  put_table(record, points->n, (const double*[]){points->llr, points->n_h1, points->n_h2}, 3);
}

// calibrant_reliability() with the ends of the bins. Returns their number.
PAGE_EXPORT("reliability")
int page_reliability(struct calibrant_set* set, double prior, int bins,
                     struct calibrant_group* groups, ptrdiff_t* ends) {
  ptrdiff_t n_groups = 0;
  find_groups(set, prior, bins, groups, ends, &n_groups, NULL);
  return (int)n_groups;
}

// Record: status of the kernel, slope per nat, offset in nats, cost in nats at the training prior,
// wrong trials under H1 and H2, the minimum with the pseudo-trials, the number of steps, and the
// four covariances, by the model and of the Hessian. Returns the status of the library.
PAGE_EXPORT("calibrate")
enum calibrant_status page_calibrate(struct calibrant_set* set, double prior, double penalty,
                                     double* record) {
  double coefficients[2] = {NAN, NAN};
  enum cal_fit_status found = CAL_FIT_FOUND;
  struct cal_fit fit = {
      .coefficients = coefficients, .vcov = record + 8, .vcov_hessian = record + 12, .cost = NAN};
  const enum calibrant_status status = fit_set(set, prior, penalty, &fit, &found, NULL);
  record[0] = found;
  record[1] = coefficients[0];
  record[2] = coefficients[1];
  record[3] = fit.cost;
  record[4] = fit.wrong[CAL_H1];
  record[5] = fit.wrong[CAL_H2];
  record[6] = fit.minimum;
  record[7] = fit.n_steps;
  return status;
}

PAGE_EXPORT("fit_status_name") const char* page_fit_status_name(int status) {
  return status <= CAL_FIT_SIZE ? cal_fit_status_name[status] : NULL;
}
