#define _GNU_SOURCE

#include "CFiles.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifdef __APPLE__

const int files_place = O_SEARCH;

int files_in_memory(void) {
  char name[] = "/tmp/tonemap.XXXXXX";
  int file = mkostemp(name, O_CLOEXEC);
  if (file >= 0) unlink(name);
  return file;
}

// Apple's functions have a position and options more.
#define POSITION , 0
#define OPTIONS , 0

#else

const int files_place = O_PATH;

int files_in_memory(void) { return memfd_create("tonemap", MFD_CLOEXEC); }

#define POSITION
#define OPTIONS

#endif

ssize_t files_attributes(int file, char *names, size_t length) { return flistxattr(file, names, length OPTIONS); }

ssize_t files_attribute(int file, const char *name, void *value, size_t length) {
  return fgetxattr(file, name, value, length POSITION OPTIONS);
}

int files_set_attribute(int file, const char *name, const void *value, size_t length) {
  return fsetxattr(file, name, value, length POSITION, 0);
}
