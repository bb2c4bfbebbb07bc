// Assumptions of the proofs about the C library.
#include <math.h>

/*@ assigns \nothing;
  @ ensures \result == x * y + z; */
extern double fma(double x, double y, double z);

//@ assigns \nothing;
extern double fmax(double x, double y);
