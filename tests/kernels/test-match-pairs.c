#include "kernels/read/match-pairs.h"

#include "check.h"
#include "host.h"

static ptrdiff_t match(struct cal_host* host, struct cal_pairs given, const double* value,
                       struct cal_pairs wanted, int* at, ptrdiff_t* extra) {
  const struct cal_pair_table table = cal_pair_table_of(host, wanted);
  return cal_match_pairs(host, &table, given, value, at, extra);
}

static void test_numbers_pairs(void) {
  int a[] = {3, 1, 3, 1, 3};
  const int b[] = {1, 1, 1, 2, 1}, expected[] = {1, 2, 1, 3, 1};
  struct test_host host = new_host(1);
  CHECK(cal_number_pairs(&host.host, (struct cal_pairs){a, b, 5}, a) == 3);
  for (int i = 0; i < 5; ++i) CHECK(a[i] == expected[i]);
  CHECK(cal_number_pairs(&host.host, (struct cal_pairs){a, b, 0}, a) == 0);
  free_host(&host);
}

static void test_finds_pairs_in_any_order(void) {
  const int a[] = {3, 1, 2, 1, 0}, b[] = {1, 3, 2, 2, 1}, c[] = {1, 3, 1, 2, 2},
            d[] = {3, 1, 3, 2, 1};
  const double value[] = {1, 2, 3, 4, 5};
  int at[5];
  ptrdiff_t extra;
  struct test_host host = new_host(1);
  const struct cal_pairs given = {a, b, 5}, wanted = {c, d, 5};
  CHECK(match(&host.host, given, value, wanted, at, &extra) == -1);
  const int expected[] = {1, 0, 1, 2, -1};
  for (int i = 0; i < 5; ++i) CHECK(at[i] == expected[i]);
  CHECK(extra == 2);
  free_host(&host);
}

static void test_tells_of_two_values(void) {
  const int a[] = {1, 1, 1}, b[] = {1, 2, 1};
  double value[] = {7, 8, 7};
  int at[3];
  ptrdiff_t extra;
  struct test_host host = new_host(1);
  const struct cal_pairs given = {a, b, 3}, wanted = {a, b, 2};
  CHECK(match(&host.host, given, value, wanted, at, &extra) == -1);
  CHECK(at[0] == 0 && at[1] == 1);
  value[2] = 9;
  CHECK(match(&host.host, given, value, wanted, at, &extra) == 2);
  value[0] = value[2] = NAN;
  CHECK(match(&host.host, given, value, wanted, at, &extra) == 2);
  const struct cal_pairs other = {b + 1, b + 1, 1};
  CHECK(match(&host.host, given, value, other, at, &extra) == -1);
  CHECK(at[0] == -1 && extra == 3);
  free_host(&host);
}

static void test_takes_nothing(void) {
  struct test_host host = new_host(1);
  const struct cal_pairs none = {NULL, NULL, 0};
  ptrdiff_t extra = 5;
  CHECK(match(&host.host, none, NULL, none, NULL, &extra) == -1);
  CHECK(extra == 0);
  free_host(&host);
}

// Many pairs, requested in reverse order: the position of each is computed, and the host may leave
// at any time.
static void test_matches_many(void) {
  enum { SIDE = 150, MANY = SIDE * SIDE };
  static int a[MANY], b[MANY], c[MANY], d[MANY], at[MANY];
  static double value[MANY];
  for (int i = 0; i < MANY; ++i) {
    a[i] = d[i] = i % SIDE;
    b[i] = c[i] = i / SIDE;
    value[i] = i;
  }
  struct test_host host = new_host(1);
  ptrdiff_t extra;
  const struct cal_pairs given = {a, b, MANY}, wanted = {c, d, MANY};
  CHECK(match(&host.host, given, value, wanted, at, &extra) == -1);
  bool right = true;
  for (int i = 0; i < MANY; ++i) right &= at[i] == i / SIDE + SIDE * (i % SIDE);
  CHECK(right && extra == 0);
  const int asked = host.n_pieces + host.n_pulses;
  free_host(&host);
  for (int k = 1; k <= asked; ++k) {
    host.leave_at = k;
    if (setjmp(host.exit) == 0) {
      match(&host.host, given, value, wanted, at, &extra);
      CHECK(false);
    }
    free_host(&host);
  }
}

int main(void) {
  test_numbers_pairs();
  test_finds_pairs_in_any_order();
  test_tells_of_two_values();
  test_takes_nothing();
  test_matches_many();
  return check_report("match-pairs");
}
