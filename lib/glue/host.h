#ifndef CALIBRANT_LIB_HOST_H
#define CALIBRANT_LIB_HOST_H

#include <setjmp.h>
#include <stdbool.h>

#include "calibrant.h"
#include "kernels/base/host.h"

// A host that lends scratch memory by `malloc()`, and jumps out of the kernel if there is none.
struct lender {
  struct cal_host host;
  union piece* last;
  jmp_buf no_memory;
};

// Calls `job(host, task)`, then takes the scratch memory back.
enum calibrant_status run_job(void (*job)(struct cal_host* host, void* task), void* task,
                              int n_threads, struct calibrant_error* error);

// The same with a host that keeps its memory until take_back(). false without memory.
bool run_kept_job(void (*job)(struct cal_host* host, void* task), void* task,
                  struct lender* lender);
void take_back(struct lender* lender);

// Writes the message, and returns the status.
enum calibrant_status fail(struct calibrant_error* error, enum calibrant_status status,
                           const char* format, ...);

// A copy of n doubles in memory of its own, or NULL.
double* copy_doubles(const double* x, ptrdiff_t n);

#endif
