package dev.isogauge.collect.recover;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.RecordedSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Recovers from a database what its clients do not see. Opened before a run, whose sessions it
 * observes, and asked for the certificate after it.
 */
public final class OrderRecovery implements AutoCloseable {
  /** Here every statement has a snapshot of its own. */
  static final Set<String> STATEMENT_LEVELS = Set.of(Level.READ_UNCOMMITTED, Level.READ_COMMITTED);

  private final ChangeLog changes;

  private OrderRecovery(ChangeLog changes) {
    this.changes = changes;
  }

  /** Whether this is a database that order can be recovered from, its settings aside. */
  public static boolean isPossible(Database database) {
    return isPossible(database.capabilities());
  }

  /** The same of a database that may not be there yet. */
  public static boolean isPossible(Capabilities capabilities) {
    return capabilities.has(Capability.SNAPSHOTS) || capabilities.has(Capability.VERSIONS);
  }

  /**
   * Begins to keep what the log says about the items. There must be none yet.
   *
   * @throws DatabaseException naming everything that stands in the way
   */
  public static OrderRecovery open(Database database) throws DatabaseException {
    if (database.capabilities().has(Capability.VERSIONS)) {
      boolean isTiDb = database.administer("SELECT version()").text().contains("TiDB");
      return new OrderRecovery(
          isTiDb ? TiDbVersions.open(database) : CockroachVersions.open(database));
    }
    List<String> obstacles = obstacles(database);
    if (!obstacles.isEmpty()) {
      throw new DatabaseException(
          database.name()
              + ": the order of versions cannot be recovered: "
              + String.join("; ", obstacles));
    }
    return new OrderRecovery(ChangeStream.open(database));
  }

  private static List<String> obstacles(Database database) throws DatabaseException {
    List<String> obstacles = new ArrayList<>();
    String level = database.administer("SHOW wal_level").text();
    if (!level.equals("logical")) {
      obstacles.add(
          "wal_level is "
              + level
              + "; set it to logical in postgresql.conf and restart the server");
    }
    Rows role =
        database.administer(
            "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolreplication)");
    if (role.isEmpty()) {
      obstacles.add("the user may not replicate; ALTER ROLE ... REPLICATION");
    }
    Rows slots =
        database.administer(
            "SELECT 1 WHERE (SELECT count(*) FROM pg_replication_slots)"
                + " < current_setting('max_replication_slots')::int");
    if (slots.isEmpty()) {
      obstacles.add("no replication slot is free; raise max_replication_slots");
    }
    return obstacles;
  }

  /** A session that also records what the database calls each transaction, and its snapshots. */
  public Session observe(RecordedSession session) {
    boolean byStatement = STATEMENT_LEVELS.contains(session.level().name());
    if (!(changes instanceof ChangeStream)) {
      return new TimestampSession(session, !byStatement);
    }
    return byStatement ? new StatementSession(session) : new SnapshotSession(session);
  }

  /**
   * Writes the recording again with all that the database reveals. To be called once, when no
   * transaction is under way.
   */
  public Recovered recover(Path recording, OutputStream certificate)
      throws DatabaseException, IOException {
    VersionLog log = new VersionLog();
    changes.read(recording, log::add);
    return new Certificate(recording, log).write(certificate);
  }

  /** Removes what was created in the database, if it still answers. */
  @Override
  public void close() {
    try {
      changes.close();
    } catch (DatabaseException e) {
      // The slot goes with the connection, and the next recovery replaces the publication.
    }
  }
}
