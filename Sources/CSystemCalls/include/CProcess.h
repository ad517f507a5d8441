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

/// Whether PATH has a program of this name.
bool process_has(const char *name);

/// Runs a program found in PATH, and waits for its end; a handled signal ends it. Its standard output goes to a descriptor, and its standard error is
/// discarded. Returns its exit code, or -1 if it could not be run or did not exit normally.
///
/// The words are its name and its arguments, one after the other, each terminated by a 0.
int process_run(const char *words, int count, int output);

/// Starts this program again, with words as for `process_run`. Its standard output goes to a descriptor, and its standard error is that of this process.
/// Returns its number, or -1 with errno.
int process_start(const char *words, int count, int output);

/// Waits for the end of a started process; returns its exit code, or minus the signal that ended it.
int process_wait(int number);

/// Sends a signal to a process.
void process_send(int number, int signal);

/// Asks the system to send this process a signal when its parent ends, if the system can do that.
void process_end_with_parent(int signal);

/// Records the program that this process waits for, which ends with it; 0 for no program.
void process_note_child(int number);

/// Registers a file or a folder, which is removed if the process ends before it is released; returns its number, or -1 if it cannot be registered.
int process_hold(const char *path);
void process_release(int number);

/// Removes every registered file, and every registered folder that is then empty; may be called by a signal handler.
void process_discard(void);

#endif
