// SPDX-License-Identifier: MIT

#pragma once
#include <stdbool.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A started child: its id and the descriptor (or descriptors) that the parent talks through.
typedef struct {
  pid_t identifier;  // -1 when the child could not be started; `errno` says why
  int terminal;      // the controlling side of the pseudo-terminal, or -1
  int input;         // write end of the child's standard input, or -1
  int output;        // read end of its standard output, or -1
  int errors;        // read end of its standard error, or -1
} PTYChild;

/// Starts `path` as the leader of a session on a new pseudo-terminal of the given size.
PTYChild pty_start(
    const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const char *_Nullable directory,
    unsigned short rows, unsigned short columns);

/// Starts `path` in a process group of its own with three pipes.
PTYChild pipe_start(
    const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, const char *_Nullable directory);

/// Tells the terminal its new size; the kernel sends SIGWINCH to the group in front.
int pty_resize(int terminal, unsigned short rows, unsigned short columns);

/// True when the terminal is in the cooked, echoing state that a shell expects to get back.
bool pty_is_cooked(int terminal);

/// True when the terminal makes a signal of Ctrl-C.
bool pty_makes_signals(int terminal);

#pragma clang assume_nonnull end
