#ifndef CALIBRANT_KERNELS_READ_SLIP_RULES_H
#define CALIBRANT_KERNELS_READ_SLIP_RULES_H

#include <stdbool.h>

#include "kernels/base/host.h"
#include "kernels/base/trials.h"

// Legal trials that look like a slip: a wrong scale, a code for no result, reversed labels, rows
// that are there twice. The numbers cannot prove a slip, so a finding is only a question to the
// user. R, the library and the page share these rules, each with its own words.

// Declared scale of the values.
enum cal_given {
  CAL_GIVEN_LN,
  CAL_GIVEN_LOG10,
  CAL_GIVEN_LOG2,
  CAL_GIVEN_RATIO,
  CAL_GIVEN_SCORE,
  CAL_GIVEN_POSTERIOR
};

// In the order in which they are reported.
enum cal_slip {
  CAL_SLIP_CODE,           // `code`, `n_code`, `others`
  CAL_SLIP_DATES,          // the days of a spreadsheet: the first as `code`, and `n_code`
  CAL_SLIP_PROBABILITIES,  // no ratio is above 1
  CAL_SLIP_RATIOS,         // no logarithm is negative; `largest`
  CAL_SLIP_HIGH,           // no logarithm is negative, and they are large: perhaps scores; `wrong`
  CAL_SLIP_SCORES,         // an impossible LR, and negative logarithms; `wrong`
  CAL_SLIP_PERCENT,        // `mean_h2`
  CAL_SLIP_WEAK,           // log10 LRs said to be ln; `factor`
  CAL_SLIP_STRONG,         // ln LRs said to be log10; `factor`
  CAL_SLIP_REVERSED,       // the H1 trials have the smaller LRs; `area`
  CAL_SLIP_DISTANCES,      // the H1 trials have the smaller scores; `area`
  CAL_SLIP_DOUBLED,        // `times`
  CAL_SLIPS
};

// `found` flags the slips. The other fields are facts about the slips found, 0 for the others.
struct cal_slips {
  bool found[CAL_SLIPS];
  // The values that are a code, beginning with that of the first such trial; the number of their
  // trials; and the largest size of all other finite values.
  double code[2], n_code, others;
  ptrdiff_t n_codes;
  // The largest finite value; the log10 of the largest LR of H2; the mean of the H2 values; the
  // factor by which logarithms are wrong; the area under the ROC curve; the copies of each trial.
  double largest, wrong, mean_h2, factor, area, times;
};

// The names of the scales and of the slips, in lower case, for callers who pass names on.
extern const char cal_given_name[][8];
extern const char cal_slip_name[][16];

// The scale of that name. Posteriors, which have no slip of scale, if it is unknown.
enum cal_given cal_given_of(const char* name);

// `system` is NULL, or has the system of each trial: copies are then those of the system with the
// smallest number. `min` and `max` are those of the values, of which there is at least one.
void cal_find_slips(struct cal_host* host, const struct cal_trials* trials, const int* system,
                    enum cal_given given, double min, double max, struct cal_slips* slips);

bool cal_any_slip(const struct cal_slips* slips);

// Validates new trials on a scale other than posteriors, by the threads of the host. False unless
// they are sound, with at least two of each hypothesis. `range` is that of the values.
bool cal_are_plain(struct cal_host* host, const struct cal_trials* trials, enum cal_given given,
                   double range[2], struct cal_slips* slips);

// Is this area under the ROC curve, of trials that are all untied, below one half by more than
// chance explains (one in a thousand)? A thousand trials of either hypothesis count.
bool cal_is_reversed(double area, double n_h1, double n_h2);

#endif
