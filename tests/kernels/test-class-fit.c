#include "kernels/classes/class-fit.h"

#include "class-example.h"
#include "kernels/base/plan.h"

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

// The example repeated is the example, also where some of it stands for the whole at first.
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
  return check_report("class-fit");
}
