// Each rule looks at the trials and flags its slips: codes, dates, ranges and percentages, the unit
// of logarithms, the direction, copies.
#include "kernels/read/slip-rules.h"

#include <math.h>

#include "kernels/base/common-log.h"
#include "kernels/base/root.h"
#include "kernels/base/sigmoid.h"
#include "kernels/cost/cross-entropy.h"
#include "kernels/count/count-sample.h"
#include "kernels/count/range.h"
#include "kernels/rates/roc.h"
#include "kernels/read/slips.h"

enum { AREA_TRIALS = 1000, FIT_TRIALS = 4000, FIT_STEPS = 8, FEWEST = 3 };

// Spreadsheets count days from the end of 1899. These are the years 2000 to 2049.
enum { FIRST_DAY = 36526, LAST_DAY = 54788, BELOW_DAYS = 1000 };

const char cal_given_name[][8] = {"ln", "log10", "log2", "lr", "score", "prob"};

const char cal_slip_name[][16] = {"code",   "dates",    "probabilities", "ratios",
                                  "high",   "scores",   "percent",       "weak",
                                  "strong", "reversed", "distances",     "doubled"};

static bool same_text(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

enum cal_given cal_given_of(const char* name) {
  int k = CAL_GIVEN_LN;
  while (k < CAL_GIVEN_POSTERIOR && !same_text(name, cal_given_name[k])) ++k;
  return (enum cal_given)k;
}

struct look {
  struct cal_host* host;
  const struct cal_trials* trials;
  enum cal_given given;
  double min, max, n[2];
  struct cal_slips* slips;
};

// Sets of many trials are not counted unless something looks like a slip.
static void count_classes(struct look* look) {
  const ptrdiff_t n = look->trials->n, n_h1 = cal_count_true(look->trials->truth, n);
  look->n[CAL_H1] = (double)n_h1, look->n[CAL_H2] = (double)(n - n_h1);
}

static void tell(struct look* look, enum cal_slip slip) { look->slips->found[slip] = true; }

// Steps without a small period, as rows may repeat a pattern. Keeps k if n is at most `most`.
static ptrdiff_t thinned(ptrdiff_t k, ptrdiff_t most, ptrdiff_t n) {
  if (n <= most) return k;
  const double turns = (double)(k + 1) * 0.6180339887498949;
  return (ptrdiff_t)((turns - floor(turns)) * (double)n);
}

static double mean_of_class(const struct cal_trials* trials, int class, double n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (trials->truth[i] == class) sum += trials->value[i];
  }
  return sum / n;
}

// ---- the scale ----

static bool is_logarithm(enum cal_given given) { return given <= CAL_GIVEN_LOG2; }

// Plain ratios may span the range of a code.
static bool look_for_code(struct look* look) {
  const struct cal_trials* trials = look->trials;
  struct cal_slips* slips = look->slips;
  if (!is_logarithm(look->given) && look->given != CAL_GIVEN_SCORE) return false;
  const double code = cal_code_glance(trials, look->min, look->max);
  if (!(code > 0)) return false;
  double signs = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double value = trials->value[i], size = fabs(value);
    if (size == code) {
      if (slips->n_code++ == 0) slips->code[0] = value;
      signs += value == slips->code[0];
    } else if (isfinite(size)) {
      slips->others = fmax(slips->others, size);
    }
  }
  slips->n_codes = signs < slips->n_code ? 2 : 1;
  slips->code[1] = -slips->code[0];
  tell(look, CAL_SLIP_CODE);
  return true;
}

// Whole numbers of days beside values that are all much smaller, or alone.
static bool look_for_dates(struct look* look) {
  const struct cal_trials* trials = look->trials;
  struct cal_slips* slips = look->slips;
  if (!is_logarithm(look->given) && look->given != CAL_GIVEN_SCORE) return false;
  if (look->max < FIRST_DAY || look->max > LAST_DAY) return false;
  double day = 0, n = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double value = trials->value[i];
    const bool is_day = value >= FIRST_DAY && value == floor(value);
    if (!is_day && fabs(value) >= BELOW_DAYS && isfinite(value)) return false;
    if (is_day && n++ == 0) day = value;
  }
  if (n == 0) return false;
  slips->code[0] = day, slips->n_codes = 1, slips->n_code = n;
  tell(look, CAL_SLIP_DATES);
  return true;
}

static double largest_finite(const struct cal_trials* trials) {
  double largest = -INFINITY;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (isfinite(trials->value[i])) largest = fmax(largest, trials->value[i]);
  }
  return largest;
}

static double largest_of_h2(const struct cal_trials* trials) {
  double low[2], high[2];
  cal_class_ranges(trials->value, trials->truth, trials->n, low, high);
  return high[CAL_H2];
}

static double log10_of(double value, enum cal_given given) {
  double found = value;
  if (given != CAL_GIVEN_LOG10) {
    cal_common_log(&value, 1, given == CAL_GIVEN_LN ? CAL_LN_10 : 1 / log10(2), &found);
  }
  return found;
}

// Ratios that never exceed 1 never support H1, and may be probabilities. A system with all LRs at
// least 1 never supports H2, even if H2 is true; this is the look of plain ratios on a scale of
// logarithms. A calibrated LR of 1e10 does not occur if H2 is true; scores of 0 to 100 give many
// LRs of 1e50.
static void look_at_range(struct look* look) {
  const bool is_ratio = look->given == CAL_GIVEN_RATIO;
  if (!is_ratio && !is_logarithm(look->given)) return;
  if (is_ratio ? look->max > 1 : look->min < 0 && (look->max < 30 || isinf(look->max))) return;
  count_classes(look);
  const bool few = fmin(look->n[0], look->n[1]) < FEWEST;
  if (is_ratio && look->max <= 1 && look->min < 1 && !few) {
    tell(look, CAL_SLIP_PROBABILITIES);
  }
  if (is_ratio) return;
  const double h2 = largest_of_h2(look->trials), wrong = log10_of(h2, look->given);
  if (look->min >= 0 && h2 > 0 && !few) {
    look->slips->largest = largest_finite(look->trials);
    tell(look, CAL_SLIP_RATIOS);
  }
  if (look->max >= 30 && wrong > 10 && isfinite(wrong)) {
    look->slips->wrong = wrong;
    tell(look, look->min < 0 ? CAL_SLIP_SCORES : CAL_SLIP_HIGH);
  }
}

// The cross-entropy at even odds with an offset, of values that are turned into LLRs.
struct offset_task {
  const struct look* look;
  double (*llr)(double value);
};

static double cost_at(void* data, double offset) {
  const struct offset_task* task = data;
  const struct cal_trials* trials = task->look->trials;
  double sum[2] = {0, 0};
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double z = task->llr(trials->value[i]) + offset;
    sum[trials->truth[i]] += cal_softplus(trials->truth[i] == CAL_H1 ? -z : z);
  }
  return sum[0] / task->look->n[0] + sum[1] / task->look->n[1];
}

static double least_cost(const struct look* look, double (*llr)(double value)) {
  struct offset_task task = {look, llr};
  return cost_at(&task, cal_find_minimum((struct cal_function){cost_at, &task}, -12, 12, 1e-4));
}

static double llr_of_ratio(double lr) { return log(fmax(lr, 1e-4)); }

static double llr_of_percent(double percent) {
  const double p = fmin(fmax(percent / 100, 1e-6), 1 - 1e-6);
  return log(p / (1 - p));
}

// LRs under H2 have a mean of 1 if they are calibrated. Percentages have a larger mean, and as
// probabilities they are closer to the truth, whatever the prior. LRs that were bounded at 100 are
// tied there.
static void look_for_percent(struct look* look) {
  const struct cal_trials* trials = look->trials;
  if (look->given != CAL_GIVEN_RATIO || look->max < 50 || look->max > 100) return;
  count_classes(look);
  const double n = look->n[CAL_H2];
  if (fmin(n, look->n[CAL_H1]) < 5) return;
  ptrdiff_t n_largest = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) n_largest += trials->value[i] == look->max;
  if (n_largest > 2) return;
  const double mean = mean_of_class(trials, CAL_H2, n);
  double squares = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    const double off = trials->value[i] - mean;
    if (trials->truth[i] == CAL_H2) squares += off * off;
  }
  const double gain = least_cost(look, llr_of_ratio) / least_cost(look, llr_of_percent);
  if (gain > 1.4 || (gain > 1.01 && mean - 1 > 4 * sqrt(squares / (n - 1) / n))) {
    look->slips->mean_h2 = mean;
    tell(look, CAL_SLIP_PERCENT);
  }
}

// ---- the unit of logarithms ----

// Slope and offset of logistic regression on LLRs, with their standard errors.
struct line {
  double slope, offset, errors[2];
};

// Fisher's information and the score of both.
struct step {
  double slopes, mixed, offsets, score[2];
};

static struct step step_at(const struct look* look, double unit, const struct line* line,
                           double odds) {
  const struct cal_trials* trials = look->trials;
  const ptrdiff_t n = trials->n < FIT_TRIALS ? trials->n : FIT_TRIALS;
  struct step step = {0};
  for (ptrdiff_t k = 0; k < n; ++k) {
    const ptrdiff_t i = thinned(k, FIT_TRIALS, trials->n);
    const double llr = trials->value[i] * unit;
    if (isinf(llr)) continue;
    const double p = cal_sigmoid(line->slope * llr + line->offset + odds), w = p * (1 - p);
    const double off = (trials->truth[i] == CAL_H1) - p;
    step.slopes += w * llr * llr, step.mixed += w * llr, step.offsets += w;
    step.score[0] += llr * off, step.score[1] += off;
  }
  return step;
}

// Reciprocal condition number in the 1-norm.
static double condition_of(const struct step* step, double determinant) {
  const double mixed = fabs(step->mixed);
  const double norm = fmax(step->slopes, step->offsets) + mixed;
  return fabs(determinant) / (norm * norm);
}

static double log_odds_of_classes(const struct look* look) {
  const struct cal_trials* trials = look->trials;
  const ptrdiff_t n = trials->n < FIT_TRIALS ? trials->n : FIT_TRIALS;
  double seen[2] = {0, 0};
  for (ptrdiff_t k = 0; k < n; ++k) {
    const ptrdiff_t i = thinned(k, FIT_TRIALS, trials->n);
    if (isfinite(trials->value[i])) ++seen[trials->truth[i]];
  }
  return log(seen[CAL_H1] / seen[CAL_H2]);
}

// Fits the line by Newton's steps. Errors are infinite if there is no such line.
static struct line fit_line(const struct look* look, double unit) {
  struct line line = {1, 0, {INFINITY, INFINITY}};
  const double odds = log_odds_of_classes(look);
  for (int k = 0; k < FIT_STEPS; ++k) {
    const struct step step = step_at(look, unit, &line, odds);
    const double determinant = step.slopes * step.offsets - step.mixed * step.mixed;
    if (!(condition_of(&step, determinant) >= 1e-10)) {
      line.errors[0] = line.errors[1] = INFINITY;
      return line;
    }
    line.errors[0] = sqrt(step.offsets / determinant);
    line.errors[1] = sqrt(step.slopes / determinant);
    line.slope += (step.offsets * step.score[0] - step.mixed * step.score[1]) / determinant;
    line.offset += (step.slopes * step.score[1] - step.mixed * step.score[0]) / determinant;
  }
  return line;
}

// Logistic regression estimates the factor by which all LLRs are too strong or too weak. If nothing
// else is wrong with them, and this is the factor between two kinds of logarithms, the two were
// probably mixed up.
static void look_for_unit(struct look* look) {
  if (look->given > CAL_GIVEN_LOG10) return;
  const bool is_ln = look->given == CAL_GIVEN_LN;
  const enum cal_unit wanted = is_ln ? CAL_UNIT_LOG10 : CAL_UNIT_LN;
  if (cal_unit_glance(look->trials) != wanted) return;
  const double other = is_ln ? 1 / CAL_LN_10 : CAL_LN_10;
  const struct line line = fit_line(look, is_ln ? CAL_LN_10 : 1);
  const double error = line.errors[0], off = fabs(line.slope - 1);
  const bool alone = off < 2 * error && fabs(line.offset) < 2 * line.errors[1];
  if (!alone || !(error < 0.2) || !(off < 0.2) || !(fabs(line.slope - other) > 4 * error)) return;
  look->slips->factor = fmax(other / line.slope, line.slope / other);
  tell(look, is_ln ? CAL_SLIP_WEAK : CAL_SLIP_STRONG);
}

// ---- the direction ----

// `z` is the distance of the area from one half in standard errors.
static bool is_beyond_chance(double area, double z) {
  return z <= -3.1 || (area < 0.1 && z < -2.3);
}

bool cal_is_reversed(double area, double n_h1, double n_h2) {
  const double h1 = fmin(n_h1, AREA_TRIALS), h2 = fmin(n_h2, AREA_TRIALS);
  return is_beyond_chance(area, (area - 0.5) / sqrt((h1 + h2 + 1) / 12 / h1 / h2));
}

// A thousand trials of each hypothesis, which are as informative as millions.
static ptrdiff_t take_class(const struct look* look, int class, double* value, int* truth) {
  const struct cal_trials* trials = look->trials;
  double* all = cal_scratch_doubles(look->host, trials->n);
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (trials->truth[i] == class) all[n++] = trials->value[i];
  }
  const ptrdiff_t taken = n < AREA_TRIALS ? n : AREA_TRIALS;
  for (ptrdiff_t k = 0; k < taken; ++k) {
    value[k] = all[thinned(k, AREA_TRIALS, n)];
    truth[k] = class;
  }
  return taken;
}

// Below one half by more than chance; ties make the area vary less.
static void look_for_reversal(struct look* look) {
  if (cal_auc_bound(look->trials) >= 0.5) return;
  count_classes(look);
  if (look->n[CAL_H1] == 0 || look->n[CAL_H2] == 0) return;
  double* value = cal_scratch_doubles(look->host, 2 * AREA_TRIALS);
  int* truth = cal_scratch(look->host, 2 * AREA_TRIALS, sizeof *truth);
  const ptrdiff_t n_h1 = take_class(look, CAL_H1, value, truth);
  const ptrdiff_t n_h2 = take_class(look, CAL_H2, value + n_h1, truth + n_h1);
  const struct cal_sample sample = {.trials = {value, truth, n_h1 + n_h2}, .unit = 1};
  const struct cal_counted counted = cal_count_sample(look->host, &sample);
  const double n = (double)(n_h1 + n_h2);
  double ties = 0;
  for (ptrdiff_t i = 0; i < counted.n; ++i) {
    const double size = counted.n_h1[i] + counted.n_h2[i];
    ties += size * size * size - size;
  }
  const double variance = (n + 1 - ties / n / (n - 1)) / 12 / (double)n_h1 / (double)n_h2;
  const double area = cal_auc((struct cal_groups){counted.n_h1, counted.n_h2, counted.n});
  if (!(variance > 0) || !is_beyond_chance(area, (area - 0.5) / sqrt(variance))) return;
  look->slips->area = area;
  tell(look, look->given == CAL_GIVEN_SCORE ? CAL_SLIP_DISTANCES : CAL_SLIP_REVERSED);
}

// ---- copies ----

static struct cal_trials first_system(const struct look* look, const int* system) {
  const struct cal_trials* trials = look->trials;
  double* value = cal_scratch_doubles(look->host, trials->n);
  int *truth = cal_scratch(look->host, trials->n, sizeof *truth), first = system[0];
  ptrdiff_t n = 0;
  for (ptrdiff_t i = 0; i < trials->n; ++i) first = system[i] < first ? system[i] : first;
  for (ptrdiff_t i = 0; i < trials->n; ++i) {
    if (system[i] != first) continue;
    value[n] = trials->value[i];
    truth[n++] = trials->truth[i];
  }
  return (struct cal_trials){value, truth, n};
}

static void look_for_copies(struct look* look, const int* system) {
  ptrdiff_t times = cal_times_there(look->trials);
  if (times > 1 && system) {
    const struct cal_trials first = first_system(look, system);
    times = cal_times_there(&first);
  }
  if (times <= 1) return;
  look->slips->times = (double)times;
  tell(look, CAL_SLIP_DOUBLED);
}

void cal_find_slips(struct cal_host* host, const struct cal_trials* trials, const int* system,
                    enum cal_given given, double min, double max, struct cal_slips* slips) {
  *slips = (struct cal_slips){0};
  struct look look = {host, trials, given, min, max, {0, 0}, slips};
  if (!look_for_code(&look) && !look_for_dates(&look)) {
    look_at_range(&look);
    look_for_percent(&look);
    look_for_unit(&look);
  }
  look_for_reversal(&look);
  look_for_copies(&look, system);
}

bool cal_any_slip(const struct cal_slips* slips) {
  bool any = false;
  for (int k = 0; k < CAL_SLIPS; ++k) any = any || slips->found[k];
  return any;
}

bool cal_are_plain(struct cal_host* host, const struct cal_trials* trials, enum cal_given given,
                   double range[2], struct cal_slips* slips) {
  struct cal_survey found;
  if (!cal_survey_trials(trials, host->n_threads, &found)) return false;
  if (found.n_h1 < 2 || found.n_h1 > trials->n - 2 || given == CAL_GIVEN_POSTERIOR) return false;
  if (given == CAL_GIVEN_RATIO && found.min < 0) return false;
  cal_find_slips(host, trials, NULL, given, found.min, found.max, slips);
  range[0] = found.min, range[1] = found.max;
  return true;
}
