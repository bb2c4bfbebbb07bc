#include "host.h"

#include <stdint.h>
#include <string.h>

#include "glue/host.h"

// The linker puts the arena behind all static data.
extern unsigned char __heap_base;

static uintptr_t top;

enum { PAGE_SIZE = 65536, ALIGNMENT = 16 };

static uintptr_t memory_end(void) { return __builtin_wasm_memory_size(0) * PAGE_SIZE; }

// A trap tells the page that memory is exhausted.
static void make_room(uintptr_t end) {
  if (end <= memory_end()) return;
  const uintptr_t pages = (end - memory_end() + PAGE_SIZE - 1) / PAGE_SIZE;
  if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) __builtin_trap();
}

PAGE_EXPORT("clear") void page_clear(void) { top = (uintptr_t)&__heap_base; }

PAGE_EXPORT("room") void* page_room(double bytes) {
  if (top == 0) page_clear();
  const uintptr_t first = (top + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (!(bytes >= 0 && bytes < (double)(UINTPTR_MAX - first - PAGE_SIZE))) __builtin_trap();
  make_room(first + (uintptr_t)bytes);
  top = first + (uintptr_t)bytes;
  return (void*)first;
}

static void* give_scratch(struct cal_host* host, ptrdiff_t n, size_t size) {
  (void)host;
  return page_room((double)n * (double)size);
}

// Takes the share of the work that is done, if the kernel knows it.
__attribute__((import_module("page"), import_name("progress"))) void page_progress(double done);

static void tell_progress(struct cal_host* host) { page_progress(host->done); }

struct cal_host* page_host(void) {
  static struct cal_host host = {.scratch = give_scratch, .pulse = tell_progress, .n_threads = 1};
  return &host;
}

// The host of lib/glue. Its memory is lent by the same arena, and its messages are not written, as
// the page has words of its own for each status.
void* malloc(size_t size) { return page_room((double)size); }

void* calloc(size_t n, size_t size) {
  void* room = page_room((double)n * (double)size);
  return memset(room, 0, n * size);
}

void free(void* room) { (void)room; }

enum calibrant_status run_job(void (*job)(struct cal_host* host, void* task), void* task,
                              int n_threads, struct calibrant_error* error) {
  (void)n_threads;
  (void)error;
  job(page_host(), task);
  return CALIBRANT_OK;
}

enum calibrant_status fail(struct calibrant_error* error, enum calibrant_status status,
                           const char* format, ...) {
  (void)error;
  (void)format;
  return status;
}

double* copy_doubles(const double* x, ptrdiff_t n) {
  return memcpy(malloc((size_t)n * sizeof *x), x, (size_t)n * sizeof *x);
}
