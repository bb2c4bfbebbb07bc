// A rising quadratic spline: projected Newton steps on the penalised cross-entropy, then effective
// degrees of freedom, costs without each trial, and covariance, see spline.h.
#include "kernels/fit/spline.h"

#include <math.h>
#include <string.h>

#include "kernels/base/plan.h"

enum { MOST = CAL_SPLINE_KNOTS + 1, MOST_STEPS = 200 };

// In the piece that begins at a knot, f is linear in its value and slope there and the slope at the
// next knot; so sums of a piece are of three terms. The first piece reaches down, the last one up
// for ever.
struct piece {
  double gradient[3], hessian[3][3], spread[3][3];
};

struct state {
  const struct cal_spline* spline;
  const struct cal_spline_rows* rows;
  double penalty;
  ptrdiff_t n;  // parameters
  double value, fitted, gradient[MOST], step[MOST];
  double hessian[MOST][MOST], of_rows[MOST][MOST], spread[MOST][MOST], inverse[MOST][MOST];
  bool fixed[MOST];
};

static double width(const struct cal_spline* spline, ptrdiff_t j) {
  return spline->knots[j + 1] - spline->knots[j];
}

static double softplus(double z) { return fmax(z, 0) + log1p(exp(-fabs(z))); }

// Terms that give f at x from value and slope at knot j, and the slope at the next.
static void terms_at(const struct cal_spline* spline, ptrdiff_t j, double x, double terms[3]) {
  const double d = x - spline->knots[j];
  const bool is_inside = j + 1 < spline->n_knots && d > 0;
  terms[0] = 1;
  terms[2] = is_inside ? d * d / (2 * width(spline, j)) : 0;
  terms[1] = d - terms[2];
}

// Rows that give value and slope at knot j, and the slope at the next, from theta.
static void rows_at(const struct cal_spline* spline, ptrdiff_t j, double t[3][MOST]) {
  memset(t, 0, 3 * sizeof t[0]);
  t[0][0] = 1;
  for (ptrdiff_t k = 0; k < j; ++k) {
    t[0][1 + k] += width(spline, k) / 2;
    t[0][2 + k] += width(spline, k) / 2;
  }
  t[1][1 + j] = 1;
  if (j + 1 < spline->n_knots) t[2][2 + j] = 1;
}

static double dot(const double* a, const double* b, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// The end of the rows of piece j that begin with row i.
static ptrdiff_t piece_end(const struct state* state, ptrdiff_t j, ptrdiff_t i) {
  const struct cal_spline* spline = state->spline;
  if (j + 1 == spline->n_knots) return state->rows->n;
  while (i < state->rows->n && state->rows->x[i] < spline->knots[j + 1]) ++i;
  return i;
}

static double sum_piece(const struct state* state, ptrdiff_t j, const double at[3], ptrdiff_t first,
                        ptrdiff_t end, struct piece* piece) {
  const struct cal_spline_rows* rows = state->rows;
  double value = 0;
  memset(piece, 0, sizeof *piece);
  for (ptrdiff_t i = first; i < end; ++i) {
    double terms[3];
    terms_at(state->spline, j, rows->x[i], terms);
    const double z = dot(terms, at, 3) + rows->log_odds;
    const double low = exp(-fabs(z)), small = low / (1 + low), large = 1 / (1 + low);
    const double p = z > 0 ? large : small, q = z > 0 ? small : large;
    const double slope = rows->h2[i] * p - rows->h1[i] * q;
    const double bend = (rows->h1[i] + rows->h2[i]) * p * q;
    const double each = bend * (rows->each_h1 * q + rows->each_h2 * p);
    value += rows->h1[i] * (fmax(-z, 0) + log1p(low)) + rows->h2[i] * (fmax(z, 0) + log1p(low));
    for (int a = 0; a < 3; ++a) {
      piece->gradient[a] += slope * terms[a];
      for (int b = 0; b <= a; ++b) {
        piece->hessian[a][b] += bend * terms[a] * terms[b];
        piece->spread[a][b] += each * terms[a] * terms[b];
      }
    }
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = a + 1; b < 3; ++b) {
      piece->hessian[a][b] = piece->hessian[b][a];
      piece->spread[a][b] = piece->spread[b][a];
    }
  }
  return value;
}

// Adds the products of two of the three terms of a piece to the sums over theta.
static void add_square(double t[3][MOST], ptrdiff_t n, double of_piece[3][3],
                       double to[MOST][MOST]) {
  for (ptrdiff_t k = 0; k < n; ++k) {
    double row[3];
    for (int a = 0; a < 3; ++a) {
      row[a] = of_piece[a][0] * t[0][k] + of_piece[a][1] * t[1][k] + of_piece[a][2] * t[2][k];
    }
    for (ptrdiff_t l = 0; l < n; ++l) {
      to[k][l] += t[0][l] * row[0] + t[1][l] * row[1] + t[2][l] * row[2];
    }
  }
}

static void add_piece(struct state* state, double t[3][MOST], struct piece* piece) {
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    for (int a = 0; a < 3; ++a) state->gradient[k] += piece->gradient[a] * t[a][k];
  }
  add_square(t, state->n, piece->hessian, state->of_rows);
  add_square(t, state->n, piece->spread, state->spread);
}

static void add_penalty(struct state* state, const double* theta) {
  memcpy(state->hessian, state->of_rows, sizeof state->hessian);
  for (ptrdiff_t j = 0; j + 1 < state->spline->n_knots; ++j) {
    const double each = state->penalty / width(state->spline, j);
    const double rise = theta[2 + j] - theta[1 + j];
    state->value += each * rise * rise / 2;
    state->gradient[2 + j] += each * rise;
    state->gradient[1 + j] -= each * rise;
    state->hessian[1 + j][1 + j] += each;
    state->hessian[2 + j][2 + j] += each;
    state->hessian[1 + j][2 + j] -= each;
    state->hessian[2 + j][1 + j] -= each;
  }
}

static void evaluate(struct cal_host* host, struct state* state, const double* theta) {
  double t[3][MOST];
  ptrdiff_t first = 0;
  memset(state->gradient, 0, sizeof state->gradient);
  memset(state->of_rows, 0, sizeof state->of_rows);
  memset(state->spread, 0, sizeof state->spread);
  state->value = 0;
  for (ptrdiff_t j = 0; j < state->spline->n_knots; ++j) {
    const ptrdiff_t end = piece_end(state, j, first);
    if (end == first) continue;
    struct piece piece;
    rows_at(state->spline, j, t);
    const double at[3] = {dot(t[0], theta, state->n), dot(t[1], theta, state->n),
                          dot(t[2], theta, state->n)};
    state->value += sum_piece(state, j, at, first, end, &piece);
    add_piece(state, t, &piece);
    first = end;
    cal_pulse(host);
  }
  state->fitted = state->value;
  add_penalty(state, theta);
}

// Inverts the Hessian of the free parameters by elimination; the rest is 0. The Hessian is positive
// definite up to rounding. A parameter whose pivot is lost counts as fixed.
static void invert(struct state* state) {
  const ptrdiff_t n = state->n;
  double a[MOST][MOST];
  memcpy(a, state->hessian, sizeof a);
  memset(state->inverse, 0, sizeof state->inverse);
  for (ptrdiff_t k = 0; k < n; ++k) state->inverse[k][k] = 1;
  for (ptrdiff_t k = 0; k < n; ++k) {
    const bool is_free = !state->fixed[k] && a[k][k] > CAL_PLAN_PIVOT_LOST * state->hessian[k][k];
    for (ptrdiff_t i = 0; i < n && is_free; ++i) {
      if (i == k || state->fixed[i]) continue;
      const double share = a[i][k] / a[k][k];
      for (ptrdiff_t l = 0; l < n; ++l) {
        a[i][l] -= share * a[k][l];
        state->inverse[i][l] -= share * state->inverse[k][l];
      }
    }
    state->fixed[k] = !is_free;
    for (ptrdiff_t l = 0; l < n; ++l) {
      if (is_free) state->inverse[k][l] /= a[k][k];
    }
    if (is_free) {
      const double pivot = a[k][k];
      for (ptrdiff_t l = 0; l < n; ++l) a[k][l] /= pivot;
    }
  }
  for (ptrdiff_t k = 0; k < n; ++k) {
    for (ptrdiff_t l = 0; l < n; ++l) {
      if (state->fixed[k] || state->fixed[l]) state->inverse[k][l] = 0;
    }
  }
}

// For this step, fixes slopes of 0 that would decrease. Returns the decrease of the objective along
// the step, to first order.
static double find_step(struct state* state, const double* theta) {
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    state->fixed[k] = k > 0 && theta[k] <= 0 && state->gradient[k] > 0;
  }
  invert(state);
  double fall = 0;
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    state->step[k] = -dot(state->inverse[k], state->gradient, state->n);
    fall -= state->step[k] * state->gradient[k];
  }
  return fall;
}

// A step of this length that stops at slopes of 0.
static double move(const struct state* state, const double* from, double length, double* to) {
  double fall = 0;
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    to[k] = from[k] + length * state->step[k];
    if (k > 0) to[k] = fmax(to[k], 0);
    fall += state->gradient[k] * (from[k] - to[k]);
  }
  return fall;
}

// Halves the step until the objective falls sufficiently; false if no step does.
static bool take_step(struct cal_host* host, struct state* state, struct state* next,
                      double* theta) {
  double to[MOST];
  for (double length = 1; length > CAL_PLAN_NEWTON_SHORTEST; length /= 2) {
    const double fall = move(state, theta, length, to);
    *next = *state;
    evaluate(host, next, to);
    if (next->value <= state->value - 1e-4 * fall + CAL_PLAN_NEWTON_SLACK * fabs(state->value)) {
      *state = *next;
      memcpy(theta, to, (size_t)state->n * sizeof *theta);
      return true;
    }
  }
  return false;
}

// The cost of trials if the weight `out` is left out. `spread` is the variance of z in units of the
// weights; `z` has the sign for which a cost is small.
static double cost_without(double weight, double out, double z, double spread) {
  const double p = 1 / (1 + exp(z));
  const double lost = out * spread * p / fmax(1 - out * spread * p * (1 - p), 1e-3);
  return weight * softplus(-(z - lost));
}

// Leaves out the weight of one trial, or that of the row if it is less.
static double row_without(const struct cal_spline_rows* rows, double weight, double each, double z,
                          double spread) {
  if (rows->are_nodes) return cost_without(weight, each, z, spread);
  return weight > 0 ? cost_without(weight, fmin(weight, each), z, spread) : 0;
}

static double left_out(const struct state* state, const double* theta) {
  const struct cal_spline_rows* rows = state->rows;
  double t[3][MOST], sum = 0;
  ptrdiff_t first = 0;
  for (ptrdiff_t j = 0; j < state->spline->n_knots; ++j) {
    const ptrdiff_t end = piece_end(state, j, first);
    double at[3], spread[3][3];
    rows_at(state->spline, j, t);
    for (int a = 0; a < 3; ++a) {
      double row[MOST];
      at[a] = dot(t[a], theta, state->n);
      for (ptrdiff_t k = 0; k < state->n; ++k) row[k] = dot(state->inverse[k], t[a], state->n);
      for (int b = 0; b < 3; ++b) spread[a][b] = dot(row, t[b], state->n);
    }
    for (ptrdiff_t i = first; i < end; ++i) {
      double terms[3], of_terms[3];
      terms_at(state->spline, j, rows->x[i], terms);
      for (int a = 0; a < 3; ++a) of_terms[a] = dot(spread[a], terms, 3);
      const double z = dot(terms, at, 3) + rows->log_odds, v = dot(terms, of_terms, 3);
      sum += row_without(rows, rows->h1[i], rows->each_h1, z, v);
      sum += row_without(rows, rows->h2[i], rows->each_h2, -z, v);
    }
    first = end;
  }
  return sum;
}

static double effective_df(const struct state* state) {
  double df = 0;
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    df += dot(state->inverse[k], state->of_rows[k], state->n);
  }
  return df;
}

// B + S of the header in place of the spread of the rows. The means of the gradient of either
// hypothesis are the column of the Hessian that belongs to f as a whole.
static void complete_spread(struct state* state) {
  const double prior = 1 / (1 + exp(-state->rows->log_odds));
  const double per_trial = state->rows->each_h1 / prior + state->rows->each_h2 / (1 - prior);
  for (ptrdiff_t k = 0; k < state->n; ++k) {
    for (ptrdiff_t l = 0; l < state->n; ++l) {
      state->spread[k][l] += state->penalty / 2 * (state->hessian[k][l] - state->of_rows[k][l]) -
                             per_trial * state->of_rows[k][0] * state->of_rows[l][0];
    }
  }
}

static void find_covariance(struct state* state, double* vcov) {
  const ptrdiff_t n = state->n;
  memset(state->fixed, 0, sizeof state->fixed);
  invert(state);
  complete_spread(state);
  for (ptrdiff_t k = 0; k < n; ++k) {
    double row[MOST] = {0};
    for (ptrdiff_t l = 0; l < n; ++l) row[l] = dot(state->inverse[k], state->spread[l], n);
    for (ptrdiff_t l = 0; l < n; ++l) vcov[k * n + l] = dot(row, state->inverse[l], n);
  }
}

struct cal_spline_end cal_spline_fit(struct cal_host* host, const struct cal_spline* spline,
                                     const struct cal_spline_rows* rows, double penalty,
                                     double* theta, double* vcov) {
  struct state* state = cal_scratch(host, 2, sizeof *state);
  struct cal_spline_end end = {0};
  *state =
      (struct state){.spline = spline, .rows = rows, .penalty = penalty, .n = spline->n_knots + 1};
  evaluate(host, state, theta);
  bool is_last = false;
  while (!is_last && end.n_steps++ < MOST_STEPS) {
    const double fall = find_step(state, theta);
    // Each Newton step squares the error, so only rounding remains after this one.
    is_last = !(fall > CAL_PLAN_NEWTON_DONE * fabs(state->value));
    if (!take_step(host, state, state + 1, theta)) is_last = true;
  }
  find_step(state, theta);
  end.objective = state->fitted;
  end.minimum = state->value;
  end.left_out = left_out(state, theta);
  end.df = effective_df(state);
  if (vcov != NULL) find_covariance(state, vcov);
  return end;
}

// Index of the piece that contains x.
static ptrdiff_t piece_of(const struct cal_spline* spline, double x) {
  ptrdiff_t low = 0, high = spline->n_knots;
  while (high - low > 1) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (spline->knots[middle] <= x) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void cal_spline_at(struct cal_host* host, const struct cal_spline* spline, const double* theta,
                   const double* x, ptrdiff_t n, double* out) {
  const double* slope = theta + 1;
  double* at = cal_scratch_doubles(host, spline->n_knots);
  at[0] = theta[0];
  for (ptrdiff_t j = 0; j + 1 < spline->n_knots; ++j) {
    at[j + 1] = at[j] + width(spline, j) * (slope[j + 1] + slope[j]) / 2;
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    const ptrdiff_t j = piece_of(spline, x[i]);
    const bool is_last = j + 1 == spline->n_knots;
    const double d = x[i] - spline->knots[j];
    const double bend = is_last ? 0 : (slope[j + 1] - slope[j]) / (2 * width(spline, j));
    out[i] = at[j] + d * (slope[j] + fmax(d, 0) * bend);
  }
}
