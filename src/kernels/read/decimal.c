#include "kernels/read/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// A double has 53 bits, and exact powers of ten up to 10^22. 5^27 is the largest power below 2^63,
// and 19 digits fit into 64 bits.
enum { BITS = 53, EXACT_TEN = 22, MOST_FIVE = 27, SHORT_DIGITS = 19, LEAST_EXPONENT = -1074 };

// The number quotient 2^exponent, where the quotient has its highest bit set. With `more`, a
// fraction below 1 is added to the quotient.
static double round_quotient(uint64_t quotient, bool more, int exponent) {
  int drop = 64 - BITS;
  if (exponent + drop < LEAST_EXPONENT) drop = LEAST_EXPONENT - exponent;
  if (drop > 64) return 0;
  const uint64_t half = UINT64_C(1) << (drop - 1);
  const uint64_t kept = drop == 64 ? 0 : quotient >> drop;
  const uint64_t rest = drop == 64 ? quotient : quotient & ((half << 1) - 1);
  const bool up = rest > half || (rest == half && (more || (kept & 1)));
  return ldexp((double)(kept + up), exponent + drop);
}

static uint64_t power_of_five(int n) {
  uint64_t power = 1;
  for (int i = 0; i < n; ++i) power *= 5;
  return power;
}

static double times_power(uint64_t number, int exponent) {
  const uint64_t power = power_of_five(exponent), low = UINT32_MAX;
  const uint64_t a = number >> 32, b = number & low, c = power >> 32, d = power & low;
  const uint64_t middle = (b * d >> 32) + (a * d & low) + b * c;
  uint64_t high = a * c + (a * d >> 32) + (middle >> 32), rest = middle << 32 | (b * d & low);
  if (high == 0) {
    high = rest;
    rest = 0;
    exponent -= 64;
  }
  while (high >> 63 == 0) {
    high = high << 1 | rest >> 63;
    rest <<= 1;
    --exponent;
  }
  return round_quotient(high, rest != 0, exponent + 64);
}

static double over_power(uint64_t number, int exponent) {
  const uint64_t power = power_of_five(exponent);
  uint64_t quotient = number / power, rest = number % power;
  int binary = -exponent;
  while (quotient >> 63 == 0) {
    rest <<= 1;
    quotient <<= 1;
    --binary;
    if (rest >= power) {
      rest -= power;
      quotient |= 1;
    }
  }
  return round_quotient(quotient, rest != 0, binary);
}

static double short_decimal(uint64_t number, int exponent) {
  if (number == 0) return 0;
  if (number >> BITS == 0 && exponent >= -EXACT_TEN && exponent <= EXACT_TEN) {
    double power = 1;
    for (int i = 0; i < EXACT_TEN && i < (exponent < 0 ? -exponent : exponent); ++i) power *= 10;
    return exponent < 0 ? (double)number / power : (double)number * power;
  }
  return exponent < 0 ? over_power(number, -exponent) : times_power(number, exponent);
}

// Numbers of any size, 32 bits in an element, the lowest first: room for 10^1150.
enum { ROOM = 120 };

struct big {
  uint32_t part[ROOM];
  int n;
};

static void multiply_add(struct big* x, uint32_t by, uint32_t plus) {
  uint64_t carry = plus;
  for (int i = 0; i < x->n; ++i) {
    carry += (uint64_t)x->part[i] * by;
    x->part[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry > 0) x->part[x->n++] = (uint32_t)carry;
}

static void double_times(struct big* x, int times) {
  for (; times >= 31; times -= 31) multiply_add(x, UINT32_C(1) << 31, 0);
  multiply_add(x, UINT32_C(1) << times, 0);
}

static int bits_of(const struct big* x) {
  int bits = 32 * x->n;
  for (uint32_t top = x->part[x->n - 1]; top >> 31 == 0; top <<= 1) --bits;
  return bits;
}

static bool at_least(const struct big* a, const struct big* b) {
  if (a->n != b->n) return a->n > b->n;
  for (int i = a->n - 1; i >= 0; --i) {
    if (a->part[i] != b->part[i]) return a->part[i] > b->part[i];
  }
  return true;
}

static void subtract(struct big* a, const struct big* b) {
  uint64_t borrow = 0;
  for (int i = 0; i < a->n; ++i) {
    const uint64_t from = a->part[i], less = (i < b->n ? b->part[i] : 0) + borrow;
    borrow = from < less;
    a->part[i] = (uint32_t)(from - less);
  }
  while (a->n > 0 && a->part[a->n - 1] == 0) --a->n;
}

// Bit by bit, once both have as many bits, so that the quotient lies between 1/2 and 2.
static double divide(struct big* above, struct big* below) {
  int exponent = bits_of(above) - bits_of(below);
  double_times(exponent > 0 ? below : above, exponent > 0 ? exponent : -exponent);
  uint64_t quotient = 0;
  while (quotient >> 63 == 0) {
    const bool bit = at_least(above, below);
    if (bit) subtract(above, below);
    quotient = quotient << 1 | bit;
    if (quotient >> 63 == 0) {
      multiply_add(above, 2, 0);
      --exponent;
    }
  }
  return round_quotient(quotient, above->n > 0, exponent);
}

static double long_decimal(const char* digit, int n, int exponent) {
  struct big above = {.n = 0}, below = {.part = {1}, .n = 1};
  for (int i = 0; i < n; ++i) multiply_add(&above, 10, (uint32_t)(digit[i] - '0'));
  for (int i = 0; i < exponent; ++i) multiply_add(&above, 10, 0);
  for (int i = 0; i < -exponent; ++i) multiply_add(&below, 10, 0);
  return divide(&above, &below);
}

double cal_decimal(const char* digit, int n, int exponent) {
  while (n > 0 && *digit == '0') {
    ++digit;
    --n;
  }
  if (n == 0) return 0;
  if (exponent > 400 || n + exponent > 310) return INFINITY;
  if (exponent < -800 || n + exponent < -330) return 0;
  if (n > SHORT_DIGITS || exponent < -MOST_FIVE || exponent > MOST_FIVE) {
    return long_decimal(digit, n, exponent);
  }
  uint64_t number = 0;
  for (int i = 0; i < n; ++i) number = 10 * number + (uint64_t)(digit[i] - '0');
  return short_decimal(number, exponent);
}
