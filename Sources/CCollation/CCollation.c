// SPDX-License-Identifier: MIT

#include "CCollation.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ICU puts its major version into the names of its library and of all its functions, and promises
// no one name across versions: each version is looked for by number, the newest first.
enum { oldest_version = 60, newest_version = 90 };

// Of ICU's ucol.h and uloc.h, whose values are stable: UCOL_NORMALIZATION_MODE and UCOL_ON,
// ULOC_ACTUAL_LOCALE and ULOC_VALID_LOCALE.
enum { normalization_mode = 4, on = 17, actual_locale = 0, valid_locale = 1 };

typedef void *open_function(const char *locale, int *error);
typedef void close_function(void *collator);
typedef void set_function(void *collator, int attribute, int value, int *error);
typedef const char *locale_function(const void *collator, int type, int *error);
typedef int32_t key_function(
    const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity);

// Written once, before anything reads them.
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;
static open_function *open_collator;
static close_function *close_collator;
static set_function *set_attribute;
static locale_function *get_locale;
static key_function *get_key;

static void *function(void *library, const char *name, int version) {
  char versioned[64];
  snprintf(versioned, sizeof versioned, "%s_%d", name, version);
  return dlsym(library, versioned);
}

static bool load_version(int version) {
  char name[64];
  snprintf(name, sizeof name, "libicui18n.so.%d", version);
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  open_collator = (open_function *)function(library, "ucol_open", version);
  close_collator = (close_function *)function(library, "ucol_close", version);
  set_attribute = (set_function *)function(library, "ucol_setAttribute", version);
  get_locale = (locale_function *)function(library, "ucol_getLocaleByType", version);
  get_key = (key_function *)function(library, "ucol_getSortKey", version);
  if (open_collator != NULL && close_collator != NULL && set_attribute != NULL &&
      get_locale != NULL && get_key != NULL) {
    return true;
  }
  dlclose(library);
  return false;
}

static void load(void) {
  for (int version = newest_version; version >= oldest_version && !is_loaded; version--) {
    is_loaded = load_version(version);
  }
}

static bool is_root(const void *collator, int type) {
  int error = 0;  // Above zero is a failure, below a warning.
  const char *locale = get_locale(collator, type, &error);
  return error <= 0 && locale != NULL && (locale[0] == 0 || strcmp(locale, "root") == 0);
}

void *cq_collator_open(const char *locale) {
  pthread_once(&loading, load);
  if (!is_loaded) return NULL;
  int error = 0;
  void *collator = open_collator(locale, &error);
  if (collator == NULL) return NULL;
  if (error <= 0) set_attribute(collator, normalization_mode, on, &error);
  // ICU gives the root's order for what it does not know.
  bool is_unknown = locale[0] != 0 && is_root(collator, valid_locale);
  if (error <= 0 && !is_unknown) return collator;
  close_collator(collator);
  return NULL;
}

void cq_collator_close(void *collator) { close_collator(collator); }

bool cq_collator_orders_as_root(const void *collator) { return is_root(collator, actual_locale); }

int32_t cq_collation_key(
    const void *collator, const uint16_t *text, int32_t length, uint8_t *key, int32_t capacity) {
  static const uint16_t nothing[1] = {0};
  if (length < 0) return 0;
  return get_key(collator, text == NULL ? nothing : text, length, key, capacity) - 1;
}
