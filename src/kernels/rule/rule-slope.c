#include "kernels/rule/rule-slope.h"

#include <math.h>
#include <stdint.h>

#include "kernels/base/plan.h"
#include "kernels/base/sort.h"
#include "kernels/base/sum.h"

// A slope and an offset send row i to threshold k on a line of the plane of both. These lines cut
// the plane into cells of constant risk, and each cell has an edge on one of them. So it is enough
// to walk along each line, past all others in order.

struct walk {
  const struct cal_rule_rows* rows;
  const struct cal_rule_steps* steps;
  uint64_t *at, *spare;
  double *rise, *spare_rise;
  ptrdiff_t n;
  double least, slope;
};

static double miss(const struct walk* walk, ptrdiff_t i, ptrdiff_t s) {
  return walk->rows->h1[i] * walk->steps->miss[s];
}

static double false_alarm(const struct walk* walk, ptrdiff_t i, ptrdiff_t s) {
  return walk->rows->h2[i] * walk->steps->fa[s];
}

// Cost of row i on its own line to threshold k, on the better side of it.
static double own_cost(const struct walk* walk, ptrdiff_t i, ptrdiff_t k) {
  const double* log_odds = walk->steps->log_odds;
  double below = 0, reached = 0;
  for (ptrdiff_t s = 0; s < walk->steps->n; ++s) {
    below += log_odds[s] < log_odds[k] ? false_alarm(walk, i, s) : miss(walk, i, s);
    reached += log_odds[s] > log_odds[k] ? miss(walk, i, s) : false_alarm(walk, i, s);
  }
  return fmin(below, reached);
}

// The risk at the slope of minus infinity, and how it rises where the slope passes others.
static double begin(struct walk* walk, ptrdiff_t i, ptrdiff_t k) {
  const struct cal_rule_rows* rows = walk->rows;
  const double* log_odds = walk->steps->log_odds;
  struct cal_sum sum = {0};
  cal_sum_add(&sum, own_cost(walk, i, k));
  walk->n = 0;
  for (ptrdiff_t j = 0; j < rows->n; ++j) {
    const double distance = rows->x[j] - rows->x[i];
    for (ptrdiff_t s = 0; s < walk->steps->n && distance != 0; ++s) {
      const double below = miss(walk, j, s), reached = false_alarm(walk, j, s);
      cal_sum_add(&sum, distance > 0 ? below : reached);
      walk->at[walk->n] = cal_sort_key((log_odds[s] - log_odds[k]) / distance + 0.0);
      walk->rise[walk->n++] = distance > 0 ? reached - below : below - reached;
    }
  }
  cal_sort(walk->at, walk->rise, walk->spare, walk->spare_rise, walk->n);
  return cal_sum_value(sum);
}

static double between(double low, double high) {
  if (isinf(low)) return isinf(high) ? 1 : fmin(2 * high, high - 1);
  return isinf(high) ? fmax(2 * low, low + 1) : low + (high - low) / 2;
}

// Keeps the slopes from `low` to `high` if they have the least risk so far, beyond rounding.
static void consider(struct walk* walk, double risk, double low, double high) {
  if (!(risk < walk->least * (1 - 1e-13))) return;
  if (high - low <= 1e-12 * (fabs(low) + fabs(high)) && isfinite(high - low)) return;
  walk->least = risk;
  walk->slope = between(low, high);
}

static void follow(struct walk* walk, ptrdiff_t i, ptrdiff_t k) {
  struct cal_sum risk = {0};
  cal_sum_add(&risk, begin(walk, i, k));
  double low = -INFINITY;
  for (ptrdiff_t e = 0; e < walk->n; ++e) {
    const double at = cal_sort_value(walk->at[e]);
    if (at > low) consider(walk, cal_sum_value(risk), low, at);
    cal_sum_add(&risk, walk->rise[e]);
    low = at;
  }
  consider(walk, cal_sum_value(risk), low, INFINITY);
}

double cal_rule_slope(struct cal_host* host, const struct cal_rule_rows* rows,
                      const struct cal_rule_steps* steps) {
  const ptrdiff_t n = rows->n * steps->n;
  if (rows->d != 1 || n > CAL_PLAN_RULE_LINES) return NAN;
  struct walk walk = {.rows = rows,
                      .steps = steps,
                      .at = cal_scratch(host, n, sizeof(uint64_t)),
                      .spare = cal_scratch(host, n, sizeof(uint64_t)),
                      .rise = cal_scratch_doubles(host, n),
                      .spare_rise = cal_scratch_doubles(host, n),
                      .least = INFINITY,
                      .slope = NAN};
  for (ptrdiff_t i = 0; i < rows->n; ++i) {
    cal_pulse(host);
    for (ptrdiff_t k = 0; k < steps->n; ++k) follow(&walk, i, k);
  }
  return walk.slope;
}
