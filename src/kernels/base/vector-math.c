#include "kernels/base/vector-math.h"

#include "kernels/base/vector-loops.h"

enum { N = CAL_VECTOR_BLOCK };

CAL_INLINE void exp_block(const double* restrict x, double* restrict out, bool fused) {
  double inside[N];
  for (int i = 0; i < N; ++i) {
    const double above = x[i] < CAL_EXP_LOW ? CAL_EXP_LOW : x[i];
    inside[i] = above > CAL_EXP_HIGH ? CAL_EXP_HIGH : above;
  }
  for (int i = 0; i < N; ++i) out[i] = cal_exp(inside[i], fused);
}

static void exp_plain(const double* x, double* out) { exp_block(x, out, false); }
CAL_WIDE static void exp_wide(const double* x, double* out) { exp_block(x, out, true); }

void cal_exp_block(const double x[N], double out[N]) {
  (cal_vector_is_wide() ? exp_wide : exp_plain)(x, out);
}

CAL_INLINE void logistic_block(const double* restrict z, double* restrict both,
                               double* restrict far, bool fused) {
  double inside[N];
  for (int i = 0; i < N; ++i) {
    const double down = -fabs(z[i]);
    inside[i] = down < CAL_EXP_LOW ? CAL_EXP_LOW : down;
  }
  for (int i = 0; i < N; ++i) {
    inside[i] = cal_exp(inside[i], fused);
    far[i] = inside[i] / (1 + inside[i]);
  }
  if (both == NULL) return;
  for (int i = 0; i < N; ++i) both[i] = cal_log1p_of_unit(inside[i], fused);
}

static void logistic_plain(const double* z, double* both, double* far) {
  logistic_block(z, both, far, false);
}

CAL_WIDE static void logistic_wide(const double* z, double* both, double* far) {
  logistic_block(z, both, far, true);
}

void cal_logistic_block(const double z[N], double* both, double far[N]) {
  (cal_vector_is_wide() ? logistic_wide : logistic_plain)(z, both, far);
}
