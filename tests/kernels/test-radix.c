#include "kernels/base/radix.h"

#include <stdlib.h>

#include "check.h"

enum { N = (1 << 21) + 3 };

static struct cal_run new_run(void) {
  return (struct cal_run){malloc(N * sizeof(uint64_t)), malloc(N * sizeof(double))};
}

static void free_run(struct cal_run run) {
  free(run.key);
  free(run.load);
}

// `n_digits` low digits of the keys vary: with an odd number the sorted run ends in the scratch.
static void fill(struct cal_run run, int n_digits) {
  uint64_t state = 1;
  for (ptrdiff_t i = 0; i < N; ++i) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    run.key[i] = (state >> 20) & ((UINT64_C(1) << (11 * n_digits)) - 1);
    run.load[i] = (double)i;
  }
}

static bool in_order(struct cal_run run, bool loaded) {
  for (ptrdiff_t i = 1; i < N; ++i) {
    if (run.key[i - 1] > run.key[i]) return false;
    if (loaded && run.key[i - 1] == run.key[i] && run.load[i - 1] >= run.load[i]) return false;
  }
  return true;
}

static int count_steps(struct cal_run run, struct cal_run scratch) {
  static struct cal_radix sort;
  int n_steps = 1;
  cal_radix_begin(&sort, run, scratch, N);
  while (cal_radix_step(&sort)) ++n_steps;
  CHECK(!cal_radix_step(&sort));
  return n_steps;
}

// Three steps count, three process each digit, and three copy back after an odd number of digits.
static void test_sorts_in_small_steps(void) {
  struct cal_run run = new_run(), scratch = new_run();
  for (int n_digits = 1; n_digits <= 4; ++n_digits) {
    const int expected = 3 * (1 + n_digits + n_digits % 2);
    fill(run, n_digits);
    CHECK(count_steps(run, scratch) == expected);
    CHECK(in_order(run, true));
    fill(run, n_digits);
    CHECK(count_steps((struct cal_run){run.key, NULL}, (struct cal_run){scratch.key, NULL}) ==
          expected);
    CHECK(in_order(run, false));
  }
  free_run(run);
  free_run(scratch);
}

static void test_has_nothing_to_do_on_nothing(void) {
  static struct cal_radix sort;
  cal_radix_begin(&sort, (struct cal_run){NULL, NULL}, (struct cal_run){NULL, NULL}, 0);
  CHECK(!cal_radix_step(&sort));
}

int main(void) {
  test_sorts_in_small_steps();
  test_has_nothing_to_do_on_nothing();
  return check_report("radix");
}
