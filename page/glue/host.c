#include "host.h"

#include <stdint.h>

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
