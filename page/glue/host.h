#ifndef CALIBRANT_PAGE_HOST_H
#define CALIBRANT_PAGE_HOST_H

#include "kernels/base/host.h"

#define PAGE_EXPORT(name) __attribute__((export_name(name)))

// The host of all kernels in the page. Scratch memory is taken from one arena and given back all at
// once, when the page clears it before the next piece of work.
struct cal_host* page_host(void);

#endif
