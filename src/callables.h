#ifndef CALIBRANT_CALLABLES_H
#define CALIBRANT_CALLABLES_H

// Makes the kernels that inst/include/calibrant.h declares known to other packages.
void register_callables(void);

#endif
