#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>

/// Whether this build counts: with glibc, and not under a sanitizer, which has a malloc of its own.
bool allocations_are_counted(void);

/// How often this thread has taken memory from the heap so far; what it gave back does not count.
long allocations_of_thread(void);

#endif
