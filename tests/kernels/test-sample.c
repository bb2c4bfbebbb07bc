#include "kernels/base/sample.h"

#include <float.h>

#include "check.h"
#include "host.h"
#include "kernels/base/plan.h"

static void llrs_are_multiples_or_logarithms(void) {
  CHECK_EQ(cal_sample_llr(1, -2.5), -2.5);
  CHECK_EQ(cal_sample_llr(log(10), 3), 3 * log(10));
  CHECK_EQ(cal_sample_llr((double)NAN, 8), log(8));
  CHECK_EQ(cal_sample_llr((double)NAN, 0), -INFINITY);
  CHECK_EQ(cal_sample_llr((double)NAN, INFINITY), INFINITY);
}

static void only_infinite_values_are_infinite_llrs(void) {
  CHECK_EQ(cal_sample_llr(log(10), DBL_MAX), DBL_MAX);
  CHECK_EQ(cal_sample_llr(log(10), -DBL_MAX), -DBL_MAX);
  CHECK_EQ(cal_sample_llr(log(10), INFINITY), INFINITY);
  CHECK_EQ(cal_sample_llr(log(10), -INFINITY), -INFINITY);
}

static void ratios_become_logarithms(void) {
  struct test_host host = new_host(1);
  const double value[] = {0, .25, 1, 8, HUGE_VAL};
  const int truth[] = {0, 1, 0, 1, 1};
  struct cal_sample sample = {{value, truth, 5}, NULL, (double)NAN};
  double unit = 0;
  const struct cal_trials logs = cal_sample_logs(&host.host, &sample, &unit);
  CHECK_EQ(unit, 1);
  CHECK(logs.n == 5 && logs.truth == truth);
  for (int i = 0; i < 5; ++i) CHECK_EQ(logs.value[i], log(value[i]));
  sample.unit = 2;
  CHECK(cal_sample_logs(&host.host, &sample, &unit).value == value);
  CHECK_EQ(unit, 2);
  sample.unit = (double)NAN;
  sample.trials.n = 0;
  CHECK(cal_sample_logs(&host.host, &sample, &unit).n == 0);
  free_host(&host);
}

enum { MANY = 3 * CAL_PLAN_PIECE + 5, MOST_PARTS = 4 };

struct record {
  const double* value;
  ptrdiff_t next[MOST_PARTS], n_pieces[MOST_PARTS], n_broken;
};

// Pieces of a part follow each other without a gap, and none is too long.
static void note(void* work, ptrdiff_t part, const struct cal_trials* piece) {
  struct record* record = work;
  const ptrdiff_t at = piece->value - record->value;
  const ptrdiff_t expected = record->n_pieces[part] == 0 ? at : record->next[part];
  record->n_broken += at != expected || piece->n < 1 || piece->n > CAL_PLAN_PIECE;
  record->next[part] = at + piece->n;
  ++record->n_pieces[part];
}

static void check_pieces(const double* value, const int* truth, ptrdiff_t n, ptrdiff_t n_parts,
                         int n_threads) {
  struct test_host host = new_host(n_threads);
  struct record record = {.value = value};
  ptrdiff_t seen = 0;
  const struct cal_trials trials = {value, truth, n};
  cal_each_piece(&host.host, &trials, n_parts, note, &record);
  for (ptrdiff_t part = 0; part < n_parts; ++part) {
    if (record.n_pieces[part] > 0) seen = record.next[part];
  }
  CHECK(record.n_broken == 0);
  CHECK(seen == n);
  CHECK(host.n_pulses >= 1);
  free_host(&host);
}

static void every_trial_is_in_one_piece(void) {
  double* value = calloc(MANY, sizeof *value);
  int* truth = calloc(MANY, sizeof *truth);
  const ptrdiff_t sizes[] = {0, 1, 7, CAL_PLAN_PIECE, CAL_PLAN_PIECE + 1, MANY};
  for (int i = 0; i < 6; ++i) {
    for (ptrdiff_t n_parts = 1; n_parts <= MOST_PARTS; ++n_parts) {
      check_pieces(value, truth, sizes[i], n_parts, 1 + i % 2);
    }
  }
  free(value);
  free(truth);
}

int main(void) {
  llrs_are_multiples_or_logarithms();
  only_infinite_values_are_infinite_llrs();
  ratios_become_logarithms();
  every_trial_is_in_one_piece();
  return check_report("sample");
}
