package dev.isogauge.collect.recover;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Rows;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * The changes of the items from now on, in the order of commits, by logical decoding. The slot is a
 * temporary one: whatever becomes of this process, the server forgets it with the connection and
 * keeps no log for it.
 */
final class ChangeStream implements ChangeLog {
  private static final String NAME = "isogauge_items";

  /** How many messages are fetched at first; then twice as many, up to the most. */
  private static final int MESSAGES = 50_000;

  private static final int MOST_MESSAGES = 800_000;

  private final Database database;
  private final long firstXid;

  private ChangeStream(Database database, long firstXid) {
    this.database = database;
    this.firstXid = firstXid;
  }

  /**
   * Begins to keep the changes, on a connection of its own: older versions of PostgreSQL have room
   * for ten decodings in the life of a connection.
   */
  static ChangeStream open(Database database) throws DatabaseException {
    database.reconnect();
    database.administer("DROP PUBLICATION IF EXISTS " + NAME);
    database.administer("CREATE PUBLICATION " + NAME + " FOR TABLE items");
    try {
      database.administer(
          "SELECT pg_create_logical_replication_slot('" + NAME + "', 'pgoutput', true)");
      Rows xid = database.administer("SELECT txid_current()");
      return new ChangeStream(database, Long.parseLong(xid.text()));
    } catch (DatabaseException e) {
      database.administer("DROP PUBLICATION " + NAME);
      throw e;
    }
  }

  /** Those since {@link #open}. */
  @Override
  public void read(Path recording, Consumer<CommittedTransaction> transactions)
      throws DatabaseException {
    // Decoding ends where the log is on disk; this commit waits until it is.
    database.administer("SET synchronous_commit = on");
    database.administer("SELECT pg_logical_emit_message(true, '" + NAME + "', 'end')");
    ChangeParser parser = new ChangeParser(firstXid, transactions);
    int messages = MESSAGES;
    Rows rows;
    do {
      rows =
          database.administer(
              "SELECT encode(data, 'hex') FROM pg_logical_slot_get_binary_changes('"
                  + NAME
                  + "', NULL, "
                  + messages
                  + ", 'proto_version', '1', 'publication_names', '"
                  + NAME
                  + "')");
      messages = Math.min(2 * messages, MOST_MESSAGES);
      for (List<Object> row : rows.rows()) {
        parser.accept(ByteBuffer.wrap(HexFormat.of().parseHex((String) row.get(0))));
      }
    } while (!rows.isEmpty());
  }

  @Override
  public void close() throws DatabaseException {
    database.administer(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '"
            + NAME
            + "'");
    database.administer("DROP PUBLICATION IF EXISTS " + NAME);
  }
}
