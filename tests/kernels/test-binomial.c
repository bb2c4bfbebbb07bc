#include "kernels/base/binomial.h"

#include "check.h"
#include "law.h"

struct coins {
  double n, p;
};

static const struct coins all[] = {{1, 0.3},     {3, 0.5},      {20, 0.49},   {20, 0.5},
                                   {20, 0.51},   {21, 0.5},     {1000, 0.01}, {1000, 0.00999},
                                   {1000, 0.99}, {1e5, 0.3},    {1e6, 1e-6},  {1e6, 0.7},
                                   {1e9, 0.5},   {1e9, 2.5e-8}, {1e12, 1e-3}};
enum { N = sizeof all / sizeof *all, DRAWS = 20000 };

static double mode_of(struct coins coins) { return floor((coins.n + 1) * coins.p); }

// Ratios of neighbours are fractions of whole numbers.
static void test_ratios_of_neighbours(void) {
  for (int i = 0; i < N; ++i) {
    const double n = all[i].n, p = all[i].p, deviation = sqrt(n * p * (1 - p));
    for (int k = -10; k <= 10; ++k) {
      const double x = nearbyint(mode_of(all[i]) + k * deviation);
      if (x < 1 || x > n) continue;
      const double expected = log((n - x + 1) / x * (p / (1 - p)));
      CHECK(fabs(cal_binomial_log_ratio(n, p, x, x - 1) - expected) < 1e-8);
    }
  }
}

static double draw_coins(const void* of, struct cal_random* random) {
  const struct coins* coins = of;
  return cal_binomial_draw(random, coins->n, coins->p);
}

static void check_coins(const struct coins* coins, uint64_t seed) {
  const double n = coins->n, p = coins->p, mode = mode_of(*coins);
  const double reach = floor(fmin(8 * sqrt(n * p * (1 - p)) + 20, 5e5));
  static double cumulated[1000002];
  struct law law = {fmax(mode - reach, 0), fmin(mode + reach, n), 0, cumulated, draw_coins, coins};
  for (double x = law.low; x <= law.high; ++x) {
    law.total += exp(cal_binomial_log_ratio(n, p, x, mode));
    cumulated[(int)(x - law.low)] = law.total;
  }
  check_law(&law, seed);
}

static void test_draws_have_the_law(void) {
  for (int i = 0; i < N - 1; ++i) check_coins(&all[i], 7 + (uint64_t)i);
}

// Too many numbers to sum: mean and variance, to four standard errors.
static void test_moments_of_many(void) {
  struct cal_random random = cal_random_stream(5, 0);
  const double n = 1e12, p = 1e-3, deviation = sqrt(n * p * (1 - p));
  double sum = 0, squares = 0;
  for (int i = 0; i < DRAWS; ++i) {
    const double z = (cal_binomial_draw(&random, n, p) - n * p) / deviation;
    sum += z / DRAWS;
    squares += z * z / DRAWS;
  }
  CHECK(fabs(sum) < 4 / sqrt(DRAWS));
  CHECK(fabs(squares - 1) < 4 * sqrt(2.0 / DRAWS));
}

// A coin that is used again draws the same numbers as its probability.
static void test_coins_are_kept(void) {
  for (int i = 0; i < N; ++i) {
    struct cal_random kept = cal_random_stream(9, (uint64_t)i), once = kept;
    const struct cal_coin coin = cal_coin_new(all[i].p);
    for (int k = 0; k < 1000; ++k) {
      const double n = all[i].n + k;
      CHECK_EQ(cal_coin_draw(&kept, &coin, n), cal_binomial_draw(&once, n, all[i].p));
    }
    CHECK(kept.state[0] == once.state[0]);
  }
}

static void test_certain_numbers(void) {
  struct cal_random random = cal_random_stream(3, 0), same = random;
  CHECK_EQ(cal_binomial_draw(&random, 0, 0.5), 0);
  CHECK_EQ(cal_binomial_draw(&random, 9, 0), 0);
  CHECK_EQ(cal_binomial_draw(&random, 9, 1), 9);
  CHECK_EQ(cal_binomial_draw(&random, 9, 1 + 1e-16), 9);
  CHECK(random.state[0] == same.state[0]);
}

int main(void) {
  test_ratios_of_neighbours();
  test_draws_have_the_law();
  test_moments_of_many();
  test_coins_are_kept();
  test_certain_numbers();
  return check_report("binomial");
}
