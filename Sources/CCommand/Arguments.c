#include "CArguments.h"
#include <stdlib.h>  // Defines __GLIBC__.

static int count;
static char *const *arguments;

// glibc and macOS pass main's arguments to constructors; musl passes none.
#if defined(__GLIBC__) || defined(__APPLE__)
__attribute__((constructor)) static void take(int argc, char **argv) {
  count = argc;
  arguments = argv;
}
#endif

char *const *process_arguments(void) { return arguments; }
int process_argument_count(void) { return count; }

#ifdef __linux__
#include <sys/prctl.h>
void process_end_with_parent(int number) { prctl(PR_SET_PDEATHSIG, number); }
#else
void process_end_with_parent(int number) { (void)number; }
#endif
