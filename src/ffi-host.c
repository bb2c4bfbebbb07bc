#include "ffi-host.h"

#include <stdint.h>
#include <stdlib.h>

#include "kernels/base/parallel.h"

// A piece of memory with the one that was lent before it; the kernel's part follows.
union piece {
  union piece* before;
  double aligned[2];
};

struct lender {
  struct cal_host host;
  union piece* last;
  SEXP progress;
};

// Does not return.
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

struct job {
  SEXP (*run)(struct cal_host* host, const SEXP* args);
  const SEXP* args;
  struct lender lender;
};

static SEXP run(void* data) {
  struct job* job = data;
  return job->run(&job->lender.host, job->args);
}

SEXP ffi_with_host(SEXP (*run_job)(struct cal_host* host, const SEXP* args), const SEXP* args) {
  struct job job = {.run = run_job,
                    .args = args,
                    .lender = {.host = {lend, check_interrupt, 1, 0}, .progress = R_NilValue}};
  return R_ExecWithCleanup(run, &job, take_back, &job.lender);
}

void ffi_lend_threads(struct cal_host* host, int wanted) {
  host->n_threads = cal_usable_threads(wanted);
}

void ffi_tell_progress(struct cal_host* host, SEXP progress) {
  if (progress != R_NilValue && !Rf_isFunction(progress)) {
    Rf_error("internal error: `progress` is no function");
  }
  ((struct lender*)(void*)host)->progress = progress;
}
