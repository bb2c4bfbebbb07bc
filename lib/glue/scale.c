#include "scale.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "host.h"
#include "kernels/base/common-log.h"
#include "kernels/base/sample.h"
#include "kernels/base/sigmoid.h"

static const double ln_2 = 0.69314718055994530942;

double ln_per_unit(enum calibrant_scale scale) {
  const double unit[] = {[CALIBRANT_LN] = 1,
                         [CALIBRANT_LOG10] = CAL_LN_10,
                         [CALIBRANT_LOG2] = ln_2,
                         [CALIBRANT_LR] = NAN,
                         [CALIBRANT_SCORES] = 1};
  return unit[scale];
}

double to_ln(double value, enum calibrant_scale scale) {
  return cal_sample_llr(ln_per_unit(scale), value);
}

// A finite LLR near the largest double must not become infinite.
static double finite_log2(double llr) {
  const double found = llr * (1 / ln_2);
  return isinf(found) && isfinite(llr) ? copysign(DBL_MAX, llr) : found;
}

double from_ln(double llr, enum calibrant_scale scale) {
  double found = llr;
  if (scale == CALIBRANT_LOG10) cal_common_log(&llr, 1, CAL_LN_10, &found);
  if (scale == CALIBRANT_LOG2) found = finite_log2(llr);
  if (scale == CALIBRANT_LR) found = exp(llr);
  return found;
}

void to_axis(const double* value, ptrdiff_t n, enum calibrant_scale scale, double* out) {
  if (scale == CALIBRANT_LN || scale == CALIBRANT_LOG2) {
    cal_common_log(value, n, scale == CALIBRANT_LN ? CAL_LN_10 : 1 / log10(2), out);
    return;
  }
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = scale == CALIBRANT_LR ? log10(value[i]) : value[i];
}

void calibrant_convert(const double* value, ptrdiff_t n, enum calibrant_scale from,
                       enum calibrant_scale to, double* out) {
  if (from == to || from == CALIBRANT_SCORES || to == CALIBRANT_SCORES) {
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = value[i];
  } else if (to == CALIBRANT_LOG10) {
    to_axis(value, n, from, out);
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = from_ln(to_ln(value[i], from), to);
  }
}

enum calibrant_status calibrant_llr_of_posterior(const double* posterior, ptrdiff_t n, double prior,
                                                 double* out, struct calibrant_error* error) {
  if (!(prior > 0 && prior < 1)) {
    return fail(error, CALIBRANT_INPUT, "`prior` must be inside (0, 1): it is %g.", prior);
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (posterior[i] < 0 || posterior[i] > 1) {
      return fail(error, CALIBRANT_INPUT,
                  "A posterior probability must be between 0 and 1: the one at index %td is %g.", i,
                  posterior[i]);
    }
    out[i] = logit(posterior[i]) - logit(prior);
  }
  return CALIBRANT_OK;
}

// If the truth is known in advance, no evidence changes it.
enum calibrant_status calibrant_posterior(const double* llr, ptrdiff_t n, double prior, double* out,
                                          struct calibrant_error* error) {
  if (!(prior >= 0 && prior <= 1)) {
    return fail(error, CALIBRANT_INPUT, "`prior` must be between 0 and 1: it is %g.", prior);
  }
  const bool known = prior == 0 || prior == 1;
  for (ptrdiff_t i = 0; i < n; ++i) out[i] = known ? prior : cal_sigmoid(llr[i] + logit(prior));
  return CALIBRANT_OK;
}

// Rounding loses the last bits of an LLR, and a posterior has few bits near 1.
enum calibrant_status calibrant_threshold_posterior(const double* llr, ptrdiff_t n, double prior,
                                                    double* out, struct calibrant_error* error) {
  if (!(prior > 0 && prior < 1)) {
    return fail(error, CALIBRANT_INPUT, "`prior` must be inside (0, 1): it is %g.", prior);
  }
  const double odds = logit(prior);
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double target = llr[i];
    double p = isnan(target) ? target : cal_sigmoid(target + odds);
    out[i] = p;
    if (logit(p) - odds == target) continue;
    while (p > 0 && logit(p) - odds > target) p = nextafter(p, 0);
    while (p < 1 && logit(nextafter(p, 1)) - odds <= target) p = nextafter(p, 1);
    out[i] = p;
  }
  return CALIBRANT_OK;
}

double bits(double nats) { return nats / ln_2; }

double logit(double probability) { return log(probability / (1 - probability)); }
