#include "kernels/replicate/resample.h"

#include <string.h>

#include "check.h"

// The first numbers of the reference implementation of xoshiro256++ from the state 1, 2, 3, 4.
static void test_generates_the_published_numbers(void) {
  struct cal_random random = {{1, 2, 3, 4}};
  CHECK(cal_random_next(&random) == 41943041);
  CHECK(cal_random_next(&random) == 58720359);
  CHECK(cal_random_next(&random) == 3588806011781223);
}

static void test_streams_differ(void) {
  struct cal_random a = cal_random_stream(1, 2), b = cal_random_stream(2, 1);
  struct cal_random c = cal_random_stream(1, 3), again = cal_random_stream(1, 2);
  const uint64_t first = cal_random_next(&a);
  CHECK(first != cal_random_next(&b));
  CHECK(first != cal_random_next(&c));
  CHECK(first == cal_random_next(&again));
}

static void test_counts_keep_their_total(void) {
  enum { N = 1000 };
  uint8_t count[N + CAL_COUNT_PADDING];
  for (uint32_t n = 1; n <= N; n += 37) {
    struct cal_random random = cal_random_stream(n, 0);
    CHECK(cal_draw_trials(&random, n, n, count));
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; ++i) sum += count[i];
    CHECK(sum == n);
    CHECK(cal_count_sum(count, 0, n) == n);
  }
}

// The low halves of products that would favour some trials are drawn again: with this seed the
// first such number belongs to the last draw.
static void test_draws_again_where_trials_would_be_preferred(void) {
  enum { N = 100003 };
  static uint8_t count[N + CAL_COUNT_PADDING];
  struct cal_random random = cal_random_stream(95642, 0), same = random;
  const uint32_t too_many = (uint32_t)((((uint64_t)1 << 32) - N) % N);
  const uint64_t rejected = (cal_random_next(&same) >> 32) * N;
  const uint64_t taken = (cal_random_next(&same) >> 32) * N;
  CHECK((uint32_t)rejected < too_many && (uint32_t)taken >= too_many);
  CHECK(rejected >> 32 != taken >> 32);
  CHECK(cal_draw_trials(&random, 1, N, count));
  CHECK(count[taken >> 32] == 1 && count[rejected >> 32] == 0);
}

// Two draws come from one number. With the first seed the product of its high half is drawn again,
// with the second that of its low half.
static void test_draws_pairs_again(void) {
  enum { N = 100003 };
  static uint8_t count[N + CAL_COUNT_PADDING];
  const uint64_t seed[] = {95642, 58933};
  for (int i = 0; i < 2; ++i) {
    struct cal_random random = cal_random_stream(seed[i], 0), same = random;
    const uint64_t rejected = cal_random_next(&same), taken = cal_random_next(&same);
    CHECK(cal_draw_trials(&random, 2, N, count));
    CHECK(count[(taken >> 32) * N >> 32] == 1 && count[(taken & UINT32_MAX) * N >> 32] == 1);
    CHECK(count[(rejected >> 32) * N >> 32] == 0 && count[(rejected & UINT32_MAX) * N >> 32] == 0);
  }
}

// Large sets are drawn in parts, the last of which overlap the end.
static void test_parts_are_uniform(void) {
  static uint8_t count[1 << 19];
  const uint32_t n = 393217, rounds = 20;
  CHECK(cal_counts_padded(n) <= sizeof count);
  double below[8] = {0};
  for (uint32_t round = 0; round < rounds; ++round) {
    struct cal_random random = cal_random_stream(3, round);
    CHECK(cal_draw_trials(&random, n, n, count));
    CHECK(cal_count_sum(count, 0, n) == n);
    CHECK(cal_count_sum(count, n, n + CAL_COUNT_PADDING) == 0);
    for (uint32_t part = 0; part < 8; ++part) {
      below[part] += (double)cal_count_sum(count, part * (n / 8), (part + 1) * (n / 8));
    }
  }
  const double expected = rounds * (n / 8);
  for (int part = 0; part < 8; ++part) {
    CHECK(fabs(below[part] - expected) < 4 * sqrt(expected));
  }
}

static double square(double x) { return x * x; }

// The number of draws in each half, and in each half of these, is binomial: its spread is neither
// larger nor smaller.
static void test_halves_are_binomial(void) {
  static uint8_t count[1 << 19];
  enum { N = 393217, PART = 98305, ROUNDS = 60 };
  double sum = 0;
  for (uint32_t round = 0; round < ROUNDS; ++round) {
    struct cal_random random = cal_random_stream(4, round);
    CHECK(cal_draw_trials(&random, N, N, count));
    double part[4];
    for (int k = 0; k < 4; ++k) {
      part[k] = (double)cal_count_sum(count, k * PART, k < 3 ? (k + 1) * PART : N);
    }
    const double low = part[0] + part[1], high = part[2] + part[3];
    sum += square(low - high) / N;
    sum += square(part[0] - part[1]) / low + square(part[2] - part[3]) / high;
  }
  CHECK(sum > 3 * ROUNDS * 0.6 && sum < 3 * ROUNDS * 1.4);
}

static void test_sums_any_range(void) {
  enum { N = 40 };
  uint8_t count[N + CAL_COUNT_PADDING];
  memset(count, 255, sizeof count);
  for (int i = 0; i < N; ++i) count[i] = (uint8_t)(255 - i);
  for (int first = 0; first <= N; ++first) {
    uint64_t sum = 0;
    for (int end = first; end <= N; ++end) {
      CHECK(cal_count_sum(count, first, end) == sum);
      if (end < N) sum += count[end];
    }
  }
}

// 600 draws from two trials do not fit into a byte each.
static void test_says_when_a_count_does_not_fit(void) {
  uint8_t count[2 + CAL_COUNT_PADDING];
  struct cal_random random = cal_random_stream(1, 1);
  CHECK(!cal_draw_trials(&random, 600, 2, count));
  CHECK(count[0] == 0 && count[1] == 0);
  CHECK(cal_draw_trials(&random, 255, 1, count));
  CHECK(count[0] == 255);
  CHECK(!cal_draw_trials(&random, 256, 1, count));
}

// Chi-squared of a million draws from 3 and from 1000 trials; seeds are fixed.
static void test_draws_are_uniform(void) {
  const uint32_t sizes[] = {3, 1000};
  for (int k = 0; k < 2; ++k) {
    enum { ROUNDS = 1000 };
    uint32_t n = sizes[k], total[1000] = {0}, count[1000];
    double chi = 0;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
      struct cal_random random = cal_random_stream(7, round);
      cal_draw_sources(&random, n, count);
      for (uint32_t i = 0; i < n; ++i) total[i] += count[i];
    }
    for (uint32_t i = 0; i < n; ++i) chi += pow((double)total[i] - ROUNDS, 2) / ROUNDS;
    CHECK(fabs(chi - (n - 1.0)) < 4 * sqrt(2 * (n - 1.0)));
  }
}

static void test_weighs_pairs_and_trials(void) {
  const int source1[] = {0, 0, 1, 2}, source2[] = {0, 1, 2, 2};
  const uint32_t count[] = {2, 3, 1};
  const double weight[] = {1, 0.5, 2, 10};
  const struct cal_source_pairs pairs = {source1, source2, 4};
  double drawn[4];
  cal_weigh_pairs(&pairs, count, NULL, drawn);
  CHECK(drawn[0] == 2 && drawn[1] == 6 && drawn[2] == 3 && drawn[3] == 1);
  cal_weigh_pairs(&pairs, count, weight, drawn);
  CHECK(drawn[0] == 2 && drawn[1] == 3 && drawn[2] == 6 && drawn[3] == 10);

  const uint8_t trials[] = {3, 0, 1, 2};
  const int order[] = {3, 2, 1, 0};
  uint8_t ordered[4];
  cal_reorder_counts(trials, order, 4, ordered);
  CHECK(ordered[0] == 2 && ordered[1] == 1 && ordered[2] == 0 && ordered[3] == 3);
  cal_weigh_trials(trials, order, weight, 4, drawn);
  CHECK(drawn[0] == 2 && drawn[1] == 0.5 && drawn[2] == 0 && drawn[3] == 30);
  cal_weigh_trials(trials, NULL, weight, 4, drawn);
  CHECK(drawn[0] == 3 && drawn[3] == 20);
}

static void test_no_sources_are_drawn_from_none(void) {
  struct cal_random random = cal_random_stream(1, 1);
  uint32_t count[1] = {77};
  cal_draw_sources(&random, 0, count);
  CHECK(count[0] == 77);
}

int main(void) {
  test_generates_the_published_numbers();
  test_streams_differ();
  test_counts_keep_their_total();
  test_draws_again_where_trials_would_be_preferred();
  test_draws_pairs_again();
  test_parts_are_uniform();
  test_halves_are_binomial();
  test_sums_any_range();
  test_says_when_a_count_does_not_fit();
  test_draws_are_uniform();
  test_weighs_pairs_and_trials();
  test_no_sources_are_drawn_from_none();
  return check_report("resample");
}
