#ifndef CALIBRANT_KERNELS_BASE_RANDOM_H
#define CALIBRANT_KERNELS_BASE_RANDOM_H

#include <stdint.h>

// Uniform random bits: xoshiro256++ of Blackman and Vigna (2021), seeded by their splitmix64. The
// state is the caller's. Copy it to a local variable for a loop that writes bytes: bytes may alias
// anything, so a state in memory would be written back at each step, which takes four times as
// long.
struct cal_random {
  uint64_t state[4];
};

static inline uint64_t cal_random_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Streams of one seed are practically independent: each starts at a separate point among 2^256.
static inline struct cal_random cal_random_stream(uint64_t seed, uint64_t stream) {
  const uint64_t step = 0x9e3779b97f4a7c15;
  uint64_t x = cal_random_mix(seed + step) ^ cal_random_mix(cal_random_mix(stream + step) + step);
  struct cal_random random;
  for (int i = 0; i < 4; ++i) random.state[i] = cal_random_mix(x += step);
  return random;
}

static inline uint64_t cal_random_rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t cal_random_next(struct cal_random* random) {
  uint64_t* s = random->state;
  const uint64_t result = cal_random_rotate(s[0] + s[3], 23) + s[0], shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = cal_random_rotate(s[3], 45);
  return result;
}

// A double in [0, 1), of 53 random bits.
static inline double cal_random_uniform(struct cal_random* random) {
  return (double)(cal_random_next(random) >> 11) * 0x1p-53;
}

#endif
