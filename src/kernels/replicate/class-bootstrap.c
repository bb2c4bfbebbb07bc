// Bootstrap of recognisers: draws within the classes, then means of costs and fits made anew.
#include "kernels/replicate/class-bootstrap.h"

#include <math.h>
#include <string.h>

#include "kernels/base/parallel.h"
#include "kernels/base/random.h"
#include "kernels/classes/class-fit.h"
#include "kernels/classes/entropy.h"
#include "kernels/replicate/resample.h"

// The trials by class: class k has trial[first[k]] to trial[first[k + 1] - 1].
struct strata {
  ptrdiff_t *trial, *first;
};

// The scratch of one thread: the number of times that each trial was drawn, in the order of the
// strata; the drawn trials as a problem of their own; and the scratch of searches.
struct work {
  uint32_t* count;
  ptrdiff_t* drawn;
  int* truth;
  double *weight, *log_lik, *class_weight, *params;
  const double* columns;
  struct cal_class_search search;
};

struct run {
  const struct cal_class_bootstrap* job;
  struct strata strata;
  struct work* work;
  struct cal_host quiet;
};

static const struct cal_class_model* model_of(const struct cal_class_bootstrap* job) {
  return &job->recognisers[0].problem.model;
}

static struct strata find_strata(struct cal_host* host, const struct cal_class_model* model) {
  const int n_classes = model->n_classes;
  struct strata strata = {.trial = cal_scratch(host, model->n, sizeof(ptrdiff_t)),
                          .first = cal_scratch(host, n_classes + 1, sizeof(ptrdiff_t))};
  memset(strata.first, 0, ((size_t)n_classes + 1) * sizeof(ptrdiff_t));
  for (ptrdiff_t t = 0; t < model->n; ++t) ++strata.first[model->truth[t] - 1];
  ptrdiff_t end = 0;
  for (int k = 0; k <= n_classes; ++k) strata.first[k] = end += strata.first[k];
  for (ptrdiff_t t = model->n - 1; t >= 0; --t) {
    strata.trial[--strata.first[model->truth[t] - 1]] = t;
  }
  return strata;
}

static void no_pulse(struct cal_host* host) { (void)host; }

static void draw(const struct run* run, struct work* work, ptrdiff_t at) {
  const struct cal_class_bootstrap* job = run->job;
  struct cal_random random = cal_random_stream(job->seed, (uint64_t)job->replicate[at]);
  const ptrdiff_t* first = run->strata.first;
  for (int k = 0; k < model_of(job)->n_classes; ++k) {
    cal_draw_sources(&random, (uint32_t)(first[k + 1] - first[k]), work->count + first[k]);
  }
}

// Finds the trials that count in the draw and the weight of those of each class. Returns the number
// of trials.
static ptrdiff_t gather_trials(const struct run* run, const struct cal_class_recogniser* one,
                               struct work* work) {
  const struct cal_class_model* model = &one->problem.model;
  ptrdiff_t n = 0;
  for (int k = 0; k < model->n_classes; ++k) {
    double total = 0;
    for (ptrdiff_t i = run->strata.first[k]; i < run->strata.first[k + 1]; ++i) {
      const ptrdiff_t t = run->strata.trial[i];
      const double weight = work->count[i] * cal_trial_weight(model, t);
      if (weight == 0) continue;
      work->drawn[n] = t;
      work->truth[n] = k + 1;
      work->weight[n++] = weight;
      total += weight;
    }
    work->class_weight[k] = one->prior[k] / total;
  }
  return n;
}

static double mean_cost(const struct work* work, ptrdiff_t n, const double* cost) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; ++i) {
    sum += work->class_weight[work->truth[i] - 1] * work->weight[i] * cost[work->drawn[i]];
  }
  return sum;
}

// An excluded true class makes the cost infinite unless the scale of the map is 0. Other excluded
// classes stay excluded at every scale.
struct excluded {
  bool truth, other;
};

static struct excluded gather_log_lik(const struct cal_class_recogniser* one, struct work* work,
                                      ptrdiff_t n) {
  const struct cal_class_model* model = &one->problem.model;
  struct excluded excluded = {false, false};
  for (int k = 0; k < model->n_classes; ++k) {
    const double* from = model->log_lik[0] + k * model->n;
    double* to = work->log_lik + k * n;
    for (ptrdiff_t i = 0; i < n; ++i) {
      to[i] = from[work->drawn[i]];
      if (to[i] > -(double)INFINITY) continue;
      excluded.truth = excluded.truth || work->truth[i] == k + 1;
      excluded.other = true;
    }
  }
  return excluded;
}

static double without_evidence(const struct cal_class_recogniser* one) {
  const struct cal_rows row = {one->prior, 1, one->problem.model.n_classes};
  double out;
  cal_entropy(&row, 0, 1, &out);
  return out;
}

static struct cal_class_problem drawn_problem(const struct cal_class_recogniser* one,
                                              const struct work* work, ptrdiff_t n) {
  struct cal_class_problem problem = one->problem;
  problem.model.log_lik = &work->columns;
  problem.model.truth = work->truth;
  problem.model.n = n;
  problem.model.trial_weight = work->weight;
  problem.model.class_weight = work->class_weight;
  return problem;
}

// Searches from the minimum of the sample. If the scale reaches its bound, a fit without a start
// takes over, unless the cost there is known.
static double search_on(const struct run* run, const struct cal_class_recogniser* one,
                        struct work* work, const struct cal_class_problem* problem, bool excludes) {
  struct cal_class_solution found = {.params = work->params};
  memcpy(work->params, one->start, (size_t)problem->model.n_classes * sizeof(double));
  work->search.problem = problem;
  work->search.host = (struct cal_host*)&run->quiet;
  cal_class_minimise(&work->search, &found);
  if (found.separated) return 0;
  if (work->params[0] <= 0) return excludes ? (double)NAN : without_evidence(one);
  return found.converged && !found.diverged ? found.value : (double)NAN;
}

static double fit_anew(struct cal_host* host, const struct cal_class_recogniser* one,
                       struct work* work, const struct cal_class_problem* problem, bool excludes) {
  struct cal_class_solution found = {.params = work->params};
  cal_class_fit(host, problem, &found);
  if (found.separated) return 0;
  return found.at_bound && !excludes ? without_evidence(one) : found.value;
}

static double least_entropy(const struct run* run, struct cal_host* host,
                            const struct cal_class_recogniser* one, struct work* work,
                            ptrdiff_t n) {
  const struct excluded excluded = gather_log_lik(one, work, n);
  if (excluded.truth) return without_evidence(one);
  const struct cal_class_problem problem = drawn_problem(one, work, n);
  return one->start ? search_on(run, one, work, &problem, excluded.other)
                    : fit_anew(host, one, work, &problem, excluded.other);
}

static void fill(const struct run* run, struct cal_host* host, struct work* work, ptrdiff_t at) {
  draw(run, work, at);
  for (ptrdiff_t s = 0; s < run->job->n_recognisers; ++s) {
    const struct cal_class_recogniser* one = &run->job->recognisers[s];
    const ptrdiff_t n = gather_trials(run, one, work), n_rows = one->n_costs + one->fits;
    double* out = one->out + at * n_rows;
    for (int c = 0; c < one->n_costs; ++c) {
      out[c] = mean_cost(work, n, one->cost + c * one->problem.model.n);
    }
    if (one->fits) out[one->n_costs] = least_entropy(run, host, one, work, n);
  }
}

// A task per thread, each with its share of the replicates `first` to before `end`.
struct batch {
  const struct run* run;
  ptrdiff_t first, end, n_threads;
};

static void fill_share(void* batch, ptrdiff_t thread) {
  const struct batch* share = batch;
  for (ptrdiff_t at = share->first + thread; at < share->end; at += share->n_threads) {
    fill(share->run, NULL, &share->run->work[thread], at);
  }
}

static struct work new_work(struct cal_host* host, const struct cal_class_bootstrap* job) {
  const struct cal_class_model* model = model_of(job);
  const ptrdiff_t n = model->n, k = model->n_classes;
  return (struct work){.count = cal_scratch(host, n, sizeof(uint32_t)),
                       .drawn = cal_scratch(host, n, sizeof(ptrdiff_t)),
                       .truth = cal_scratch(host, n, sizeof(int)),
                       .weight = cal_scratch_doubles(host, n),
                       .log_lik = cal_scratch_doubles(host, n * k),
                       .class_weight = cal_scratch_doubles(host, k),
                       .params = cal_scratch_doubles(host, k),
                       .search = cal_class_search_new(host, &job->recognisers[0].problem)};
}

static bool starts_anew(const struct cal_class_bootstrap* job) {
  for (ptrdiff_t s = 0; s < job->n_recognisers; ++s) {
    if (job->recognisers[s].fits && !job->recognisers[s].start) return true;
  }
  return false;
}

// Fits without a start ask the host for memory, which threads must not do.
static void fill_in_turn(struct cal_host* host, const struct run* run) {
  for (ptrdiff_t at = 0; at < run->job->n_replicates; ++at) {
    host->done = (double)at / (double)run->job->n_replicates;
    cal_pulse(host);
    fill(run, host, run->work, at);
  }
}

// A batch takes about a tenth of a second, or one replicate per thread.
static void fill_in_batches(struct cal_host* host, const struct run* run) {
  const struct cal_class_model* model = model_of(run->job);
  const double ns = 20 * (double)model->n * (double)model->n_classes * model->n_classes;
  const ptrdiff_t n = run->job->n_replicates,
                  size = host->n_threads * (1 + (ptrdiff_t)(1e8 / (ns + 1e4)));
  struct batch batch = {.run = run, .n_threads = host->n_threads};
  for (; batch.end < n; batch.first = batch.end) {
    host->done = (double)batch.first / (double)n;
    cal_pulse(host);
    batch.end = n - batch.first < size ? n : batch.first + size;
    cal_parallel(fill_share, &batch, host->n_threads, host->n_threads);
  }
}

void cal_class_bootstrap_run(struct cal_host* host, const struct cal_class_bootstrap* job) {
  const bool in_turn = starts_anew(job);
  const int n_threads = in_turn ? 1 : host->n_threads;
  struct run run = {.job = job,
                    .strata = find_strata(host, model_of(job)),
                    .work = cal_scratch(host, n_threads, sizeof *run.work),
                    .quiet = *host};
  run.quiet.pulse = no_pulse;
  run.quiet.n_threads = 1;
  for (int t = 0; t < n_threads; ++t) {
    run.work[t] = new_work(host, job);
    run.work[t].columns = run.work[t].log_lik;
  }
  if (in_turn) {
    fill_in_turn(host, &run);
  } else {
    fill_in_batches(host, &run);
  }
}
