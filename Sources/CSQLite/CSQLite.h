// SPDX-License-Identifier: MIT

#pragma once
#include <sqlite3.h>

/// The file ends before the page that is looked for.
static const int cq_sqlite_short_read = SQLITE_IOERR_SHORT_READ;

/// Lets no statement and nothing that stands in the file itself break it or run code: a function
/// of variable arguments, which Swift does not import.
static inline void cq_sqlite_harden(sqlite3 *_Nonnull database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}

/// Binds a copy of the bytes; `SQLITE_TRANSIENT` is a cast, which Swift does not import.
static inline int cq_sqlite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int place, const void *_Nullable bytes, sqlite3_uint64 size) {
  if (size == 0) return sqlite3_bind_zeroblob(statement, place, 0);
  return sqlite3_bind_blob64(statement, place, bytes, size, SQLITE_TRANSIENT);
}

/// Binds a copy of a text in UTF-8.
static inline int cq_sqlite_bind_text(
    sqlite3_stmt *_Nonnull statement, int place, const char *_Nullable text,
    sqlite3_uint64 size) {
  return sqlite3_bind_text64(statement, place, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}
