#include "kernels/base/parallel.h"

#include "check.h"

enum { MAX_PARTS = 16 };

static void count_visit(void* work, ptrdiff_t part) { ++((int*)work)[part]; }

static void test_every_part_is_done_once(void) {
  for (int n_threads = 0; n_threads <= 5; ++n_threads) {
    for (ptrdiff_t n_parts = 0; n_parts <= MAX_PARTS; ++n_parts) {
      int visits[MAX_PARTS + 1] = {0};
      cal_parallel(count_visit, visits, n_parts, n_threads);
      for (ptrdiff_t part = 0; part <= MAX_PARTS; ++part) CHECK(visits[part] == (part < n_parts));
    }
  }
}

static void test_parts_cover_all(void) {
  static const ptrdiff_t n[] = {0, 1, 5, 1000, 1 << 18, 1 << 20, (1 << 24) + 7};
  for (int i = 0; i < 7; ++i) {
    const ptrdiff_t n_parts = cal_parts(n[i]);
    CHECK(n_parts >= 1 && n_parts <= CAL_MAX_PARTS);
    CHECK(cal_part_begin(n[i], n_parts, 0) == 0);
    CHECK(cal_part_begin(n[i], n_parts, n_parts) == n[i]);
    for (ptrdiff_t part = 0; part < n_parts; ++part) {
      const ptrdiff_t size =
          cal_part_begin(n[i], n_parts, part + 1) - cal_part_begin(n[i], n_parts, part);
      CHECK(size == n[i] / n_parts || size == n[i] / n_parts + 1);
    }
  }
}

int main(void) {
  test_every_part_is_done_once();
  test_parts_cover_all();
  return check_report("parallel");
}
