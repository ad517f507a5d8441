#define _GNU_SOURCE

// Other programs, which this process runs and waits for.

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool process_has(const char *name) {
  for (const char *place = getenv("PATH"); place && *place;) {
    size_t length = strcspn(place, ":");
    char path[4096];
    int written = snprintf(path, sizeof path, "%.*s/%s", (int)length, place, name);
    struct stat status;
    if (length && written < (int)sizeof path && !stat(path, &status) && S_ISREG(status.st_mode) && !access(path, X_OK)) return true;
    place += length + (place[length] == ':');
  }
  return false;
}

#ifdef __linux__
#include <sys/prctl.h>
void process_end_with_parent(int number) { prctl(PR_SET_PDEATHSIG, number); }
static const char *this_program(const char *name) {
  static char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length > 0) path[length] = 0;
  // The file may have been replaced or removed since, and /proc may be missing.
  if (length > 0 && !access(path, X_OK)) return path;
  return length > 0 ? "/proc/self/exe" : name;
}
#else
void process_end_with_parent(int number) { (void)number; }
static const char *this_program(const char *name) { return name; }
#endif

/// Starts a program, or this one if `is_this`, whose standard error is kept only then.
static int start(const char *words, int count, int output, bool is_this) {
  char **list = calloc(count + 1, sizeof *list);
  if (!list) return -1;
  for (int i = 0; i < count; i++, words += strlen(words) + 1) list[i] = (char *)words;
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&files)) {
    free(list);
    return -1;
  }
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&files);
    free(list);
    return -1;
  }
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  if (!is_this) posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // The child does not inherit this process's handled, ignored or blocked signals.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  int failure = posix_spawnp(&child, is_this ? this_program(list[0]) : list[0], &files, &attributes, list, environ);
  free(list);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (failure) errno = failure;
  return failure ? -1 : child;
}

int process_start(const char *words, int count, int output) { return start(words, count, output, true); }

int process_wait(int number) {
  int status = 0;
  while (waitpid(number, &status, 0) < 0) {
    if (errno != EINTR) return 71;
  }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void process_send(int number, int signal) { kill(number, signal); }

int process_run(const char *words, int count, int output) {
  int child = start(words, count, output, false);
  if (child < 0) return -1;
  process_note_child(child);
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    if (process_signal()) kill(child, SIGKILL);
  }
  process_note_child(0);
  if (ended < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
