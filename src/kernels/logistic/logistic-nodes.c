#include "kernels/logistic/logistic-nodes.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/cost/compress-trials.h"
#include "kernels/count/range.h"
#include "kernels/logistic/logistic-frame.h"
#include "kernels/logistic/logistic-line.h"
#include "kernels/logistic/logistic-search.h"
#include "kernels/logistic/logistic-weights.h"

static double frame_slope(const struct cal_frame* frame, const struct cal_newton* newton) {
  return newton->at[0] * frame->scale * frame->unit;
}

// The finite ones of ascending points, as rows.
static struct cal_logistic node_rows(const struct cal_logistic* problem,
                                     const struct cal_points* points) {
  ptrdiff_t first = 0, end = points->n;
  while (first < end && isinf(points->llr[first])) ++first;
  while (first < end && isinf(points->llr[end - 1])) --end;
  struct cal_logistic nodes = *problem;
  nodes.x = points->llr + first;
  nodes.n = end - first;
  nodes.d = 1;
  nodes.n_h1 = points->n_h1 + first;
  nodes.n_h2 = points->n_h2 + first;
  nodes.has_negative = true;
  nodes.truth = NULL;
  nodes.weight = NULL;
  return nodes;
}

bool cal_nodes_search(struct cal_host* host, const struct cal_logistic* problem,
                      const struct cal_points* points, struct cal_frame* frame,
                      struct cal_newton* newton, struct cal_logistic_scatter* scatter,
                      double* slope) {
  struct cal_logistic nodes = node_rows(problem, points);
  double range[2];
  *slope = NAN;
  if (nodes.n < 2) return false;
  cal_range(nodes.x, nodes.n, &range[0], &range[1]);
  cal_frames_find(host, &nodes, range, CAL_FRAME_TIGHT, frame);
  nodes.frame = frame;
  newton->has_minimum = false;
  if (!cal_logistic_search(host, &nodes, newton, scatter)) return false;
  *slope = frame_slope(frame, newton);
  return fabs(*slope) < CAL_PLAN_NODE_STRETCH &&
         cal_logistic_line_pivot(newton) >= CAL_PLAN_LEAST_PIVOT;
}

bool cal_nodes_place(struct cal_host* host, const struct cal_logistic* problem,
                     const double range[2], double* stretch, struct cal_frame* frame,
                     struct cal_newton* newton, struct cal_logistic_scatter* scatter) {
  const struct cal_trials trials = {problem->x, problem->truth, problem->n};
  for (int i = 0; i < CAL_PLAN_NODE_TRIES; ++i) {
    struct cal_points points;
    double slope;
    if (!isfinite(*stretch * range[0]) || !isfinite(*stretch * range[1])) return false;
    if (!cal_compress_trials(host, &trials, *stretch, range, &points)) return false;
    if (cal_nodes_search(host, problem, &points, frame, newton, scatter, &slope)) return true;
    if (fabs(slope) < CAL_PLAN_NODE_STRETCH) return false;
    *stretch *= isnan(slope) ? 8 : fabs(slope);
  }
  return false;
}

double cal_nodes_guess(struct cal_host* host, const struct cal_logistic* problem,
                       const double range[2], double prior) {
  const struct cal_sample_rows rows = cal_sample_rows_find(host, problem, CAL_PLAN_SAMPLE);
  struct cal_logistic few = cal_sample_problem(host, problem, &rows);
  struct cal_logistic_sums sums = cal_logistic_sums_new(host, 1);
  struct cal_logistic_scatter scatter = cal_logistic_scatter_new(host, 1, &sums);
  struct cal_newton newton = cal_newton_new(host, 2);
  struct cal_frame frame;
  double totals[2], few_range[2];
  const double least = 0.5 / (range[1] / 2 - range[0] / 2);
  cal_range(few.x, few.n, &few_range[0], &few_range[1]);
  if (!(few_range[0] < few_range[1])) return least;
  cal_logistic_totals(&few, totals);
  cal_frames_find(host, &few, few_range, CAL_FRAME_TIGHT, &frame);
  few.frame = &frame;
  cal_logistic_weigh(&few, prior, 0, totals);
  // Some samples are separable although the whole set is not. With pseudo-trials there is always a
  // minimum.
  if (!cal_logistic_search(host, &few, &newton, &scatter)) {
    cal_logistic_weigh(&few, prior, 1, totals);
    cal_logistic_search(host, &few, &newton, &scatter);
  }
  return fmax(fabs(frame_slope(&frame, &newton)), least);
}
