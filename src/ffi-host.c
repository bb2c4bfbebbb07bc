#include "ffi-host.h"

#include <stdint.h>
#include <stdlib.h>

#include "kernels/base/parallel.h"

// Header of a piece of memory, linked to the piece lent before it; the kernel's part follows.
union piece {
  union piece* before;
  double aligned[2];
};

struct lender {
  struct cal_host host;
  union piece* last;
  SEXP progress;
};

// Leaves the kernel by a jump and does not return.
static void refuse(double length) {
  SEXP name = PROTECT(Rf_mkString("calibrant"));
  SEXP package = PROTECT(R_FindNamespace(name));
  SEXP n = PROTECT(Rf_ScalarReal(length));
  SEXP call = PROTECT(Rf_lang2(Rf_install("stop_memory"), n));
  Rf_eval(call, package);
  UNPROTECT(4);
}

static void* lend(struct cal_host* host, ptrdiff_t n, size_t size) {
  struct lender* lender = (struct lender*)(void*)host;
  const size_t length = n > 0 ? (size_t)n : 1;
  const bool fits = length <= (SIZE_MAX - sizeof(union piece)) / size;
  union piece* piece = fits ? malloc(sizeof *piece + length * size) : NULL;
  if (!piece) {
    refuse((double)length);
    return NULL;
  }
  piece->before = lender->last;
  lender->last = piece;
  return piece + 1;
}

static void check_interrupt(struct cal_host* host) {
  R_CheckUserInterrupt();
  SEXP progress = ((struct lender*)(void*)host)->progress;
  if (progress == R_NilValue) return;
  SEXP share = PROTECT(Rf_ScalarReal(host->done));
  SEXP call = PROTECT(Rf_lang2(progress, share));
  Rf_eval(call, R_GlobalEnv);
  UNPROTECT(2);
}

static void take_back(void* data) {
  struct lender* lender = data;
  while (lender->last) {
    union piece* piece = lender->last;
    lender->last = piece->before;
    free(piece);
  }
}

SEXP ffi_return(SEXP out, SEXP value) { return SETCAR(out, value); }

// Appends an element to the list in `out`.
SEXP ffi_set(SEXP out, const char* name, SEXP value) {
  PROTECT(value);
  SEXP last = out;
  while (CDR(last) != R_NilValue) last = CDR(last);
  SETCDR(last, Rf_cons(value, R_NilValue));
  if (name) SET_TAG(CDR(last), Rf_install(name));
  UNPROTECT(1);
  return value;
}

SEXP ffi_set_list(SEXP out, const char* name) {
  return ffi_set(out, name, Rf_cons(R_NilValue, R_NilValue));
}

// Cells release the values, so that R need not copy them before changing them.
static SEXP finished(SEXP value) {
  if (TYPEOF(value) != LISTSXP) return value;
  if (CDR(value) == R_NilValue) {
    SEXP one = CAR(value);
    SETCAR(value, R_NilValue);
    return one;
  }
  const R_xlen_t n = Rf_xlength(value) - 1;
  SEXP list = PROTECT(Rf_allocVector(VECSXP, n));
  SEXP names = PROTECT(Rf_allocVector(STRSXP, n));
  SEXP cell = CDR(value);
  const bool is_named = TAG(cell) != R_NilValue;
  for (R_xlen_t i = 0; i < n; ++i, cell = CDR(cell)) {
    if (is_named) SET_STRING_ELT(names, i, PRINTNAME(TAG(cell)));
    SET_VECTOR_ELT(list, i, finished(CAR(cell)));
    SETCAR(cell, R_NilValue);
  }
  if (is_named) Rf_setAttrib(list, R_NamesSymbol, names);
  UNPROTECT(2);
  return list;
}

struct job {
  ffi_job* run;
  const SEXP* args;
  SEXP out;
  struct lender lender;
};

static SEXP run(void* data) {
  struct job* job = data;
  job->run(&job->lender.host, job->out, job->args);
  return R_NilValue;
}

SEXP ffi_with_host(ffi_job* run_job, const SEXP* args) {
  struct job job = {.run = run_job,
                    .args = args,
                    .out = PROTECT(Rf_cons(R_NilValue, R_NilValue)),
                    .lender = {.host = {lend, check_interrupt, 1, 0}, .progress = R_NilValue}};
  R_ExecWithCleanup(run, &job, take_back, &job.lender);
  SEXP value = finished(job.out);
  UNPROTECT(1);
  return value;
}

void ffi_lend_threads(struct cal_host* host, int wanted) {
  host->n_threads = cal_usable_threads(wanted);
}

void ffi_begin_long_job(struct cal_host* host, SEXP settings) {
  ffi_lend_threads(host, (int)ffi_field_number(settings, "threads"));
  SEXP progress = ffi_field(settings, "progress");
  if (progress != R_NilValue) ffi_check_type(progress, CLOSXP, "progress");
  ((struct lender*)(void*)host)->progress = progress;
}
