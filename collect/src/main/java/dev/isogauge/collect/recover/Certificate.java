package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.LineEncoder;
import dev.isogauge.collect.record.LineEncoder.SeenVersion;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.RecordingReader;
import dev.isogauge.history.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A recording together with what the database's log shows:
 *
 * <ol>
 *   <li>Every transaction gets a name, its session and place there, so that others can name it.
 *       Transactions of the log are found by their xid.
 *   <li>The versions of each item are written in the order of the log.
 *   <li>Each transaction is written again, with the place of its commit in the log; a search with
 *       the versions that it saw, and a read that found nothing with the delete that it saw ({@link
 *       TransactionView}). A transaction that changed items and whose commit is not in the log did
 *       not happen as far as the database knows, whatever its client was told: its outcome is
 *       indeterminate.
 * </ol>
 *
 * <p>Two passes over the recording; in memory are the versions, not the transactions.
 */
final class Certificate {
  private final Path recording;
  private final VersionLog log;
  private final Map<Long, String> names = new HashMap<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final TransactionView.Counts counts = new TransactionView.Counts();
  private long unlogged;

  Certificate(Path recording, VersionLog log) {
    this.recording = recording;
    this.log = log;
  }

  Recovered write(OutputStream certificate) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(certificate, StandardCharsets.UTF_8));
    // Step 1.
    RecordingReader.read(
        recording,
        new RecordingReader.Visitor() {
          @Override
          public void header(String line) throws IOException {
            writer.write(line + "\n");
          }

          @Override
          public void transaction(RecordedTransaction<Long> transaction) {
            String name = name(transaction);
            transaction.identifiers().xid().ifPresent(xid -> names.put(xid, name));
          }
        });
    positions.clear();
    // Step 2.
    for (long key : log.keys()) {
      writer.write(LineEncoder.order(key, versions(key)) + "\n");
    }
    // Step 3.
    RecordingReader.read(
        recording,
        new RecordingReader.Visitor() {
          @Override
          public void header(String line) {
            // Written in step 1.
          }

          @Override
          public void transaction(RecordedTransaction<Long> transaction) throws IOException {
            writer.write(line(transaction) + "\n");
          }
        });
    writer.flush();
    return new Recovered(
        log.transactionCount(),
        counts.versionSets,
        counts.searchesWithout,
        counts.absentReads,
        unlogged);
  }

  private String name(RecordedTransaction<Long> transaction) {
    String session = transaction.session();
    return session + "." + positions.merge(session, 1, Integer::sum);
  }

  private List<SeenVersion> versions(long key) {
    return log.versions(key).stream()
        .map(version -> new SeenVersion(key, version.value(), writerOf(version.xid(), names)))
        .toList();
  }

  /** A writer that was not recorded makes a version that no transaction wrote, as it should. */
  static LineEncoder.Writer writerOf(long xid, Map<Long, String> names) {
    String name = names.get(xid);
    return name == null
        ? new LineEncoder.Writer.Unknown()
        : new LineEncoder.Writer.Transaction(name);
  }

  private LineEncoder line(RecordedTransaction<Long> recorded) {
    String name = name(recorded);
    Optional<String> place = placeInLog(recorded);
    RecordedTransaction<Long> transaction = recorded;
    if (isUnlogged(recorded)) {
      unlogged++;
      transaction = withoutEnd(recorded);
    }
    LineEncoder line = new LineEncoder().session(transaction.session()).name(name);
    boolean counted = transaction.outcome() != Outcome.ABORTED;
    new TransactionView(
            name, transaction, log, names, counted ? counts : new TransactionView.Counts())
        .write(line.beginOperations());
    line.endOperations();
    place.filter(text -> !text.isEmpty()).ifPresent(line::logPosition);
    return line.rest(transaction);
  }

  private Optional<String> placeInLog(RecordedTransaction<Long> transaction) {
    OptionalLong xid = transaction.identifiers().xid();
    return xid.isPresent() ? log.place(xid.getAsLong()) : Optional.empty();
  }

  private boolean isUnlogged(RecordedTransaction<Long> transaction) {
    return transaction.isCommitted()
        && transaction.operations().stream().anyMatch(each -> each instanceof Operation.Write<Long>)
        && placeInLog(transaction).isEmpty();
  }

  private static RecordedTransaction<Long> withoutEnd(RecordedTransaction<Long> transaction) {
    RecordedTransaction<Long> copy =
        new RecordedTransaction<>(transaction.session(), transaction.begin());
    transaction.operations().forEach(copy::add);
    copy.identifiers(transaction.identifiers());
    copy.statements(transaction.statements());
    return copy;
  }
}
