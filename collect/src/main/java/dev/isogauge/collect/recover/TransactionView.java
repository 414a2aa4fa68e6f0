package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.LineEncoder;
import dev.isogauge.collect.record.LineEncoder.SeenVersion;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.StatementSnapshot;
import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The operations of one transaction, with the versions that they saw.
 *
 * <p>A predicate read saw the youngest version of each item in its snapshot, and at what its own
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
 *       waits for another transaction that is changing the item, and continues with the newest
 *       version: it saw the first delete after its snapshot. If the same transaction created the
 *       item again, it saw that delete and not the new row, so no version explains it, and it stays
 *       open.
 *   <li>An insert that worked found nothing too, though not in a snapshot: a unique index knows the
 *       newest version only. It saw the version that its own one follows.
 * </ol>
 */
final class TransactionView {
  private static final LineEncoder.Writer INITIAL = new LineEncoder.Writer.Initial();

  private final String name;
  private final RecordedTransaction<Long> transaction;
  private final VersionLog log;
  private final Map<Long, String> names;
  private final OptionalLong xid;
  private final Optional<Snapshot> snapshot;
  private final Map<Integer, StatementSnapshot> statements = new HashMap<>();
  private final Map<Long, OptionalLong> own = new HashMap<>();
  private final Counts counts;

  /** How many searches and reads were explained, or not; see {@link Recovered}. */
  static final class Counts {
    long versionSets;
    long searchesWithout;
    long absentReads;
  }

  TransactionView(
      String name,
      RecordedTransaction<Long> transaction,
      VersionLog log,
      Map<Long, String> names,
      Counts counts) {
    this.counts = counts;
    this.name = name;
    this.transaction = transaction;
    this.log = log;
    this.names = names;
    this.xid = transaction.identifiers().xid();
    this.snapshot = transaction.identifiers().snapshot().map(this::ofOthers);
    transaction.statements().forEach(each -> statements.put(each.operation(), each));
  }

  /** A statement's snapshot holds its own transaction, later writes of which it did not see. */
  private Snapshot ofOthers(Snapshot all) {
    OptionalLong own = xid.isEmpty() ? xid : log.mark(xid.getAsLong());
    if (own.isEmpty()) {
      return all;
    }
    List<Long> others = new ArrayList<>(all.running());
    others.add(own.getAsLong());
    return new Snapshot(all.begin(), all.end(), others);
  }

  /** Writes the operations as a certificate has them. To be called once. */
  void write(LineEncoder line) {
    List<Operation<Long>> operations = transaction.operations();
    for (int i = 0; i < operations.size(); i++) {
      Operation<Long> operation = operations.get(i);
      if (operation instanceof Operation.Read<Long> read) {
        read(read, i, line);
      } else if (operation instanceof Operation.Search<Long>
          || operation instanceof Operation.AggregateRead<Long>) {
        search(operation, i, line);
      } else {
        line.operation(operation);
      }
      if (operation instanceof Operation.Write<Long> write) {
        own.put(write.key(), write.value());
      }
    }
  }

  private Optional<Snapshot> snapshotOf(int operation) {
    return Optional.ofNullable(statements.get(operation))
        .map(statement -> ofOthers(statement.snapshot()))
        .or(() -> snapshot);
  }

  private void read(Operation.Read<Long> read, int place, LineEncoder line) {
    if (read.value().isPresent() || own.containsKey(read.key())) {
      line.operation(read);
      return;
    }
    long key = read.key();
    Optional<Snapshot> seen = snapshotOf(place);
    // Step 1.
    Optional<LineEncoder.Writer> writer = seen.flatMap(in -> writerOfAbsent(log.seen(key, in)));
    // Step 2.
    if (writer.isEmpty() && isChange(place)) {
      writer =
          seen.flatMap(in -> log.deleteAfter(key, in))
              .flatMap(version -> writerOfAbsent(Optional.of(version)));
    }
    // Step 3.
    if (writer.isEmpty() && isInsert(place) && xid.isPresent()) {
      writer = writerOfAbsent(log.before(key, xid.getAsLong()));
    }
    if (writer.isPresent()) {
      line.absentRead(key, writer.get());
    } else {
      counts.absentReads++;
      line.operation(read);
    }
  }

  private boolean isChange(int place) {
    return statements.containsKey(place) && statements.get(place).isChange();
  }

  /** Where snapshots belong to statements, all reads but those of inserts have one. */
  private boolean isInsert(int place) {
    List<Operation<Long>> operations = transaction.operations();
    return place + 1 < operations.size()
        && operations.get(place) instanceof Operation.Read<Long> read
        && operations.get(place + 1) instanceof Operation.Write<Long> write
        && write.value().isPresent()
        && write.key().equals(read.key())
        && !statements.containsKey(place);
  }

  /** Who made the item absent; empty if it is not. */
  private Optional<LineEncoder.Writer> writerOfAbsent(Optional<VersionLog.Version> version) {
    if (version.isEmpty()) {
      return Optional.of(INITIAL);
    }
    return version.get().value().isPresent()
        ? Optional.empty()
        : Optional.ofNullable(names.get(version.get().xid()))
            .map(LineEncoder.Writer.Transaction::new);
  }

  private void search(Operation<Long> search, int place, LineEncoder line) {
    Optional<Snapshot> seen = snapshotOf(place);
    if (seen.isEmpty()) {
      counts.searchesWithout++;
      line.operation(search);
    } else {
      counts.versionSets++;
      line.search(search, versionSet(seen.get()));
    }
  }

  private List<SeenVersion> versionSet(Snapshot seen) {
    List<SeenVersion> versions = new ArrayList<>();
    for (long key : log.keys()) {
      if (own.containsKey(key)) {
        versions.add(new SeenVersion(key, own.get(key), new LineEncoder.Writer.Transaction(name)));
      } else {
        versions.add(
            log.seen(key, seen)
                .map(
                    version ->
                        new SeenVersion(
                            key, version.value(), Certificate.writerOf(version.xid(), names)))
                .orElse(new SeenVersion(key, OptionalLong.empty(), INITIAL)));
      }
    }
    return versions;
  }
}
