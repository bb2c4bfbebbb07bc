#include "kernels/cost/reduce.h"

#include "ffi-host.h"
#include "ffi-sample.h"

struct job {
  struct cal_sample sample;
  const double* range;
  struct cal_counted counted;
};

static struct job read_job(SEXP source, SEXP counts, SEXP range) {
  ffi_check_length(range, 2, "range");
  struct job job = {.sample = ffi_sample(source), .range = ffi_doubles(range, "range")};
  if (counts != R_NilValue) job.counted = ffi_counted(counts);
  return job;
}

static const struct cal_counted* known(const struct job* job) {
  return job->counted.n > 0 ? &job->counted : NULL;
}

// What has been made: no counts where these were known.
static void add_made(SEXP out, const struct cal_reduced* made, const struct job* job) {
  if (made->points.n > 0) SET_VECTOR_ELT(out, 0, points_to_list(&made->points));
  if (made->counted.n > 0 && !known(job)) SET_VECTOR_ELT(out, 1, counted_to_list(&made->counted));
}

static SEXP find_points(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const struct cal_reduced made = cal_reduce(host, &job->sample, job->range, known(job));
  const char* names[] = {"points", "counts", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  add_made(out, &made, job);
  UNPROTECT(1);
  return out;
}

// The points of a source, and its counts, where these have been made on the way. `counts` is NULL
// where they are not known.
SEXP ffi_reduce(SEXP source, SEXP counts, SEXP range, SEXP threads) {
  const struct job job = read_job(source, counts, range);
  return ffi_with_host(find_points, &job, Rf_asInteger(threads));
}

static SEXP find_costs(struct cal_host* host, const void* input) {
  const struct job* job = input;
  double h1, h2;
  const struct cal_reduced made =
      cal_mean_costs(host, &job->sample, job->range, known(job), &h1, &h2);
  const char* names[] = {"points", "counts", "costs", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  add_made(out, &made, job);
  SEXP costs = ffi_new_pair(1);
  SET_VECTOR_ELT(out, 2, costs);
  REAL(VECTOR_ELT(costs, 0))[0] = h1;
  REAL(VECTOR_ELT(costs, 1))[0] = h2;
  UNPROTECT(1);
  return out;
}

// The mean costs at even odds, and what has been made on the way.
SEXP ffi_mean_costs(SEXP source, SEXP counts, SEXP range, SEXP threads) {
  const struct job job = read_job(source, counts, range);
  return ffi_with_host(find_costs, &job, Rf_asInteger(threads));
}

static SEXP of_counts(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const struct cal_points points = cal_reduce_counts(host, job->sample.unit, &job->counted);
  return points_to_list(&points);
}

SEXP ffi_reduce_counts(SEXP counts, SEXP unit) {
  ffi_check_length(unit, 1, "unit");
  const struct job job = {.sample = {.unit = ffi_doubles(unit, "unit")[0]},
                          .counted = ffi_counted(counts)};
  return ffi_with_host(of_counts, &job, 1);
}
