// Replaces the C library's allocator in the test program: counts each call and forwards it. All libraries of a program call its own
// malloc, the Swift runtime included.

#include "CAllocations.h"
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

// glibc exports these for allocators that wrap its own.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread long count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  count++;
  return __libc_calloc(items, size);
}

void *realloc(void *old, size_t size) {
  count++;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count++;
  void *bytes = __libc_memalign(alignment, size);
  if (!bytes) return ENOMEM;
  *result = bytes;
  return 0;
}

bool allocations_are_counted(void) { return true; }
long allocations_of_thread(void) { return count; }

#else

bool allocations_are_counted(void) { return false; }
long allocations_of_thread(void) { return 0; }

#endif
