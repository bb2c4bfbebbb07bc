#include "host.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lender.h"

int calibrant_abi(void) { return CALIBRANT_ABI; }

const char* calibrant_version(void) { return CALIBRANT_VERSION; }

// Header of a piece of memory, linked to the piece lent before it; the kernel's part follows.
union piece {
  union piece* before;
  double aligned[2];
};

static void* lend(struct cal_host* host, ptrdiff_t n, size_t size) {
  struct lender* lender = (struct lender*)(void*)host;
  const size_t length = n > 0 ? (size_t)n : 1;
  const int fits = length <= (SIZE_MAX - sizeof(union piece)) / size;
  union piece* piece = fits ? malloc(sizeof *piece + length * size) : NULL;
  if (!piece) longjmp(lender->no_memory, 1);
  piece->before = lender->last;
  lender->last = piece;
  return piece + 1;
}

void take_back(struct lender* lender) {
  while (lender->last) {
    union piece* piece = lender->last;
    lender->last = piece->before;
    free(piece);
  }
}

static void pass_pulse(struct cal_host* host) { (void)host; }

// `setjmp()` gets a function of its own: no local variable may change after it.
static bool ends_well(void (*job)(struct cal_host* host, void* task), void* task,
                      struct lender* lender) {
  if (setjmp(lender->no_memory) != 0) return false;
  job(&lender->host, task);
  return true;
}

bool run_kept_job(void (*job)(struct cal_host* host, void* task), void* task,
                  struct lender* lender) {
  *lender = (struct lender){.host = {lend, pass_pulse, 1, 0}};
  return ends_well(job, task, lender);
}

enum calibrant_status run_job(void (*job)(struct cal_host* host, void* task), void* task,
                              int n_threads, struct calibrant_error* error) {
  struct lender lender = {.host = {lend, pass_pulse, n_threads, 0}};
  const bool has_ended = ends_well(job, task, &lender);
  take_back(&lender);
  return has_ended ? CALIBRANT_OK : fail(error, CALIBRANT_MEMORY, "There is no memory left.");
}

enum calibrant_status fail(struct calibrant_error* error, enum calibrant_status status,
                           const char* format, ...) {
  if (error) {
    va_list parts;
    va_start(parts, format);
    vsnprintf(error->message, sizeof error->message, format, parts);
    va_end(parts);
    error->status = status;
  }
  return status;
}

double* copy_doubles(const double* x, ptrdiff_t n) {
  double* copy = malloc((n > 0 ? (size_t)n : 1) * sizeof *copy);
  if (copy && n > 0) memcpy(copy, x, (size_t)n * sizeof *copy);
  return copy;
}
