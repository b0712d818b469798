#pragma once
#include <sqlite3.h>

// SQLite's count of the memory that it has takes a lock at every allocation, and nobody asks for it. Variadic, hence here.
static inline int notifier_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// SQLITE_TRANSIENT is a macro that casts -1 to a function pointer, which Swift does not import.
static inline int notifier_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
