#include "kernels/logistic/logistic-finite.h"

#include <math.h>

#include "kernels/base/plan.h"

// Finds the hypotheses that a row claims to be certain.
static void find_claims(const struct cal_logistic* problem, ptrdiff_t i, bool claim[2]) {
  claim[CAL_H1] = claim[CAL_H2] = false;
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    const double x = problem->x[k * problem->n + i];
    if (isinf(x)) claim[x > 0 ? CAL_H1 : CAL_H2] = true;
  }
}

static double trials_under(const struct cal_logistic* problem, ptrdiff_t i, int c) {
  if (problem->truth == NULL) return (c == CAL_H1 ? problem->n_h1 : problem->n_h2)[i];
  if (problem->truth[i] != c) return 0;
  return problem->weight == NULL ? 1 : problem->weight[i];
}

struct cal_certain cal_certain_find(struct cal_host* host, const struct cal_logistic* problem) {
  struct cal_certain found = {{0, 0}, 0, 0, -1};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    if (i % CAL_PLAN_PIECE == 0) cal_pulse(host);
    bool claim[2];
    find_claims(problem, i, claim);
    if (!claim[0] && !claim[1]) continue;
    ++found.n;
    if (claim[0] && claim[1] && found.n_clash++ == 0) found.first_clash = i;
    for (int c = 0; c < 2; ++c) {
      if (claim[1 - c]) found.wrong[c] += trials_under(problem, i, c);
    }
  }
  return found;
}

static const double* keep(struct cal_host* host, const double* from, const bool* is_kept,
                          ptrdiff_t n, ptrdiff_t n_kept) {
  if (from == NULL) return NULL;
  double* to = cal_scratch_doubles(host, n_kept);
  for (ptrdiff_t i = 0, j = 0; i < n; ++i) {
    if (is_kept[i]) to[j++] = from[i];
  }
  return to;
}

static const int* keep_truth(struct cal_host* host, const int* from, const bool* is_kept,
                             ptrdiff_t n, ptrdiff_t n_kept) {
  if (from == NULL) return NULL;
  int* to = cal_scratch(host, n_kept, sizeof *to);
  for (ptrdiff_t i = 0, j = 0; i < n; ++i) {
    if (is_kept[i]) to[j++] = from[i];
  }
  return to;
}

static const double* keep_inputs(struct cal_host* host, const struct cal_logistic* problem,
                                 const bool* is_kept, ptrdiff_t n_kept) {
  double* x = cal_scratch_doubles(host, n_kept * problem->d);
  ptrdiff_t j = 0;
  for (ptrdiff_t k = 0; k < problem->d; ++k) {
    for (ptrdiff_t i = 0; i < problem->n; ++i) {
      if (is_kept[i]) x[j++] = problem->x[k * problem->n + i];
    }
  }
  return x;
}

struct cal_logistic cal_finite_rows(struct cal_host* host, const struct cal_logistic* problem) {
  const ptrdiff_t n = problem->n;
  bool* is_kept = cal_scratch(host, n, sizeof *is_kept);
  struct cal_logistic finite = *problem;
  finite.n = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    bool claim[2];
    find_claims(problem, i, claim);
    is_kept[i] = !claim[0] && !claim[1];
    finite.n += is_kept[i];
  }
  finite.x = keep_inputs(host, problem, is_kept, finite.n);
  finite.n_h1 = keep(host, problem->n_h1, is_kept, n, finite.n);
  finite.n_h2 = keep(host, problem->n_h2, is_kept, n, finite.n);
  finite.weight = keep(host, problem->weight, is_kept, n, finite.n);
  finite.truth = keep_truth(host, problem->truth, is_kept, n, finite.n);
  return finite;
}
