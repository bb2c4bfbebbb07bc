#include <stdint.h>
#include <string.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

typedef uint64_t lanes __attribute__((vector_size(32)));

// Reads a double vector once, as fast as one thread can: the bits are combined, so that no
// arithmetic on doubles is waited for. What is left after the last 128 bytes stays unread.
SEXP read_memory(SEXP x) {
  const double* v_x = REAL_RO(x);
  const R_xlen_t n = XLENGTH(x);
  lanes found[4] = {{0}};
  for (R_xlen_t i = 0; i + 16 <= n; i += 16) {
    lanes next[4];
    memcpy(next, v_x + i, sizeof next);
    found[0] |= next[0];
    found[1] |= next[1];
    found[2] |= next[2];
    found[3] |= next[3];
  }
  const lanes all = (found[0] | found[1]) | (found[2] | found[3]);
  return Rf_ScalarLogical((all[0] | all[1] | all[2] | all[3]) != 0);
}
