// Swift traps if an allocation fails. Every allocation of the program and its libraries passes through these functions, so that the process reports
// the error and exits with 71 instead.

#include "CProcess.h"
#include <stdlib.h>  // Defines __GLIBC__.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

// Other C libraries do not export the wrapped functions, and a sanitizer wraps them itself.
#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void *checked(void *bytes) {
  if (bytes || errno != ENOMEM) return bytes;
  static const char sentence[] =
      "tonemap: there is no memory left, but more was needed; close other programs, raise this program's memory limit, or use fewer"
      " --threads\n";
  process_discard();
  ssize_t written = write(2, sentence, strlen(sentence));
  (void)written;
  _exit(71);
}

// Weak, because the test program has its own allocator, which counts.
#define REPLACES __attribute__((weak, visibility("default")))

REPLACES void *malloc(size_t size) { return checked(__libc_malloc(size)); }
REPLACES void *calloc(size_t items, size_t size) { return checked(__libc_calloc(items, size)); }
REPLACES void *realloc(void *old, size_t size) {
  // A size of 0 frees, which also returns NULL.
  void *bytes = __libc_realloc(old, size);
  return size ? checked(bytes) : bytes;
}
REPLACES void *memalign(size_t alignment, size_t size) { return checked(__libc_memalign(alignment, size)); }
REPLACES void *aligned_alloc(size_t alignment, size_t size) { return checked(__libc_memalign(alignment, size)); }
REPLACES int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = checked(__libc_memalign(alignment, size));
  return *result ? 0 : ENOMEM;
}

#endif
