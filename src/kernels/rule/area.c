#include "kernels/rule/area.h"

#include <math.h>
#include <stddef.h>

static const double at_zero = 1.64493406684822643647;  // pi^2 / 6

// B(l) for 0 <= l < 2 by the series of s / (e^s - 1), with the Bernoulli numbers B_2, B_4, ...
// over (2j)!. Terms fall as (l / 2 pi)^(2j).
static double series(double l) {
  static const double ratio[] = {
      1.0 / 12,
      -1.0 / 720,
      1.0 / 30240,
      -1.0 / 1209600,
      1.0 / 47900160,
      -691.0 / 1307674368000.0,
      1.0 / 74724249600.0,
      -3617.0 / 10670622842880000.0,
      43867.0 / 5109094217170944000.0,
      -174611.0 / 802857662698291200000.0,
      77683.0 / 14101100039391805440000.0,
      -236364091.0 / 1693824136731743669452800000.0,
      657931.0 / 186134520519971831808000000.0,
      -3392780147.0 / 37893265687455865519472640000000.0,
  };
  const int n = sizeof ratio / sizeof *ratio;
  double sum = 0;
  for (int j = n; j >= 1; --j) sum = sum * l * l + ratio[j - 1] / (2 * j + 1);
  return l * (1 - l / 4 + l * l * sum);
}

// A(l) for l >= 2, from s / (e^s - 1) as a geometric series.
static double tail(double l) {
  double sum = 0;
  for (int n = 20; n >= 1; --n) sum += exp(-n * l) * (l / n + 1.0 / (n * n));
  return sum;
}

// B(l) + B(-l) = -l^2 / 2.
double cal_area_cost(double log_odds) {
  const double l = fabs(log_odds);
  if (isinf(l)) return log_odds > 0 ? 0 : l;
  const double cost = l < 2 ? at_zero - series(l) : tail(l);
  return log_odds >= 0 ? cost : l * l / 2 + 2 * at_zero - cost;
}
