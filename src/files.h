#ifndef CALIBRANT_FILES_H
#define CALIBRANT_FILES_H

#include <stddef.h>

// Files that are replaced as a whole. Nothing here knows R.

// Puts `n` bytes in the place of what a file holds, in one step: they go to a new file beside it,
// which takes over its rights and then its name. Returns 0 or the error of the system, with which
// the old content stands and nothing is left beside it. Links are followed. A pipe or a device is
// written to as it is, and so are /dev/stdout, /dev/stderr and /dev/fd/7, which are open.
int files_write(const char* file, const void* bytes, size_t n);

// Locks a file until files_unlock() or the end of the process, normal or not, by another file,
// which is created beside it. Returns a number of 0 or more for files_unlock(), -1 if another has
// the lock, and -2 if no file can be created there.
int files_lock(const char* file);

// Removes the file beside, and lets the next one in. A number below 0 is no lock.
void files_unlock(int lock, const char* file);

// An error in the words of the system; "" where nobody reads a pipe any more.
const char* files_words(int error);

#endif
