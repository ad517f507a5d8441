#ifndef C_FILES_H
#define C_FILES_H

#include <stddef.h>
#include <sys/types.h>

// What Swift's modules of the C libraries leave out.

/// The flag that opens a directory as a place in which to name files; the right to read it is not needed.
extern const int files_place;

/// Opens a file that has no name and that programs which this process starts do not get, in memory where the system can; a failure is -1,
/// with errno.
int files_in_memory(void);

// Extended attributes are what a file system keeps beside the bytes of a file. Apple's functions have more parameters. Without a
// buffer, the first two return the length that is needed; a failure is -1, with errno.

/// The names of all attributes, each with a 0 at its end.
ssize_t files_attributes(int file, char *names, size_t length);

/// The value of an attribute.
ssize_t files_attribute(int file, const char *name, void *value, size_t length);

/// Sets an attribute.
int files_set_attribute(int file, const char *name, const void *value, size_t length);

#endif
