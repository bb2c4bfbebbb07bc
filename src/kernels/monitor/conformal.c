#include "kernels/monitor/conformal.h"

#include <math.h>
#include <string.h>

#include "kernels/base/log-mean.h"

static const double stakes[CAL_CONFORMAL_STAKES] = {-0.8, -0.4, -0.15, 0.15, 0.4, 0.8};

// The first of n ascending values that is not below, or with `after` that is above, x.
/*@ requires n >= 0 && \valid_read(value + (0 .. n - 1));
  @ requires \forall integer i, j; 0 <= i <= j < n ==> value[i] <= value[j];
  @ assigns \nothing;
  @ ensures 0 <= \result <= n;
  @ ensures \forall integer i; 0 <= i < \result ==> value[i] < x || (after && value[i] == x);
  @ ensures \forall integer i; \result <= i < n ==> value[i] > x || (!after && value[i] == x); */
static ptrdiff_t place_of(const double* value, ptrdiff_t n, double x, int after) {
  ptrdiff_t low = 0, high = n;
  /*@ loop invariant 0 <= low <= high <= n;
    @ loop invariant \forall integer i; 0 <= i < low ==> value[i] < x || (after && value[i] == x);
    @ loop invariant \forall integer i; high <= i < n ==> value[i] > x || (!after && value[i] == x);
    @ loop assigns low, high;
    @ loop variant high - low; */
  while (low < high) {
    const ptrdiff_t middle = low + (high - low) / 2;
    if (value[middle] < x || (after && value[middle] == x)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// Functions of the position in (-1, 1) with mean 0 over the positions: its height, and its distance
// from the middle. Equal values share the mean over their positions.
struct place {
  double high, far;
};

static struct place mean_place(ptrdiff_t first, ptrdiff_t last, ptrdiff_t n) {
  const double size = (double)n, mid = ((double)first + (double)last + 1) / size - 1;
  // Variances of first..last, and of all n, over (n / 2)^2.
  const double ties = (double)(last - first + 1);
  const double spread = (ties * ties - 1) / (3 * size * size);
  const double all = (size * size - 1) / (3 * size * size);
  return (struct place){mid, mid * mid + spread - all};
}

// Each function lies between -low and high; the stakes are shares of the largest possible loss.
static void bet(double z, double low, double high, double* capital) {
  for (int k = 0; k < CAL_CONFORMAL_STAKES; ++k) {
    capital[k] += log1p(stakes[k] * z / (stakes[k] > 0 ? low : high));
  }
}

void cal_conformal_add(struct cal_host* host, double* known, ptrdiff_t n_known, double* capital,
                       const double* value, ptrdiff_t n, double* log_e) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (i % 1024 == 0) cal_pulse(host);
    const ptrdiff_t first = place_of(known, n_known, value[i], 0);
    const ptrdiff_t last = place_of(known, n_known, value[i], 1);
    const struct place z = mean_place(first, last, n_known + 1);
    bet(z.high, 1, 1, capital);
    bet(z.far, 1.0 / 3, 2.0 / 3, capital + CAL_CONFORMAL_STAKES);
    memmove(known + last + 1, known + last, (size_t)(n_known - last) * sizeof *known);
    known[last] = value[i];
    ++n_known;
    log_e[i] = cal_log_mean(capital, CAL_CONFORMAL_CAPITAL);
  }
}
