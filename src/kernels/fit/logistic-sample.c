#include "kernels/fit/logistic.h"

void cal_logistic_thin(const struct cal_logistic* problem, const ptrdiff_t step[2],
                       ptrdiff_t n_thin, double* x, int* truth, double* weight) {
  ptrdiff_t wait[2] = {0, 0}, n = 0;
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    const int class = problem->truth[i];
    if (wait[class]-- > 0) continue;
    wait[class] = step[class] - 1;
    for (ptrdiff_t k = 0; k < problem->d; ++k) x[k * n_thin + n] = problem->x[k * problem->n + i];
    truth[n] = class;
    if (weight != NULL) weight[n] = problem->weight[i];
    ++n;
  }
}

void cal_logistic_tilt(const struct cal_logistic_tilt* tilt, const double* theta,
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
