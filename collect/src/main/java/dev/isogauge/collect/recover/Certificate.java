package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.JsonText;
import dev.isogauge.collect.record.Nil;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A recording together with what the database's log tells:
 *
 * <ol>
 *   <li>Every transaction gets a name, its session and place there, so that others can name it.
 *       Transactions of the log are found by their xid.
 *   <li>The versions of each item are written in the order of the log.
 *   <li>Each transaction is written again, with the place of its commit in the log; a search with
 *       the versions that it looked at, and a read that found nothing with the delete that it saw
 *       ({@link TransactionView}). A transaction that changed items and whose commit is not in the
 *       log did not happen as far as the database knows, whatever its client was told: its outcome
 *       is indeterminate.
 * </ol>
 *
 * <p>Two passes over the recording; in memory are the versions, not the transactions.
 */
final class Certificate {
  private final Path recording;
  private final VersionLog log;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Object, Integer> positions = new HashMap<>();
  private long versionSets;
  private long searchesWithout;
  private long absentReads;
  private long unlogged;

  Certificate(Path recording, VersionLog log) {
    this.recording = recording;
    this.log = log;
  }

  Recovered write(OutputStream certificate) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(certificate, StandardCharsets.UTF_8));
    // Step 1.
    forEachLine(
        line -> {
          if (!isTransaction(line)) {
            write(writer, line);
          } else {
            String name = name(line);
            xid(line).ifPresent(xid -> names.put(xid, name));
          }
        });
    positions.clear();
    // Step 2.
    for (long key : log.keys()) {
      write(writer, order(key));
    }
    // Step 3.
    forEachLine(
        line -> {
          if (isTransaction(line)) {
            write(writer, transaction(line));
          }
        });
    writer.flush();
    return new Recovered(
        log.transactionCount(), versionSets, searchesWithout, absentReads, unlogged);
  }

  private static boolean isTransaction(Map<String, Object> line) {
    return line.containsKey("session");
  }

  static Optional<Long> xid(Map<String, Object> line) {
    return Optional.ofNullable((Long) line.get("xid"));
  }

  @FunctionalInterface
  private interface LineAction {
    void accept(Map<String, Object> line) throws IOException;
  }

  private void forEachLine(LineAction action) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(recording)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        action.accept(JsonLine.parse(line));
      }
    }
  }

  private String name(Map<String, Object> line) {
    Object session = line.get("session");
    return session + "." + positions.merge(session, 1, Integer::sum);
  }

  private Map<String, Object> order(long key) {
    List<Object> versions = new ArrayList<>();
    for (VersionLog.Version version : log.versions(key)) {
      Object value = valueOf(version.value());
      // A writer that was not recorded makes a version that nobody wrote, as it should.
      String writer = names.get(version.xid());
      versions.add(writer == null ? value : List.of(value, writer));
    }
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("order", key);
    order.put("versions", versions);
    return order;
  }

  static Object valueOf(OptionalLong value) {
    return value.isPresent() ? (Object) value.getAsLong() : Nil.NIL;
  }

  private Map<String, Object> transaction(Map<String, Object> line) {
    String name = name(line);
    line.put("txn", name);
    xid(line).flatMap(log::place).ifPresent(place -> line.put("lsn", place));
    if (isUnlogged(line)) {
      unlogged++;
      line.put("outcome", "indeterminate");
      line.put("rt", List.of(((List<?>) line.get("rt")).get(0), Nil.NIL));
    }
    TransactionView view = new TransactionView(name, line, log, names);
    line.put("ops", view.operations());
    if (!"aborted".equals(line.get("outcome"))) {
      versionSets += view.versionSets();
      searchesWithout += view.searchesWithout();
      absentReads += view.absentReads();
    }
    return line;
  }

  private boolean isUnlogged(Map<String, Object> line) {
    return "committed".equals(line.get("outcome"))
        && ((List<?>) line.get("ops")).stream().anyMatch(Certificate::isChange)
        && xid(line).flatMap(log::place).isEmpty();
  }

  private static boolean isChange(Object operation) {
    Object kind = ((List<?>) operation).get(0);
    return kind.equals("w") || kind.equals("d");
  }

  private static void write(Writer writer, Map<String, Object> line) throws IOException {
    writer.write(new JsonText().value(line).raw("\n").toString());
  }
}
