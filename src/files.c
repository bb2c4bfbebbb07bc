#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <share.h>
#include <windows.h>
#else
#include <dirent.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>
#define O_BINARY 0
#endif

// Some systems refuse to write more than 2^31 bytes at once.
enum {
  MOST_AT_ONCE = 1 << 24,
  MOST_LINKS = 40,
  MOST_BESIDE = 1000,
  SHORT_NAME = 64,
  FOR_OWNER = 0600,
  FOR_ALL = 0666
};

struct path {
  char text[4096];
};

// Length of the folder in a path, with the last separator.
static int folder_length(const char* file) {
  const char* end = strrchr(file, '/');
#ifdef _WIN32
  const char* other = strrchr(file, '\\');
  if (!end || (other && other > end)) end = other;
#endif
  return end ? (int)(end - file) + 1 : 0;
}

// Returns 0, or an error if the path is too long.
static int put_beside(const char* file, const char* name, struct path* path) {
  const int n = snprintf(path->text, sizeof path->text, "%.*s%s", folder_length(file), file, name);
  return n < 0 || n >= (int)sizeof path->text ? ENAMETOOLONG : 0;
}

static int write_all(int descriptor, const char* bytes, size_t n) {
  while (n > 0) {
    const size_t piece = n < MOST_AT_ONCE ? n : MOST_AT_ONCE;
#ifdef _WIN32
    const int written = write(descriptor, bytes, (unsigned)piece);
#else
    const ssize_t written = write(descriptor, bytes, piece);
#endif
    if (written < 0 && errno != EINTR) return errno;
    if (written == 0) return ENOSPC;
    if (written < 0) continue;
    bytes += written;
    n -= (size_t)written;
  }
  return 0;
}

#ifdef _WIN32

static int write_quietly(int descriptor, const void* bytes, size_t n) {
  return write_all(descriptor, bytes, n);
}

static int settle(int descriptor) { return _commit(descriptor) == 0 ? 0 : errno; }

static void keep_rights(int descriptor, const struct stat* old) { (void)descriptor, (void)old; }

static int move(const char* from, const char* to) {
  return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : EACCES;
}

static int follow(const char* file, struct path* target) {
  return put_beside(file, file + folder_length(file), target);
}

static unsigned machine(void) { return 0; }

static bool is_held(int descriptor) { return (void)descriptor, true; }

// An open file cannot be moved, so no lock is kept.
static int keep_lock(int descriptor) { return (void)descriptor, -1; }

static void drop_left(const char* file) { (void)file; }

// The system removes the file when it is closed.
static int take_lock(const char* name) {
  const int flags = _O_RDWR | _O_CREAT | _O_TEMPORARY | _O_NOINHERIT;
  const int lock = _sopen(name, flags, _SH_DENYRW, _S_IREAD | _S_IWRITE);
  return lock >= 0 ? lock : errno == EACCES ? -1 : -2;
}

#else

// A reader that has closed the pipe is an error of the write, not a signal.
static int write_quietly(int descriptor, const void* bytes, size_t n) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGPIPE, &ignore, &before);
  const int error = write_all(descriptor, bytes, n);
  sigaction(SIGPIPE, &before, NULL);
  return error;
}

// Not every file system supports this, and only these codes are errors of the disk.
static int settle(int descriptor) {
  if (fsync(descriptor) == 0) return 0;
  return errno == EIO || errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

// The owner is kept if that is allowed. This clears some rights, so rights are set last.
static void keep_rights(int descriptor, const struct stat* old) {
  const bool is_owned = fchown(descriptor, old->st_uid, old->st_gid) == 0;
  fchmod(descriptor, old->st_mode & (is_owned ? 07777 : 0777));
}

static int move(const char* from, const char* to) { return rename(from, to) == 0 ? 0 : errno; }

// The target of links, which need not exist yet.
static int follow(const char* file, struct path* target) {
  int error = put_beside(file, file + folder_length(file), target);
  for (int i = 0; error == 0 && i < MOST_LINKS; ++i) {
    struct path link = {""}, from = *target;
    const ssize_t n = readlink(from.text, link.text, sizeof link.text - 1);
    if (n < 0) return 0;
    link.text[n] = 0;
    error = put_beside(link.text[0] == '/' ? "" : from.text, link.text, target);
  }
  return error != 0 ? error : ELOOP;
}

// True if this process has the lock now. Another process may have removed the file since it was
// opened. A file system without locks is no reason to stop.
static bool is_held(int descriptor) {
  struct stat found;
  const bool is_other = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  return !is_other && fstat(descriptor, &found) == 0 && found.st_nlink > 0;
}

static int take_lock(const char* name) {
  const int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, FOR_ALL);
  if (lock < 0) return -2;
  if (is_held(lock)) return lock;
  close(lock);
  return -1;
}

static int keep_lock(int descriptor) { return dup(descriptor); }

// Names this machine in files that it alone may remove from a shared folder.
static unsigned machine(void) {
  char name[256] = "";
  unsigned hash = 2166136261u;
  gethostname(name, sizeof name - 1);
  for (const char* at = name; *at; ++at) hash = (hash ^ (unsigned char)*at) * 16777619u;
  return hash;
}

// Removes files that killed writers on this machine left beside the file: nobody holds their locks
// any more.
static void drop_left(const char* file) {
  struct path path;
  char start[SHORT_NAME];
  DIR* folder = put_beside(file, ".", &path) == 0 ? opendir(path.text) : NULL;
  if (!folder) return;
  const int n = snprintf(start, sizeof start, ".calibrant-%08x-", machine());
  for (const struct dirent* entry; (entry = readdir(folder));) {
    if (strncmp(entry->d_name, start, (size_t)n) != 0) continue;
    if (put_beside(file, entry->d_name, &path) != 0) continue;
    const int left = open(path.text, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (left < 0) continue;
    if (flock(left, LOCK_EX | LOCK_NB) == 0) unlink(path.text);
    close(left);
  }
  closedir(folder);
}

#endif

static bool lock_name(const char* file, struct path* name) {
  struct path target = {""};
  char text[256];
  if (follow(file, &target) != 0) return false;
  const char* base = target.text + folder_length(target.text);
  snprintf(text, sizeof text, ".calibrant-%.200s.lock", base);
  return put_beside(target.text, text, name) == 0;
}

int files_lock(const char* file) {
  struct path name = {""};
  return lock_name(file, &name) ? take_lock(name.text) : -2;
}

void files_unlock(int lock, const char* file) {
  struct path name = {""};
  if (lock < 0) return;
  if (lock_name(file, &name)) unlink(name.text);
  close(lock);
}

const char* files_words(int error) { return error == EPIPE ? "" : strerror(error); }

// Descriptor in the name of an open file, or -1 for other names.
static int open_descriptor(const char* file) {
  int descriptor;
  char rest;
  if (strcmp(file, "/dev/stdout") == 0) return 1;
  if (strcmp(file, "/dev/stderr") == 0) return 2;
  return sscanf(file, "/dev/fd/%d%c", &descriptor, &rest) == 1 ? descriptor : -1;
}

static int write_straight(const char* file, const void* bytes, size_t n) {
  const int descriptor = open(file, O_WRONLY | O_BINARY);
  if (descriptor < 0) return errno;
  const int error = write_quietly(descriptor, bytes, n);
  return close(descriptor) != 0 && error == 0 ? errno : error;
}

// A new file name. The file is locked, so that nobody mistakes it for an abandoned one.
static int open_new(const char* file, int rights, struct path* beside) {
  for (int i = 0; i < MOST_BESIDE; ++i) {
    char name[SHORT_NAME];
    snprintf(name, sizeof name, ".calibrant-%08x-%ld-%d", machine(), (long)getpid(), i);
    if (put_beside(file, name, beside) != 0) break;
    const int descriptor = open(beside->text, O_WRONLY | O_CREAT | O_EXCL | O_BINARY, rights);
    if (descriptor < 0 && errno != EEXIST) return descriptor;
    if (descriptor >= 0 && is_held(descriptor)) return descriptor;
    if (descriptor >= 0) close(descriptor);
  }
  errno = ENAMETOOLONG;
  return -1;
}

static int write_new(int descriptor, const struct stat* old, const void* bytes, size_t n) {
  int error = write_all(descriptor, bytes, n);
  if (error == 0) error = settle(descriptor);
  if (error == 0 && old) keep_rights(descriptor, old);
  return close(descriptor) != 0 && error == 0 ? errno : error;
}

static int replace(const char* file, const void* bytes, size_t n) {
  struct stat old;
  struct path beside = {""};
  const bool is_there = stat(file, &old) == 0;
  if (is_there && !S_ISREG(old.st_mode)) return write_straight(file, bytes, n);
  // Permission for a folder does not imply permission for its files.
  if (is_there && access(file, W_OK) != 0) return errno;
  drop_left(file);
  const int descriptor = open_new(file, is_there ? FOR_OWNER : FOR_ALL, &beside);
  if (descriptor < 0) return errno;
  const int lock = keep_lock(descriptor);
  int error = write_new(descriptor, is_there ? &old : NULL, bytes, n);
  if (error == 0) error = move(beside.text, file);
  if (error != 0) unlink(beside.text);
  if (lock >= 0) close(lock);
  return error;
}

int files_write(const char* file, const void* bytes, size_t n) {
  struct path target = {""};
  const int descriptor = open_descriptor(file);
  if (descriptor >= 0) return write_quietly(descriptor, bytes, n);
  const int error = follow(file, &target);
  return error != 0 ? error : replace(target.text, bytes, n);
}
