#include "kernels/base/thin.h"

struct tally {
  ptrdiff_t n, step, seen, kept;
};

static void count_classes(const int* truth, ptrdiff_t n, struct tally* tally) {
  for (ptrdiff_t t = 0; t < n; ++t) ++tally[truth[t] - 1].n;
}

static ptrdiff_t find_step(ptrdiff_t n, ptrdiff_t enough, ptrdiff_t largest) {
  const ptrdiff_t step = n / enough;
  return step < 1 ? 1 : step > largest ? largest : step;
}

struct cal_thin cal_thin_choose(struct cal_host* host, const int* truth, ptrdiff_t n, int n_classes,
                                ptrdiff_t enough, ptrdiff_t largest_step) {
  struct cal_thin thin = {.trial = cal_scratch(host, n, sizeof(ptrdiff_t)),
                          .share = cal_scratch_doubles(host, n_classes)};
  struct tally* tally = cal_scratch(host, n_classes, sizeof *tally);
  for (int i = 0; i < n_classes; ++i) tally[i] = (struct tally){0};
  count_classes(truth, n, tally);
  for (int i = 0; i < n_classes; ++i) tally[i].step = find_step(tally[i].n, enough, largest_step);
  for (ptrdiff_t t = 0; t < n; ++t) {
    struct tally* own = &tally[truth[t] - 1];
    if (own->seen++ % own->step != 0) continue;
    ++own->kept;
    thin.trial[thin.n++] = t;
  }
  for (int i = 0; i < n_classes; ++i) {
    thin.share[i] = tally[i].kept > 0 ? (double)tally[i].n / (double)tally[i].kept : 1;
  }
  return thin;
}
