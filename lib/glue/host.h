#ifndef CALIBRANT_LIB_HOST_H
#define CALIBRANT_LIB_HOST_H

#include "calibrant.h"
#include "kernels/base/host.h"

// Calls `job(host, task)`, then takes the scratch memory back.
enum calibrant_status run_job(void (*job)(struct cal_host* host, void* task), void* task,
                              int n_threads, struct calibrant_error* error);

// Writes the message, and returns the status.
enum calibrant_status fail(struct calibrant_error* error, enum calibrant_status status,
                           const char* format, ...);

// A copy of n doubles in memory of its own, or NULL.
double* copy_doubles(const double* x, ptrdiff_t n);

#endif
