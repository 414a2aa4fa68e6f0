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
typedef struct { char name[64]; sqlite3 *db; char *line; int over; pthread_mutex_t lock; pthread_cond_t changed; } session;

static session sessions[MOST_SESSIONS];
static int session_count;
static pthread_mutex_t output = PTHREAD_MUTEX_INITIALIZER;
static char path[512];

static long long id_of(const char *line) { return atoll(strstr(line, "\"id\":") + 5); }

static void answer(const char *line, const char *word, const char *value) {
  pthread_mutex_lock(&output);
  printf("{\"id\":%lld,\"%s\":%s}\n", id_of(line), word, value);
  fflush(stdout);
  pthread_mutex_unlock(&output);
}

/* Copies the text behind "name":" up to the next quote; an empty one if there is none. */
static void text_of(const char *line, const char *name, char *into, size_t size) {
  char wanted[80];
  snprintf(wanted, sizeof wanted, "\"%s\":\"", name);
  const char *at = strstr(line, wanted);
  size_t n = 0;
  for (at = at ? at + strlen(wanted) : ""; *at && *at != '"' && n + 1 < size; at++) into[n++] = *at;
  into[n] = 0;
}

static int run(sqlite3 *db, const char *sql) { return sqlite3_exec(db, sql, NULL, NULL, NULL); }

static sqlite3 *connect_to(void) {
  sqlite3 *db;
  sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);
  sqlite3_busy_timeout(db, 1000);
  run(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
  return db;
}

/* Runs SQL with a key and a number; what it finds becomes JSON, of one value or of pairs. */
static int query(sqlite3 *db, const char *sql, const char *key, long long a, long long b, char **found) {
  sqlite3_stmt *statement;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (code != SQLITE_OK) return code;
  int next = 1, length = 0;
  if (key) sqlite3_bind_text(statement, next++, key, -1, SQLITE_TRANSIENT);
  if (next <= sqlite3_bind_parameter_count(statement)) sqlite3_bind_int64(statement, next++, a);
  if (next <= sqlite3_bind_parameter_count(statement)) sqlite3_bind_int64(statement, next, b);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    int pairs = sqlite3_column_count(statement) == 2;
    const char *last = (const char *)sqlite3_column_text(statement, pairs);
    const char *first = pairs ? (const char *)sqlite3_column_text(statement, 0) : "";
    *found = realloc(*found, length + strlen(first) + strlen(last) + 16);
    length += pairs ? sprintf(*found + length, "%s[\"%s\",%s]", length ? "," : "", first, last)
                    : sprintf(*found + length, "%s", last);
  }
  sqlite3_finalize(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void operate(session *s, const char *line) {
  char key[256] = "", *found = NULL, *result = NULL;
  long long a = 0, b = 0;
  int code;
  const char *at;
  if (strstr(line, "\"begin\":")) {
    char level[64];
    text_of(line, "level", level, sizeof level);
    if (strcmp(level, "serializable")) { answer(line, "unsupported", "null"); return; }
    code = run(s->db, "BEGIN");
  } else if (strstr(line, "\"read\":")) {
    text_of(line, "read", key, sizeof key);
    code = query(s->db, "SELECT value FROM kv WHERE key = ?", key, 0, 0, &found);
  } else if ((at = strstr(line, "\"write\":["))) {
    sscanf(at, "\"write\":[\"%255[^\"]\",%lld", key, &a);
    code = query(s->db, "INSERT OR REPLACE INTO kv VALUES (?, ?)", key, a, 0, &found);
  } else if ((at = strstr(line, "\"append\":["))) {
    sscanf(at, "\"append\":[\"%255[^\"]\",%lld", key, &a);
    code = query(s->db, "INSERT INTO kv VALUES (?1, '[' || ?2 || ']') ON CONFLICT (key) DO UPDATE"
                 " SET value = substr(value, 1, length(value) - 1) || ',' || ?2 || ']'", key, a, 0, &found);
  } else if (strstr(line, "\"delete\":")) {
    text_of(line, "delete", key, sizeof key);
    code = query(s->db, "DELETE FROM kv WHERE key = ?", key, 0, 0, &found);
  } else if ((at = strstr(line, "\"scan\":{"))) {
    sscanf(at, "\"scan\":{\"from\":%lld,\"to\":%lld", &a, &b);
    code = query(s->db, "SELECT key, value FROM kv WHERE typeof(value) = 'integer'"
                 " AND value BETWEEN ? AND ?", NULL, a, b, &found);
    result = malloc((found ? strlen(found) : 0) + 3);
    sprintf(result, "[%s]", found ? found : "");
  } else if (strstr(line, "\"commit\":")) {
    code = run(s->db, "COMMIT");
  } else if (strstr(line, "\"rollback\":")) {
    code = run(s->db, "ROLLBACK");
  } else {
    answer(line, "unsupported", "null");
    return;
  }
  if (code == SQLITE_OK) {
    answer(line, "ok", result ? result : found ? found : "null");
  } else {
    char reason[300];
    snprintf(reason, sizeof reason, "\"%s\"", sqlite3_errstr(code));
    if (!sqlite3_get_autocommit(s->db)) run(s->db, "ROLLBACK");
    answer(line, "aborted", reason);
  }
  free(found);
  free(result);
}

static void *serve(void *given) {
  session *s = given;
  s->db = connect_to();
  for (;;) {
    pthread_mutex_lock(&s->lock);
    while (!s->line) pthread_cond_wait(&s->changed, &s->lock);
    char *line = s->line;
    s->line = NULL;
    pthread_mutex_unlock(&s->lock);
    if (strstr(line, "\"close\":")) {
      sqlite3_close(s->db); /* Rolls back what is under way. */
      answer(line, "ok", "null");
      free(line);
      return NULL;
    }
    operate(s, line);
    free(line);
  }
}

int main(void) {
  char *line = NULL, name[64], reply[300];
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (strstr(line, "\"hello\":")) {
      text_of(line, "path", path, sizeof path);
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
      text_of(line, "session", name, sizeof name);
      int i = session_count - 1;
      while (i >= 0 && strcmp(sessions[i].name, name)) i--;
      if (i < 0 && session_count < MOST_SESSIONS) {
        pthread_t thread;
        i = session_count++;
        strcpy(sessions[i].name, name);
        pthread_mutex_init(&sessions[i].lock, NULL);
        pthread_cond_init(&sessions[i].changed, NULL);
        pthread_create(&thread, NULL, serve, &sessions[i]);
      }
      if (strstr(line, "\"open\":")) { answer(line, "ok", "null"); continue; }
      pthread_mutex_lock(&sessions[i].lock);
      sessions[i].line = strdup(line);
      pthread_cond_signal(&sessions[i].changed);
      pthread_mutex_unlock(&sessions[i].lock);
    } else {
      answer(line, "unsupported", "null");
    }
  }
  return 0;
}
