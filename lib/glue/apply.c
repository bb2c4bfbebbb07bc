#include <math.h>

#include "host.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/fit/kde-cells.h"
#include "kernels/fit/spline.h"
#include "kernels/pav/apply-blocks.h"
#include "scale.h"

// A certain input gives a certain LR, for any finite inputs.
enum calibrant_status calibrant_apply_sum(const double* slope, ptrdiff_t d, double offset,
                                          const double* x, ptrdiff_t n, double* out,
                                          struct calibrant_error* error) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    double sum = 0;
    bool up = false, down = false;
    for (ptrdiff_t k = 0; k < d; ++k) {
      const double input = x[k * n + i];
      up = up || input == INFINITY;
      down = down || input == -INFINITY;
      if (isfinite(input)) sum += slope[k] * input;
    }
    if (up && down) {
      return fail(error, CALIBRANT_INFINITE,
                  "Inputs of one trial must not claim opposite certainties: those at index %td do.",
                  i);
    }
    out[i] = up ? INFINITY : down ? -INFINITY : sum + offset;
  }
  return CALIBRANT_OK;
}

void calibrant_apply_beta(double a, double b, double offset, double log_odds, const double* x,
                          ptrdiff_t n, double* out) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double z = x[i] + log_odds;
    out[i] = isinf(x[i]) ? x[i] : -a * cal_softplus(-z) + b * cal_softplus(z) + offset;
  }
}

void calibrant_apply_four_parameter(double slope, double offset, double floor, double ceiling,
                                    const double* x, ptrdiff_t n, double* out) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double line = slope * x[i] + offset;
    const double near = log1p(exp(-fabs(line - floor))) - log1p(exp(-fabs(line - ceiling)));
    out[i] = isinf(line) ? (line > 0 ? ceiling : floor) : fmin(fmax(line, floor), ceiling) + near;
  }
}

void calibrant_apply_lines(const double* at, const double* y, ptrdiff_t n_points, const double* x,
                           ptrdiff_t n, double* out) {
  const struct cal_levels line = {at, at, y, n_points};
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double value = x[i];
    cal_apply_blocks(&line, false, &value, 1, out + i);
    if (isinf(value)) out[i] = value;
  }
}

void calibrant_apply_blocks(const double* min, const double* max, const double* log10_lr,
                            ptrdiff_t n_blocks, const double* x, ptrdiff_t n, double* out) {
  const struct cal_levels blocks = {min, max, log10_lr, n_blocks};
  cal_apply_blocks(&blocks, false, x, n, out);
  calibrant_convert(out, n, CALIBRANT_LOG10, CALIBRANT_LN, out);
}

struct spline_task {
  double slope, offset, start;
  const double *slopes, *x;
  struct cal_spline spline;
  ptrdiff_t n;
  double* out;
};

static void find_spline(struct cal_host* host, void* data) {
  const struct spline_task* task = data;
  const ptrdiff_t n_knots = task->spline.n_knots;
  double* theta = cal_scratch_doubles(host, n_knots + 1);
  double* line = cal_scratch_doubles(host, task->n);
  theta[0] = task->start;
  for (ptrdiff_t j = 0; j < n_knots; ++j) theta[1 + j] = task->slopes[j];
  for (ptrdiff_t i = 0; i < task->n; ++i) line[i] = task->slope * task->x[i] + task->offset;
  cal_spline_at(host, &task->spline, theta, line, task->n, line);
  for (ptrdiff_t i = 0; i < task->n; ++i) {
    task->out[i] = isinf(task->x[i]) ? task->x[i] : line[i];
  }
}

enum calibrant_status calibrant_apply_spline(double slope, double offset, const double* knots,
                                             const double* slopes, ptrdiff_t n_knots, double start,
                                             const double* x, ptrdiff_t n, double* out,
                                             struct calibrant_error* error) {
  struct spline_task task = {slope, offset, start, slopes, x, {knots, n_knots}, n, out};
  return run_job(find_spline, &task, 1, error);
}

struct kernels_task {
  const struct calibrant_density *h1, *h2;
  double unit;
  const double *range, *x;
  ptrdiff_t n;
  double* out;
};

static struct cal_kernels kernels_of(struct cal_host* host,
                                     const struct calibrant_density* density) {
  struct cal_kernels kernels = {.all = {density->at, density->n, density->n_at},
                                .bandwidth = density->bandwidth};
  kernels.nodes = cal_kde_nodes(host, &kernels.all, kernels.bandwidth);
  for (ptrdiff_t i = 0; i < density->n_at; ++i) kernels.total += density->n[i];
  return kernels;
}

static void find_ratios(struct cal_host* host, void* data) {
  const struct kernels_task* task = data;
  const struct cal_kernels h1 = kernels_of(host, task->h1), h2 = kernels_of(host, task->h2);
  double* value = cal_scratch_doubles(host, task->n);
  for (ptrdiff_t i = 0; i < task->n; ++i) value[i] = task->x[i] / task->unit;
  cal_kde_ratios(host, &h1, &h2, task->range, value, task->n, value);
  for (ptrdiff_t i = 0; i < task->n; ++i) {
    task->out[i] = isinf(task->x[i]) ? task->x[i] : value[i];
  }
}

enum calibrant_status calibrant_apply_kernels(const struct calibrant_density* h1,
                                              const struct calibrant_density* h2, double unit,
                                              const double range[2], const double* x, ptrdiff_t n,
                                              double* out, struct calibrant_error* error) {
  struct kernels_task task = {h1, h2, unit, range, x, n, out};
  return run_job(find_ratios, &task, 1, error);
}

void calibrant_bounded(const double* x, ptrdiff_t n, double low, double high, double* out) {
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

void calibrant_beside(const double* x, ptrdiff_t n, double low, double high, double offset,
                      double* out) {
  for (ptrdiff_t i = 0; i < n; ++i)
    out[i] = isfinite(x[i]) ? out[i] + offset : x[i] > 0 ? high : low;
}

void calibrant_strength(const double* x, ptrdiff_t d, const double* llr, ptrdiff_t n, double n_h1,
                        double n_h2, double limits[2], ptrdiff_t* n_beyond) {
  const double low = -log1p(n_h1) - 1e-9, high = log1p(n_h2) + 1e-9;
  limits[0] = -log10(n_h1 + 1);
  limits[1] = log10(n_h2 + 1);
  *n_beyond = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    bool is_finite = true;
    for (ptrdiff_t k = 0; k < d; ++k) is_finite = is_finite && isfinite(x[k * n + i]);
    *n_beyond += is_finite && (llr[i] < low || llr[i] > high);
  }
}
