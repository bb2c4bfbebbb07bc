#ifndef CALIBRANT_KERNELS_READ_ENCODING_H
#define CALIBRANT_KERNELS_READ_ENCODING_H

#include <stddef.h>

enum cal_encoding { CAL_TEXT_UTF8, CAL_TEXT_OTHER, CAL_TEXT_ZEROS };

// Encoding of the bytes: with zeros, which no text of 8 bits has; valid UTF-8; or neither.
enum cal_encoding cal_encoding_of(const char* text, ptrdiff_t n);

#endif
