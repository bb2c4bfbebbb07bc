#include "kernels/classes/class-climb.h"

#include "class-example.h"
#include "class-fixture.h"
#include "kernels/base/plan.h"
#include "kernels/classes/class-fit.h"

// Largest values over all trials and classes, one by one.
static double largest_feature(int n_recognisers) {
  double largest = 0;
  for (int m = 0; m < n_recognisers; ++m) {
    for (int t = 0; t < N * K; ++t) {
      const double own = list[m][(truth[t % N] - 1) * N + t % N];
      if (isfinite(list[m][t])) largest = fmax(largest, fabs(list[m][t] - own) * scale[m]);
    }
  }
  return largest;
}

static void the_largest_feature_is_the_largest_lead(void) {
  for (int m = 1; m <= 2; ++m) {
    const struct cal_class_problem problem = example(CAL_SHARED, m);
    CHECK_EQ(cal_class_largest_feature(&problem.model), largest_feature(m));
  }
  log_lik[N] = -INFINITY;
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  CHECK_EQ(cal_class_largest_feature(&problem.model), largest_feature(1));
  log_lik[N] = -1e9;
  problem = example(CAL_SHARED, 1);
  CHECK_EQ(cal_class_largest_feature(&problem.model), largest_feature(1));
  CHECK(cal_class_is_far_apart(cal_class_largest_feature(&problem.model)));
  fill();
  problem = example(CAL_SHARED, 1);
  CHECK(!cal_class_is_far_apart(cal_class_largest_feature(&problem.model)));
  CHECK(!cal_class_is_far_apart(CAL_PLAN_FAR_APART));
}

static bool climb(const struct cal_class_problem* problem, double* params) {
  struct test_host host = new_host(1);
  const bool has_minimum = cal_class_climb(&host.host, problem, params);
  free_host(&host);
  return has_minimum;
}

// A trial that is right by a wide margin makes the climb long. It ends below the scale of the
// minimum, within a factor of two.
static void ends_near_the_minimum(void) {
  for (double size = 1e6; size < 1e300; size *= 1e49) {
    double params[K] = {0}, best[K] = {0};
    log_lik[N] = -size;  // of the first trial, which is of the first class
    struct cal_class_problem problem = example(CAL_SHARED, 1);
    problem.bounded = true;
    CHECK(climb(&problem, params));
    CHECK(fit(&problem, best).converged);
    CHECK(params[0] > 0 && params[0] <= best[0] * (1 + 1e-9) && best[0] <= 2 * params[0]);
    CHECK(criterion_at(&problem, params) < log(3));
  }
  fill();
}

// A climb also ends near a minimum of small scale if the other trials have little information.
static void ends_near_a_minimum_of_small_scale(void) {
  double params[K] = {0}, best[K] = {0};
  for (int t = 0; t < N * K; ++t) log_lik[t] = noise(t) + 0.2 * (truth[t % N] == 1 + t / N);
  log_lik[N] = -1e6;
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.bounded = true;
  CHECK(climb(&problem, params));
  CHECK(fit(&problem, best).converged);
  CHECK(params[0] > 0 && params[0] <= best[0] * (1 + 1e-9) && best[0] <= 2 * params[0]);
  fill();
}

static void stays_where_the_way_is_short(void) {
  const struct cal_class_problem problem = example(CAL_SHARED, 1);
  double params[K] = {0}, best[K];
  CHECK(climb(&problem, params));
  fit(&problem, best);
  CHECK(params[0] >= 0 && params[0] <= best[0]);
}

static void says_where_there_is_no_minimum(void) {
  const struct cal_class_problem separable = separable_example();
  double params[K] = {0}, same[N * K];
  CHECK(!climb(&separable, params));
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  const double* equal[] = {same};
  for (int t = 0; t < N * K; ++t) same[t] = 7;
  problem.model.log_lik = equal;
  params[0] = 0;
  CHECK(!climb(&problem, params));
  // The scale that these trials need exceeds all doubles.
  for (int t = 0; t < N * K; ++t) same[t] = 1e-320 * log_lik[t];
  problem.model.scale = (double[]){1};
  CHECK(!climb(&problem, params));
  CHECK_EQ(params[0], 0);
}

// The best offset without a scale may already separate classes at the first scale, where the
// criterion would rise with the scale.
static void tells_separable_trials_at_the_first_step(void) {
  const double w[] = {10.2, 10, 0, 0};
  const double offset = -10.1 * 0.125 / 10.2, even[] = {0, 0};
  const double weights[] = {exp(offset) / (1 + exp(offset)), 1 / (1 + exp(offset))};
  const int classes[] = {1, 2};
  const struct class_trials trials = {2, 2, w, 1, classes, weights, even};
  struct cal_class_problem problem = {.model = class_model_of(&trials, CAL_SHARED)};
  double params[] = {0, offset};
  struct test_host host = new_host(1);
  struct cal_derivatives sums;
  cal_class_criterion(&host.host, &problem, (double[]){0.125 / 10.2, offset}, &sums);
  CHECK(sums.margin > 0 && sums.gradient[0] > 0);
  free_host(&host);
  CHECK(!climb(&problem, params));
}

// Log-likelihoods that hardly distinguish the classes: the first scale exceeds the best one.
static void stays_at_no_scale_where_that_is_near(void) {
  double params[K] = {0}, best[K] = {0};
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  for (double help = -1; best[0] <= 0; help += 0.01) {
    for (int t = 0; t < N * K; ++t) log_lik[t] = noise(t) + help * (truth[t % N] == 1 + t / N);
    problem = example(CAL_SHARED, 1);
    problem.bounded = true;
    CHECK(fit(&problem, best).converged);
  }
  CHECK(best[0] < 0.125 / cal_class_largest_feature(&problem.model));
  CHECK(climb(&problem, params));
  for (int j = 0; j < K; ++j) CHECK_EQ(params[j], 0);
  fill();
}

// One log-likelihood hides what sets the others apart: offsets grow with the scale until they are
// too coarse to tell the first trial from the second one.
static void never_ends_above_a_point_of_its_way(void) {
  const double even[] = {0, 0, 0};
  const int classes[] = {1, 2, 3};
  for (double size = 1e9; size < 1e306; size *= 1e9) {
    const double w[] = {0, 0, 0, -5e-11, 0, -size, 250, -1e-12, 1e12};
    const double weights[] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    const struct class_trials trials = {3, 3, w, 1.0 / 256, classes, weights, even};
    struct cal_class_problem problem = {.model = class_model_of(&trials, CAL_SHARED),
                                        .bounded = true};
    double params[] = {0, 0, 0}, best[] = {0, 0, 0};
    climb(&problem, params);
    CHECK(criterion_at(&problem, params) < 0.47);
    CHECK(fit(&problem, best).value < 0.47);
  }
}

static int climb_length(const struct cal_class_problem* problem) {
  struct test_host host = new_host(1);
  double params[K] = {0};
  CHECK(cal_class_climb(&host.host, problem, params));
  const int length = host.n_pulses;
  free_host(&host);
  return length;
}

// A class that is excluded in a trial does not count as far away.
static void excluded_classes_do_not_matter(void) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.bounded = true;
  const int near = climb_length(&problem);
  log_lik[N] = -1e100;
  CHECK(2 * climb_length(&problem) > 3 * near);
  log_lik[N] = -INFINITY;
  CHECK(2 * climb_length(&problem) < 3 * near);
  fill();
}

// The start costs no more than the mean of its parts.
static void parts_bound_the_cost_of_their_mean(void) {
  struct test_host host = new_host(1);
  const struct cal_class_problem both = example(CAL_SHARED, 2);
  double params[K + 1], part[K], mean = 0;
  cal_class_start_by_parts(&host.host, &both, params);
  for (int m = 0; m < 2; ++m) {
    struct cal_class_problem one = both;
    one.model.n_recognisers = 1;
    one.model.log_lik += m;
    one.model.scale += m;
    one.bounded = true;
    mean += fit(&one, part).value / 2;
    CHECK_NEAR(params[m], part[0] / 2, 1e-14);
  }
  CHECK(criterion_at(&both, params) <= mean);
  free_host(&host);
}

// The start of one recogniser is its affine map, in every family.
static void every_family_has_the_affine_map(void) {
  const enum cal_family families[] = {CAL_SHARED, CAL_VECTOR, CAL_MATRIX};
  double affine[K];
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.bounded = true;
  const double cost = fit(&problem, affine).value;
  problem.bounded = false;
  for (int f = 0; f < 3; ++f) {
    struct test_host host = new_host(1);
    double params[MAX_PARAMS];
    problem.model.family = families[f];
    cal_class_start_by_parts(&host.host, &problem, params);
    CHECK_NEAR(criterion_at(&problem, params), cost, 1e-13);
    free_host(&host);
  }
}

// Nothing is read beyond the end of the penalty.
static void a_penalty_pulls_parts(void) {
  enum { P = K + 1 };
  struct test_host host = new_host(1);
  struct cal_class_problem problem = example(CAL_SHARED, 2);
  double *penalty = calloc(P * P, sizeof *penalty), target[P] = {1 / scale[0]}, params[P];
  penalty[0] = 1e6 * scale[0] * scale[0];
  problem.penalty = penalty;
  problem.target = target;
  cal_class_start_by_parts(&host.host, &problem, params);
  CHECK_NEAR(params[0] * scale[0], 0.5, 1e-5);
  CHECK(params[1] > 0);
  free(penalty);
  free_host(&host);
}

int main(void) {
  fill();
  the_largest_feature_is_the_largest_lead();
  ends_near_the_minimum();
  ends_near_a_minimum_of_small_scale();
  stays_where_the_way_is_short();
  says_where_there_is_no_minimum();
  tells_separable_trials_at_the_first_step();
  stays_at_no_scale_where_that_is_near();
  never_ends_above_a_point_of_its_way();
  excluded_classes_do_not_matter();
  parts_bound_the_cost_of_their_mean();
  every_family_has_the_affine_map();
  a_penalty_pulls_parts();
  return check_report("class-climb");
}
