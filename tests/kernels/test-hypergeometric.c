#include "kernels/base/hypergeometric.h"

#include "check.h"
#include "law.h"

// ln P(x) from factorials in more digits than a double has, if the machine has them.
static double log_probability(struct cal_urn urn, double x) {
  const long double a = (long double)urn.n_h1, b = (long double)urn.n_h2, k = (long double)urn.k;
  const long double m = (long double)x;
  return (double)(lgammal(a + 1) - lgammal(m + 1) - lgammal(a - m + 1) + lgammal(b + 1) -
                  lgammal(k - m + 1) - lgammal(b - k + m + 1) - lgammal(a + b + 1) +
                  lgammal(k + 1) + lgammal(a + b - k + 1));
}

static const struct cal_urn urns[] = {{1, 1, 1},       {1, 3, 2},
                                      {5, 5, 4},       {40, 3, 20},
                                      {3, 40, 41},     {30, 300, 17},
                                      {30, 300, 200},  {1000, 1000, 999},
                                      {10, 1e9, 5e8},  {1e9, 10, 3e8},
                                      {1e5, 1e9, 1e6}, {1e9, 1e9, 1e9},
                                      {5e8, 5e8, 40},  {1e9, 2e9, 2999999990.0}};
enum { N_URNS = sizeof urns / sizeof *urns };

static void test_ratios_are_those_of_factorials(void) {
  for (int i = 0; i < N_URNS; ++i) {
    const struct cal_urn urn = urns[i];
    const double mode = cal_urn_mode(urn), deviation = sqrt(cal_urn_variance(urn));
    for (int k = -10; k <= 10; ++k) {
      const double x = nearbyint(mode + k * deviation);
      if (x < cal_urn_least(urn) || x > cal_urn_most(urn)) continue;
      const double expected = log_probability(urn, x) - log_probability(urn, mode);
      CHECK(fabs(cal_urn_log_ratio(urn, x, mode) - expected) < 1e-7);
      CHECK(cal_urn_log_ratio(urn, x, mode) < 1e-9);
    }
  }
}

// Powers of ten of trials that fit into long doubles of 64 bits: P(m) / P(m - 1) is a fraction of
// them.
static void test_ratios_of_neighbours(void) {
  const struct cal_urn urn = {3e9, 7e9, 4e9};
  for (double m = 1.2e9 - 3e5; m < 1.2e9 + 3e5; m += 1e4) {
    const double expected =
        log((urn.n_h1 - m + 1) / m * ((urn.k - m + 1) / (urn.n_h2 - urn.k + m)));
    CHECK(fabs(cal_urn_log_ratio(urn, m, m - 1) - expected) < 1e-9);
  }
}

static double draw_urn(const void* of, struct cal_random* random) {
  return cal_urn_draw(random, *(const struct cal_urn*)of);
}

static void check_urn(const struct cal_urn* urn, uint64_t seed) {
  static double cumulated[200001];
  const double mode = cal_urn_mode(*urn), reach = 8 * sqrt(cal_urn_variance(*urn)) + 20;
  struct law law = {fmax(cal_urn_least(*urn), mode - floor(fmin(reach, 1e5))),
                    fmin(cal_urn_most(*urn), mode + floor(fmin(reach, 1e5))),
                    0,
                    cumulated,
                    draw_urn,
                    urn};
  for (double m = law.low; m <= law.high; ++m) {
    law.total += exp(log_probability(*urn, m));
    cumulated[(int)(m - law.low)] = law.total;
  }
  CHECK_NEAR(law.total, 1, 1e-6);
  check_law(&law, seed);
}

static void test_draws_have_the_law(void) {
  for (int i = 0; i < N_URNS; ++i) check_urn(&urns[i], 11 + (uint64_t)i);
}

// Draws of all trials, of none, and from one class.
static void test_certain_numbers(void) {
  struct cal_random random = cal_random_stream(3, 0), same = random;
  CHECK_EQ(cal_urn_draw(&random, (struct cal_urn){7, 9, 16}), 7);
  CHECK_EQ(cal_urn_draw(&random, (struct cal_urn){7, 9, 0}), 0);
  CHECK_EQ(cal_urn_draw(&random, (struct cal_urn){0, 9, 5}), 0);
  CHECK_EQ(cal_urn_draw(&random, (struct cal_urn){9, 0, 5}), 5);
  CHECK(random.state[0] == same.state[0]);
  CHECK_EQ(cal_urn_variance((struct cal_urn){1, 0, 1}), 0);
}

static void test_modes(void) {
  for (int i = 0; i < 9; ++i) {
    double best = cal_urn_least(urns[i]);
    if (cal_urn_most(urns[i]) > 1e4) continue;
    for (double m = best; m <= cal_urn_most(urns[i]); ++m) {
      if (log_probability(urns[i], m) > log_probability(urns[i], best) + 1e-12) best = m;
    }
    const double found = log_probability(urns[i], cal_urn_mode(urns[i]));
    CHECK(fabs(found - log_probability(urns[i], best)) < 1e-12);
  }
}

int main(void) {
  test_ratios_are_those_of_factorials();
  test_ratios_of_neighbours();
  test_draws_have_the_law();
  test_certain_numbers();
  test_modes();
  return check_report("hypergeometric");
}
