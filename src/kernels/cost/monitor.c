#include "kernels/cost/monitor.h"

#include <math.h>

#include "kernels/base/log-mean.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy.h"

// Natural logarithms, symmetric about an LR of 1.
static const double cuts[CAL_MONITOR_CUTS] = {-3, -2, -1, 0, 1, 2, 3};
static const double stakes[CAL_MONITOR_STAKES] = {-0.8, -0.4, -0.15, 0.15, 0.4, 0.8};
static const double slopes[CAL_MONITOR_SLOPES] = {0.35, 0.55, 0.75, 1.35, 1.8, 2.6};
static const double auc_stakes[CAL_MONITOR_AUC_STAKES] = {0.02, 0.05, 0.1, 0.2, 0.4};

// Lines with a shift alone, with a slope alone, and with both.
enum { LINE_SLOPES = 6, LINE_SHIFTS = 4, LINE_BOTH = LINE_SLOPES * LINE_SHIFTS };
static const double line_slopes[LINE_SLOPES] = {0.4, 0.55, 0.7, 1.4, 1.8, 2.4};
static const double line_shifts[LINE_SHIFTS] = {-1.5, -0.75, 0.75, 1.5};

// How much of the capital each kind of bet begins with.
static const double level_share = 0.4, order_share = 0.4, tail_share = 0.2;

// A game z of mean 0 from -low to 1: what each stake makes of its capital, for z or against it.
static void bet(double z, double low, double* capital) {
  for (int k = 0; k < CAL_MONITOR_STAKES; ++k) {
    capital[k] += log1p(stakes[k] * (stakes[k] > 0 ? z / low : z));
  }
}

// The means of f(l) under H1 and of f(l) exp(l) under H2 are equal if LRs are calibrated.
struct games {
  double level, below, above;
};

static struct games play(double cut, const double* h1, ptrdiff_t n1, const double* h2,
                         ptrdiff_t n2) {
  const double odds = exp(cut);
  struct games z = {0, 0, 0};
  for (ptrdiff_t i = 0; i < n1; ++i) {
    z.level += cal_sigmoid(cut - h1[i]) / (double)n1;
    if (h1[i] <= cut) z.below += 1 / (double)n1;
    if (h1[i] > cut) z.above -= exp(-h1[i]) / (double)n1;
  }
  for (ptrdiff_t i = 0; i < n2; ++i) {
    z.level -= odds * cal_sigmoid(h2[i] - cut) / (double)n2;
    if (h2[i] <= cut) z.below -= exp(h2[i]) / (double)n2;
    if (h2[i] > cut) z.above += 1 / (double)n2;
  }
  return z;
}

static void bet_on_pair(double* capital, const double* h1, ptrdiff_t n1, const double* h2,
                        ptrdiff_t n2) {
  for (int c = 0; c < CAL_MONITOR_CUTS; ++c) {
    const struct games z = play(cuts[c], h1, n1, h2, n2);
    double* tail = capital + CAL_MONITOR_TAIL + 2 * c * CAL_MONITOR_STAKES;
    bet(z.level, exp(cuts[c]), capital + CAL_MONITOR_LEVEL + c * CAL_MONITOR_STAKES);
    bet(z.below, exp(cuts[c]), tail);
    bet(z.above, exp(-cuts[c]), tail + CAL_MONITOR_STAKES);
  }
}

static void bet_on_auc(double auc, double* capital, const double* h1, ptrdiff_t n1,
                       const double* h2, ptrdiff_t n2) {
  double right = 0;
  for (ptrdiff_t i = 0; i < n1; ++i) {
    for (ptrdiff_t j = 0; j < n2; ++j) {
      right += h1[i] > h2[j] ? 1 : h1[i] == h2[j] ? 0.5 : 0;
    }
  }
  const double loss = (auc - right / ((double)n1 * (double)n2)) / (1 - auc);
  for (int k = 0; k < CAL_MONITOR_AUC_STAKES; ++k) capital[k] += log1p(auc_stakes[k] * loss);
}

// The window as seen from the hypothesis that has fewer trials there.
struct window {
  const double *few, *many;
  ptrdiff_t n_few, n_many;
  double sign;
};

// Sums of larger LLRs would lose what they differ by; calibrated trials that are on the wrong side
// by as much never come.
static double within_reach(double llr) { return fmax(-500, fmin(500, llr)); }

// Certain LRs, which are right, are known to belong where they are.
static void add_members(const double* llr, ptrdiff_t n, double scale, int k, double* sum) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (isinf(llr[i])) continue;
    for (int j = k; j > 0; --j)
      sum[j] = cal_log_sum(sum[j], sum[j - 1] + scale * within_reach(llr[i]));
  }
}

// The log of the probability that these k LRs of the window are those of their hypothesis, given
// all LRs: exp of their sum over the sum of that of all choices of k (an elementary symmetric
// polynomial), with the LLRs times `slope`.
static double log_choice(const struct window* window, double slope) {
  double sum[CAL_MONITOR_WINDOW + 1], own = 0;
  const double scale = slope * window->sign;
  int k = 0;
  for (ptrdiff_t i = 0; i < window->n_few; ++i) {
    if (isinf(window->few[i])) continue;
    own += scale * within_reach(window->few[i]);
    ++k;
  }
  sum[0] = 0;
  for (int j = 1; j <= k; ++j) sum[j] = -INFINITY;
  add_members(window->few, window->n_few, scale, k, sum);
  add_members(window->many, window->n_many, scale, k, sum);
  return own - sum[k];
}

static void bet_on_order(double* capital, const struct window* window) {
  const double calibrated = log_choice(window, 1);
  for (int k = 0; k < CAL_MONITOR_SLOPES; ++k) {
    capital[k] += log_choice(window, slopes[k]) - calibrated;
  }
}

static struct window window_of(const struct cal_monitor_queue queue[2]) {
  const double* llr[2] = {queue[0].llr + queue[0].window, queue[1].llr + queue[1].window};
  const ptrdiff_t n[2] = {queue[0].waiting - queue[0].window, queue[1].waiting - queue[1].window};
  const int few = n[1] <= n[0];
  return (struct window){llr[few], llr[1 - few], n[few], n[1 - few], few ? 1 : -1};
}

static void close_window(struct cal_monitor* monitor) {
  const struct window window = window_of(monitor->queue);
  if (window.n_few + window.n_many < CAL_MONITOR_WINDOW) return;
  bet_on_order(monitor->capital + CAL_MONITOR_ORDER, &window);
  for (int c = 0; c < 2; ++c) monitor->queue[c].window = monitor->queue[c].waiting;
}

// How many trials of the more frequent hypothesis meet one of the rarer: as many as keeps the two
// used in the proportion in which they come.
static double partners(const struct cal_monitor* monitor, int rare) {
  const double each = monitor->seen[1 - rare] / monitor->seen[rare];
  return fmax(1, floor(each * (monitor->used[rare] + 1) - monitor->used[1 - rare]));
}

// Whether there was a pair.
static bool bet_on_next(struct cal_monitor* monitor) {
  struct cal_monitor_queue* queue = monitor->queue;
  if (queue[0].waiting == queue[0].end || queue[1].waiting == queue[1].end) return false;
  const int rare = monitor->seen[1] <= monitor->seen[0];
  const double wanted = partners(monitor, rare);
  if ((double)(queue[1 - rare].end - queue[1 - rare].waiting) < wanted) return false;
  ptrdiff_t n[2];
  n[rare] = 1;
  n[1 - rare] = (ptrdiff_t)wanted;
  const double *h1 = queue[1].llr + queue[1].waiting, *h2 = queue[0].llr + queue[0].waiting;
  bet_on_pair(monitor->capital, h1, n[1], h2, n[0]);
  if (!isnan(monitor->auc)) {
    bet_on_auc(monitor->auc, monitor->capital + CAL_MONITOR_AUC, h1, n[1], h2, n[0]);
  }
  for (int c = 0; c < 2; ++c) {
    queue[c].waiting += n[c];
    monitor->used[c] += (double)n[c];
  }
  close_window(monitor);
  return true;
}

static void bet_on_lines(double log_odds, double* capital, double llr, bool truth) {
  const double sign = truth ? 1 : -1, calibrated = cal_softplus(-sign * (llr + log_odds));
  double *shifted = capital, *sloped = shifted + LINE_SHIFTS, *both = sloped + LINE_SLOPES;
  for (int j = 0; j < LINE_SHIFTS; ++j) {
    shifted[j] += calibrated - cal_softplus(-sign * (llr + line_shifts[j] + log_odds));
  }
  for (int i = 0; i < LINE_SLOPES; ++i) {
    const double line = line_slopes[i] * llr + log_odds;
    sloped[i] += calibrated - cal_softplus(-sign * line);
    for (int j = 0; j < LINE_SHIFTS; ++j) {
      *both++ += calibrated - cal_softplus(-sign * (line + line_shifts[j]));
    }
  }
}

// A third of the capital for each kind of line.
static double lines_e(const double* capital) {
  const double kinds[] = {cal_log_mean(capital, LINE_SHIFTS),
                          cal_log_mean(capital + LINE_SHIFTS, LINE_SLOPES),
                          cal_log_mean(capital + LINE_SHIFTS + LINE_SLOPES, LINE_BOTH)};
  return cal_log_mean(kinds, 3);
}

static double calibration_e(const struct cal_monitor* monitor) {
  const double* capital = monitor->capital;
  if (monitor->refuted) return INFINITY;
  if (!isnan(monitor->log_odds)) return lines_e(capital + CAL_MONITOR_LINE);
  const double level =
      cal_log_mean(capital + CAL_MONITOR_LEVEL, CAL_MONITOR_TAIL - CAL_MONITOR_LEVEL);
  const double tail =
      cal_log_mean(capital + CAL_MONITOR_TAIL, CAL_MONITOR_ORDER - CAL_MONITOR_TAIL);
  const double order = cal_log_mean(capital + CAL_MONITOR_ORDER, CAL_MONITOR_SLOPES);
  return cal_log_sum(log(level_share) + level,
                     cal_log_sum(log(order_share) + order, log(tail_share) + tail));
}

static double discrimination_e(const struct cal_monitor* monitor) {
  return cal_log_mean(monitor->capital + CAL_MONITOR_AUC, CAL_MONITOR_AUC_STAKES);
}

static bool add_trial(struct cal_monitor* monitor, double llr, bool truth) {
  struct cal_monitor_queue* queue = &monitor->queue[truth];
  queue->llr[queue->end++] = llr;
  const bool certain = isinf(llr);
  if (certain && (llr > 0) != truth) monitor->refuted = true;
  if (!isnan(monitor->log_odds) && !certain) {
    bet_on_lines(monitor->log_odds, monitor->capital + CAL_MONITOR_LINE, llr, truth);
  }
  bool changed = certain || !isnan(monitor->log_odds);
  while (bet_on_next(monitor)) changed = true;
  return changed;
}

void cal_monitor_add(struct cal_host* host, struct cal_monitor* monitor, const double* llr,
                     const int* truth, ptrdiff_t n, double* log_e) {
  double calibration = calibration_e(monitor), discrimination = discrimination_e(monitor);
  for (ptrdiff_t i = 0; i < n; ++i) monitor->seen[truth[i] != 0] += 1;
  for (ptrdiff_t i = 0; i < n; ++i) {
    if (i % 1024 == 0) cal_pulse(host);
    if (add_trial(monitor, llr[i], truth[i])) {
      calibration = calibration_e(monitor);
      discrimination = discrimination_e(monitor);
    }
    log_e[i] = calibration;
    log_e[n + i] = discrimination;
  }
}
