#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/// The arguments of the process, and their number; `NULL` and 0 if the system does not pass them to libraries.
///
/// Swift reads them from `/proc` on Linux, which some containers lack.
char *const *process_arguments(void);
int process_argument_count(void);

/// Asks the system to send this process a signal when its parent ends, if the system can do that.
void process_end_with_parent(int signal);

#endif
