#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>

/// Whether this build counts allocations: with glibc, and not under a sanitizer, which has its own malloc.
bool allocations_are_counted(void);

/// The number of allocations that this thread has made so far; freed memory is not subtracted.
long allocations_of_thread(void);

#endif
