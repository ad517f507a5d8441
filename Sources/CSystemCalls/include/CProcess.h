#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

/// Lets a signal reach the process, whose parent process may have left it blocked.
bool process_unblock(int signal);

/// Heeds a signal that asks the process to end. The first one is noted, and the work has time to end by itself as long as it goes on;
/// the second one, or a second without progress, removes the files that are held and ends the process as that signal does.
bool process_heed(int signal);

/// The first signal that was heeded; 0 for none.
int process_signal(void);

/// Tells that the work goes on.
void process_progressed(void);

/// Puts the end by a signal off until `process_resume`.
void process_pause(void);
void process_resume(void);

/// Whether a program of this name can be run, as PATH says.
bool process_has(const char *name);

/// Runs a program that PATH leads to, and waits for its end; a signal that is heeded ends it. What it prints goes to a descriptor, and what it complains of nowhere. Returns its
/// exit code, or -1 if it could not be run or did not end by itself.
///
/// The words are its name and its arguments, one after the other, each with a 0 at its end.
int process_run(const char *words, int count, int output);

/// Notes the program that this process waits for, which ends with it; 0 for none.
void process_note_child(int number);

/// Holds a file or a folder, which is removed if the process ends before it is released; returns its number, or -1 if it cannot be held.
int process_hold(const char *path);
void process_release(int number);

/// Removes every file that is held, and every folder that is then empty; a signal handler may call it.
void process_discard(void);

#endif
