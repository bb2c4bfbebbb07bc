// Pairs of two bytes with a value of one byte: each search must find the same place as a linear
// search.
#include "../kernels/host.h"
#include "fuzz.h"
#include "kernels/read/match-pairs.h"

static ptrdiff_t search(struct cal_pairs pairs, int a, int b) {
  for (ptrdiff_t i = 0; i < pairs.n; ++i) {
    if (pairs.a[i] == a && pairs.b[i] == b) return i;
  }
  return -1;
}

// The first wanted pair that was given before with another value; -1 if there is none.
static ptrdiff_t search_twice(struct cal_pairs given, const double* value,
                              struct cal_pairs wanted) {
  for (ptrdiff_t i = 0; i < given.n; ++i) {
    const ptrdiff_t first = search(given, given.a[i], given.b[i]);
    if (value[first] != value[i] && search(wanted, given.a[i], given.b[i]) >= 0) return i;
  }
  return -1;
}

static void check_match(struct cal_pairs given, const double* value, struct cal_pairs wanted) {
  struct test_host host = new_host(1);
  int* at = new_array((size_t)wanted.n, sizeof *at);
  ptrdiff_t n_extra, extra = 0;
  const struct cal_pair_table table = cal_pair_table_of(&host.host, wanted);
  const ptrdiff_t twice = cal_match_pairs(&host.host, &table, given, value, at, &n_extra);
  HOLDS(twice == search_twice(given, value, wanted));
  for (ptrdiff_t i = 0; i < wanted.n && twice < 0; ++i) {
    HOLDS(at[i] == search(given, wanted.a[i], wanted.b[i]));
  }
  for (ptrdiff_t i = 0; i < given.n; ++i) extra += search(wanted, given.a[i], given.b[i]) < 0;
  HOLDS(twice >= 0 || n_extra == extra);
  free(at);
  free_host(&host);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const size_t n = (size < 768 ? size : 768) / 3, n_given = n / 2;
  int *a = new_array(n, sizeof *a), *b = new_array(n, sizeof *b);
  double* value = new_doubles(n);
  for (size_t i = 0; i < n; ++i) {
    a[i] = data[3 * i] & 15;
    b[i] = data[3 * i + 1] & 15;
    value[i] = data[3 * i + 2] & 1;
  }
  const struct cal_pairs given = {a, b, (ptrdiff_t)n_given};
  check_match(given, value, (struct cal_pairs){a + n_given, b + n_given, (ptrdiff_t)(n - n_given)});
  free(a);
  free(b);
  free(value);
  return 0;
}
