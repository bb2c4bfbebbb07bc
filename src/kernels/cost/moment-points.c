#include "kernels/cost/moment-points.h"

#include <math.h>

// Filled from the front.
struct columns {
  double *llr, *n_h1, *n_h2;
  ptrdiff_t n;
};

static void append(struct columns* to, double llr, int class, double n) {
  if (n == 0) return;
  to->llr[to->n] = llr;
  to->n_h1[to->n] = class == CAL_H1 ? n : 0;
  to->n_h2[to->n++] = class == CAL_H2 ? n : 0;
}

// Appends a tail in ascending order: the infinite LLRs are first on the left and last on the right.
static void append_tail(struct columns* to, const struct cal_tails* tails, int side) {
  for (int step = 0; step < 2; ++step) {
    for (int class = 0; class < 2; ++class) {
      const struct cal_tail* tail = &tails->tail[side][class];
      if (step == side) append(to, side ? HUGE_VAL : -HUGE_VAL, class, tail->n_infinite);
      if (step != side) append(to, tail->n > 0 ? cal_tail_mean(tail) : 0, class, tail->n);
    }
  }
}

enum { IN_TAILS = 8 };

struct cal_points cal_moment_points(struct cal_host* host, const struct cal_moment_bins* bins,
                                    const struct cal_moments* moments,
                                    const struct cal_tails* tails) {
  const ptrdiff_t size = cal_moments_size(bins, moments);
  struct columns all = {cal_scratch_doubles(host, size + IN_TAILS),
                        cal_scratch_doubles(host, size + IN_TAILS),
                        cal_scratch_doubles(host, size + IN_TAILS), 0};
  append_tail(&all, tails, 0);
  cal_moments_nodes(bins, moments, all.llr + all.n, all.n_h1 + all.n, all.n_h2 + all.n);
  all.n += size;
  append_tail(&all, tails, 1);
  return (struct cal_points){.llr = all.llr, .n_h1 = all.n_h1, .n_h2 = all.n_h2, .n = all.n};
}
