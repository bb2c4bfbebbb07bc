#include "kernels/logistic/logistic-errors.h"

#include <math.h>

// The factor of a matrix scaled to a unit diagonal, row by row; false if none exists.
static bool factorise(const double* matrix, ptrdiff_t p, double* factor) {
  for (ptrdiff_t i = 0; i < p; ++i) {
    for (ptrdiff_t j = 0; j <= i; ++j) {
      double rest = matrix[i * p + j] / sqrt(matrix[i * p + i]) / sqrt(matrix[j * p + j]);
      for (ptrdiff_t k = 0; k < j; ++k) rest -= factor[i * p + k] * factor[j * p + k];
      if (i == j && !(rest > 0)) return false;
      factor[i * p + j] = i == j ? sqrt(rest) : rest / factor[j * p + j];
    }
  }
  return true;
}

// Column j of the inverse of the scaled matrix.
static void solve_unit(const double* factor, ptrdiff_t p, ptrdiff_t j, double* x) {
  for (ptrdiff_t i = 0; i < p; ++i) {
    double rest = i == j;
    for (ptrdiff_t k = 0; k < i; ++k) rest -= factor[i * p + k] * x[k];
    x[i] = rest / factor[i * p + i];
  }
  for (ptrdiff_t i = p - 1; i >= 0; --i) {
    double rest = x[i];
    for (ptrdiff_t k = i + 1; k < p; ++k) rest -= factor[k * p + i] * x[k];
    x[i] = rest / factor[i * p + i];
  }
}

void cal_fit_invert(struct cal_host* host, const double* matrix, ptrdiff_t p, double* inverse) {
  double *factor = cal_scratch_doubles(host, p * p), *x = cal_scratch_doubles(host, p);
  const bool is_definite = factorise(matrix, p, factor);
  for (ptrdiff_t j = 0; j < p; ++j) {
    if (is_definite) solve_unit(factor, p, j, x);
    for (ptrdiff_t i = 0; i < p; ++i) {
      inverse[i * p + j] =
          is_definite ? x[i] / sqrt(matrix[i * p + i]) / sqrt(matrix[j * p + j]) : (double)NAN;
    }
  }
}

// Covariance of the gradient if the trials of each hypothesis are drawn anew from the distribution
// with these moments.
static void find_spread(const struct cal_fit_end* end, const struct cal_trial_moments* moments,
                        double* spread) {
  const ptrdiff_t p = end->d + 1;
  const double share[2] = {[CAL_H1] = end->prior / end->totals[CAL_H1],
                           [CAL_H2] = (1 - end->prior) / end->totals[CAL_H2]};
  for (ptrdiff_t i = 0; i < p; ++i) {
    for (ptrdiff_t j = 0; j < p; ++j) {
      double value = moments->outer[i * p + j];
      for (int c = 0; c < 2; ++c) {
        const double* slope = moments->slope[c];
        value -= share[c] * slope[i] * (share[c] * slope[j]) / end->totals[c];
      }
      spread[i * p + j] = value;
    }
  }
}

// inverse * spread * inverse.
static void sandwich(struct cal_host* host, const double* inverse, const double* spread,
                     ptrdiff_t p, double* out) {
  double* half = cal_scratch_doubles(host, p * p);
  for (ptrdiff_t i = 0; i < p; ++i) {
    for (ptrdiff_t j = 0; j < p; ++j) {
      half[i * p + j] = 0;
      for (ptrdiff_t k = 0; k < p; ++k) half[i * p + j] += inverse[i * p + k] * spread[k * p + j];
    }
  }
  for (ptrdiff_t i = 0; i < p; ++i) {
    for (ptrdiff_t j = 0; j < p; ++j) {
      out[i * p + j] = 0;
      for (ptrdiff_t k = 0; k < p; ++k) out[i * p + j] += half[i * p + k] * inverse[k * p + j];
    }
  }
}

// A unit of the frame in nats of the input.
static double leave_scale(const struct cal_fit_end* end, ptrdiff_t k) {
  const struct cal_frame* frame = &end->frame[k];
  return frame->scale * frame->unit * end->stretch;
}

// Distance of the origin of the input from that of the frame, in units of the latter.
static double leave_shift(const struct cal_fit_end* end, ptrdiff_t k) {
  return end->frame[k].centre * end->frame[k].scale;
}

// Takes a covariance matrix out of the frames: first the offset, then the units.
static void leave_frames(const struct cal_fit_end* end, double* v) {
  const ptrdiff_t d = end->d, p = d + 1;
  for (ptrdiff_t i = 0; i < p; ++i) {
    for (ptrdiff_t k = 0; k < d; ++k) v[i * p + d] -= leave_shift(end, k) * v[i * p + k];
  }
  for (ptrdiff_t j = 0; j < p; ++j) {
    for (ptrdiff_t k = 0; k < d; ++k) v[d * p + j] -= leave_shift(end, k) * v[k * p + j];
  }
  for (ptrdiff_t k = 0; k < d; ++k) {
    for (ptrdiff_t j = 0; j < p; ++j) v[k * p + j] *= leave_scale(end, k);
    for (ptrdiff_t i = 0; i < p; ++i) v[i * p + k] *= leave_scale(end, k);
  }
}

static bool find_coefficients(const struct cal_fit_end* end, double* coefficients) {
  double offset = end->theta[end->d];
  bool is_finite = true;
  for (ptrdiff_t k = 0; k < end->d; ++k) {
    coefficients[k] = end->theta[k] * end->frame[k].scale * end->frame[k].unit * end->stretch;
    offset -= end->theta[k] * leave_shift(end, k);
    is_finite &= isfinite(coefficients[k]) && (coefficients[k] != 0 || end->theta[k] == 0);
  }
  coefficients[end->d] = offset;
  return is_finite && isfinite(offset);
}

bool cal_fit_finish(struct cal_host* host, const struct cal_fit_end* end, struct cal_fit* fit) {
  const ptrdiff_t p = end->d + 1;
  double *inverse = cal_scratch_doubles(host, p * p), *spread = cal_scratch_doubles(host, p * p);
  if (!find_coefficients(end, fit->coefficients)) return false;
  cal_fit_invert(host, end->scatter->sums->hessian, p, inverse);
  find_spread(end, &end->scatter->expected, spread);
  sandwich(host, inverse, spread, p, fit->vcov);
  find_spread(end, &end->scatter->actual, spread);
  sandwich(host, inverse, spread, p, fit->vcov_sandwich);
  for (ptrdiff_t i = 0; i < p * p; ++i) {
    fit->vcov_hessian[i] = inverse[i] / (end->totals[0] + end->totals[1]);
  }
  leave_frames(end, fit->vcov);
  leave_frames(end, fit->vcov_sandwich);
  leave_frames(end, fit->vcov_hessian);
  fit->cost = end->prior / end->totals[CAL_H1] * cal_sum_value(end->scatter->cost[CAL_H1]) +
              (1 - end->prior) / end->totals[CAL_H2] * cal_sum_value(end->scatter->cost[CAL_H2]);
  return true;
}
