#include "kernels/logistic/logistic-finite.h"

#include "check.h"
#include "host.h"

enum { N = 8, D = 2 };

// Rows 1, 3, 4 and 6 have infinite inputs: row 1 supports H1, rows 3 and 6 support H2, row 4 both.
static const double x[N * D] = {1, INFINITY, 2, -INFINITY, INFINITY,  3, 4,         -5,
                                0, 1,        7, -INFINITY, -INFINITY, 8, -INFINITY, 9};
static const int truth[N] = {0, 1, 0, 1, 0, 1, 0, 1};
static const double weight[N] = {1, 2, 3, .5, 4, 5, 6, 7};
static const double n_h1[N] = {1, 2, 0, 4, 5, 0, 7, 8}, n_h2[N] = {8, 7, 6, 5, 4, 3, 0, 1};

static struct cal_logistic single(const double* weights) {
  return (struct cal_logistic){.x = x, .n = N, .d = D, .truth = truth, .weight = weights};
}

static struct cal_logistic counted(void) {
  return (struct cal_logistic){.x = x, .n = N, .d = D, .n_h1 = n_h1, .n_h2 = n_h2};
}

static struct cal_certain find(const struct cal_logistic* problem) {
  struct test_host host = new_host(1);
  const struct cal_certain found = cal_certain_find(&host.host, problem);
  free_host(&host);
  return found;
}

static void check_found(const struct cal_logistic* problem, double wrong_h1, double wrong_h2) {
  const struct cal_certain found = find(problem);
  CHECK(found.n == 4);
  CHECK(found.n_clash == 1);
  CHECK(found.first_clash == 4);
  CHECK_EQ(found.wrong[CAL_H1], wrong_h1);
  CHECK_EQ(found.wrong[CAL_H2], wrong_h2);
}

// H1 trials on rows 3, 4 and 6 are wrong, H2 trials on rows 1 and 4.
static void wrong_certainties_are_counted(void) {
  const struct cal_logistic one = single(NULL), weighted = single(weight), many = counted();
  check_found(&one, 1, 1);
  check_found(&weighted, .5, 4);
  check_found(&many, 4 + 5 + 7, 7 + 4);
}

static void the_first_clash_is_told(void) {
  const double both[] = {0, -INFINITY, -INFINITY, 1, INFINITY, INFINITY};
  const int classes[] = {1, 0, 1};
  const struct cal_logistic problem = {.x = both, .n = 3, .d = 2, .truth = classes};
  const struct cal_certain found = find(&problem);
  CHECK(found.n == 2 && found.n_clash == 2 && found.first_clash == 1);
}

static void finite_inputs_claim_nothing(void) {
  struct cal_logistic problem = single(NULL);
  problem.n = problem.d = 1;
  const struct cal_certain found = find(&problem);
  CHECK(found.n == 0 && found.n_clash == 0 && found.first_clash == -1);
  CHECK_EQ(found.wrong[CAL_H1] + found.wrong[CAL_H2], 0);
  problem.n = 0;
  CHECK(find(&problem).n == 0);
}

static const int finite_rows[] = {0, 2, 5, 7};

static void check_rows(const struct cal_logistic* problem) {
  struct test_host host = new_host(1);
  const struct cal_logistic rest = cal_finite_rows(&host.host, problem);
  CHECK(rest.n == 4 && rest.d == D);
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < D; ++k) CHECK_EQ(rest.x[k * 4 + i], x[k * N + finite_rows[i]]);
    if (problem->truth) CHECK(rest.truth[i] == truth[finite_rows[i]]);
    if (problem->weight) CHECK_EQ(rest.weight[i], weight[finite_rows[i]]);
    if (problem->n_h1) CHECK_EQ(rest.n_h1[i], n_h1[finite_rows[i]]);
    if (problem->n_h2) CHECK_EQ(rest.n_h2[i], n_h2[finite_rows[i]]);
  }
  CHECK(!rest.truth == !problem->truth && !rest.weight == !problem->weight);
  CHECK(!rest.n_h1 == !problem->n_h1 && !rest.n_h2 == !problem->n_h2);
  free_host(&host);
}

static void finite_rows_stay(void) {
  const struct cal_logistic one = single(NULL), weighted = single(weight), many = counted();
  check_rows(&one);
  check_rows(&weighted);
  check_rows(&many);
}

static void nothing_may_be_left(void) {
  struct test_host host = new_host(1);
  struct cal_logistic problem = single(weight);
  const double infinite[] = {INFINITY, -INFINITY};
  problem.x = infinite;
  problem.n = problem.d = 1;
  CHECK(cal_finite_rows(&host.host, &problem).n == 0);
  problem.n = 2;
  CHECK(cal_finite_rows(&host.host, &problem).n == 0);
  free_host(&host);
}

int main(void) {
  wrong_certainties_are_counted();
  the_first_clash_is_told();
  finite_inputs_claim_nothing();
  finite_rows_stay();
  nothing_may_be_left();
  return check_report("logistic-finite");
}
