#include "kernels/classes/class-search.h"

#include <string.h>

#include "class-example.h"
#include "class-fixture.h"
#include "kernels/base/plan.h"

static const enum cal_family families[] = {CAL_SHARED, CAL_VECTOR, CAL_MATRIX};
static const double place[MAX_PARAMS] = {0.7, -0.3, 0.4, 1.1, -0.6, 0.2};

// The criterion, trial by trial.
static double cost_at(const struct cal_class_problem* problem, const double* params) {
  const ptrdiff_t n = cal_class_model_n_params(&problem->model);
  double sum = 0;
  for (int t = 0; t < N; ++t) {
    double x[2 * K], z[K], total = 0;
    cal_class_read(&problem->model, params, t, x, z);
    for (int k = 0; k < K; ++k) total += exp(z[k]);
    sum += weight[truth[t] - 1] * (log(total) - z[truth[t] - 1]);
  }
  for (ptrdiff_t i = 0; problem->penalty && i < n * n; ++i) {
    sum += problem->penalty[i] * (params[i / n] - problem->target[i / n]) *
           (params[i % n] - problem->target[i % n]) / 2;
  }
  return sum;
}

static void check_evaluation(const struct cal_class_problem* problem) {
  struct test_host host = new_host(1);
  struct cal_class_search search = cal_class_search_new(&host.host, problem);
  const ptrdiff_t n = search.n_params;
  const double step = 1e-5;
  CHECK(n == cal_class_model_n_params(&problem->model));
  CHECK_EQ(search.largest_feature, INFINITY);
  cal_class_evaluate(&search, place);
  CHECK_NEAR(cal_sum_value(search.sums.value), cost_at(problem, place), 1e-13);
  for (ptrdiff_t j = 0; j < n; ++j) {
    double low[MAX_PARAMS], high[MAX_PARAMS];
    memcpy(low, place, sizeof low);
    memcpy(high, place, sizeof high);
    low[j] -= step;
    high[j] += step;
    const double slope = (cost_at(problem, high) - cost_at(problem, low)) / (2 * step);
    const double bend =
        (cost_at(problem, high) + cost_at(problem, low) - 2 * cost_at(problem, place)) /
        (step * step);
    CHECK(fabs(search.sums.gradient[j] - slope) < 1e-8);
    CHECK(fabs(search.sums.hessian[j * n + j] - bend) < 1e-4);
  }
  free_host(&host);
}

static void evaluates_what_the_definition_says(void) {
  double penalty[MAX_PARAMS * MAX_PARAMS], target[MAX_PARAMS];
  for (int f = 0; f < 3; ++f) {
    struct cal_class_problem problem = example(families[f], 1);
    const ptrdiff_t n = cal_class_model_n_params(&problem.model);
    check_evaluation(&problem);
    for (ptrdiff_t i = 0; i < n * n; ++i) penalty[i] = i / n == i % n ? 2 : 0.1;
    for (ptrdiff_t i = 0; i < n; ++i) target[i] = 0.3 * (double)i;
    problem.penalty = penalty;
    problem.target = target;
    check_evaluation(&problem);
  }
}

// Counts the pulses too, one for each evaluation of few trials.
static int n_pulses;

static struct cal_class_solution minimise_from(const struct cal_class_problem* problem,
                                               const double* from, double* params, bool blurred) {
  struct test_host host = new_host(1);
  struct cal_class_search search = cal_class_search_new(&host.host, problem);
  struct cal_class_solution found = {.params = params, .blurred = blurred};
  memcpy(params, from, (size_t)search.n_params * sizeof *params);
  cal_class_minimise(&search, &found);
  n_pulses = host.n_pulses;
  free_host(&host);
  return found;
}

static struct cal_class_solution minimise(const struct cal_class_problem* problem,
                                          const double* from, double* params) {
  return minimise_from(problem, from, params, false);
}

static void any_start_leads_to_the_minimum(void) {
  const double zero[MAX_PARAMS] = {0};
  for (int f = 0; f < 3; ++f) {
    const struct cal_class_problem problem = example(families[f], 1);
    double known[MAX_PARAMS], found[MAX_PARAMS];
    const ptrdiff_t n = cal_class_model_n_params(&problem.model);
    const struct cal_class_solution best = minimise(&problem, zero, known);
    CHECK(best.converged && !best.diverged && best.rank == n);
    CHECK(minimise(&problem, place, found).converged);
    for (ptrdiff_t j = 0; j < n; ++j) CHECK_NEAR(found[j], known[j], 1e-9);
    CHECK_NEAR(best.value, cost_at(&problem, known), 1e-13);
  }
}

static void held_parameters_stay_at_their_start(void) {
  const int fixed[K] = {0, 1, 0};
  const double from[K] = {0, 0.25, 0};
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  double free[K], held[K];
  const double least = minimise(&problem, from, free).value;
  problem.fixed = fixed;
  const struct cal_class_solution found = minimise(&problem, from, held);
  CHECK(found.converged);
  CHECK_EQ(held[1], 0.25);
  CHECK(found.value > least);
}

static void separable_trials_fall_for_ever(void) {
  struct cal_class_problem problem = separable_example();
  const double from[K] = {0};
  double params[K], penalty[K * K] = {1e-3}, target[K] = {0};
  const struct cal_class_solution found = minimise(&problem, from, params);
  CHECK(found.separated && found.diverged && n_pulses < 20);
  problem.penalty = penalty;
  problem.target = target;
  CHECK(!minimise(&problem, from, params).separated);
}

// Trials of the last class that exclude the others make the offset of that class fall without end,
// towards the cost of the others without it.
static void a_class_that_is_certain_has_no_offset(void) {
  const double from[K] = {0};
  double params[K], two[2];
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  for (int t = 0; t < N; ++t) {
    for (int k = 0; k < K - 1 && truth[t] == K; ++k) log_lik[k * N + t] = -INFINITY;
  }
  const struct cal_class_solution found = minimise(&problem, from, params);
  CHECK(found.diverged && found.converged && !found.separated && found.n_steps < 200);
  int n = 0, classes[N];
  double few[2 * N];
  for (int t = 0; t < N; ++t) n += truth[t] < K;
  for (int t = 0, i = 0; t < N; ++t) {
    if (truth[t] == K) continue;
    classes[i] = truth[t];
    for (int k = 0; k < K - 1; ++k) few[k * n + i] = log_lik[k * N + t];
    ++i;
  }
  const double* only[] = {few};
  problem.model.log_lik = only;
  problem.model.truth = classes;
  problem.model.n = n;
  problem.model.n_classes = K - 1;
  CHECK_NEAR(minimise(&problem, from, two).value, found.value, 1e-9);
  CHECK_NEAR(params[1] - params[2], two[1], 1e-6);
  fill();
}

// Two equal classes are not separated, but drift away from the third together: the search soon
// notices that no lead shrinks.
static void classes_may_fall_together(void) {
  static const double w[] = {1, 0, 0, 0, 1, 1, 0, 1, 1};
  static const double* only[] = {w};
  struct cal_class_problem problem = separable_example();
  const double from[K] = {0};
  double params[K];
  problem.model.log_lik = only;
  const struct cal_class_solution found = minimise(&problem, from, params);
  CHECK(found.diverged && found.converged && !found.separated && n_pulses < 80);
}

// A recogniser without information leaves its scale undetermined.
static void the_rank_is_what_the_trials_determine(void) {
  struct cal_class_problem problem = example(CAL_SHARED, 1);
  const double from[K] = {0}, unit[] = {1};
  double same[N * K], params[K];
  const double* equal[] = {same};
  for (int t = 0; t < N * K; ++t) same[t] = 7;
  problem.model.log_lik = equal;
  problem.model.scale = unit;
  const struct cal_class_solution found = minimise(&problem, from, params);
  CHECK(found.rank == K - 1);
  CHECK_NEAR(found.value, log(3), 1e-14);
  CHECK(found.converged && !minimise_from(&problem, from, params, true).converged);
}

// Blurred features are trusted if the trials determine all parameters.
static void blurred_features_may_have_a_minimum(void) {
  const double zero[MAX_PARAMS] = {0};
  double params[MAX_PARAMS];
  for (int f = 0; f < 3; ++f) {
    const struct cal_class_problem problem = example(families[f], 1);
    CHECK(minimise_from(&problem, zero, params, true).converged);
  }
}

static void pieces_take_as_long_as_each_other(void) {
  CHECK(cal_class_piece(1) == CAL_PLAN_CLASS_PIECE);
  CHECK(cal_class_piece(10) == CAL_PLAN_CLASS_PIECE / 100);
  CHECK(cal_class_piece(100000) == 1);
}

// Many classes make pieces of few trials; classes with a negligible prior change nothing else.
static void pieces_change_nothing(void) {
  enum { CLASSES = 400, LONG = 2 * N };
  static double w[LONG * CLASSES], prior[CLASSES], of_class[CLASSES], from[CLASSES],
      params[CLASSES];
  static int classes[LONG];
  const struct class_trials trials = {2, LONG, w, 1, classes, of_class, prior};
  struct cal_class_problem problem = {.model = class_model_of(&trials, CAL_SHARED)};
  double known[2];
  for (int t = 0; t < LONG; ++t) {
    classes[t] = 1 + t % 2;
    w[t] = noise(t) + t % 2;
  }
  for (int k = 0; k < CLASSES; ++k) prior[k] = k < 2 ? 0 : -1e4, of_class[k] = 1.0 / LONG;
  const struct cal_class_solution two = minimise(&problem, from, known);
  problem.model.n_classes = CLASSES;
  CHECK(cal_class_piece(CLASSES) < LONG);
  const struct cal_class_solution many = minimise(&problem, from, params);
  CHECK(two.converged && two.rank == 2 && many.converged && many.rank == 2);
  for (int j = 0; j < 2; ++j) CHECK_NEAR(params[j], known[j], 1e-12);
  CHECK_NEAR(many.value, two.value, 1e-14);
}

// Two trials, one certain and wrong without curvature, and one whose curvature nearly underflows,
// lead to a step that overflows. The search ends at its start.
static void a_step_beyond_all_numbers_is_not_taken(void) {
  const double w[] = {800, -740, 0, 0}, weights[] = {1, 1}, prior[] = {0, 0}, from[] = {1, 0};
  const int classes[] = {2, 2};
  const struct class_trials trials = {2, 2, w, 1, classes, weights, prior};
  struct cal_class_problem problem = {.model = class_model_of(&trials, CAL_SHARED)};
  double params[2];
  const struct cal_class_solution found = minimise(&problem, from, params);
  CHECK(!found.converged && !found.diverged);
  for (int j = 0; j < 2; ++j) CHECK_EQ(params[j], from[j]);
}

// Many trials are summed in parts, which do not depend on the number of threads.
static void threads_change_nothing(void) {
  enum { MANY = (3 << 17) + 5 };
  static double w[MANY * K];
  static int classes[MANY];
  const double of_class[] = {3.0 / MANY, 3.0 / MANY, 3.0 / MANY};
  const struct class_trials trials = {K, MANY, w, 0.5, classes, of_class, log_prior};
  fill_waves(w, MANY * K, 2, 0);
  for (int t = 0; t < MANY; ++t) classes[t] = 1 + t % K;
  for (int f = 0; f < 3; ++f) {
    const struct cal_class_problem problem = {.model = class_model_of(&trials, families[f])};
    struct test_host one = new_host(1), two = new_host(2);
    struct cal_class_search alone = cal_class_search_new(&one.host, &problem),
                            both = cal_class_search_new(&two.host, &problem);
    const size_t n = (size_t)alone.n_params;
    cal_class_evaluate(&alone, place);
    cal_class_evaluate(&both, place);
    CHECK(alone.n_parts == 3 && one.n_pulses == two.n_pulses);
    CHECK(memcmp(&alone.sums.value, &both.sums.value, sizeof both.sums.value) == 0);
    CHECK(memcmp(alone.sums.gradient, both.sums.gradient, n * sizeof(double)) == 0);
    CHECK(memcmp(alone.sums.hessian, both.sums.hessian, n * n * sizeof(double)) == 0);
    CHECK_EQ(alone.sums.margin, both.sums.margin);
    struct cal_derivatives sums = alone.more[0];
    cal_derivatives_clear(&problem.model, &sums);
    cal_derivatives_add(&problem.model, place, 0, MANY, &sums);
    cal_derivatives_finish(&problem.model, &sums);
    CHECK_NEAR(cal_sum_value(alone.sums.value), cal_sum_value(sums.value), 1e-14);
    CHECK_EQ(alone.sums.margin, sums.margin);
    for (size_t j = 0; j < n; ++j) {
      CHECK(fabs(alone.sums.gradient[j] - sums.gradient[j]) < 1e-12);
    }
    for (size_t j = 0; j < n * n; ++j) {
      CHECK(fabs(alone.sums.hessian[j] - sums.hessian[j]) < 1e-12);
    }
    free_host(&one);
    free_host(&two);
  }
}

int main(void) {
  fill();
  threads_change_nothing();
  evaluates_what_the_definition_says();
  any_start_leads_to_the_minimum();
  held_parameters_stay_at_their_start();
  separable_trials_fall_for_ever();
  a_class_that_is_certain_has_no_offset();
  classes_may_fall_together();
  the_rank_is_what_the_trials_determine();
  blurred_features_may_have_a_minimum();
  pieces_take_as_long_as_each_other();
  pieces_change_nothing();
  a_step_beyond_all_numbers_is_not_taken();
  return check_report("class-search");
}
