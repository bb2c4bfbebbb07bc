#include "kernels/base/product.h"

#include <stdint.h>

#include "check.h"

// The definition: whole numbers below 2^53 have products below 2^106, here in two words.
struct wide {
  uint64_t high, low;
};

static struct wide product(uint64_t a, uint64_t b) {
  const uint64_t half = UINT64_C(0xffffffff);
  const uint64_t low = (a & half) * (b & half), high = (a >> 32) * (b >> 32);
  const uint64_t across = (a >> 32) * (b & half), down = (a & half) * (b >> 32);
  const uint64_t middle = (low >> 32) + (across & half) + (down & half);
  return (struct wide){high + (across >> 32) + (down >> 32) + (middle >> 32),
                       middle << 32 | (low & half)};
}

static bool ge_by_definition(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  const struct wide p = product(a, b), q = product(c, d);
  return p.high != q.high ? p.high > q.high : p.low >= q.low;
}

// The order depends neither on a common power of 2 nor on which product comes first.
static bool is_right(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  static const double unit[] = {1, 0x1p-60, 0x1p300, 0x1p-400};
  const double x = (double)a, y = (double)b, v = (double)c, w = (double)d;
  const bool there = ge_by_definition(a, b, c, d), back = ge_by_definition(c, d, a, b);
  for (size_t i = 0; i < sizeof unit / sizeof *unit; ++i) {
    if (cal_product_ge(x * unit[i], y, v, w * unit[i]) != there) return false;
    if (cal_product_ge(v * unit[i], w, x, y * unit[i]) != back) return false;
  }
  return true;
}

static void test_all_small_numbers(void) {
  int wrong = 0;
  for (unsigned i = 0; i < 24 * 24 * 24 * 24; ++i) {
    wrong += !is_right(i % 24, i / 24 % 24, i / (24 * 24) % 24, i / (24 * 24 * 24));
  }
  CHECK(wrong == 0);
}

static uint64_t next_random(uint64_t* state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return *state >> 11;
}

// Neighbours of equal products, of all sizes up to the largest whole numbers: (k + i) (l + j) and k
// l differ by little or nothing, and mostly round to the same double.
static void test_close_products(void) {
  const uint64_t most = (UINT64_C(1) << 53) - 1;
  uint64_t state = 1;
  int wrong = 0, n_alike = 0;
  for (int round = 0; round < 200000; ++round) {
    const uint64_t k = next_random(&state) >> round % 53, l = next_random(&state) >> round % 49;
    const uint64_t u = next_random(&state) % 3, v = next_random(&state) % 3;
    const uint64_t a = k + u > most ? k : k + u, d = l + v > most ? l : l + v;
    wrong += !is_right(a, l, k, d);
    n_alike += (double)a * (double)l == (double)k * (double)d;
  }
  CHECK(wrong == 0);
  CHECK(n_alike > 1000);
}

// The same product from different factors: (p q) (r s) and (p s) (r q).
static void test_equal_products(void) {
  uint64_t state = 2;
  int wrong = 0;
  for (int round = 0; round < 100000; ++round) {
    uint64_t x[4];
    for (int i = 0; i < 4; ++i) x[i] = next_random(&state) >> 27;
    wrong += !is_right(x[0] * x[1], x[2] * x[3], x[0] * x[3], x[2] * x[1]);
    wrong += !is_right(x[0] * x[1] + 1, x[2] * x[3], x[0] * x[3], x[2] * x[1]);
  }
  CHECK(wrong == 0);
}

int main(void) {
  test_all_small_numbers();
  test_close_products();
  test_equal_products();
  return check_report("product");
}
