// Words for slips that leave a legal set behind: the wrong scale, posteriors, the labels the wrong
// way round. The numbers cannot prove them.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "kernels/read/slip-rules.h"
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

// The name of the scale of the set.
static const char* given_name(const struct calibrant_set* set) {
  return cal_given_name[set->scale];
}

static void say_of_codes(const struct cal_slips* slips, struct sentences* said) {
  if (slips->found[CAL_SLIP_CODE]) {
    say(said,
        "Values of %g or -%g (%.0f of them) look like a code for no result, since no other is "
        "beyond %.3g, but they count as very strong evidence. Leave such trials out, and report "
        "their number.\n",
        fabs(slips->code[0]), fabs(slips->code[0]), slips->n_code, slips->others);
  }
  if (slips->found[CAL_SLIP_DATES]) {
    say(said,
        "Values such as %.0f (%.0f of them) look like dates, which spreadsheets make of numbers "
        "such as 3.5 and count in days. Set the format of the column to numbers or text, then "
        "enter or import the numbers again.\n",
        slips->code[0], slips->n_code);
  }
}

static void say_of_scale(const struct calibrant_set* set, const struct cal_slips* slips,
                         struct sentences* said) {
  const char* scale = given_name(set);
  if (slips->found[CAL_SLIP_PROBABILITIES]) {
    say(said,
        "These look like probabilities, but `scale` is \"lr\": all are between 0 and 1, so none "
        "would support H1. Posterior probabilities have the scale \"prob\", and need the `prior` "
        "they were made with.\n");
  }
  if (slips->found[CAL_SLIP_PERCENT]) {
    say(said,
        "These look like probabilities in per cent, but `scale` is \"lr\". Use x / 100 with the "
        "scale \"prob\" and the `prior` they were made with.\n");
  }
  if (slips->found[CAL_SLIP_RATIOS]) {
    say(said,
        "These look like likelihood ratios, but `scale` is \"%s\": no LR is negative, so none "
        "would support H2. Plain ratios have the scale \"lr\".\n",
        scale);
  }
  if (slips->found[CAL_SLIP_SCORES] || slips->found[CAL_SLIP_HIGH]) {
    say(said,
        "These look like scores, but `scale` is \"%s\": in an H2 trial, an LR of 10^%.3g would "
        "support H1. Scores have the scale \"score\"; a calibration turns them into LRs.\n",
        scale, slips->wrong);
  }
}

static void say_of_unit(const struct calibrant_set* set, const struct cal_slips* slips,
                        struct sentences* said) {
  const bool is_weak = slips->found[CAL_SLIP_WEAK];
  if (!is_weak && !slips->found[CAL_SLIP_STRONG]) return;
  say(said,
      "These look like %s LRs, but `scale` is \"%s\": as such all are too %s by a factor of %.2g "
      "on the scale of logarithms.\n",
      cal_given_name[is_weak ? CAL_GIVEN_LOG10 : CAL_GIVEN_LN], given_name(set),
      is_weak ? "weak" : "strong", slips->factor);
}

static void say_of_order(const struct cal_slips* slips, struct sentences* said) {
  const bool are_scores = slips->found[CAL_SLIP_DISTANCES];
  if (!are_scores && !slips->found[CAL_SLIP_REVERSED]) return;
  say(said,
      "The trials under H1 have the smaller %s: the area under the ROC curve is %.2g, where a "
      "useless system has 0.5. Are the labels of `truth` the right way round?%s\n",
      are_scores ? "scores" : "LRs", slips->area,
      are_scores ? " Give distances a minus sign." : "");
}

static void say_of_sizes(const struct calibrant_set* set, const struct cal_slips* slips,
                         struct sentences* said) {
  const ptrdiff_t n_h2 = set->sample.trials.n - set->n_h1;
  if (slips->found[CAL_SLIP_DOUBLED]) {
    say(said, "All trials seem to be there %.0f times. Were rows appended or joined twice?\n",
        slips->times);
  }
  if (set->n_h1 < 2 || n_h2 < 2) {
    say(said,
        "One of the hypotheses has a single trial, on which every result depends. Intervals mean "
        "little with fewer than some twenty trials of each.\n");
  }
}

struct slip_task {
  const struct calibrant_set* set;
  enum cal_given given;
  struct cal_slips slips;
};

static void find_slips(struct cal_host* host, void* data) {
  struct slip_task* task = data;
  const struct calibrant_set* set = task->set;
  cal_find_slips(host, &set->sample.trials, NULL, task->given, set->range[0], set->range[1],
                 &task->slips);
}

void calibrant_slips(struct calibrant_set* set, int from_posteriors, char* text, ptrdiff_t room) {
  struct sentences said = {text, room};
  struct slip_task task = {
      set, from_posteriors ? CAL_GIVEN_POSTERIOR : (enum cal_given)set->scale, {.times = 0}};
  if (room < 1) return;
  *text = 0;
  if (run_job(find_slips, &task, 1, NULL) != CALIBRANT_OK) return;
  say_of_codes(&task.slips, &said);
  say_of_scale(set, &task.slips, &said);
  say_of_unit(set, &task.slips, &said);
  say_of_order(&task.slips, &said);
  say_of_sizes(set, &task.slips, &said);
}
