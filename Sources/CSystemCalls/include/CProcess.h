#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

/// Unblocks a signal, which the parent process may have left blocked.
bool process_unblock(int signal);

/// Handles a signal that asks the process to end. The first one is recorded, and the work has time to end by itself as long as it makes progress; the
/// second one, or a second without progress, removes the registered files and ends the process as that signal does by default.
bool process_heed(int signal);

/// The first handled signal; 0 if there was no signal.
int process_signal(void);

/// Reports that the work makes progress.
void process_progressed(void);

/// Defers the end by a signal until `process_resume`.
void process_pause(void);
void process_resume(void);

/// The variables of the environment, which Swift cannot name safely.
char **process_environment(void);

/// Records the program that this process waits for, which ends with it; 0 for no program.
void process_note_child(int number);

/// Registers a file or a folder, which is removed if the process ends before it is released; returns its number, or -1 if it cannot be registered.
int process_hold(const char *path);
void process_release(int number);

/// Removes every registered file, and every registered folder that is then empty; may be called by a signal handler.
void process_discard(void);

#endif
