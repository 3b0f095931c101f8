#include "CCollation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

// ICU puts its major version into the names of its library and of all its functions, and promises
// no one name across versions: each version is looked for by number, the newest first.
enum { oldest_version = 60, newest_version = 90 };

// Of ICU's ucol.h, whose values are stable: UCOL_NORMALIZATION_MODE and UCOL_ON.
enum { normalization_mode = 4, on = 17 };

typedef void *open_function(const char *locale, int *error);
typedef void set_function(void *collator, int attribute, int value, int *error);
typedef int32_t key_function(
    const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity);

// Written once, before anything reads them; getting keys does not change a collator.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static void *collator;
static key_function *get_key;

static void *function(void *library, const char *name, int version) {
  char versioned[64];
  snprintf(versioned, sizeof versioned, "%s_%d", name, version);
  return dlsym(library, versioned);
}

static bool open_version(int version) {
  char name[64];
  snprintf(name, sizeof name, "libicui18n.so.%d", version);
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  open_function *open = (open_function *)function(library, "ucol_open", version);
  set_function *set = (set_function *)function(library, "ucol_setAttribute", version);
  get_key = (key_function *)function(library, "ucol_getSortKey", version);
  if (open != NULL && set != NULL && get_key != NULL) {
    int error = 0;  // Above zero is a failure, below a warning.
    void *opened = open("", &error);
    if (opened != NULL && error <= 0) set(opened, normalization_mode, on, &error);
    if (opened != NULL && error <= 0) {
      collator = opened;
      return true;
    }
  }
  dlclose(library);
  return false;
}

static void load(void) {
  for (int version = newest_version; version >= oldest_version; version--) {
    if (open_version(version)) return;
  }
}

bool cq_collation_is_available(void) {
  pthread_once(&loading, load);
  return collator != NULL;
}

int32_t cq_collation_key(
    const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity) {
  static const uint16_t nothing[1] = {0};
  if (!cq_collation_is_available() || length < 0) return 0;
  return get_key(collator, text == NULL ? nothing : text, length, key, capacity) - 1;
}
