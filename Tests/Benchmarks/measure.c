// SPDX-License-Identifier: MIT
// Runs a program and writes what it took: measure FIGURES OUTPUT PROGRAM ARGUMENTS...
// FIGURES gets a line: nanoseconds of the clock, microseconds of all processors, the most memory
// held in KiB, and the status. A program of its own, since the memory of a process counts from the
// one that it was forked from: beside Python's nothing small could be measured.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long microseconds(struct timeval time) {
  return time.tv_sec * 1000000LL + time.tv_usec;
}

static void become(char *output, char **program) {
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (null < 0 || file < 0 || dup2(null, 0) < 0 || dup2(file, 1) < 0) {
    perror(output);
    _exit(126);
  }
  execvp(program[0], program);
  perror(program[0]);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 4) {
    fputs("usage: measure FIGURES OUTPUT PROGRAM ARGUMENTS...\n", stderr);
    return 2;
  }
  long long begin = nanoseconds();
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 1;
  }
  if (child == 0) become(arguments[2], arguments + 3);
  int status = 0;
  struct rusage used;
  if (wait4(child, &status, 0, &used) < 0) {
    perror("wait4");
    return 1;
  }
  long long wall = nanoseconds() - begin;
  FILE *figures = fopen(arguments[1], "we");
  if (!figures) {
    perror(arguments[1]);
    return 1;
  }
  fprintf(figures, "%lld %lld %ld %d\n", wall,
          microseconds(used.ru_utime) + microseconds(used.ru_stime), used.ru_maxrss,
          WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return fclose(figures) == 0 ? 0 : 1;
}
