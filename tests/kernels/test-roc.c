#include "kernels/rates/roc.h"

#include <math.h>

#include "check.h"
#include "host.h"

static void test_corners(void) {
  const double n_h1[3] = {0, 1, 3}, n_h2[3] = {2, 2, 0};
  double p_miss[4], p_fa[4];
  struct test_host host = new_host(1);
  cal_roc_corners(&host.host, (struct cal_groups){n_h1, n_h2, 3}, p_miss, p_fa);
  const double miss[4] = {0, 0, 0.25, 1}, fa[4] = {1, 0.5, 0, 0};
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(p_miss[i], miss[i]);
    CHECK_EQ(p_fa[i], fa[i]);
  }
  free_host(&host);
}

static void test_corners_end_exactly(void) {
  const double weight[3] = {0.1, 0.2, 0.3};
  double p_miss[4], p_fa[4];
  struct test_host host = new_host(1);
  cal_roc_corners(&host.host, (struct cal_groups){weight, weight, 3}, p_miss, p_fa);
  CHECK_EQ(p_miss[0], 0.0);
  CHECK_EQ(p_miss[3], 1.0);
  CHECK_EQ(p_fa[0], 1.0);
  CHECK_EQ(p_fa[3], 0.0);
  free_host(&host);
}

static void test_auc(void) {
  const double one[2] = {1, 0}, other[2] = {0, 1}, tied[1] = {3};
  CHECK_EQ(cal_auc((struct cal_groups){other, one, 2}), 1.0);
  CHECK_EQ(cal_auc((struct cal_groups){one, other, 2}), 0.0);
  CHECK_EQ(cal_auc((struct cal_groups){tied, tied, 1}), 0.5);
  CHECK_EQ(cal_auc_ties((struct cal_groups){other, one, 2}), 0.0);
  CHECK_EQ(cal_auc_ties((struct cal_groups){tied, tied, 1}), 1.0);
}

static void check_crossing(struct cal_groups groups, double c_miss, double c_fa, double cost,
                           ptrdiff_t group) {
  const struct cal_crossing crossing = cal_roc_crossing(groups, c_miss, c_fa);
  CHECK_NEAR(crossing.cost, cost, 1e-15);
  CHECK(crossing.group == group);
}

static void test_crossing(void) {
  // H1 on 0 and 2, H2 on 1: steps, then the two blocks of the hull.
  const double step_h1[3] = {1, 0, 1}, step_h2[3] = {0, 1, 0};
  const double hull_h1[2] = {1, 1}, hull_h2[2] = {1, 0};
  check_crossing((struct cal_groups){step_h1, step_h2, 3}, 1, 1, 0.5, 1);
  check_crossing((struct cal_groups){hull_h1, hull_h2, 2}, 1, 1, 1.0 / 3, 0);
  // 6 P_miss = P_fa on the line from (1, 0) to (0, 1/2).
  check_crossing((struct cal_groups){hull_h1, hull_h2, 2}, 6, 1, 0.75, 0);
}

static void test_crossing_at_a_corner(void) {
  const double apart_h1[2] = {0, 1}, apart_h2[2] = {1, 0};
  check_crossing((struct cal_groups){apart_h1, apart_h2, 2}, 1, 1, 0, 0);
  check_crossing((struct cal_groups){apart_h2, apart_h1, 2}, 1, 1, 1, 0);
}

// The cost consists of false alarms, 1, which rounding must not exceed.
static void test_crossing_without_rejections(void) {
  const double n_h1[7] = {1, 12, 14, 4, 3, 1, 4}, n_h2[7] = {0, 0, 15, 9, 1, 0, 9};
  CHECK(cal_roc_crossing((struct cal_groups){n_h1, n_h2, 7}, 7, 1).cost == 1);
}

// Without trials of a hypothesis the curve does not cross the line.
static void test_crossing_of_one_class(void) {
  const double some[2] = {1, 2}, none[2] = {0, 0};
  check_crossing((struct cal_groups){some, none, 2}, 0.3, 1, 0.3, 1);
  check_crossing((struct cal_groups){none, some, 2}, 0.3, 1, 0.3, 1);
}

// The bound of many trials is slightly below the area, on any scale; that of few is the area.
static void test_bound(void) {
  enum { N = 5000 };
  static double value[N], ratio[N];
  static int truth[N];
  for (int i = 0; i < N; ++i) {
    truth[i] = i % 7 < 2;
    value[i] = (i * 37) % 101 + (truth[i] ? 90 : 0);
    ratio[i] = ldexp(1, (int)value[i]);
  }
  const struct cal_trials trials = {value, truth, N};
  const double bound = cal_auc_bound(&trials);
  CHECK(bound > 0.8 && bound < 1);
  CHECK_EQ(cal_auc_bound(&(struct cal_trials){ratio, truth, N}), bound);
  for (int i = 0; i < N; ++i) truth[i] = !truth[i];
  CHECK(cal_auc_bound(&trials) < 0.05);
  for (int i = 0; i < N; ++i) truth[i] = i == 17;
  CHECK(cal_auc_bound(&trials) < 0.5);
  const double few[] = {-HUGE_VAL, 1, HUGE_VAL, 1};
  const int order[] = {0, 0, 1, 1};
  CHECK_EQ(cal_auc_bound(&(struct cal_trials){few, order, 4}), 3.5 / 4);
  CHECK_EQ(cal_auc_bound(&(struct cal_trials){few, order, 2}), 0.0);
  CHECK_EQ(cal_auc_bound(&(struct cal_trials){few, order + 2, 2}), 0.0);
}

// Weights whose products are rounded leave 1 exact, and 0.
static void test_auc_of_separated_weights(void) {
  double h1[12] = {0}, h2[12] = {0};
  for (int seed = 1; seed <= 300; ++seed) {
    for (int i = 0; i < 12; ++i) (i < 6 ? h2 : h1)[i] = fabs(sin(seed * 12. + i));
    CHECK_EQ(cal_auc((struct cal_groups){h1, h2, 12}), 1);
    CHECK_EQ(cal_auc((struct cal_groups){h2, h1, 12}), 0);
  }
}

static void test_balance(void) {
  const double value[] = {1, 2, 4, 8}, apart1[] = {0, 0, 1, 1}, apart2[] = {1, 1, 0, 0};
  CHECK_EQ(cal_roc_balance((struct cal_groups){apart1, apart2, 4}, value, 1, 1), 3);
  const double mixed1[] = {0, 1, 1, 1}, mixed2[] = {3, 0, 1, 2};
  // P_miss and P_fa are 0 and 1/2 at 2, 1/3 and 1/2 at 4, 2/3 and 1/3 at 8.
  CHECK_EQ(cal_roc_balance((struct cal_groups){mixed1, mixed2, 4}, value, 1, 1), 4);
  CHECK_EQ(cal_roc_balance((struct cal_groups){mixed1, mixed2, 4}, value, 2, 1), 4);
  CHECK_EQ(cal_roc_balance((struct cal_groups){mixed1, mixed2, 4}, value, 1, 3), 8);
  const double ends[] = {-INFINITY, 5, INFINITY}, end1[] = {0, 0, 1}, end2[] = {1, 1, 0};
  CHECK_EQ(cal_roc_balance((struct cal_groups){end1, end2, 3}, ends, 1, 1), INFINITY);
  const double near[] = {1, 1 + 0x1p-52}, near1[] = {0, 1}, near2[] = {1, 0};
  CHECK_EQ(cal_roc_balance((struct cal_groups){near1, near2, 2}, near, 1, 1), 1 + 0x1p-52);
}

int main(void) {
  test_corners();
  test_corners_end_exactly();
  test_auc();
  test_auc_of_separated_weights();
  test_crossing();
  test_balance();
  test_crossing_at_a_corner();
  test_crossing_without_rejections();
  test_crossing_of_one_class();
  test_bound();
  return check_report("roc");
}
