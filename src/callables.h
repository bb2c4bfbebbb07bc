#ifndef CALIBRANT_CALLABLES_H
#define CALIBRANT_CALLABLES_H

// Registers the kernels that inst/include/calibrant.h declares, for other packages.
void register_callables(void);

#endif
