// Replaces the C library's allocator by functions that count and call it. Only the benchmarks link this.
#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_long allocations;
static atomic_bool isWatching;
static atomic_long bytes;
static atomic_long most;

long scrollwork_allocation_count(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

void scrollwork_allocation_watch_begin(void) {
  atomic_store(&bytes, 0);
  atomic_store(&most, 0);
  atomic_store(&isWatching, true);
}

void scrollwork_allocation_watch_end(long *peak, long *rest) {
  atomic_store(&isWatching, false);
  *peak = atomic_load(&most);
  *rest = atomic_load(&bytes);
}

// Adds a block's bytes to the count, or subtracts them, and updates the peak.
static void watch(void *block, int sign) {
  if (!block || !atomic_load_explicit(&isWatching, memory_order_relaxed)) return;
  long change = sign * (long)malloc_usable_size(block);
  long now = atomic_fetch_add(&bytes, change) + change;
  long before = atomic_load(&most);
  while (now > before && !atomic_compare_exchange_weak(&most, &before, now)) {
  }
}

static void *counted(void *block) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  watch(block, 1);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t items, size_t size) { return counted(__libc_calloc(items, size)); }

void *realloc(void *block, size_t size) {
  watch(block, -1);
  return counted(__libc_realloc(block, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = counted(__libc_memalign(alignment, size));
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  watch(block, -1);
  __libc_free(block);
}
