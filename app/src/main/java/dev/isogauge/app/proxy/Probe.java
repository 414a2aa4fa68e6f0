package dev.isogauge.app.proxy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What is asked behind a statement: the snapshot that it noted, the one that holds now, the
 * transaction's level and number, and where names are looked for. If there is a number, the
 * statement's place in the log is marked.
 *
 * @param noted null or empty if it did not note one
 * @param number of the transaction; null if it has none
 */
record Probe(String noted, String snapshot, String isolation, String number, String schema) {
  /** No application can know it, so none has a result column of that name. */
  static final String NAME = name();

  /** The first column of its result, as it stands in a description. */
  static final byte[] COLUMN = (NAME + "\0").getBytes(StandardCharsets.US_ASCII);

  /** The statement up to its parameter, the statement's number, and behind that. */
  private static final String HEAD =
      "SELECT pg_catalog.current_setting('isogauge.snapshot', true) AS "
          + NAME
          + ", pg_catalog.set_config('isogauge.snapshot', '', false),"
          + " pg_catalog.txid_current_snapshot()::text,"
          + " pg_catalog.current_setting('transaction_isolation'),"
          + " pg_catalog.txid_current_if_assigned()::text,"
          + " CASE WHEN pg_catalog.txid_current_if_assigned() IS NOT NULL THEN"
          + " pg_catalog.pg_logical_emit_message(true, 'isogauge', ";

  private static final String TAIL = ")::text END, pg_catalog.current_schema()::text";

  private static final String BEHIND = ";" + HEAD + "'";
  private static final String END = "'" + TAIL;

  /** The statement for the extended protocol. */
  static final String PREPARED = HEAD + "$1" + TAIL;

  private static String name() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return "isogauge_" + HexFormat.of().formatHex(random);
  }

  /** The statement with a number, as it stands behind another one. */
  static String behind(int number) {
    return BEHIND + number + END;
  }

  /** Reads the row of its result. */
  static Probe read(MessageInput row) throws IOException {
    row.int16();
    String noted = column(row);
    column(row);
    String snapshot = column(row);
    String isolation = column(row);
    String number = column(row);
    column(row);
    return new Probe(noted, snapshot, isolation, number, column(row));
  }

  private static String column(MessageInput row) throws IOException {
    int length = row.int32();
    return length < 0 ? null : new String(row.bytes(length), StandardCharsets.UTF_8);
  }
}
