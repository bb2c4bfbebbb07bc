#include "kernels/pav/pav-buckets.h"

#include "ffi-host.h"
#include "ffi-sample.h"

struct job {
  struct cal_counted tally;
  double slack;
  const int* keep;
  struct cal_tally_values values;
};

static SEXP find_kept(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const ptrdiff_t n = job->tally.n;
  uint8_t* keep = cal_room(host, n, sizeof *keep);
  cal_tally_keep(host, &job->tally, job->slack, keep);
  SEXP out = PROTECT(Rf_allocVector(LGLSXP, n));
  for (ptrdiff_t i = 0; i < n; ++i) LOGICAL(out)[i] = keep[i];
  UNPROTECT(1);
  return out;
}

static struct job read_job(SEXP tally, SEXP slack) {
  ffi_check_length(slack, 1, "slack");
  return (struct job){.tally = ffi_counted(tally), .slack = ffi_doubles(slack, "slack")[0]};
}

// Which buckets of a tally must be looked into.
SEXP ffi_tally_keep(SEXP tally, SEXP slack) {
  const struct job job = read_job(tally, slack);
  return ffi_with_host(find_kept, &job, 1);
}

// NULL where the values are not those that were counted.
static SEXP find_blocks(struct cal_host* host, const void* input) {
  const struct job* job = input;
  const ptrdiff_t n = job->tally.n;
  uint8_t* keep = cal_room(host, n, sizeof *keep);
  for (ptrdiff_t i = 0; i < n; ++i) keep[i] = job->keep[i] == 1;
  if (cal_tally_differs(&job->tally, keep, &job->values, job->slack) < n) return R_NilValue;
  const struct cal_partition found = cal_tally_blocks(host, &job->tally, keep, &job->values);
  return blocks_to_list(&found);
}

// The blocks. `place` has the place in the tally of the bucket of each value, from 0.
SEXP ffi_tally_blocks(SEXP tally, SEXP slack, SEXP keep, SEXP values, SEXP place) {
  struct job job = read_job(tally, slack);
  if (TYPEOF(keep) != LGLSXP) Rf_error("internal error: `keep` must be logical");
  ffi_check_length(keep, job.tally.n, "keep");
  job.keep = LOGICAL_RO(keep);
  job.values.counted = ffi_counted(values);
  ffi_check_length(place, job.values.counted.n, "place");
  job.values.bucket = ffi_integers(place, "place");
  return ffi_with_host(find_blocks, &job, 1);
}

struct bracket_job {
  struct cal_counted tally;
  const int* closed;
};

static SEXP find_bracket(struct cal_host* host, const void* input) {
  const struct bracket_job* job = input;
  const char* names[] = {"lower", "upper", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  const struct cal_partition best = cal_tally_best(host, &job->tally, job->closed);
  SET_VECTOR_ELT(out, 0, blocks_to_list(&best));
  const struct cal_partition tied = cal_blocks_of_counts(host, &job->tally);
  SET_VECTOR_ELT(out, 1, blocks_to_list(&tied));
  UNPROTECT(1);
  return out;
}

// The blocks where each bucket is in the best order, and where it is one value. `closed` is NULL
// where no bucket is.
SEXP ffi_tally_bracket(SEXP tally, SEXP closed) {
  struct bracket_job job = {.tally = ffi_counted(tally)};
  if (closed != R_NilValue) {
    if (TYPEOF(closed) != LGLSXP) Rf_error("internal error: `closed` must be logical");
    ffi_check_length(closed, job.tally.n, "closed");
    job.closed = LOGICAL_RO(closed);
  }
  return ffi_with_host(find_bracket, &job, 1);
}
