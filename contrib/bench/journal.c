/* The journal without the journal: the same rows in the same batches by SQLite alone, its statements prepared once.
 *
 * Usage: journal DATABASE BATCHES SIZE      DATABASE holds the journal's tables already
 * Prints how many seconds that took.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void expect(int code, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "journal: error: %s: %s\n", what, sqlite3_errmsg(database));
  exit(1);
}

static sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement;
  expect(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), sql);
  return statement;
}

static void run(sqlite3_stmt *statement) {
  expect(sqlite3_step(statement), sqlite3_sql(statement));
  sqlite3_reset(statement);
}

static void text(sqlite3_stmt *statement, int position, const char *value) {
  expect(sqlite3_bind_text(statement, position, value, -1, SQLITE_TRANSIENT), "bind");
}

static void integer(sqlite3_stmt *statement, int position, sqlite3_int64 value) {
  expect(sqlite3_bind_int64(statement, position, value), "bind");
}

int main(int count_of_words, char **words) {
  if (count_of_words != 4) return 2;
  int batches = atoi(words[2]), size = atoi(words[3]);
  expect(sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL), "open");
  expect(sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", NULL, NULL, NULL), "settings");
  sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
  sqlite3_stmt *firing = prepared(
      "INSERT INTO firing (id, alarm, fires, recorded, verdict, late, ring) VALUES (?1, ?2, ?3, ?4, 'rung', 0, ?5)"
      " ON CONFLICT (id) DO UPDATE SET alarm = excluded.alarm, fires = excluded.fires, recorded = excluded.recorded,"
      " verdict = excluded.verdict, late = excluded.late, reason = excluded.reason, ring = excluded.ring"
      " WHERE verdict <> 'rung' AND excluded.fires >= ?4");
  sqlite3_stmt *delivery = prepared(
      "INSERT INTO delivery (firing, destination, state, due, expires, updated) VALUES (?1, ?2, 'pending', ?3, ?4, ?5)");
  sqlite3_stmt *cursor = prepared(
      "INSERT INTO progress (only, cursor) VALUES (1, ?1) ON CONFLICT (only) DO UPDATE SET cursor = excluded.cursor");
  const char *destinations[] = {"desktop", "team"};
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int batch = 1; batch <= batches; batch++) {
    time_t second = 1790000000 + 60 * batch;
    sqlite3_int64 now = (sqlite3_int64)second * 1000000;
    char date[32], minute[32];
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&second));
    strftime(minute, sizeof minute, "%Y-%m-%dT%H:%M", gmtime(&second));
    run(begin);
    for (int index = 0; index < size; index++) {
      char alarm[32], id[96], ring[1024];
      snprintf(alarm, sizeof alarm, "walk-%d", index);
      snprintf(id, sizeof id, "%s/%s/0m", alarm, minute);
      snprintf(ring, sizeof ring,
               "{\"allDay\":false,\"alsoMissed\":0,\"firesSeconds\":%ld,\"id\":\"%s\",\"isTest\":false,"
               "\"occurrenceSeconds\":%ld,\"report\":{\"alarm\":\"%s\",\"day\":{\"certainty\":\"announced\",\"date\":\"%s\","
               "\"kind\":\"workday\",\"name\":null,\"source\":null,\"worksUntil\":null},\"destinations\":[\"desktop\",\"team\"],"
               "\"fires\":\"%s:00Z\",\"id\":\"%s\",\"occurrence\":\"%s:00Z\",\"offset\":{\"kind\":\"exact\",\"text\":\"0m\"},"
               "\"title\":\"Walk\",\"zone\":\"UTC\"},\"urgency\":\"normal\",\"utcOffset\":0}",
               (long)second, id, (long)second, alarm, date, minute, id, minute);
      text(firing, 1, id);
      text(firing, 2, alarm);
      integer(firing, 3, now);
      integer(firing, 4, now);
      text(firing, 5, ring);
      run(firing);
      for (int place = 0; place < 2; place++) {
        text(delivery, 1, id);
        text(delivery, 2, destinations[place]);
        integer(delivery, 3, now);
        integer(delivery, 4, now + 86400000000);
        integer(delivery, 5, now);
        run(delivery);
      }
    }
    integer(cursor, 1, now);
    run(cursor);
    run(commit);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%f\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9);
  return 0;
}
