package dev.isogauge.collect;

import java.util.List;

/** The database that a contract is about. */
interface OpenedDatabase {
  Database database();

  /** A session at the strongest level. */
  default Session session() throws DatabaseException {
    List<Level> levels = database().capabilities().levels();
    return database().open(levels.get(levels.size() - 1));
  }
}
