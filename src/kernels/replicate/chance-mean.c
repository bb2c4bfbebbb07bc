#include "kernels/replicate/chance-mean.h"

#include <math.h>

#include "kernels/base/chebyshev.h"
#include "kernels/base/hypergeometric.h"
#include "kernels/base/plan.h"

// A block of k trials, and its cost.
struct mean {
  struct cal_urn all;
  double weight_h1, weight_h2;
  enum cal_chance_cost cost;
};

static double part_cost(double x, double all) { return x > 0 ? x * log(all / x) : 0; }

static double cost_of(const struct mean* mean, double n_h1, double n_h2) {
  const double x = mean->weight_h1 * n_h1 / mean->all.n_h1;
  const double y = mean->weight_h2 * n_h2 / mean->all.n_h2;
  if (mean->cost == CAL_CHANCE_ERROR) return fmin(x, y);
  if (mean->cost == CAL_CHANCE_BRIER) return x + y > 0 ? x * y / (x + y) : 0;
  return part_cost(x, x + y) + part_cost(y, x + y);
}

// Sums of probabilities, times that of the mode, and of costs with these.
struct mean_sum {
  double p, cost;
};

static void add_number(const struct mean* mean, struct mean_sum* sum, double n_h1, double p) {
  sum->p += p;
  sum->cost += p * cost_of(mean, n_h1, mean->all.k - n_h1);
}

// Adds the numbers from the mode on, up or down by `step`, until they are too rare to count.
static void add_side(const struct mean* mean, struct mean_sum* sum, double step) {
  const struct cal_urn urn = mean->all;
  const double mode = cal_urn_mode(urn), least = cal_urn_least(urn), most = cal_urn_most(urn);
  double p = 1;
  for (double m = mode + step; m >= least && m <= most && p > 1e-18; m += step) {
    if (step == 1) {
      p *= (urn.n_h1 - m + 1) / m * ((urn.k - m + 1) / (urn.n_h2 - urn.k + m));
    } else if (step == -1) {
      p *= (m + 1) / (urn.n_h1 - m) * ((urn.n_h2 - urn.k + m + 1) / (urn.k - m));
    } else {
      p = exp(cal_urn_log_ratio(urn, m, mode));
    }
    add_number(mean, sum, m, p);
  }
}

// The mean cost of a block of k trials, divided by k. If the cost is smooth over the whole
// distribution, steps of an eighth of a standard deviation suffice: the error of the trapezoid rule
// on a bell curve is negligible.
static double mean_at(struct mean mean, double k) {
  struct mean_sum sum = {0};
  mean.all.k = k;
  const double deviation = sqrt(cal_urn_variance(mean.all));
  const double step = mean.cost == CAL_CHANCE_ERROR ? 1 : fmax(floor(deviation / 8), 1);
  add_number(&mean, &sum, cal_urn_mode(mean.all), 1);
  add_side(&mean, &sum, step);
  add_side(&mean, &sum, -step);
  return sum.cost / sum.p / k;
}

enum { NODES = 12 };

// The sum over the whole numbers from `first` to `last` of the polynomial through a few of them, by
// Euler and Maclaurin.
static double smooth_sum(const struct mean* mean, double first, double last) {
  const double width = last - first, middle = first + floor(width / 2);
  double at[NODES], coefficient[NODES], sum = 0;
  for (int j = 0; j < NODES; ++j) at[j] = cal_chebyshev_point(j, NODES, 0.5, 1 / width);
  const double low = (first - middle - 0.5) / width, high = (last - middle + 0.5) / width;
  for (int j = 0; j < NODES; ++j) {
    double all = 0;
    cal_lagrange_coefficients(at, NODES, j, coefficient);
    for (int i = 0; i < NODES; ++i) {
      const double step = pow(high, i + 1) - pow(low, i + 1);
      const double slope = i > 0 ? i * (pow(high, i - 1) - pow(low, i - 1)) : 0;
      all += coefficient[i] * (width * step / (i + 1) - slope / (24 * width));
    }
    sum += all * mean_at(*mean, middle + nearbyint(at[j] * width));
  }
  return sum;
}

static double sum_sizes(struct cal_host* host, const struct mean* mean, double first, double last) {
  double sum = 0;
  cal_pulse(host);
  if (last - first >= CAL_PLAN_CHANCE_WIDTH) return smooth_sum(mean, first, last);
  for (double k = first; k <= last; ++k) sum += mean_at(*mean, k);
  return sum;
}

double cal_chance_mean(struct cal_host* host, double total_h1, double total_h2, double weight_h1,
                       double weight_h2, enum cal_chance_cost cost) {
  const struct mean mean = {{total_h1, total_h2, 0}, weight_h1, weight_h2, cost};
  const double all = total_h1 + total_h2, middle = floor((all - 1) / 2);
  const double few = cost == CAL_CHANCE_ERROR ? CAL_PLAN_CHANCE_KINKED : CAL_PLAN_CHANCE_SMOOTH;
  double sum = 0;
  for (double first = 1, last; first <= middle; first = last + 1) {
    last = fmin(first < few ? first + CAL_PLAN_CHANCE_WIDTH - 1 : floor(first * 1.5), middle);
    sum += sum_sizes(host, &mean, first, last);
    // Sizes of blocks that leave so many trials.
    sum += sum_sizes(host, &mean, all - last, all - first);
  }
  if (all > 2 * middle + 1) sum += mean_at(mean, middle + 1);
  return sum + mean_at(mean, all);
}
