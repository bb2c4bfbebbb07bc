// Slips that leave a legal set behind: the wrong scale, posteriors, the labels the wrong way round.
// The numbers cannot prove them. The rules are those of R, in R/set-lr-guards.R.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "kernels/cost/cross-entropy.h"
#include "kernels/rates/roc.h"
#include "kernels/read/slips.h"
#include "scale.h"
#include "set.h"

// Sentences, a line for each slip.
struct sentences {
  char* text;
  ptrdiff_t room;
};

static void say(struct sentences* said, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int n = vsnprintf(said->text, (size_t)said->room, format, values);
  va_end(values);
  if (n < 0 || n >= said->room) {
    said->room = 1;
    return;
  }
  said->text += n;
  said->room -= n;
}

static const char* name_of(enum calibrant_scale scale) {
  static const char* const name[] = {"ln", "log10", "log2", "lr", "score"};
  return name[scale];
}

static bool is_logarithm(enum calibrant_scale scale) { return scale <= CALIBRANT_LOG2; }

static double size_of(const struct calibrant_set* set, int truth) {
  return (double)(truth ? set->n_h1 : set->sample.trials.n - set->n_h1);
}

static double largest_of_h2(const struct cal_trials* trials) {
  double largest = -INFINITY;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (!trials->truth[i]) largest = fmax(largest, trials->value[i]);
  }
  return largest;
}

// A code for "no result" is not an exclusion.
static bool look_for_code(const struct calibrant_set* set, struct sentences* said) {
  const struct cal_trials* trials = &set->sample.trials;
  if (set->scale == CALIBRANT_LR) return false;
  const double code = cal_code_glance(trials, set->range[0], set->range[1]);
  if (!(code > 0)) return false;
  ptrdiff_t n = 0;
  double others = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double size = fabs(trials->value[i]);
    n += size == code;
    if (size != code && isfinite(size)) others = fmax(others, size);
  }
  say(said,
      "Values of %g or -%g (%td of them) look like a code for no result, since no other is beyond "
      "%.3g, but they count as very strong evidence. Leave such trials out, and report their "
      "number.\n",
      code, code, n, others);
  return true;
}

// The least mean cost that an offset can give. The cost is convex in it.
struct offset_task {
  const struct calibrant_set* set;
  double (*llr)(double value);
};

static double cost_of(const struct offset_task* task, double offset) {
  const struct cal_trials* trials = &task->set->sample.trials;
  double sum[2] = {0, 0};
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double z = task->llr(trials->value[i]) + offset;
    sum[trials->truth[i]] += cal_softplus(trials->truth[i] ? -z : z);
  }
  return sum[0] / size_of(task->set, 0) + sum[1] / size_of(task->set, 1);
}

static double least_cost(const struct calibrant_set* set, double (*llr)(double value)) {
  const struct offset_task task = {set, llr};
  const double ratio = (sqrt(5) - 1) / 2;
  double low = -12, high = 12;
  while (high - low > 1e-3) {
    const double a = high - ratio * (high - low), b = low + ratio * (high - low);
    if (cost_of(&task, a) < cost_of(&task, b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return cost_of(&task, (low + high) / 2);
}

static double llr_of_ratio(double lr) { return log(fmax(lr, 1e-4)); }

static double llr_of_percent(double percent) {
  return logit(fmin(fmax(percent / 100, 1e-6), 1 - 1e-6));
}

// LRs under H2 have a mean of 1 if they are calibrated. Percentages have more, and as probabilities
// they are closer to the truth. LRs that were bounded at 100 are tied there.
static bool are_percent(const struct calibrant_set* set) {
  const struct cal_trials* trials = &set->sample.trials;
  const double n = size_of(set, 0);
  if (set->range[1] < 50 || set->range[1] > 100 || fmin(n, size_of(set, 1)) < 5) return false;
  ptrdiff_t n_largest = 0;
  double sum = 0, squares = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    n_largest += trials->value[i] == set->range[1];
    if (!trials->truth[i]) sum += trials->value[i];
  }
  if (n_largest > 2) return false;
  const double mean = sum / n;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (!trials->truth[i]) squares += (trials->value[i] - mean) * (trials->value[i] - mean);
  }
  const double gain = least_cost(set, llr_of_ratio) / least_cost(set, llr_of_percent);
  return gain > 1.4 || (gain > 1.01 && mean - 1 > 4 * sqrt(squares / (n - 1) / n));
}

static void look_for_scale(const struct calibrant_set* set, struct sentences* said) {
  const double low = set->range[0], high = set->range[1];
  const bool few = fmin(size_of(set, 0), size_of(set, 1)) < 3;
  if (set->scale == CALIBRANT_LR && high <= 1 && low < 1 && !few) {
    say(said,
        "These look like probabilities, but `scale` is \"lr\": all are between 0 and 1, so none "
        "would support H1. Posterior probabilities have the scale \"prob\", and need the `prior` "
        "they were made with.\n");
  }
  if (set->scale == CALIBRANT_LR && are_percent(set)) {
    say(said,
        "These look like probabilities in per cent, but `scale` is \"lr\". Use x / 100 with the "
        "scale \"prob\" and the `prior` they were made with.\n");
  }
  if (!is_logarithm(set->scale) || low < 0) return;
  const double wrong = largest_of_h2(&set->sample.trials);
  const double log10_wrong = wrong * ln_per_unit(set->scale) / log(10);
  if (wrong > 0 && !few) {
    say(said,
        "These look like likelihood ratios, but `scale` is \"%s\": no LR is negative, so none "
        "would support H2. Plain ratios have the scale \"lr\".\n",
        name_of(set->scale));
  }
  if (high >= 30 && log10_wrong > 10 && isfinite(log10_wrong)) {
    say(said,
        "These look like scores, but `scale` is \"%s\": in an H2 trial, an LR of 10^%.3g would "
        "support H1. Scores have the scale \"score\"; a calibration turns them into LRs.\n",
        name_of(set->scale), log10_wrong);
  }
}

// Logistic regression shows by which factor all LLRs are too strong or too weak. If nothing else is
// wrong with them, and it is that between two logarithms, they were mixed up.
static void look_for_unit(struct calibrant_set* set, struct sentences* said) {
  const enum cal_unit unit = cal_unit_glance(&set->sample.trials);
  const enum calibrant_scale shown = unit == CAL_UNIT_LN ? CALIBRANT_LN : CALIBRANT_LOG10;
  if (set->scale > CALIBRANT_LOG10 || unit == CAL_UNIT_UNCLEAR || shown == set->scale) return;
  double found[2], vcov[4];
  struct calibrant_fit fit;
  if (calibrant_calibrate(set, 0.5, 0, found, vcov, &fit, NULL) != CALIBRANT_OK) return;
  const double factor = ln_per_unit(set->scale) / ln_per_unit(shown);
  const double slope = found[0] * factor, error = sqrt(vcov[0]) * factor;
  const bool alone =
      fabs(slope - 1) < fmin(2 * error, 0.2) && fabs(found[1]) < 2 * sqrt(vcov[3]) && error < 0.2;
  if (!alone || !(fabs(slope - factor) > 4 * error)) return;
  say(said,
      "These look like %s LRs, but `scale` is \"%s\": as such all are too %s by a factor of %.2g "
      "on the scale of logarithms.\n",
      name_of(shown), name_of(set->scale), set->scale == CALIBRANT_LN ? "weak" : "strong",
      fmax(factor / slope, slope / factor));
}

// Worse than chance, by more than chance explains.
static void look_for_reversal(struct calibrant_set* set, struct sentences* said) {
  double area;
  if (cal_auc_bound(&set->sample.trials) >= 0.5) return;
  if (calibrant_auc(set, 0, &area, NULL) != CALIBRANT_OK) return;
  const double n1 = fmin(size_of(set, 1), 1000), n2 = fmin(size_of(set, 0), 1000);
  const double z = (area - 0.5) / sqrt((n1 + n2 + 1) / 12 / n1 / n2);
  if (z > -3.1 && !(area < 0.1 && z < -2.3)) return;
  const bool are_scores = set->scale == CALIBRANT_SCORES;
  say(said,
      "The trials under H1 have the smaller %s: the area under the ROC curve is %.2g, where a "
      "useless system has 0.5. Are the labels of `truth` the right way round?%s\n",
      are_scores ? "scores" : "LRs", area, are_scores ? " Give distances a minus sign." : "");
}

static void look_at_sizes(const struct calibrant_set* set, struct sentences* said) {
  const ptrdiff_t times = cal_times_there(&set->sample.trials);
  if (times > 1) {
    say(said, "All trials seem to be there %td times. Were rows appended or joined twice?\n",
        times);
  }
  if (fmin(size_of(set, 0), size_of(set, 1)) < 2) {
    say(said,
        "One of the hypotheses has a single trial, on which every result depends. Intervals mean "
        "little with fewer than some twenty trials of each.\n");
  }
}

void calibrant_slips(struct calibrant_set* set, int from_posteriors, char* text, ptrdiff_t room) {
  struct sentences said = {text, room};
  if (room < 1) return;
  *text = 0;
  if (!from_posteriors && !look_for_code(set, &said)) {
    look_for_scale(set, &said);
    look_for_unit(set, &said);
  }
  look_for_reversal(set, &said);
  look_at_sizes(set, &said);
}
