package dev.isogauge.collect.recover;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.RecordingReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The committed versions of each item by TiDB's HTTP interface, which has those that were not yet
 * collected. A transaction is known by its start timestamp, and versions follow one another by
 * their commit timestamps.
 */
final class TiDbVersions implements ChangeLog {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Types of writes; others lock, or say that a transaction was rolled back. */
  private static final int PUT = 0;

  private static final int DELETE = 1;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final String items;

  private TiDbVersions(String items) {
    this.items = items;
  }

  /** Finds the interface, and asks it something. */
  static TiDbVersions open(Database database) throws DatabaseException {
    Rows server =
        database.administer(
            "SELECT concat(ip, ':', status_port), database()"
                + " FROM information_schema.tidb_servers_info LIMIT 1");
    List<Object> found = server.rows().get(0);
    TiDbVersions versions =
        new TiDbVersions("http://" + found.get(0) + "/mvcc/key/" + found.get(1) + "/items/");
    try {
      versions.of(0);
    } catch (IOException e) {
      throw new DatabaseException(
          database.name()
              + ": the order of versions cannot be recovered: "
              + versions.items
              + " does not answer: "
              + e.getMessage(),
          e);
    }
    return versions;
  }

  /**
   * A version.
   *
   * @param value empty where the item was deleted
   */
  record Version(long start, long commit, OptionalLong value) {}

  @Override
  public void read(Path recording, Consumer<CommittedTransaction> transactions) throws IOException {
    Map<Long, Long> commits = new HashMap<>();
    Map<Long, Map<Long, OptionalLong>> changes = new HashMap<>();
    for (long key : written(recording)) {
      for (Version version : of(key)) {
        commits.put(version.start(), version.commit());
        changes.computeIfAbsent(version.start(), any -> new HashMap<>()).put(key, version.value());
      }
    }
    commits.entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .forEach(
            each ->
                transactions.accept(
                    CommittedTransaction.byTimestamps(
                        each.getKey(), each.getValue(), changes.get(each.getKey()))));
  }

  private static Set<Long> written(Path recording) throws IOException {
    Set<Long> keys = new TreeSet<>();
    RecordingReader.read(
        recording,
        new RecordingReader.Visitor() {
          @Override
          public void header(String line) {
            // It names no items.
          }

          @Override
          public void transaction(RecordedTransaction<Long> transaction) {
            for (Operation<Long> operation : transaction.operations()) {
              if (operation instanceof Operation.Write<Long> write) {
                keys.add(write.key());
              }
            }
          }
        });
    return keys;
  }

  private List<Version> of(long key) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(items + key + "?decode=true")).timeout(PATIENCE).build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException("TiDB answers " + response.statusCode() + ": " + response.body());
      }
      return parse(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while TiDB was asked", e);
    }
  }

  /** The versions of an answer, the oldest first. */
  static List<Version> parse(String answer) throws IOException {
    List<Map<String, Long>> writes = new ArrayList<>();
    Map<Long, OptionalLong> values = new HashMap<>();
    try (JsonParser parser = JSON.createParser(answer)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String name = parser.currentName();
        if (token == JsonToken.START_ARRAY && "writes".equals(name)) {
          readWrites(parser, writes);
        } else if (token == JsonToken.START_OBJECT && "data".equals(name)) {
          readValues(parser, values);
        } else if ("decode_error".equals(name)) {
          throw new IOException("TiDB cannot decode a version: " + answer);
        }
      }
    }
    List<Version> versions = new ArrayList<>();
    for (Map<String, Long> write : writes) {
      long type = write.getOrDefault("type", (long) PUT);
      long start = write.get("start_ts");
      if (type == DELETE) {
        versions.add(new Version(start, write.get("commit_ts"), OptionalLong.empty()));
      } else if (type == PUT) {
        versions.add(new Version(start, write.get("commit_ts"), values.get(start)));
      }
    }
    versions.sort(Comparator.comparingLong(Version::commit));
    return versions;
  }

  private static void readWrites(JsonParser parser, List<Map<String, Long>> writes)
      throws IOException {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      Map<String, Long> write = new HashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
          write.put(parser.currentName(), parser.getLongValue());
        }
      }
      writes.add(write);
    }
  }

  /** By start timestamp, the columns as texts. */
  private static void readValues(JsonParser parser, Map<Long, OptionalLong> values)
      throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      long start = Long.parseLong(parser.currentName());
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        if (parser.currentToken() == JsonToken.VALUE_STRING && "val".equals(parser.currentName())) {
          values.put(start, OptionalLong.of(Long.parseLong(parser.getText())));
        }
      }
    }
  }

  @Override
  public void close() {
    // Nothing was created.
  }
}
