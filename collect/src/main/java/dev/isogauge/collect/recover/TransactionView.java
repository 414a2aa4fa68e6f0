package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.Nil;
import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The operations of one transaction, with the versions that they saw.
 *
 * <p>A search looked at the youngest version of each item in its snapshot, and at what its own
 * transaction wrote before. So its version set follows from the snapshot and the order of versions.
 * A second transaction on the exported snapshot would read the very same rows: the server decides
 * by the same list of xids which versions are visible. That would cost a connection and a query of
 * the whole table for each search while the run goes on, and it could not name the writers.
 *
 * <p>Where a read found nothing:
 *
 * <ol>
 *   <li>It saw the delete in its snapshot, or that the item did not exist yet.
 *   <li>Where every statement has its own snapshot, an update or delete of an item that is there
 *       waits for whoever else is changing the item, and goes on with the newest version: it saw
 *       the first delete after its snapshot. If the same transaction created the item again, it saw
 *       that delete and not the new row, so no version explains it, and it stays open.
 *   <li>An insert that worked found nothing too, though not in a snapshot: a unique index knows the
 *       newest version only. It saw the version that its own one follows.
 * </ol>
 */
final class TransactionView {
  private static final Object INITIAL = List.of("init");

  private final String name;
  private final VersionLog log;
  private final Map<Long, String> names;
  private final Optional<Long> xid;
  private final Optional<Snapshot> snapshot;
  private final Map<Long, Snapshot> statements = new HashMap<>();
  private final Set<Long> changes = new HashSet<>();
  private final List<?> recorded;
  private final Map<Long, Object> own = new HashMap<>();
  private long versionSets;
  private long searchesWithout;
  private long absentReads;

  TransactionView(String name, Map<String, Object> line, VersionLog log, Map<Long, String> names) {
    this.name = name;
    this.log = log;
    this.names = names;
    this.recorded = (List<?>) line.get("ops");
    this.xid = Certificate.xid(line);
    this.snapshot = Optional.ofNullable(line.get("snapshot")).map(this::ofOthers);
    if (line.get("statements") instanceof List<?> list) {
      for (Object statement : list) {
        List<?> parts = (List<?>) statement;
        statements.put((Long) parts.get(0), ofOthers(parts.get(1)));
        if (parts.get(2).equals(StatementSession.CHANGE)) {
          changes.add((Long) parts.get(0));
        }
      }
    }
  }

  /** A statement's snapshot holds its own transaction, later writes of which it did not see. */
  private Snapshot ofOthers(Object recordedSnapshot) {
    Snapshot all = Snapshots.ofRecorded(recordedSnapshot);
    if (xid.isEmpty()) {
      return all;
    }
    List<Long> others = new ArrayList<>(all.running());
    others.add(xid.get());
    return new Snapshot(all.begin(), all.end(), others);
  }

  long versionSets() {
    return versionSets;
  }

  long searchesWithout() {
    return searchesWithout;
  }

  long absentReads() {
    return absentReads;
  }

  /** The operations as a certificate has them. To be called once. */
  List<Object> operations() {
    List<Object> operations = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      List<?> operation = (List<?>) recorded.get(i);
      operations.add(
          switch ((String) operation.get(0)) {
            case "r" -> read(operation, i);
            case "p" -> search(operation, i);
            default -> operation;
          });
      if (operation.get(0).equals("w")) {
        own.put((Long) operation.get(1), operation.get(2));
      } else if (operation.get(0).equals("d")) {
        own.put((Long) operation.get(1), Nil.NIL);
      }
    }
    return operations;
  }

  private Optional<Snapshot> snapshotOf(int operation) {
    return Optional.ofNullable(statements.get((long) operation)).or(() -> snapshot);
  }

  private List<?> read(List<?> read, int place) {
    boolean absent = read.size() == 3 && read.get(2) == Nil.NIL;
    if (!absent || own.containsKey((Long) read.get(1))) {
      return read;
    }
    long key = (Long) read.get(1);
    Optional<Snapshot> seen = snapshotOf(place);
    // Step 1.
    Optional<Object> writer = seen.flatMap(in -> writerOfAbsent(log.seen(key, in)));
    // Step 2.
    if (writer.isEmpty() && changes.contains((long) place)) {
      writer =
          seen.flatMap(in -> log.deleteAfter(key, in))
              .flatMap(version -> writerOfAbsent(Optional.of(version)));
    }
    // Step 3.
    if (writer.isEmpty() && isInsert(place)) {
      writer = xid.flatMap(number -> writerOfAbsent(log.before(key, number)));
    }
    if (writer.isEmpty()) {
      absentReads++;
      return read;
    }
    return List.of("r", key, Nil.NIL, writer.get());
  }

  /** Where snapshots belong to statements, all reads but those of inserts have one. */
  private boolean isInsert(int place) {
    return place + 1 < recorded.size()
        && recorded.get(place + 1) instanceof List<?> next
        && next.get(0).equals("w")
        && next.get(1).equals(((List<?>) recorded.get(place)).get(1))
        && !statements.containsKey((long) place);
  }

  /** Who made the item absent; empty if it is not. */
  private Optional<Object> writerOfAbsent(Optional<VersionLog.Version> version) {
    if (version.isEmpty()) {
      return Optional.of(INITIAL);
    }
    return version.get().value().isPresent()
        ? Optional.empty()
        : Optional.ofNullable(names.get(version.get().xid()));
  }

  private List<?> search(List<?> search, int place) {
    Optional<Snapshot> seen = snapshotOf(place);
    if (seen.isEmpty()) {
      searchesWithout++;
      return search;
    }
    versionSets++;
    Map<Object, Object> result = new LinkedHashMap<>((Map<?, ?>) search.get(3));
    result.put("versions", versionSet(seen.get()));
    return List.of(search.get(0), search.get(1), search.get(2), result);
  }

  private List<Object> versionSet(Snapshot seen) {
    List<Object> versions = new ArrayList<>();
    for (long key : log.keys()) {
      if (own.containsKey(key)) {
        versions.add(List.of(key, own.get(key), name));
        continue;
      }
      Optional<VersionLog.Version> version = log.seen(key, seen);
      if (version.isEmpty()) {
        versions.add(List.of(key, Nil.NIL, INITIAL));
      } else {
        Object value = Certificate.valueOf(version.get().value());
        String writer = names.get(version.get().xid());
        versions.add(writer == null ? List.of(key, value) : List.of(key, value, writer));
      }
    }
    return versions;
  }
}
