#ifndef CALIBRANT_KERNELS_BASE_PARALLEL_H
#define CALIBRANT_KERNELS_BASE_PARALLEL_H

#include <stddef.h>

// Long work is cut into parts, whose number depends on the size of the work and never on the number
// of threads. The results of the parts are combined in their order, so they are the same to the
// last bit for any number of threads.
enum { CAL_MAX_PARTS = 16, CAL_MAX_THREADS = 256 };

// Number of parts of `n` trials: one for less than 2^18 of them.
ptrdiff_t cal_parts(ptrdiff_t n);

// First trial of part `part` of `n_parts` among `n` trials; part `n_parts` would begin at `n`.
ptrdiff_t cal_part_begin(ptrdiff_t n, ptrdiff_t n_parts, ptrdiff_t part);

// The `size` trials of a part that follow the first `done`: fewer at its end, none beyond it. All
// parts go forward together, so that the host can take its pulse between their pieces.
struct cal_piece {
  ptrdiff_t first, last;
};
struct cal_piece cal_part_piece(ptrdiff_t n, ptrdiff_t n_parts, ptrdiff_t part, ptrdiff_t done,
                                ptrdiff_t size);

// Number of threads that may work, of those `wanted`: at least one, and no more than the processors
// that the process may use. One without -pthread.
int cal_usable_threads(int wanted);

// Calls `task(work, part)` for every part, by up to `n_threads` threads at once; if fewer can be
// started, these do all the work. All threads end before it returns, and none waits for the next
// call, so a forked child process misses no thread. Without -pthread, and for one thread, it is a
// plain loop. A task must not call R.
void cal_parallel(void (*task)(void* work, ptrdiff_t part), void* work, ptrdiff_t n_parts,
                  int n_threads);

#endif
