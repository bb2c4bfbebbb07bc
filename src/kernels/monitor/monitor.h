#ifndef CALIBRANT_KERNELS_MONITOR_MONITOR_H
#define CALIBRANT_KERNELS_MONITOR_MONITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/base/host.h"

// Bets against calibration, one trial after the other. For any calibrated system and any trials,
// the capital of each bet has an expected value of at most 1 at any time, and so has their mixture,
// the e-process. ?monitor has the formulas.
//
// With the share of H1 unknown, trials are paired by order of arrival, one of the hypothesis that
// is rarer so far with as many of the other as its share asks for. Pairs are bet on by smooth
// functions (level), by steps (tail), and by straight lines that the log odds may lie on, as if the
// share of H1 were that of the pair. With a known share each trial is bet on by lines alone.
enum {
  CAL_MONITOR_CUTS = 7,
  CAL_MONITOR_STAKES = 6,
  CAL_MONITOR_LINES = 34,
  CAL_MONITOR_AUC_STAKES = 5,

  // Positions at which the log capital of each kind of bet begins, and the size of all.
  CAL_MONITOR_LEVEL = 0,
  CAL_MONITOR_TAIL = CAL_MONITOR_LEVEL + CAL_MONITOR_CUTS * CAL_MONITOR_STAKES,
  CAL_MONITOR_LINE = CAL_MONITOR_TAIL + 2 * CAL_MONITOR_CUTS * CAL_MONITOR_STAKES,
  CAL_MONITOR_AUC = CAL_MONITOR_LINE + CAL_MONITOR_LINES,
  CAL_MONITOR_CAPITAL = CAL_MONITOR_AUC + CAL_MONITOR_AUC_STAKES,
};

// The LLRs of a hypothesis from `waiting` on have no partner yet.
struct cal_monitor_queue {
  double* llr;
  ptrdiff_t waiting, end;
};

// Numbers of trials of each hypothesis that have arrived, in the run that may go on, and in the
// longest run.
struct cal_monitor_arrivals {
  double seen[2], run[2], longest[2];
};
enum { CAL_MONITOR_ARRIVALS = sizeof(struct cal_monitor_arrivals) / sizeof(double) };

// `capital` (CAL_MONITOR_CAPITAL numbers) and the queues are the caller's; a queue has space for
// all trials that will be added. Index 0 is H2. `log_odds` is that of the known share of H1, NaN if
// it is unknown; `auc`, below 1, is the least discrimination required, NaN for no requirement.
// `refuted`: an infinite LR was wrong, which no calibrated LR is.
struct cal_monitor {
  double log_odds, auc;
  double* capital;
  struct cal_monitor_queue queue[2];
  struct cal_monitor_arrivals arrivals;
  double used[2];
  bool refuted;
};

// Adds n trials, of H1 where `truth`; LLRs may be infinite. A bet depends on no later trial.
// `log_e` gets after each trial the log of the e-process of calibration, and in its second half
// that of discrimination.
void cal_monitor_add(struct cal_host* host, struct cal_monitor* monitor, const double* llr,
                     const int* truth, ptrdiff_t n, double* log_e);

#endif
