#include "kernels/logistic/logistic-frame.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/base/sort.h"
#include "kernels/logistic/logistic-sample.h"

double cal_frame_unit(const double range[2]) {
  const double largest = fmax(fabs(range[0]), fabs(range[1]));
  if (largest == 0) return 1;
  const int exponent = ilogb(largest);
  return ldexp(1, -(exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent));
}

// Values with scratch memory to sort them.
struct sample {
  double* value;
  uint64_t *key, *scratch;
  ptrdiff_t n;
};

static double median(struct sample* sample) {
  if (sample->n == 0) return NAN;
  for (ptrdiff_t i = 0; i < sample->n; ++i) sample->key[i] = cal_sort_key(sample->value[i]);
  cal_sort(sample->key, NULL, sample->scratch, NULL, sample->n);
  const double low = cal_sort_value(sample->key[(sample->n - 1) / 2]);
  const double high = cal_sort_value(sample->key[sample->n / 2]);
  return low / 2 + high / 2;
}

// Median and, inverted, median distance from it.
static struct cal_frame around_median(struct sample* sample, double unit) {
  const double centre = median(sample);
  for (ptrdiff_t i = 0; i < sample->n; ++i) sample->value[i] = fabs(sample->value[i] - centre);
  return (struct cal_frame){unit, centre, 1 / median(sample), HUGE_VAL};
}

// Mean and, inverted, standard deviation of the values of both hypotheses.
static struct cal_frame around_mean(const double* x, double unit,
                                    const struct cal_sample_rows* rows) {
  double n = 0, mean = 0, square = 0;
  for (int c = 0; c < 2; ++c) {
    for (ptrdiff_t i = 0; i < rows->n[c]; ++i) {
      const double value = x[rows->row[c][i]] * unit, step = value - mean;
      mean += step / ++n;
      square += step * (value - mean);
    }
  }
  return (struct cal_frame){unit, mean, sqrt(n / square), HUGE_VAL};
}

// The whole range from -1 to 1.
static struct cal_frame spread_frame(const double range[2]) {
  const double unit = cal_frame_unit(range), low = range[0] * unit, high = range[1] * unit;
  return (struct cal_frame){unit, low / 2 + high / 2, 2 / (high - low), HUGE_VAL};
}

static bool is_usable(struct cal_frame frame) { return isfinite(frame.scale); }

static struct cal_frame tight_frame(struct cal_host* host, const double* x, const double range[2],
                                    const struct cal_sample_rows* rows) {
  const double unit = cal_frame_unit(range);
  struct cal_frame frame[2];
  for (int c = 0; c < 2; ++c) {
    struct sample sample = {.value = cal_scratch_doubles(host, rows->n[c]),
                            .key = cal_scratch(host, rows->n[c], sizeof(uint64_t)),
                            .scratch = cal_scratch(host, rows->n[c], sizeof(uint64_t)),
                            .n = rows->n[c]};
    for (ptrdiff_t i = 0; i < sample.n; ++i) sample.value[i] = x[rows->row[c][i]] * unit;
    frame[c] = around_median(&sample, unit);
  }
  const struct cal_frame h1 = frame[CAL_H1], h2 = frame[CAL_H2];
  if (is_usable(h1) && (!is_usable(h2) || h1.scale >= h2.scale)) return h1;
  if (is_usable(h2)) return h2;
  const struct cal_frame both = around_mean(x, unit, rows);
  return is_usable(both) ? both : spread_frame(range);
}

// Largest distance of an input from the centre, in the frame's units before the scale.
static double farthest(const struct cal_frame* frame, const double range[2]) {
  return fmax(fabs(range[0] * frame->unit - frame->centre),
              fabs(range[1] * frame->unit - frame->centre));
}

// Does an input lie farther than `reach` in its frame?
static bool goes_beyond(const struct cal_frame* frame, const double range[2], double reach) {
  return farthest(frame, range) > reach / frame->scale;
}

static void find_tight(struct cal_host* host, const struct cal_logistic* problem,
                       const double* range, struct cal_frame* frame) {
  const struct cal_sample_rows rows = cal_sample_rows_find(host, problem, 2 * CAL_PLAN_SAMPLE);
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    frame[k] = tight_frame(host, problem->x + k * problem->n, range + 2 * k, &rows);
  }
}

static void bound_all(const double* range, ptrdiff_t d, struct cal_frame* frame) {
  bool is_far = false;
  for (ptrdiff_t k = 0; k < d; ++k) {
    is_far |= goes_beyond(&frame[k], range + 2 * k, CAL_PLAN_NEAR);
  }
  for (ptrdiff_t k = 0; k < d; ++k) frame[k].far = is_far ? CAL_PLAN_NEAR : HUGE_VAL;
}

// Limits the scales. Returns whether any scale exceeded its limit.
static bool cap_all(const double* range, ptrdiff_t d, struct cal_frame* frame) {
  bool is_capped = false;
  for (ptrdiff_t k = 0; k < d; ++k) {
    if (!goes_beyond(&frame[k], range + 2 * k, CAL_PLAN_FARTHEST)) continue;
    frame[k].scale = CAL_PLAN_FARTHEST / farthest(&frame[k], range + 2 * k);
    is_capped = true;
  }
  return is_capped;
}

bool cal_frames_find(struct cal_host* host, const struct cal_logistic* problem, const double* range,
                     enum cal_frame_kind kind, struct cal_frame* frame) {
  const ptrdiff_t d = problem->d;
  if (kind == CAL_FRAME_SPREAD) {
    for (ptrdiff_t k = 0; k < d; ++k) frame[k] = spread_frame(range + 2 * k);
    return true;
  }
  find_tight(host, problem, range, frame);
  const bool is_capped = kind == CAL_FRAME_CAPPED && cap_all(range, d, frame);
  if (kind == CAL_FRAME_TIGHT) bound_all(range, d, frame);
  return kind == CAL_FRAME_TIGHT || is_capped;
}

bool cal_frames_hold(const struct cal_frame* frame, ptrdiff_t d, const double* range,
                     const double* theta, double wrong) {
  for (ptrdiff_t k = 0; k < d; ++k) {
    const double z = fabs(theta[k]) * CAL_PLAN_FARTHEST / 2;
    const bool goes = goes_beyond(&frame[k], range + 2 * k, CAL_PLAN_FARTHEST);
    if (goes && !(z > CAL_PLAN_FREE_NATS && wrong < z)) return false;
  }
  return true;
}
