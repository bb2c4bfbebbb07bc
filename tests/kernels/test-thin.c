#include "kernels/base/thin.h"

#include "check.h"
#include "host.h"

enum { N = 1000 };

static int truth[N];

static void small_classes_keep_all(struct test_host* host) {
  for (int t = 0; t < N; ++t) truth[t] = t % 10 == 0 ? 2 : 1;
  const struct cal_thin thin = cal_thin_choose(&host->host, truth, N, 2, 200, 16);
  ptrdiff_t n_small = 0;
  for (ptrdiff_t t = 0; t < thin.n; ++t) n_small += truth[thin.trial[t]] == 2;
  CHECK_EQ((double)n_small, 100);
  CHECK_EQ(thin.share[1], 1);
  CHECK_EQ((double)thin.n, 100 + 225);
  CHECK_EQ(thin.share[0], 4);
}

static void no_trial_stands_for_too_many(struct test_host* host) {
  for (int t = 0; t < N; ++t) truth[t] = 1;
  const struct cal_thin thin = cal_thin_choose(&host->host, truth, N, 3, 1, 16);
  CHECK_EQ((double)thin.n, 63);
  CHECK_NEAR(thin.share[0], 1000.0 / 63, 1e-15);
  CHECK_EQ(thin.share[2], 1);
}

static void the_order_stays(struct test_host* host) {
  for (int t = 0; t < N; ++t) truth[t] = 1 + t % 3;
  const struct cal_thin thin = cal_thin_choose(&host->host, truth, N, 3, 50, 16);
  for (ptrdiff_t t = 1; t < thin.n; ++t) CHECK(thin.trial[t] > thin.trial[t - 1]);
}

int main(void) {
  struct test_host host = new_host(1);
  small_classes_keep_all(&host);
  no_trial_stands_for_too_many(&host);
  the_order_stays(&host);
  free_host(&host);
  return check_report("thin");
}
