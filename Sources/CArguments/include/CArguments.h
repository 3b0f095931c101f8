// SPDX-License-Identifier: MIT

#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// How many words the program was started with, its own name included.
size_t cq_argument_count(void);

/// A word by its number, which is below the count; the bytes that were given, with a zero.
const char *cq_argument(size_t number);

/// What the run-time system calls for its `CommandLine`; see its CommandLine.cpp.
char *_Nullable *_Nullable _swift_stdlib_getUnsafeArgvArgc(int *given);
void _swift_stdlib_overrideUnsafeArgvArgc(char *_Nullable *_Nonnull values, int given);

#pragma clang assume_nonnull end
