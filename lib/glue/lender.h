#ifndef CALIBRANT_LIB_LENDER_H
#define CALIBRANT_LIB_LENDER_H

#include <setjmp.h>
#include <stdbool.h>

#include "host.h"

// A host that lends scratch memory by `malloc()`, and jumps out of the kernel if there is none.
struct lender {
  struct cal_host host;
  union piece* last;
  jmp_buf no_memory;
};

// As run_job(), with a host that keeps its memory until take_back(). false without memory.
bool run_kept_job(void (*job)(struct cal_host* host, void* task), void* task,
                  struct lender* lender);
void take_back(struct lender* lender);

#endif
