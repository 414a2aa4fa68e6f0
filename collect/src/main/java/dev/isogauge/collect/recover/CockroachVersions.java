package dev.isogauge.collect.recover;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.sql.HybridTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The versions of the items that CockroachDB committed, by a changefeed over the time of the run. A
 * message may come twice. Two transactions that changed different items may have the same
 * timestamp, and count as one then, which no transaction of the recording wrote.
 *
 * <p>Written by its manual; not tried on a live server.
 */
final class CockroachVersions implements ChangeLog {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String NOW = "SELECT cluster_logical_timestamp()::STRING";

  private final Database database;
  private final String begin;

  private CockroachVersions(Database database, String begin) {
    this.database = database;
    this.begin = begin;
  }

  static CockroachVersions open(Database database) throws DatabaseException {
    String feeds = database.administer("SHOW CLUSTER SETTING kv.rangefeed.enabled").text();
    if (!feeds.equals("true") && !feeds.equals("t")) {
      throw new DatabaseException(
          database.name()
              + ": the order of versions cannot be recovered: kv.rangefeed.enabled is "
              + feeds
              + "; SET CLUSTER SETTING kv.rangefeed.enabled = true");
    }
    return new CockroachVersions(database, database.administer(NOW).text());
  }

  @Override
  public void read(Path recording, Consumer<CommittedTransaction> transactions)
      throws DatabaseException, IOException {
    String end = database.administer(NOW).text();
    pass(
        database
            .administer(
                "CREATE CHANGEFEED FOR TABLE items WITH envelope = 'wrapped', mvcc_timestamp,"
                    + " cursor = '"
                    + begin
                    + "', end_time = '"
                    + end
                    + "'")
            .rows(),
        transactions);
  }

  /** The rows of a changefeed: table, key, and value. */
  static void pass(List<List<Object>> messages, Consumer<CommittedTransaction> transactions)
      throws IOException {
    Map<Timestamps, Map<Long, OptionalLong>> changes = new HashMap<>();
    for (List<Object> message : messages) {
      long key = key(text(message.get(1)));
      Change change = change(text(message.get(2)));
      changes.computeIfAbsent(change.place(), any -> new HashMap<>()).put(key, change.value());
    }
    Map<Long, Timestamps> ordered = new TreeMap<>();
    changes.keySet().forEach(place -> ordered.put(place.commit(), place));
    ordered
        .values()
        .forEach(
            place ->
                transactions.accept(
                    CommittedTransaction.byTimestamps(
                        place.start(), place.commit(), changes.get(place))));
  }

  /** The driver shows bytes in hexadecimal. */
  private static String text(Object value) {
    String text = String.valueOf(value);
    return text.startsWith("\\x")
        ? new String(HexFormat.of().parseHex(text.substring(2)), StandardCharsets.UTF_8)
        : text;
  }

  private static long key(String json) {
    return Long.parseLong(json.substring(json.indexOf('[') + 1, json.indexOf(']')).strip());
  }

  private record Change(Timestamps place, OptionalLong value) {}

  private static Change change(String json) throws IOException {
    Timestamps place = null;
    OptionalLong value = OptionalLong.empty();
    try (JsonParser parser = JSON.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_NUMBER_INT && "val".equals(parser.currentName())) {
          value = OptionalLong.of(parser.getLongValue());
        } else if (token == JsonToken.VALUE_STRING
            && "mvcc_timestamp".equals(parser.currentName())) {
          place = HybridTime.place(parser.getText());
        }
      }
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IOException("found " + json + " in a changefeed: " + e.getMessage(), e);
    }
    if (place == null) {
      throw new IOException("found " + json + " in a changefeed; expected mvcc_timestamp");
    }
    return new Change(place, value);
  }

  @Override
  public void close() {
    // The changefeed has ended.
  }
}
