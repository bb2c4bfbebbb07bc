#include "kernels/logistic/logistic-line.h"

#include <math.h>

#include "kernels/base/plan.h"
#include "kernels/logistic/logistic-frame.h"

struct ends {
  double min[2], max[2];
};

static bool is_under(const struct cal_logistic* problem, ptrdiff_t i, int c) {
  if (problem->truth != NULL) return problem->truth[i] == c;
  return (c == CAL_H1 ? problem->n_h1 : problem->n_h2)[i] > 0;
}

static bool do_overlap(const struct ends* ends) {
  return ends->min[0] < ends->max[1] && ends->min[1] < ends->max[0];
}

// The range of the values of either hypothesis, or only of the first values that overlap, if this
// suffices.
static struct ends find_ends(const struct cal_logistic* problem, bool until_overlap) {
  struct ends ends = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (ptrdiff_t i = 0; i < problem->n; ++i) {
    for (int c = 0; c < 2; ++c) {
      if (!is_under(problem, i, c)) continue;
      ends.min[c] = fmin(ends.min[c], problem->x[i]);
      ends.max[c] = fmax(ends.max[c], problem->x[i]);
    }
    if (until_overlap && do_overlap(&ends)) break;
  }
  return ends;
}

bool cal_logistic_overlap(const struct cal_logistic* problem) {
  const struct ends ends = find_ends(problem, true);
  return do_overlap(&ends);
}

double cal_logistic_line_pivot(const struct cal_newton* newton) {
  return newton->factor[3] * newton->factor[3];
}

static bool is_well_placed(const struct cal_newton* newton) {
  return cal_logistic_line_pivot(newton) >= CAL_PLAN_LEAST_PIVOT;
}

// If the hypotheses overlap by less than the rounding of z, z is taken to be 0 in the middle of the
// overlap.
static double snap(const struct cal_logistic* problem, const struct cal_frame* frame,
                   const struct ends* ends, double slope, double centre) {
  const int above = slope > 0 ? CAL_H1 : CAL_H2;
  const double low = ends->min[above] * frame->unit, high = ends->max[1 - above] * frame->unit;
  const double middle = low / 2 + high / 2, nat = frame->scale * fabs(slope);
  const bool is_narrow = problem->each_h1[CAL_H2] == 0 && (high - low) * nat < CAL_PLAN_NARROW;
  return is_narrow && fabs(middle - centre) * nat < CAL_PLAN_NARROW ? middle : centre;
}

// Moves the frame so that its centre is where z is 0 and its unit is one of z. Slope and offset are
// then nearly uncorrelated, and trials near the centre keep their digits however far the others
// are. false if there is no such place.
static bool centre_line(const struct cal_logistic* problem, const struct ends* ends,
                        struct cal_frame* frame, struct cal_newton* newton) {
  const double slope = newton->at[0], place = -(newton->at[1] + problem->log_odds) / slope;
  const double scale = frame->scale * fabs(slope), centre = frame->centre + place / frame->scale;
  if (!isfinite(centre) || !isfinite(scale)) return false;
  frame->centre = snap(problem, frame, ends, slope, centre);
  frame->scale = scale;
  newton->at[0] = slope > 0 ? 1 : -1;
  newton->at[1] = -problem->log_odds;
  return true;
}

// Continues a search from its end, successful or not.
static bool search_centred(struct cal_host* host, const struct cal_logistic* problem,
                           struct cal_frame* frame, struct cal_newton* newton,
                           struct cal_logistic_sums* sums) {
  const struct ends ends = find_ends(problem, false);
  bool found = false;
  for (int i = 0; i < CAL_PLAN_CENTRINGS; ++i) {
    if (!centre_line(problem, &ends, frame, newton)) return found;
    found = cal_logistic_descend(host, problem, NULL, newton, sums, HUGE_VAL);
    if (found && is_well_placed(newton)) return true;
  }
  return found;
}

static bool search_frame(struct cal_host* host, const struct cal_logistic* problem,
                         struct cal_frame* frame, struct cal_newton* newton,
                         struct cal_logistic_scatter* scatter) {
  newton->has_minimum = false;
  if (cal_logistic_search(host, problem, newton, scatter) && is_well_placed(newton)) return true;
  frame->far = CAL_PLAN_FARTHEST;
  newton->has_minimum = true;
  if (!search_centred(host, problem, frame, newton, scatter->sums)) return false;
  cal_logistic_scatter_find(host, problem, newton->at, scatter);
  return true;
}

bool cal_logistic_line(struct cal_host* host, const struct cal_logistic* problem,
                       const double range[2], struct cal_frame* frame, struct cal_newton* newton,
                       struct cal_logistic_scatter* scatter) {
  struct cal_logistic framed = *problem;
  framed.frame = frame;
  for (int kind = 0; kind < CAL_FRAME_KINDS; ++kind) {
    if (cal_frames_find(host, problem, range, (enum cal_frame_kind)kind, frame) &&
        search_frame(host, &framed, frame, newton, scatter) &&
        cal_frames_hold(frame, 1, range, newton->at, scatter->sums->wrong)) {
      return true;
    }
  }
  return false;
}
