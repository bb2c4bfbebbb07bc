#include "kernels/cross-entropy-curve.h"

#include <math.h>

#include "kernels/sum.h"

// The product of two exponentials within these limits neither overflows nor loses digits.
enum { MAX_LLR = 500, MAX_LOG_ODDS = 150, BATCH = 64 };

struct cal_curve cal_curve_prepare(const struct cal_points* points, struct cal_curve_point* near,
                                   double* far_llr, double* far_h1, double* far_h2) {
  ptrdiff_t n_near = 0, n_far = 0;
  for (ptrdiff_t i = 0; i < points->n; ++i) {
    const double llr = points->llr[i];
    if (fabs(llr) <= MAX_LLR) {
      near[n_near++] =
          (struct cal_curve_point){llr, exp(llr), exp(-llr), points->n_h1[i] / points->total_h1,
                                   points->n_h2[i] / points->total_h2};
    } else {
      far_llr[n_far] = llr;
      far_h1[n_far] = points->n_h1[i];
      far_h2[n_far] = points->n_h2[i];
      ++n_far;
    }
  }
  const struct cal_points far = {far_llr, far_h1,           far_h2,
                                 n_far,   points->total_h1, points->total_h2};
  return (struct cal_curve){near, n_near, far};
}

bool cal_curve_reaches(double log_odds) { return fabs(log_odds) <= MAX_LOG_ODDS; }

// ln(1 + x) for 0 <= x <= 1, as ln c + 2 artanh((1 + x - c) / (1 + x + c)) with c = 1 or 1.5,
// whichever is nearer to 1 + x on the scale of logs: |s| <= 1/7 below.
static inline double log1p_of_unit(double x) {
  const bool upper = x > 0.22474487139158905;
  const double s = upper ? (x - 0.5) / (x + 2.5) : x / (x + 2);
  const double z = s * s, z2 = z * z, z4 = z2 * z2;
  const double low = (1.0 / 3 + z * (1.0 / 5)) + z2 * (1.0 / 7 + z * (1.0 / 9));
  const double high = (1.0 / 11 + z * (1.0 / 13)) + z2 * (1.0 / 15 + z * (1.0 / 17));
  const double tail = z * (low + z4 * (high + z4 * (1.0 / 19)));
  return (upper ? 0.40546510810816438 : 0) + 2 * (s + s * tail);
}

static void add_batch(const struct cal_curve_point* points, ptrdiff_t n, double log_odds,
                      struct cal_sum* sum_h1, struct cal_sum* sum_h2) {
  const double up = exp(log_odds), down = exp(-log_odds);
  double h1 = 0, h2 = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double posterior = points[i].llr + log_odds;
    const bool favours_h1 = posterior > 0;
    const double odds = favours_h1 ? points[i].down * down : points[i].up * up;
    const double both = log1p_of_unit(odds < 1 ? odds : 1);
    h1 += (favours_h1 ? both : both - posterior) * points[i].share_h1;
    h2 += (favours_h1 ? both + posterior : both) * points[i].share_h2;
  }
  cal_sum_add(sum_h1, h1);
  cal_sum_add(sum_h2, h2);
}

void cal_curve_at(const struct cal_curve* curve, double log_odds, double* h1, double* h2) {
  struct cal_sum sum_h1 = {0}, sum_h2 = {0};
  for (ptrdiff_t i = 0; i < curve->n_near; i += BATCH) {
    const ptrdiff_t left = curve->n_near - i;
    add_batch(curve->near + i, left < BATCH ? left : BATCH, log_odds, &sum_h1, &sum_h2);
  }
  cal_cross_entropy(&curve->far, log_odds, h1, h2);
  *h1 += cal_sum_value(sum_h1);
  *h2 += cal_sum_value(sum_h2);
}
