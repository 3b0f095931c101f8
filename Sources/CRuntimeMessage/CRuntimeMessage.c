// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CRuntimeMessage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t has_no_memory;

int cq_has_no_memory(void) { return has_no_memory; }

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
