#include "kernels/logistic/logistic-form.h"

#include <math.h>

#include "kernels/base/sigmoid.h"
#include "kernels/logistic/logistic-fit.h"

// Trials on `n` values, in units of their spread around their mean. `residual` is the number of H1
// trials less the one expected of the line, `weight` its variance.
struct form {
  ptrdiff_t n;
  double* z;
  const double *n_h1, *n_h2;
  double *residual, *weight;
  double w, wz, wzz;
};

static void standardise(struct form* form, const double* x) {
  double all = 0, mean = 0, square = 0;
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    const double trials = form->n_h1[i] + form->n_h2[i];
    all += trials;
    mean += (x[i] - mean) * (trials / all);
  }
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    square += (form->n_h1[i] + form->n_h2[i]) / all * (x[i] - mean) * (x[i] - mean);
  }
  for (ptrdiff_t i = 0; i < form->n; ++i) form->z[i] = (x[i] - mean) / sqrt(square);
}

// Fits the line at the prior that equals the share of H1 trials.
static bool fit_line(struct cal_host* host, struct form* form) {
  double all[] = {[CAL_H1] = 0, [CAL_H2] = 0};
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    all[CAL_H1] += form->n_h1[i];
    all[CAL_H2] += form->n_h2[i];
  }
  double line[2], covariance[3 * 4];
  const double log_odds = log(all[CAL_H1] / all[CAL_H2]);
  const struct cal_fit_task task = {.x = form->z,
                                    .n = form->n,
                                    .d = 1,
                                    .ln_per_unit = 1,
                                    .n_h1 = form->n_h1,
                                    .n_h2 = form->n_h2,
                                    .prior = all[CAL_H1] / (all[CAL_H1] + all[CAL_H2])};
  struct cal_fit fit = {.coefficients = line,
                        .vcov = covariance,
                        .vcov_sandwich = covariance + 4,
                        .vcov_hessian = covariance + 8};
  if (cal_logistic_fit(host, &task, &fit) != CAL_FIT_FOUND) return false;
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    const double eta = line[0] * form->z[i] + line[1] + log_odds;
    const double h1 = cal_sigmoid(eta), h2 = cal_sigmoid(-eta);
    form->residual[i] = form->n_h1[i] * h2 - form->n_h2[i] * h1;
    form->weight[i] = (form->n_h1[i] + form->n_h2[i]) * h1 * h2;
    form->w += form->weight[i];
    form->wz += form->weight[i] * form->z[i];
    form->wzz += form->weight[i] * form->z[i] * form->z[i];
  }
  return true;
}

// The value below which a share of the trials lies, interpolated between two values.
static double quantile(const struct form* form, double share) {
  double all = 0, before = 0;
  for (ptrdiff_t i = 0; i < form->n; ++i) all += form->n_h1[i] + form->n_h2[i];
  const double at = share * (all - 1);
  for (ptrdiff_t i = 0; i < form->n - 1; ++i) {
    before += form->n_h1[i] + form->n_h2[i];
    if (at < before - 1) return form->z[i];
    if (at < before) return form->z[i] + (at - before + 1) * (form->z[i + 1] - form->z[i]);
  }
  return form->z[form->n - 1];
}

// Subtracts from a curve the line nearest to it. false if nothing remains.
static bool leave_line(const struct form* form, double* curve) {
  double sum = 0, product = 0, before = 0, after = 0;
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    sum += form->weight[i] * curve[i];
    product += form->weight[i] * curve[i] * form->z[i];
    before += form->weight[i] * curve[i] * curve[i];
  }
  const double determinant = form->w * form->wzz - form->wz * form->wz;
  const double slope = (form->w * product - form->wz * sum) / determinant;
  const double offset = (form->wzz * sum - form->wz * product) / determinant;
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    curve[i] -= slope * form->z[i] + offset;
    after += form->weight[i] * curve[i] * curve[i];
  }
  return after > 1e-12 * before;
}

static double chi_square(double x, int degrees) {
  return degrees == 1 ? erfc(sqrt(x / 2)) : exp(-x / 2);
}

// The p-value of one curve, or two, of which the line is taken; NaN without any.
static double score_test(const struct form* form, double* const curves[2], int n_curves) {
  const double* left[2] = {NULL, NULL};
  int degrees = 0;
  for (int k = 0; k < n_curves; ++k) {
    if (leave_line(form, curves[k])) left[degrees++] = curves[k];
  }
  if (degrees == 0) return NAN;
  double u[2] = {0}, v[2][2] = {{0}};
  for (ptrdiff_t i = 0; i < form->n; ++i) {
    for (int k = 0; k < degrees; ++k) {
      u[k] += left[k][i] * form->residual[i];
      for (int l = 0; l < degrees; ++l) v[k][l] += form->weight[i] * left[k][i] * left[l][i];
    }
  }
  const double determinant = v[0][0] * v[1][1] - v[0][1] * v[1][0];
  if (degrees == 1 || !(determinant > 1e-12 * v[0][0] * v[1][1])) {
    return chi_square(u[0] * u[0] / v[0][0], 1);
  }
  const double sum = u[0] * u[0] * v[1][1] - 2 * u[0] * u[1] * v[0][1] + u[1] * u[1] * v[0][0];
  return chi_square(sum / determinant, 2);
}

double cal_form_test(struct cal_host* host, const double* llr, const double* n_h1,
                     const double* n_h2, ptrdiff_t n) {
  if (n < 3) return NAN;
  struct form form = {.n = n,
                      .z = cal_scratch_doubles(host, n),
                      .n_h1 = n_h1,
                      .n_h2 = n_h2,
                      .residual = cal_scratch_doubles(host, n),
                      .weight = cal_scratch_doubles(host, n)};
  standardise(&form, llr);
  if (!fit_line(host, &form)) return NAN;
  double* const curves[] = {cal_scratch_doubles(host, n), cal_scratch_doubles(host, n)};
  for (ptrdiff_t i = 0; i < n; ++i) curves[0][i] = form.z[i] * form.z[i];
  const double square = score_test(&form, curves, 1);
  const double low = quantile(&form, 0.2), high = quantile(&form, 0.8);
  for (ptrdiff_t i = 0; i < n; ++i) {
    curves[0][i] = fmax(form.z[i] - high, 0);
    curves[1][i] = fmax(low - form.z[i], 0);
  }
  return fmin(1, 2 * fmin(square, score_test(&form, curves, 2)));
}
