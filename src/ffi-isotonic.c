#include "kernels/pav/isotonic.h"

#include "ffi-host.h"

struct job {
  const double *y, *weight;
  R_xlen_t n;
};

static SEXP fit(struct cal_host* host, const void* input) {
  const struct job* job = input;
  SEXP out = PROTECT(Rf_allocVector(REALSXP, job->n));
  cal_isotonic(host, job->y, job->weight, job->n, REAL(out));
  UNPROTECT(1);
  return out;
}

SEXP ffi_isotonic(SEXP y, SEXP weight) {
  const struct job job = {ffi_doubles(y, "y"), ffi_doubles(weight, "weight"), Rf_xlength(y)};
  ffi_check_length(weight, job.n, "weight");
  return ffi_with_host(fit, &job, 1);
}
