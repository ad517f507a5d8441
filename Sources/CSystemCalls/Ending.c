// Ends the process on a signal or a fatal error, whatever its threads do, even if no thread is left. Everything here is async-signal-safe.

#include "CProcess.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { FILES = 256, LONGEST = 4096 };
enum { FREE, TAKEN, HELD };

static struct {
  atomic_int state;
  char path[LONGEST];
} files[FILES];

int process_hold(const char *path) {
  if (strlen(path) >= LONGEST) return -1;
  for (int i = 0; i < FILES; i++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&files[i].state, &expected, TAKEN)) continue;
    strcpy(files[i].path, path);
    atomic_store(&files[i].state, HELD);
    return i;
  }
  return -1;
}

void process_release(int number) {
  if (number >= 0 && number < FILES) atomic_store(&files[number].state, FREE);
}

extern char **environ;

char **process_environment(void) { return environ; }

static atomic_int child;

void process_note_child(int number) { atomic_store(&child, number); }

void process_discard(void) {
  int number = atomic_load(&child);
  if (number > 0) kill(number, SIGKILL);
  // A folder is removed once it is empty.
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < FILES; i++) {
      if (atomic_load(&files[i].state) == HELD && unlink(files[i].path)) rmdir(files[i].path);
    }
  }
}

static atomic_int first;
static atomic_int ticks;

/// Ticks are half a second apart, so the work has at least one second between two reports of progress.
enum { PATIENCE = 3 };

static atomic_bool is_paused;
static atomic_int put_off;

static void end(int number) {
  if (atomic_load(&is_paused)) {
    atomic_store(&put_off, number);
    return;
  }
  process_discard();
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(number, &standard, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

static void note_tick(int number) {
  (void)number;
  if (atomic_fetch_add(&ticks, 1) + 1 >= PATIENCE) end(atomic_load(&first));
}

static void note_signal(int number) {
  int error = errno;
  int none = 0;
  if (!atomic_compare_exchange_strong(&first, &none, number)) end(number);
  // Each tick also interrupts a waiting call, so that a write of a whole frame returns and reports its progress.
  struct itimerval half = {.it_interval = {.tv_usec = 500000}, .it_value = {.tv_usec = 500000}};
  setitimer(ITIMER_REAL, &half, NULL);
  errno = error;
}

bool process_unblock(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0;
}

bool process_heed(int number) {
  struct sigaction tick = {.sa_handler = note_tick};
  struct sigaction action = {.sa_handler = note_signal};
  bool heeds = sigaction(SIGALRM, &tick, NULL) == 0 && sigaction(number, &action, NULL) == 0;
  return heeds && process_unblock(SIGALRM) && process_unblock(number);
}

int process_signal(void) { return atomic_load(&first); }

void process_progressed(void) { atomic_store(&ticks, 0); }

void process_pause(void) { atomic_store(&is_paused, true); }

void process_resume(void) {
  atomic_store(&is_paused, false);
  int number = atomic_load(&put_off);
  if (number) end(number);
}
