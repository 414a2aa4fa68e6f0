package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Sessions of a database at one level, in which schedules are run one after the other. What a
 * schedule leaves behind in a connection, such as prepared statements, the next one finds.
 */
public final class Lane implements AutoCloseable {
  private static final String CLEAR = "DELETE FROM items";
  private static final String CLEAR_LISTS = "DELETE FROM lists";

  private final Database database;
  private final Level level;
  private final List<SessionWorker> workers = new ArrayList<>();
  private final Session keeper;

  /** A lane that has no sessions yet but the one that looks after the items. */
  public Lane(Database database, Level level) throws DatabaseException {
    this.database = database;
    this.level = level;
    this.keeper = database.open(level);
  }

  Database database() {
    return database;
  }

  Level level() {
    return level;
  }

  /** For what is done before and after a schedule. */
  Session keeper() {
    return keeper;
  }

  /** The session of this number, which has that name in the schedule at hand. */
  SessionWorker worker(int number, String name) throws DatabaseException {
    while (workers.size() <= number) {
      workers.add(new SessionWorker(database.open(level)));
    }
    workers.get(number).name(name);
    return workers.get(number);
  }

  /**
   * Removes all items, in a transaction of its own: DuckDB inserts a key only then again.
   *
   * @param lists whether to remove lists, too
   */
  void clear(boolean lists) throws DatabaseException {
    if (!database.capabilities().has(Capability.SQL)) {
      database.clear();
      return;
    }
    try {
      keeper.begin();
      keeper.execute(CLEAR);
      if (lists) {
        keeper.execute(CLEAR_LISTS);
      }
      keeper.commit();
    } catch (Failure e) {
      keeper.rollback();
      throw new DatabaseException(
          database.name() + ": cannot empty the tables: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    workers.forEach(SessionWorker::close);
    keeper.close();
  }
}
