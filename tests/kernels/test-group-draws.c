#include "kernels/replicate/group-draws.h"

#include "check.h"
#include "host.h"

enum { N = 5000, GROUPS = 64, ROUNDS = 4000 };

static void test_groups_are_alike(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(1, 0);
  const struct cal_grouping few = cal_groups_make(&host.host, &random, 10, GROUPS);
  CHECK(few.n_groups == 10);
  for (int i = 0; i < 10; ++i) CHECK(few.group[i] == i);
  const struct cal_grouping many = cal_groups_make(&host.host, &random, N, GROUPS);
  CHECK(many.n_groups == GROUPS);
  const struct cal_group_trials trials = {.grouping = many, .n = N};
  const struct cal_group_sums sums = cal_group_sums_make(&host.host, &trials, 1);
  double total = 0;
  for (int g = 0; g < GROUPS; ++g) {
    CHECK(fabs(sums.size[g] - (double)N / GROUPS) < 5 * sqrt((double)N / GROUPS));
    total += sums.size[g];
  }
  CHECK_EQ(total, N);
  free_host(&host);
}

// Replicates of groups have the variance of a mean of trials, but for the error told.
static void test_the_spread_is_that_of_trials(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(2, 0);
  enum { MANY = 1024 };
  const struct cal_grouping grouping = cal_groups_make(&host.host, &random, N, MANY);
  static double terms[N];
  static int order[N];
  const struct cal_group_trials trials = {.grouping = grouping, .order = order, .n = N};
  double mean = 0, variance = 0;
  for (int i = 0; i < N; ++i) {
    // Terms grow along the trials, with one far from the others.
    terms[i] = (i == 77 ? 40 : 0) + 1e-3 * i;
    order[i] = N - 1 - i;
    mean += terms[i] / N;
  }
  for (int i = 0; i < N; ++i) variance += (terms[i] - mean) * (terms[i] - mean) / N;
  struct cal_group_sums sums = cal_group_sums_make(&host.host, &trials, 1);
  cal_group_sums_add(&sums, 0, &trials, terms);
  CHECK_NEAR(sums.mean[0], mean, 1e-12);
  CHECK(!sums.infinite[0]);
  uint8_t count[MANY + 64] = {0};
  double sum = 0, square = 0;
  for (int r = 0; r < ROUNDS; ++r) {
    cal_draw_trials(&random, MANY, MANY, count);
    const struct cal_drawn drawn = {.count = count};
    const double shift = cal_group_shift(&sums, 0, drawn, cal_drawn_dot(drawn, sums.size, MANY));
    sum += shift / ROUNDS;
    square += shift * shift / ROUNDS;
  }
  CHECK(fabs(sum) < 4 * sqrt(variance / N / ROUNDS));
  CHECK(fabs(square / (variance / N) - 1) < 4 * (1 / sqrt(MANY / 2.0) + sqrt(2.0 / ROUNDS)));
  free_host(&host);
}

static void test_one_of_each_is_the_sample(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(3, 0);
  const struct cal_grouping grouping = cal_groups_make(&host.host, &random, N, GROUPS);
  const struct cal_group_trials trials = {.grouping = grouping, .n = N};
  struct cal_group_sums sums = cal_group_sums_make(&host.host, &trials, 2);
  static double terms[N];
  uint8_t count[GROUPS + CAL_COUNT_PADDING] = {0};
  for (int i = 0; i < N; ++i) terms[i] = sin(i);
  for (int g = 0; g < GROUPS; ++g) count[g] = 1;
  cal_group_sums_add(&sums, 1, &trials, terms);
  CHECK(fabs(cal_group_shift(&sums, 1, (struct cal_drawn){.count = count}, N)) < 1e-12);
  CHECK_EQ(cal_group_shift(&sums, 0, (struct cal_drawn){.count = count}, N), 0);
  free_host(&host);
}

// Only replicates with an infinite term are infinite.
static void test_infinite_terms(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(4, 0);
  const struct cal_grouping grouping = cal_groups_make(&host.host, &random, 4, 4);
  const double terms[] = {1, INFINITY, 2, 6}, weight[] = {1, 1, 2, 1};
  const struct cal_group_trials trials = {.grouping = grouping, .n = 4},
                                cells = {grouping, NULL, weight, 4, true};
  struct cal_group_sums sums = cal_group_sums_make(&host.host, &trials, 2);
  cal_group_sums_add(&sums, 0, &trials, terms);
  cal_group_sums_add(&sums, 1, &cells, terms);
  CHECK(sums.infinite[0] && sums.infinite[1]);
  CHECK_EQ(sums.mean[0], 3);
  CHECK_EQ(sums.mean[1], 2.75);
  const uint8_t without[4 + CAL_COUNT_PADDING] = {2, 0, 1, 1}, with[4 + CAL_COUNT_PADDING] = {3, 1};
  CHECK_EQ(cal_group_shift(&sums, 0, (struct cal_drawn){.count = without}, 4), -0.5);
  CHECK_EQ(cal_group_shift(&sums, 0, (struct cal_drawn){.count = with}, 4), INFINITY);
  CHECK_EQ(cal_group_shift(&sums, 1, (struct cal_drawn){.weight = weight}, 5), INFINITY);
  const double rest[] = {1, 0, 2, 1};
  CHECK_EQ(cal_group_shift(&sums, 1, (struct cal_drawn){.weight = rest}, 4), 0);
  free_host(&host);
}

// A weight of 2 counts twice in terms and size.
static void test_weights(void) {
  struct test_host host = new_host(1);
  struct cal_random random = cal_random_stream(5, 0);
  const double terms[] = {1, 5, 2}, weight[] = {2, 1, 1};
  const int order[] = {2, 0, 1};
  const struct cal_grouping grouping = cal_groups_make(&host.host, &random, 3, 3);
  const struct cal_group_trials trials = {grouping, order, weight, 3, false};
  struct cal_group_sums sums = cal_group_sums_make(&host.host, &trials, 1);
  cal_group_sums_add(&sums, 0, &trials, terms);
  CHECK_EQ(sums.mean[0], 2.25);
  const double size[] = {1, 1, 2}, sum[] = {2.75, -0.25, -2.5};
  for (int g = 0; g < 3; ++g) {
    CHECK_EQ(sums.size[g], size[g]);
    CHECK_EQ(sums.sum[g], sum[g]);
  }
  free_host(&host);
}

int main(void) {
  test_groups_are_alike();
  test_the_spread_is_that_of_trials();
  test_one_of_each_is_the_sample();
  test_infinite_terms();
  test_weights();
  return check_report("group-draws");
}
