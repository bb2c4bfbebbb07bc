#include "kernels/cost/reduce.h"

#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"
#include "kernels/cost/cllr-costs.h"
#include "kernels/cost/compress-trials.h"
#include "kernels/cost/compress.h"
#include "kernels/count/count-sample.h"

static double* llrs_of(struct cal_host* host, double unit, const struct cal_counted* counted) {
  double* llr = cal_scratch_doubles(host, counted->n);
  for (ptrdiff_t i = 0; i < counted->n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    llr[i] = cal_sample_llr(unit, counted->value[i]);
  }
  return llr;
}

struct cal_points cal_reduce_counts(struct cal_host* host, double unit,
                                    const struct cal_counted* counted) {
  struct cal_points points = {
      llrs_of(host, unit, counted), counted->n_h1, counted->n_h2, counted->n, 0, 0};
  if (counted->n > CAL_PLAN_FEW_LLRS) {
    const struct cal_scaled all = {points.llr, 1, counted->n_h1, counted->n_h2, counted->n};
    points = cal_compress_all(host, &all);
  }
  cal_counted_totals(counted, &points.total_h1, &points.total_h2);
  return points;
}

static bool reduce_unsorted(struct cal_host* host, const struct cal_sample* sample,
                            const double range[2], struct cal_points* points) {
  if (sample->weight || sample->trials.n <= CAL_PLAN_FEW_LLRS) return false;
  double unit;
  const struct cal_trials trials = cal_sample_logs(host, sample, &unit);
  const double ends[2] = {unit == sample->unit ? range[0] : log(range[0]),
                          unit == sample->unit ? range[1] : log(range[1])};
  return cal_compress_trials(host, &trials, unit, ends, points);
}

struct cal_reduced cal_reduce(struct cal_host* host, const struct cal_sample* sample,
                              const double range[2], const struct cal_counted* known) {
  struct cal_reduced out = {.counted = {.n = 0}};
  if (reduce_unsorted(host, sample, range, &out.points)) return out;
  out.counted = known ? *known : cal_count_sample(host, sample);
  out.points = cal_reduce_counts(host, sample->unit, &out.counted);
  return out;
}

struct cost_work {
  double unit;
  struct cal_costs costs[CAL_MAX_PARTS];
};

static void add_piece(void* data, ptrdiff_t part, const struct cal_trials* piece) {
  struct cost_work* work = data;
  cal_cllr_costs_add(piece, work->unit, &work->costs[part]);
}

// Fails for infinite LLRs, and for LLRs so large that their sums overflow: costs then come from
// points.
static bool costs_unsorted(struct cal_host* host, const struct cal_sample* sample,
                           const double range[2], double* h1, double* h2) {
  if (sample->weight || sample->trials.n <= CAL_PLAN_FEW_COSTS) return false;
  const bool logs = isnan(sample->unit);
  const double low = logs ? log(range[0]) : range[0], high = logs ? log(range[1]) : range[1];
  if (!(fmax(fabs(low), fabs(high)) < CAL_PLAN_MOST_LLR)) return false;

  struct cost_work work = {.unit = 1};
  const struct cal_trials trials = cal_sample_logs(host, sample, &work.unit);
  const ptrdiff_t n_parts = cal_parts(trials.n);
  cal_each_piece(host, &trials, n_parts, add_piece, &work);
  for (ptrdiff_t part = 1; part < n_parts; ++part) {
    cal_cllr_costs_merge(&work.costs[0], &work.costs[part]);
  }
  const struct cal_costs* all = &work.costs[0];
  *h1 = cal_sum_value(all->h1) / (double)all->n_h1;
  *h2 = cal_sum_value(all->h2) / (double)(trials.n - all->n_h1);
  return true;
}

struct cal_reduced cal_mean_costs(struct cal_host* host, const struct cal_sample* sample,
                                  const double range[2], const struct cal_counted* known,
                                  double* h1, double* h2) {
  if (costs_unsorted(host, sample, range, h1, h2)) {
    return (struct cal_reduced){.counted = {.n = 0}};
  }
  const struct cal_reduced out = cal_reduce(host, sample, range, known);
  cal_cross_entropy(&out.points, 0, h1, h2);
  return out;
}
