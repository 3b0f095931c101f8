// SPDX-License-Identifier: MIT

#include "CMarkdown.h"

#include <dlfcn.h>
#include <pthread.h>

#define DEFINE(result, name, parameters, arguments)          \
  static __typeof__(cmark_##name) *name##_function;          \
  result cq_cmark_##name parameters { return name##_function arguments; }
CQ_CMARK_FUNCTIONS(DEFINE)

// Written once, before anything reads it.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libcmark.so." CMARK_VERSION_STRING, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  bool is_whole = true;
#define FIND(result, name, parameters, arguments)                                             \
  name##_function = (__typeof__(cmark_##name) *)dlsym(library, "cmark_" #name);               \
  is_whole = is_whole && name##_function != NULL;
  CQ_CMARK_FUNCTIONS(FIND)
  is_loaded = is_whole;
}

bool cq_cmark_load(void) {
  pthread_once(&loading, load);
  return is_loaded;
}
