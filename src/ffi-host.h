#ifndef CALIBRANT_FFI_HOST_H
#define CALIBRANT_FFI_HOST_H

#include "ffi.h"
#include "kernels/base/host.h"

// What `job` returns. Its host lends up to `n_threads` threads, checks for interrupts when it is
// given a pulse, and takes its rooms back at the end, also where an error or an interrupt is that
// end. What `R_alloc()` gives stays taken until the next garbage collection,
// so each call would get other memory, which is in none of the processor's caches: for PAV a tenth
// of the time.
SEXP ffi_with_host(SEXP (*job)(struct cal_host* host, const void* input), const void* input,
                   int n_threads);

// The same, and `progress`, an R function or NULL, is called with the share that is done, at every
// pulse.
SEXP ffi_with_progress(SEXP (*job)(struct cal_host* host, const void* input), const void* input,
                       int n_threads, SEXP progress);

// How many threads may run of those that are wanted: no more than there are processors, and one in
// a child that was forked after several have run.
int ffi_usable_threads(int wanted);

#endif
