#include "kernels/classes/class-fit.h"

#include "class-example.h"
#include "kernels/base/plan.h"
#include "kernels/classes/class-search.h"

enum { MANY = 30000 };

static void nothing_near_is_better(const struct cal_class_problem* problem) {
  double params[MAX_PARAMS];
  const ptrdiff_t n = cal_class_model_n_params(&problem->model);
  const struct cal_class_solution found = fit(problem, params);
  CHECK(found.converged && !found.diverged && !found.separated && !found.at_bound);
  CHECK_EQ((double)found.rank, (double)n);
  CHECK_NEAR(found.value, criterion_at(problem, params), 1e-14);
  for (ptrdiff_t j = 0; j < 2 * n; ++j) {
    double moved[MAX_PARAMS];
    for (ptrdiff_t k = 0; k < n; ++k)
      moved[k] = params[k] + (k == j / 2 ? j % 2 ? 1e-3 : -1e-3 : 0);
    CHECK(criterion_at(problem, moved) > found.value);
  }
}

static void every_family_finds_its_minimum(void) {
  const struct cal_class_problem shared = example(CAL_SHARED, 1), fusion = example(CAL_SHARED, 2);
  const struct cal_class_problem vector = example(CAL_VECTOR, 1), matrix = example(CAL_MATRIX, 1);
  nothing_near_is_better(&shared);
  nothing_near_is_better(&fusion);
  nothing_near_is_better(&vector);
  nothing_near_is_better(&matrix);
}

// The penalty of the affine map that pulls its scale to 1.
static void a_penalty_pulls(void) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  double penalty[K * K] = {1e6 * scale[0] * scale[0]}, target[K] = {1 / scale[0]}, params[K];
  problem.penalty = penalty;
  problem.target = target;
  CHECK_NEAR(fit(&problem, params).params[0] * scale[0], 1, 1e-5);
}

static void one_trial_far_out_changes_nothing(void) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  double known[K], params[K];
  problem.bounded = true;
  const double before = log_lik[N];
  log_lik[N] = -1e4;  // of the first trial, which is of the first class
  problem = example(CAL_SHARED, 1);
  problem.bounded = true;
  fit(&problem, known);
  for (double size = 1e6; size < 1e308; size *= 1e20) {
    log_lik[N] = -size;
    problem = example(CAL_SHARED, 1);
    problem.bounded = true;
    const struct cal_class_solution found = fit(&problem, params);
    CHECK(found.converged && !found.diverged && found.enclosed);
    for (int j = 0; j < K; ++j) CHECK_NEAR(params[j], known[j], 1e-9);
  }
  log_lik[N] = before;
}

static void a_harmful_scale_is_held_at_nothing(void) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  double params[K];
  for (int t = 0; t < N * K; ++t) log_lik[t] = -log_lik[t];
  problem.bounded = true;
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(found.at_bound && found.converged);
  CHECK_EQ(params[0], 0);
  CHECK_NEAR(found.value, log(3), 1e-14);
  fill();
}

static void separable_classes_are_told(void) {
  const struct cal_class_problem problem = separable_example();
  double params[K];
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(found.separated && found.diverged);
}

// A repeated example has the minimum of the example, also if a sample of it is searched first.
static void many_trials_have_the_same_minimum(void) {
  enum { COPIES = MANY / N, ALL = COPIES * N };
  static double many[ALL * K];
  static int classes[ALL];
  static const double *one[] = {many}, each[] = {1.0 / ALL, 1.0 / ALL, 1.0 / ALL};
  struct cal_class_problem problem = example(CAL_MATRIX, 1);
  double known[MAX_PARAMS], params[MAX_PARAMS];
  fit(&problem, known);
  for (int t = 0; t < ALL; ++t) classes[t] = truth[t % N];
  for (int t = 0; t < ALL * K; ++t) many[t] = log_lik[t / ALL * N + t % ALL % N];
  CHECK((int)ALL >= (int)CAL_PLAN_CLASS_FIT_THINNED);
  problem.model.log_lik = one;
  problem.model.truth = classes;
  problem.model.n = ALL;
  problem.model.class_weight = each;
  fit(&problem, params);
  for (int j = 0; j < MAX_PARAMS; ++j) CHECK_NEAR(params[j], known[j], 1e-9);
}

static void weights_count_as_copies(void) {
  static double twice[2 * N * K], two[N];
  static int classes[2 * N];
  static const double* one[] = {twice};
  struct cal_class_problem problem = example(CAL_VECTOR, 1);
  double known[MAX_PARAMS], params[MAX_PARAMS];
  ptrdiff_t n = 0;
  for (int t = 0; t < N; ++t) {
    n += 1 + t % 2;
    two[t] = 1 + t % 2;
  }
  for (int k = 0; k < K; ++k) {
    ptrdiff_t at = 0;
    for (int t = 0; t < N; ++t) {
      for (int copy = 0; copy < two[t]; ++copy) {
        classes[at] = truth[t];
        twice[k * n + at++] = log_lik[k * N + t];
      }
    }
  }
  problem.model.trial_weight = two;
  fit(&problem, known);
  problem.model.trial_weight = NULL;
  problem.model.log_lik = one;
  problem.model.truth = classes;
  problem.model.n = n;
  fit(&problem, params);
  for (int j = 0; j < 2 * K - 1; ++j) CHECK_NEAR(params[j], known[j], 1e-10);
}

static void a_host_may_leave_at_any_place(void) {
  const struct cal_class_problem problem = example(CAL_MATRIX, 1);
  double params[MAX_PARAMS];
  for (int at = 1; at < 12; ++at) {
    struct test_host host = new_host(1);
    struct cal_class_solution found = {.params = params};
    host.leave_at = at;
    if (setjmp(host.exit) == 0) {
      cal_class_fit(&host.host, &problem, &found);
      CHECK(false);
    }
    free_host(&host);
  }
}

// An active bound is found at once if log-likelihoods are close together or far apart, and fixed
// parameters stay fixed: at the bound, during the climb and away from both.
static void a_bound_and_fixed_parameters_far_apart(void) {
  const int fixed[K] = {0, 1, 0};
  double params[K], known[K];
  for (int far = 0; far < 2; ++far) {
    for (int sign = -1; sign <= 1; sign += 2) {
      fill();
      for (int t = 0; t < N * K; ++t) log_lik[t] *= sign;
      if (far) log_lik[N] = -sign * 1e200;  // of the first trial, which is of the first class
      struct cal_class_problem problem = example(CAL_SHARED, 1);
      problem.bounded = true;
      const struct cal_class_solution all = fit(&problem, known);
      problem.fixed = fixed;
      const struct cal_class_solution found = fit(&problem, params);
      CHECK(all.at_bound == (sign < 0) && found.at_bound == (sign < 0));
      CHECK_EQ(params[1], 0);
      CHECK(found.value >= all.value - 1e-14 && found.value <= log(3) + 1e-12);
    }
  }
  fill();
}

// Fixed parameters are not counted in the rank, even if log-likelihoods are so far apart that
// rounding may hide it.
static void fixed_parameters_do_not_lower_the_rank(void) {
  enum { P = 2 * K - 1 };
  const int fixed[P] = {0, 1, 0, 0, 1};
  double params[P];
  log_lik[N] = -1e6;  // of the first trial, which is of the first class
  struct cal_class_problem problem = example(CAL_VECTOR, 1);
  problem.fixed = fixed;
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(found.blurred && found.converged && found.rank == P - 2);
  CHECK_EQ(params[1], 0);
  CHECK_EQ(params[4], 0);
  fill();
}

// A sample of many separable trials is separable as well, and gives no start.
static void many_separable_trials_are_told(void) {
  static double w[MANY * K];
  static int classes[MANY];
  const double *only[] = {w}, even[] = {1.0 / MANY, 1.0 / MANY, 1.0 / MANY}, one[] = {1};
  for (int t = 0; t < MANY; ++t) {
    classes[t] = 1 + t % K;
    for (int k = 0; k < K; ++k) w[k * MANY + t] = (k == t % K) * (1 + 0.5 * sin(t));
  }
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.model.log_lik = only;
  problem.model.scale = one;
  problem.model.truth = classes;
  problem.model.n = MANY;
  problem.model.class_weight = even;
  double params[K];
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(found.separated && found.diverged);
}

// With a prior near the limit of doubles the curvature is tiny, too, and a sample finds no more
// than all trials.
static void many_trials_without_curvature_stay_at_the_start(void) {
  static double w[2 * MANY];
  static int classes[MANY];
  const double *only[] = {w}, even[] = {1.0 / MANY, 1.0 / MANY}, one[] = {1}, prior[] = {0, -715};
  for (int t = 0; t < MANY; ++t) {
    classes[t] = 1 + t % 2;
    w[t] = noise(t);
  }
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.model.n_classes = 2;
  problem.model.log_lik = only;
  problem.model.scale = one;
  problem.model.truth = classes;
  problem.model.n = MANY;
  problem.model.class_weight = even;
  problem.model.log_prior = prior;
  double params[2];
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(!found.converged && !found.diverged);
  CHECK_NEAR(found.value, 357.5, 1e-12);
  for (int j = 0; j < 2; ++j) CHECK_EQ(params[j], 0);
}

// A trial that is right by a wide margin but has no weight leaves the decision to the others, which
// are harmful.
static void a_bound_is_found_where_the_far_trial_weighs_nothing(void) {
  double params[K], of_trial[N];
  for (int t = 0; t < N * K; ++t) log_lik[t] = -log_lik[t];
  for (int t = 0; t < N; ++t) of_trial[t] = t == 0 ? 1e-280 : 1;
  log_lik[N] = -1e200;
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  problem.bounded = true;
  problem.model.trial_weight = of_trial;
  const struct cal_class_solution found = fit(&problem, params);
  CHECK(found.at_bound);
  CHECK_EQ(params[0], 0);
  fill();
}

// Many parameters make pieces of few trials, whose number changes results by rounding only.
static void pieces_change_nothing(void) {
  enum { CLASSES = 40, TRIALS = 162, PARAMS = CLASSES * (CLASSES - 1) };
  static double w[TRIALS * CLASSES], even[CLASSES], zero[CLASSES], params[PARAMS];
  static int classes[TRIALS];
  const double *only[] = {w}, one[] = {1};
  for (int k = 0; k < CLASSES; ++k) even[k] = 1.0 / TRIALS;
  for (int t = 0; t < TRIALS; ++t) {
    classes[t] = 1 + t % CLASSES;
    for (int k = 0; k < CLASSES; ++k) w[k * TRIALS + t] = noise(t + 7 * k) + (k == t % CLASSES);
  }
  struct cal_class_problem problem = {.model = {.family = CAL_MATRIX,
                                                .log_lik = only,
                                                .scale = one,
                                                .n_recognisers = 1,
                                                .n_classes = CLASSES,
                                                .truth = classes,
                                                .n = TRIALS,
                                                .class_weight = even,
                                                .log_prior = zero}};
  CHECK(cal_class_piece(PARAMS) < TRIALS && TRIALS % cal_class_piece(PARAMS) != 0);
  params[3] = 0.5;
  const double whole = criterion_at(&problem, params);
  double parts = 0;
  for (int t = 0; t < TRIALS; ++t) {
    double x[2 * CLASSES], z[CLASSES], total = 0;
    cal_class_read(&problem.model, params, t, x, z);
    for (int k = 0; k < CLASSES; ++k) total += exp(z[k]);
    parts += (log(total) - z[classes[t] - 1]) / TRIALS;
  }
  CHECK_NEAR(whole, parts, 1e-12);
}

int main(void) {
  fill();
  every_family_finds_its_minimum();
  a_penalty_pulls();
  one_trial_far_out_changes_nothing();
  a_harmful_scale_is_held_at_nothing();
  separable_classes_are_told();
  many_trials_have_the_same_minimum();
  weights_count_as_copies();
  a_host_may_leave_at_any_place();
  a_bound_and_fixed_parameters_far_apart();
  fixed_parameters_do_not_lower_the_rank();
  many_separable_trials_are_told();
  many_trials_without_curvature_stay_at_the_start();
  a_bound_is_found_where_the_far_trial_weighs_nothing();
  pieces_change_nothing();
  return check_report("class-fit");
}
