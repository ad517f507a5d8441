#ifndef C_FILES_H
#define C_FILES_H

#include <stddef.h>
#include <sys/types.h>

// Functions and constants that Swift's modules of the C libraries lack.

/// The flag that opens a directory only as a base for file names, and needs no permission to read it.
extern const int files_place;

/// Opens a file without a name that child programs do not inherit, in memory if the system supports it; returns -1 on failure, with errno.
int files_in_memory(void);

// Extended attributes are stored by a file system next to the bytes of a file. Apple's functions have more parameters. Without a buffer, the first
// two functions return the required length; they return -1 on failure, with errno.

/// The names of all attributes, each terminated by a 0.
ssize_t files_attributes(int file, char *names, size_t length);

/// The value of an attribute.
ssize_t files_attribute(int file, const char *name, void *value, size_t length);

/// Sets an attribute.
int files_set_attribute(int file, const char *name, const void *value, size_t length);

#endif
