#include "kernels/logistic/logistic-sample.h"

#include "kernels/base/plan.h"
#include "kernels/base/random.h"

ptrdiff_t cal_sample_place(ptrdiff_t i, ptrdiff_t length) {
  if (length <= 1) return 0;
  return (ptrdiff_t)(cal_random_mix((uint64_t)i + 1) % (uint64_t)length);
}

// Does a row have trials under hypothesis c?
static bool has_trials(const struct cal_logistic* problem, ptrdiff_t i, int c) {
  if (problem->truth != NULL) return problem->truth[i] == c;
  return (c == CAL_H1 ? problem->n_h1 : problem->n_h2)[i] > 0;
}

struct positions {
  ptrdiff_t *at, n;
};

// Rows under hypothesis c among n_probes, or among all.
static struct positions find_rows(struct cal_host* host, const struct cal_logistic* problem, int c,
                                  ptrdiff_t n_probes) {
  const double length = (double)problem->n / (double)n_probes;
  struct positions found = {cal_scratch(host, n_probes, sizeof *found.at), 0};
  for (ptrdiff_t i = 0; i < n_probes; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    const ptrdiff_t first = (ptrdiff_t)((double)i * length);
    const ptrdiff_t end = (ptrdiff_t)((double)(i + 1) * length);
    const ptrdiff_t at = first + cal_sample_place(i, end - first);
    if (has_trials(problem, at, c)) found.at[found.n++] = at;
  }
  return found;
}

// Keeps one row of each stretch, so that about `size` rows are left.
static ptrdiff_t thin_positions(struct positions all, ptrdiff_t size) {
  const ptrdiff_t step = all.n / size > 1 ? all.n / size : 1;
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; (i + 1) * step <= all.n; ++i) {
    all.at[n++] = all.at[i * step + cal_sample_place(i, step)];
  }
  return n;
}

struct cal_sample_rows cal_sample_rows_find(struct cal_host* host,
                                            const struct cal_logistic* problem, ptrdiff_t size) {
  struct cal_sample_rows rows;
  const ptrdiff_t some = problem->n < CAL_PLAN_PROBES ? problem->n : CAL_PLAN_PROBES;
  for (int c = 0; c < 2; ++c) {
    struct positions found = find_rows(host, problem, c, some);
    if (some < problem->n && found.n < size / 10) found = find_rows(host, problem, c, problem->n);
    rows.n[c] = thin_positions(found, size);
    rows.row[c] = found.at;
  }
  return rows;
}

// Merges the positions of both hypotheses, each once.
static struct positions join(struct cal_host* host, const struct cal_sample_rows* rows) {
  struct positions all = {cal_scratch(host, rows->n[0] + rows->n[1], sizeof *all.at), 0};
  ptrdiff_t next[2] = {0, 0};
  while (next[0] < rows->n[0] || next[1] < rows->n[1]) {
    const bool done = next[0] == rows->n[0];
    const int c = done || (next[1] < rows->n[1] && rows->row[1][next[1]] < rows->row[0][next[0]]);
    const ptrdiff_t at = rows->row[c][next[c]++];
    if (all.n == 0 || all.at[all.n - 1] != at) all.at[all.n++] = at;
  }
  return all;
}

static const double* pick(struct cal_host* host, const double* from, struct positions rows) {
  if (from == NULL) return NULL;
  double* to = cal_scratch_doubles(host, rows.n);
  for (ptrdiff_t i = 0; i < rows.n; ++i) to[i] = from[rows.at[i]];
  return to;
}

static struct cal_logistic pick_problem(struct cal_host* host, const struct cal_logistic* problem,
                                        struct positions rows) {
  struct cal_logistic few = *problem;
  double* x = cal_scratch_doubles(host, rows.n * problem->d);
  few.n = rows.n;
  few.x = x;
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    for (ptrdiff_t i = 0; i < rows.n; ++i) *x++ = problem->x[k * problem->n + rows.at[i]];
  }
  few.n_h1 = pick(host, problem->n_h1, rows);
  few.n_h2 = pick(host, problem->n_h2, rows);
  few.weight = pick(host, problem->weight, rows);
  if (problem->truth != NULL) {
    int* truth = cal_scratch(host, rows.n, sizeof *truth);
    for (ptrdiff_t i = 0; i < rows.n; ++i) truth[i] = problem->truth[rows.at[i]];
    few.truth = truth;
  }
  return few;
}

struct cal_logistic cal_sample_problem(struct cal_host* host, const struct cal_logistic* problem,
                                       const struct cal_sample_rows* rows) {
  return pick_problem(host, problem, join(host, rows));
}

// One trial of each stretch of step[c] trials under hypothesis c.
static struct positions thin_trials(struct cal_host* host, const struct cal_logistic* problem,
                                    const ptrdiff_t step[2]) {
  const ptrdiff_t shortest = step[0] < step[1] ? step[0] : step[1];
  struct positions kept = {cal_scratch(host, problem->n / shortest + 2, sizeof *kept.at), 0};
  ptrdiff_t stretch[2] = {0, 0}, seen[2] = {0, 0};
  ptrdiff_t wanted[2] = {cal_sample_place(0, step[0]), cal_sample_place(0, step[1])};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    const int c = problem->truth[i];
    if (seen[c] == wanted[c]) kept.at[kept.n++] = i;
    if (++seen[c] < step[c]) continue;
    seen[c] = 0;
    wanted[c] = cal_sample_place(++stretch[c], step[c]);
  }
  return kept;
}

struct cal_logistic cal_sample_thin(struct cal_host* host, const struct cal_logistic* problem,
                                    const ptrdiff_t step[2]) {
  struct cal_logistic few = pick_problem(host, problem, thin_trials(host, problem, step));
  double all[2], some[2];
  cal_logistic_totals(problem, all);
  cal_logistic_totals(&few, some);
  for (int c = 0; c < 2; ++c) {
    few.each_h1[c] *= all[c] / some[c];
    few.each_h2[c] *= all[c] / some[c];
  }
  return few;
}

void cal_tilt_add(const struct cal_tilt* tilt, const double* theta,
                  struct cal_logistic_sums* sums) {
  const ptrdiff_t p = tilt->p;
  for (ptrdiff_t k = 0; k < p; ++k) {
    double bent = 0;
    for (ptrdiff_t l = 0; l < p; ++l) {
      bent += tilt->hessian[k * p + l] * (theta[l] - tilt->at[l]);
      sums->hessian[k * p + l] += tilt->hessian[k * p + l];
    }
    sums->gradient[k] += tilt->gradient[k] + bent;
    cal_sum_add(&sums->value, (tilt->gradient[k] + bent / 2) * (theta[k] - tilt->at[k]));
  }
}
