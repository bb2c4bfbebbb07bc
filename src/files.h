#ifndef CALIBRANT_FILES_H
#define CALIBRANT_FILES_H

#include <stddef.h>

// Files that are replaced as a whole. Nothing here knows R.

// Replaces the content of a file by `n` bytes, in one step: they go to a new file beside it, which
// takes over its permissions and then its name. Returns 0 or the error of the system, after which
// the old content remains and nothing is left beside it. Links are followed. A pipe or a device is
// written directly, and so are /dev/stdout, /dev/stderr and /dev/fd/7, which are open.
int files_write(const char* file, const void* bytes, size_t n);

// Locks a file until files_unlock() or the end of the process, normal or not, by another file,
// which is created beside it. Returns a number of 0 or more for files_unlock(), -1 if another has
// the lock, and -2 if no file can be created there.
int files_lock(const char* file);

// Removes the lock file, and releases the lock. A number below 0 is not a lock.
void files_unlock(int lock, const char* file);

// The system's message for an error; "" if the reader of a pipe has closed it.
const char* files_words(int error);

#endif
