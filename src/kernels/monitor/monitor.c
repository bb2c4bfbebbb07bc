// The bets of monitor.h: their games, the pairs they are played on, and the mean of their capital.
#include "kernels/monitor/monitor.h"

#include <math.h>

#include "kernels/base/log-mean.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy.h"

// Natural logarithms, symmetric about an LR of 1.
static const double cuts[CAL_MONITOR_CUTS] = {-3, -2, -1, 0, 1, 2, 3};
static const double stakes[CAL_MONITOR_STAKES] = {-0.8, -0.4, -0.15, 0.15, 0.4, 0.8};
static const double auc_stakes[CAL_MONITOR_AUC_STAKES] = {0.02, 0.05, 0.1, 0.2, 0.4};

// Lines with a shift alone, with a slope alone, and with both.
enum { LINE_SLOPES = 6, LINE_SHIFTS = 4, LINE_BOTH = LINE_SLOPES * LINE_SHIFTS };
static const double line_slopes[LINE_SLOPES] = {0.4, 0.55, 0.7, 1.4, 1.8, 2.4};
static const double line_shifts[LINE_SHIFTS] = {-1.5, -0.75, 0.75, 1.5};

// Share of the capital that each kind of bet begins with.
static const double level_share = 0.3, tail_share = 0.1, line_share = 0.6;
static const double shift_share = 0.3, slope_share = 0.6, both_share = 0.1;

// A game z of mean 0 from -low to 1: multiplies the capital of each stake, for z or against it.
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

static void count(struct cal_monitor_arrivals* arrivals, int truth) {
  arrivals->seen[truth] += 1;
  arrivals->run[truth] += 1;
  arrivals->run[1 - truth] = 0;
  arrivals->longest[truth] = fmax(arrivals->longest[truth], arrivals->run[truth]);
}

// Number of trials of the more frequent hypothesis that are paired with one of the rarer, so that
// both are used in the proportion in which they arrive. The longest run is ignored: trials may come
// sorted by truth, and the first trial of the rarer hypothesis must not use up all others.
static double partners(const struct cal_monitor* monitor, int rare) {
  const struct cal_monitor_arrivals* arrivals = &monitor->arrivals;
  const double others = arrivals->seen[1 - rare] - arrivals->longest[1 - rare];
  const double each = others / arrivals->seen[rare];
  return fmax(1, floor(each * (monitor->used[rare] + 1) - monitor->used[1 - rare]));
}

// Bets that the log odds of a trial lie on other straight lines than the LLR. An infinite LR is
// skipped: if it is right, it means the same on all of them.
static void bet_on_lines(double log_odds, double* capital, double llr, bool truth) {
  if (isinf(llr)) return;
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

// A line has a mean of 1 over trials whose share of H1 is that of the pair. This mean is a weighted
// arithmetic mean of its means under H1 and under H2. Their product over the pair is a power of the
// geometric mean with the same weights, so it is no larger.
static void bet_on_lines_of_pair(double* capital, const double* h1, ptrdiff_t n1, const double* h2,
                                 ptrdiff_t n2) {
  const double log_odds = log((double)n1 / (double)n2);
  for (ptrdiff_t i = 0; i < n1; ++i) bet_on_lines(log_odds, capital, h1[i], true);
  for (ptrdiff_t i = 0; i < n2; ++i) bet_on_lines(log_odds, capital, h2[i], false);
}

// Bets on the next pair. False if there was none.
static bool bet_on_next(struct cal_monitor* monitor) {
  struct cal_monitor_queue* queue = monitor->queue;
  if (queue[0].waiting == queue[0].end || queue[1].waiting == queue[1].end) return false;
  const int rare = monitor->arrivals.seen[1] <= monitor->arrivals.seen[0];
  const double wanted = partners(monitor, rare);
  if ((double)(queue[1 - rare].end - queue[1 - rare].waiting) < wanted) return false;
  ptrdiff_t n[2];
  n[rare] = 1;
  n[1 - rare] = (ptrdiff_t)wanted;
  const double *h1 = queue[1].llr + queue[1].waiting, *h2 = queue[0].llr + queue[0].waiting;
  if (isnan(monitor->log_odds)) {
    bet_on_pair(monitor->capital, h1, n[1], h2, n[0]);
    bet_on_lines_of_pair(monitor->capital + CAL_MONITOR_LINE, h1, n[1], h2, n[0]);
  }
  if (!isnan(monitor->auc)) {
    bet_on_auc(monitor->auc, monitor->capital + CAL_MONITOR_AUC, h1, n[1], h2, n[0]);
  }
  for (int c = 0; c < 2; ++c) {
    queue[c].waiting += n[c];
    monitor->used[c] += (double)n[c];
  }
  return true;
}

// The log of a mean of capitals with these shares.
static double mix(const double* share, const double* log_e) {
  double sum = -INFINITY;
  for (int k = 0; k < 3; ++k) sum = cal_log_sum(sum, log(share[k]) + log_e[k]);
  return sum;
}

static double lines_e(const double* capital) {
  const double share[] = {shift_share, slope_share, both_share};
  const double log_e[] = {cal_log_mean(capital, LINE_SHIFTS),
                          cal_log_mean(capital + LINE_SHIFTS, LINE_SLOPES),
                          cal_log_mean(capital + LINE_SHIFTS + LINE_SLOPES, LINE_BOTH)};
  return mix(share, log_e);
}

static double calibration_e(const struct cal_monitor* monitor) {
  const double* capital = monitor->capital;
  if (monitor->refuted) return INFINITY;
  const double lines = lines_e(capital + CAL_MONITOR_LINE);
  if (!isnan(monitor->log_odds)) return lines;
  const double share[] = {level_share, tail_share, line_share};
  const double log_e[] = {
      cal_log_mean(capital + CAL_MONITOR_LEVEL, CAL_MONITOR_TAIL - CAL_MONITOR_LEVEL),
      cal_log_mean(capital + CAL_MONITOR_TAIL, CAL_MONITOR_LINE - CAL_MONITOR_TAIL), lines};
  return mix(share, log_e);
}

static double discrimination_e(const struct cal_monitor* monitor) {
  return cal_log_mean(monitor->capital + CAL_MONITOR_AUC, CAL_MONITOR_AUC_STAKES);
}

static bool add_trial(struct cal_monitor* monitor, double llr, bool truth) {
  struct cal_monitor_queue* queue = &monitor->queue[truth];
  queue->llr[queue->end++] = llr;
  count(&monitor->arrivals, truth);
  const bool certain = isinf(llr);
  if (certain && (llr > 0) != truth) monitor->refuted = true;
  if (!isnan(monitor->log_odds)) {
    bet_on_lines(monitor->log_odds, monitor->capital + CAL_MONITOR_LINE, llr, truth);
  }
  bool changed = certain || !isnan(monitor->log_odds);
  while (bet_on_next(monitor)) changed = true;
  return changed;
}

void cal_monitor_add(struct cal_host* host, struct cal_monitor* monitor, const double* llr,
                     const int* truth, ptrdiff_t n, double* log_e) {
  double calibration = calibration_e(monitor), discrimination = discrimination_e(monitor);
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
