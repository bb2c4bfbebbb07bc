// Checks for the kernel tests. A test file calls its static test functions from main() and ends
// with `return check_report("stem");`. A failed check is printed and counted; the run goes on.
#ifndef CALIBRANT_TESTS_CHECK_H
#define CALIBRANT_TESTS_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static int check_n_passed, check_n_failed;

static inline bool check_count(bool ok, const char* file, int line) {
  if (ok) {
    ++check_n_passed;
  } else {
    ++check_n_failed;
    fprintf(stderr, "%s:%d: ", file, line);
  }
  return ok;
}

static inline void check_that(bool ok, const char* what, const char* file, int line) {
  if (!check_count(ok, file, line)) fprintf(stderr, "%s does not hold\n", what);
}

static inline void check_values(bool ok, double found, double expected, const char* what,
                                const char* file, int line) {
  if (!check_count(ok, file, line))
    fprintf(stderr, "%s is %.17g, not %.17g\n", what, found, expected);
}

static inline bool check_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

// The tolerance is relative to the larger of the two, so only 0 is near 0.
static inline bool check_near(double a, double b, double rel_tol) {
  return a == b || (isfinite(a) && isfinite(b) && fabs(a - b) <= rel_tol * fmax(fabs(a), fabs(b)));
}

// A test without checks has failed; a test that cannot run here reports so.
static inline int check_report(const char* stem) {
  printf("%s: %d passed, %d failed\n", stem, check_n_passed, check_n_failed);
  return check_n_failed > 0 || check_n_passed == 0;
}

static inline int check_skipped(const char* stem, const char* why) {
  printf("%s: skipped, %s: 0 passed, 0 failed\n", stem, why);
  return 0;
}

#define CHECK(cond) check_that((cond), #cond, __FILE__, __LINE__)

// Equal doubles; infinities equal themselves, and so does NaN.
#define CHECK_EQ(found, expected) \
  check_values(check_same((found), (expected)), (found), (expected), #found, __FILE__, __LINE__)

#define CHECK_NEAR(found, expected, rel_tol)                                                      \
  check_values(check_near((found), (expected), (rel_tol)), (found), (expected), #found, __FILE__, \
               __LINE__)

#endif
