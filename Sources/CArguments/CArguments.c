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

// The run-time system's own two functions come with a constructor that searches its memory map for
// the arguments, at the cost of a thirtieth of a start. The file that they stand in is not linked
// where these are; should it be for another of its functions, linking fails for two of a name.

char **_swift_stdlib_getUnsafeArgvArgc(int *given) {
  *given = (int)count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int given) { take(given, values); }
