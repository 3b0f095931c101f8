// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CPseudoTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const PTYChild nothing = {-1, -1, -1, -1, -1};

// Between fork and execve only calls that are safe after a fork of a threaded process.
static void become(
    const char *path, char *const *arguments, char *const *environment, const char *directory) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (directory != NULL && chdir(directory) != 0) _exit(126);
  execve(path, arguments, environment);
  _exit(127);
}

PTYChild pty_start(
    const char *path, char *const *arguments, char *const *environment, const char *directory,
    unsigned short rows, unsigned short columns) {
  PTYChild child = nothing;
  char name[128];
  child.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (child.terminal < 0) return nothing;
  if (grantpt(child.terminal) != 0 || unlockpt(child.terminal) != 0 ||
      ptsname_r(child.terminal, name, sizeof name) != 0 ||
      pty_resize(child.terminal, rows, columns) != 0) {
    close(child.terminal);
    return nothing;
  }
  child.identifier = fork();
  if (child.identifier == 0) {
    setsid();
    int terminal = open(name, O_RDWR);
    if (terminal < 0 || ioctl(terminal, TIOCSCTTY, 0) != 0) _exit(126);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(terminal, descriptor);
    if (terminal > 2) close(terminal);
    become(path, arguments, environment, directory);
  }
  if (child.identifier < 0) close(child.terminal);
  return child.identifier < 0 ? nothing : child;
}

static void close_all(int (*pipes)[2]) {
  for (int i = 0; i < 3; i++) {
    if (pipes[i][0] >= 0) close(pipes[i][0]);
    if (pipes[i][1] >= 0) close(pipes[i][1]);
  }
}

PTYChild pipe_start(
    const char *path, char *const *arguments, char *const *environment, const char *directory) {
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  for (int i = 0; i < 3; i++) {
    // Close-on-exec from the start: children of other tests must not hold our ends open.
    if (pipe2(pipes[i], O_CLOEXEC) != 0) {
      close_all(pipes);
      return nothing;
    }
  }
  pid_t identifier = fork();
  if (identifier == 0) {
    setpgid(0, 0);
    dup2(pipes[0][0], 0);
    dup2(pipes[1][1], 1);
    dup2(pipes[2][1], 2);
    become(path, arguments, environment, directory);
  }
  if (identifier < 0) {
    close_all(pipes);
    return nothing;
  }
  setpgid(identifier, identifier);
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  fcntl(pipes[0][1], F_SETFL, O_NONBLOCK);
  return (PTYChild){identifier, -1, pipes[0][1], pipes[1][0], pipes[2][0]};
}

int pty_resize(int terminal, unsigned short rows, unsigned short columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(terminal, TIOCSWINSZ, &size);
}

bool pty_is_cooked(int terminal) {
  struct termios state;
  if (tcgetattr(terminal, &state) != 0) return false;
  tcflag_t cooked = ICANON | ECHO | ISIG;
  return (state.c_lflag & cooked) == cooked;
}

bool pty_makes_signals(int terminal) {
  struct termios state;
  return tcgetattr(terminal, &state) == 0 && (state.c_lflag & ISIG) != 0;
}
