#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/// The arguments that the process was started with, and how many there are; `NULL` and 0 if the system does not hand them to libraries.
///
/// Swift reads them from `/proc` on Linux, which not every container has.
char *const *process_arguments(void);
int process_argument_count(void);

#endif
