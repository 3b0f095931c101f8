// SPDX-License-Identifier: MIT

#include "CArguments.h"

// Swift reads the arguments from /proc/self/cmdline, which need not be there; glibc hands what the
// system gave to every constructor.

static size_t count;
static char **words;

__attribute__((constructor)) static void take(int given, char **values) {
  count = given > 0 ? (size_t)given : 0;
  words = values;
}

size_t cq_argument_count(void) { return count; }

const char *cq_argument(size_t number) { return words[number]; }
