/* An adapter for SQLite, in C.
 *
 *     cc -O2 -o sqlite-adapter examples/adapters/sqlite.c -lsqlite3 -lpthread
 *     isogauge test 'exec:./sqlite-adapter' --set path=/tmp/test.db
 *
 * Requests have known shapes, so that looking for words is enough to read them. Each session has
 * a thread and a connection; transactions are deferred, and a conflict is SQLITE_BUSY. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SESSIONS = 1024 };
typedef struct { char name[256]; sqlite3 *db; int lines[2]; /* A pipe of pointers. */ } session;

static session sessions[MOST_SESSIONS];
static int session_count;
static char path[256];

static void answer(const char *line, const char *word, const char *value) {
  flockfile(stdout);
  printf("{\"id\":%lld,\"%s\":%s}\n", atoll(strstr(line, "\"id\":") + 5), word, value);
  fflush(stdout);
  funlockfile(stdout);
}

/* Copies the text behind a word, such as "path":"; an empty one if the word is not there. */
static void text_of(const char *line, const char *word, char into[256]) {
  const char *at = strstr(line, word);
  if (!at || sscanf(at + strlen(word), "%255[^\"]", into) != 1) *into = 0;
}

static int run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static sqlite3 *connect_to(void) {
  sqlite3 *db;
  sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);
  sqlite3_busy_timeout(db, 1000);
  run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
  return db;
}

/* Runs SQL with a key and numbers; what it finds becomes JSON, of one value or a list of pairs. */
static int query(sqlite3 *db, const char *sql, const char *key, long long a, long long b, char **found) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL), next = 1;
  if (code != SQLITE_OK) return code;
  int pairs = sqlite3_column_count(statement) == 2, length = sprintf(*found = malloc(16), pairs ? "[" : "null");
  if (*key) sqlite3_bind_text(statement, next++, key, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64(statement, next++, a); /* What there is no place for is refused, and ignored. */
  sqlite3_bind_int64(statement, next, b);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *first = (const char *)sqlite3_column_text(statement, 0);
    *found = realloc(*found, length + strlen(first) + 64);
    length = pairs ? length + sprintf(*found + length, "%s[\"%s\",%lld]", length > 1 ? "," : "", first,
                                      sqlite3_column_int64(statement, 1))
                   : sprintf(*found, "%s", first);
  }
  if (pairs) strcpy(*found + length, "]");
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* What each request runs; %s of its shape is the key, and its numbers follow. */
static const struct { const char *word, *shape, *sql; } requests[] = {
  {"\"level\":", "\"level\":\"%255[^\"]", "BEGIN"},
  {"\"read\":", "\"read\":\"%255[^\"]", "SELECT value FROM kv WHERE key = ?"},
  {"\"write\":", "\"write\":[\"%255[^\"]\",%lld", "INSERT OR REPLACE INTO kv VALUES (?, ?)"},
  {"\"append\":", "\"append\":[\"%255[^\"]\",%lld",
   "INSERT INTO kv VALUES (?1, '[' || ?2 || ']') ON CONFLICT (key) DO UPDATE"
   " SET value = substr(value, 1, length(value) - 1) || ',' || ?2 || ']'"},
  {"\"delete\":", "\"delete\":\"%255[^\"]", "DELETE FROM kv WHERE key = ?"},
  {"\"scan\":", "\"scan\":{\"from\":%lld,\"to\":%lld",
   "SELECT key, value FROM kv WHERE typeof(value) = 'integer' AND value BETWEEN ? AND ?"},
  {"\"commit\":", "", "COMMIT"},
  {"\"rollback\":", "", "ROLLBACK"},
  {"\"open\":", "", "SELECT 1 WHERE 0"},
};

static void operate(session *s, const char *line) {
  char key[256] = "", *found = NULL, reason[300];
  long long a = 0, b = 0;
  size_t i = 0, known = sizeof requests / sizeof *requests;
  while (i < known && !strstr(line, requests[i].word)) i++;
  int begins = i == 0, scans = i == 5;
  if (scans) sscanf(strstr(line, requests[i].word), requests[i].shape, &a, &b);
  else if (i < known) sscanf(strstr(line, requests[i].word), requests[i].shape, key, &a);
  if (i == known || (begins && strcmp(key, "serializable"))) {
    answer(line, "unsupported", "null");
    return;
  }
  int code = query(s->db, requests[i].sql, key, a, b, &found);
  snprintf(reason, sizeof reason, "\"%s\"", sqlite3_errstr(code));
  if (code != SQLITE_OK && !sqlite3_get_autocommit(s->db)) run(s->db, "ROLLBACK");
  answer(line, code == SQLITE_OK ? "ok" : "aborted", code == SQLITE_OK ? found : reason);
  free(found);
}

static void *serve(void *given) {
  session *s = given;
  char *line;
  s->db = connect_to();
  while (read(s->lines[0], &line, sizeof line) == sizeof line && !strstr(line, "\"close\":")) {
    operate(s, line);
    free(line);
  }
  sqlite3_close(s->db); /* Rolls back what is under way. */
  *s->name = 0;
  answer(line, "ok", "null");
  return NULL;
}

/* The session of this name, which a thread serves. */
static session *session_of(const char *name) {
  pthread_t thread;
  for (int i = session_count - 1; i >= 0; i--)
    if (!strcmp(sessions[i].name, name)) return &sessions[i];
  if (session_count == MOST_SESSIONS) exit(1);
  session *s = &sessions[session_count++];
  strcpy(s->name, name);
  if (pipe(s->lines) || pthread_create(&thread, NULL, serve, s)) exit(1);
  return s;
}

int main(void) {
  char *line = NULL, name[256], reply[300];
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (strstr(line, "\"hello\":")) {
      text_of(line, "\"path\":\"", path);
      if (!*path) snprintf(path, sizeof path, "/tmp/isogauge-%d.db", (int)getpid());
      snprintf(reply, sizeof reply, "{\"name\":\"SQLite %s\",\"levels\":[{\"name\":\"serializable\"}],"
               "\"can\":[\"read\",\"write\",\"delete\",\"append\",\"scan\"],\"initial\":null}", sqlite3_libversion());
      answer(line, "ok", reply);
    } else if (strstr(line, "\"setup\":")) {
      sqlite3 *db = connect_to();
      run(db, "CREATE TABLE IF NOT EXISTS kv (key TEXT PRIMARY KEY, value); DELETE FROM kv");
      sqlite3_close(db);
      answer(line, "ok", "null");
    } else if (strstr(line, "\"session\":")) {
      text_of(line, "\"session\":\"", name);
      char *copy = strdup(line);
      if (write(session_of(name)->lines[1], &copy, sizeof copy) < 0) exit(1);
    } else {
      answer(line, "unsupported", "null");
    }
  }
}
