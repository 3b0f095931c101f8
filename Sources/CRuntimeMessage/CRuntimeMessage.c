// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CRuntimeMessage.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile sig_atomic_t has_no_memory;

// So much is free wherever a program can do anything: a stack, for one, grows by less.
static const size_t least = 1 << 20;

// Not everybody says why there is a trap. A failed call of `malloc` has left its number in this
// thread; a stack that cannot grow leaves none, but then there is no room for anything.
static int is_refused(void) {
  if (errno == ENOMEM) return 1;
  void *room = mmap(NULL, least, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return errno == ENOMEM;
  munmap(room, least);
  return 0;
}

static atomic_flag is_ending = ATOMIC_FLAG_INIT;

int cq_ends_first(void) { return !atomic_flag_test_and_set(&is_ending); }

int cq_has_no_memory(void) { return has_no_memory || is_refused(); }

// "Fatal error: failed to allocate 800 bytes of memory", "Could not allocate 800 bytes"; of C++
// "std::bad_alloc".
static int tells_of_memory(const char *text, size_t length) {
  return memmem(text, length, " allocate ", 10) != NULL ||
         memmem(text, length, "bad_alloc", 9) != NULL;
}

static ssize_t take(void *cookie, const char *text, size_t length) {
  (void)cookie;
  if (tells_of_memory(text, length)) has_no_memory = 1;
  if (has_no_memory) return (ssize_t)length;
  ssize_t written = write(STDERR_FILENO, text, length);
  return written < 0 ? 0 : written;
}

void cq_watch_runtime_messages(void) {
  cookie_io_functions_t functions = {.write = take};
  FILE *stream = fopencookie(NULL, "w", functions);
  if (stream == NULL) return;
  setvbuf(stream, NULL, _IONBF, 0);
  stderr = stream;
}
