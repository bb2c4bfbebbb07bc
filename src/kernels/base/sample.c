#include "kernels/base/sample.h"

#include <float.h>
#include <math.h>

#include "kernels/base/parallel.h"
#include "kernels/base/plan.h"

double cal_sample_llr(double unit, double value) {
  if (isnan(unit)) return log(value);
  const double llr = value * unit;
  return isinf(llr) && isfinite(value) ? copysign(DBL_MAX, value) : llr;
}

struct cal_trials cal_sample_logs(struct cal_host* host, const struct cal_sample* sample,
                                  double* unit) {
  struct cal_trials trials = sample->trials;
  *unit = sample->unit;
  if (!isnan(sample->unit)) return trials;
  double* llr = cal_scratch_doubles(host, trials.n);
  for (ptrdiff_t i = 0; i < trials.n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    llr[i] = log(trials.value[i]);
  }
  *unit = 1;
  trials.value = llr;
  return trials;
}

struct pass {
  const struct cal_trials* trials;
  ptrdiff_t n_parts, done;
  void (*add)(void* work, ptrdiff_t part, const struct cal_trials* piece);
  void* work;
};

static void next_piece(void* data, ptrdiff_t part) {
  const struct pass* pass = data;
  const struct cal_trials* trials = pass->trials;
  const ptrdiff_t first = cal_part_begin(trials->n, pass->n_parts, part) + pass->done;
  const ptrdiff_t end = cal_part_begin(trials->n, pass->n_parts, part + 1);
  if (first >= end) return;
  const ptrdiff_t n = end - first > CAL_PLAN_PIECE ? CAL_PLAN_PIECE : end - first;
  pass->add(pass->work, part,
            &(struct cal_trials){trials->value + first, trials->truth + first, n});
}

void cal_each_piece(struct cal_host* host, const struct cal_trials* trials, ptrdiff_t n_parts,
                    void (*add)(void* work, ptrdiff_t part, const struct cal_trials* piece),
                    void* work) {
  struct pass pass = {trials, n_parts, 0, add, work};
  for (; pass.done <= trials->n / n_parts; pass.done += CAL_PLAN_PIECE) {
    cal_pulse(host);
    cal_parallel(next_piece, &pass, n_parts, host->n_threads);
  }
}
