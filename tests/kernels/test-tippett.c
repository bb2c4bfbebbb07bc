#include "kernels/rates/tippett.h"

#include "check.h"
#include "host.h"

static void test_shares(void) {
  const double count[] = {1, 0, 2, 1};
  double share[4];
  struct test_host host = new_host(1);
  cal_tail_shares(&host.host, count, 4, share);
  CHECK(share[0] == 0.75 && share[1] == 0.75 && share[2] == 0.25 && share[3] == 0);
  cal_head_shares(&host.host, count, 4, share);
  CHECK(share[0] == 0.25 && share[1] == 0.25 && share[2] == 0.75 && share[3] == 1);
  free_host(&host);
}

// A sum in doubles would lose the small weights.
static void test_small_weights(void) {
  const double count[] = {1e16, 1, 1, 1};
  double share[4];
  struct test_host host = new_host(1);
  cal_tail_shares(&host.host, count, 4, share);
  CHECK(share[0] == 3 / (1e16 + 4) && share[1] == 2 / (1e16 + 4) && share[3] == 0);
  free_host(&host);
}

static void test_milestones(void) {
  const double count[] = {0, 1, 0, 2, 0, 1, 0}, one[] = {3};
  ptrdiff_t at[3];
  CHECK(cal_milestones(count, 7, at));
  CHECK(at[0] == 1 && at[1] == 3 && at[2] == 5);
  cal_milestones(count, 3, at);
  CHECK(at[0] == 1 && at[1] == 1 && at[2] == 1);
  CHECK(!cal_milestones(count, 1, at));
  CHECK(!cal_milestones(count, 0, at));
  cal_milestones(one, 1, at);
  CHECK(at[0] == 0 && at[1] == 0 && at[2] == 0);
}

int main(void) {
  test_milestones();
  test_shares();
  test_small_weights();
  return check_report("tail-shares");
}
