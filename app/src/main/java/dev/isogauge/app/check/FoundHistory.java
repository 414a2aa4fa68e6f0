package dev.isogauge.app.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Anomaly.TimestampViolation;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a history that findings speak of, for reports about one that was never in memory as a
 * whole: transactions with the reads and writes that findings name.
 */
final class FoundHistory {
  private final Atoms atoms = new Atoms();
  private final Map<TimestampedTransaction, List<Operation>> transactions = new LinkedHashMap<>();

  private record Operation(boolean isWrite, String key, String value) {}

  /** By finding, which of the operations of its transaction it is about; -1 for none. */
  private final IntArrayList reads = new IntArrayList();

  private final List<TimestampFinding> findings;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final History history;

  FoundHistory(List<TimestampFinding> findings) {
    this.findings = findings;
    findings.forEach(this::collect);
    history = build();
    for (int t = 0; t < history.transactionCount(); t++) {
      numbers.put(history.transactionName(t), t);
    }
  }

  History history() {
    return history;
  }

  List<Anomaly> anomalies() {
    List<Anomaly> anomalies = new ArrayList<>();
    for (int i = 0; i < findings.size(); i++) {
      TimestampFinding finding = findings.get(i);
      int read = reads.getInt(i);
      int t = number(finding.transaction());
      anomalies.add(
          new TimestampViolation(
              t,
              finding.other().map(this::number).orElse(History.INITIAL),
              read < 0 ? History.NONE : history.firstOperation(t) + read,
              finding));
    }
    return anomalies;
  }

  private int number(TimestampedTransaction transaction) {
    return numbers.getOrDefault(transaction.name(), History.INITIAL);
  }

  private void collect(TimestampFinding finding) {
    int read = -1;
    List<Operation> operations =
        transactions.computeIfAbsent(finding.transaction(), each -> new ArrayList<>());
    Optional<List<Operation>> others =
        finding
            .other()
            .map(other -> transactions.computeIfAbsent(other, each -> new ArrayList<>()));
    if (finding.operation() > 0) {
      String key = finding.key().orElseThrow();
      read = operations.size();
      operations.add(new Operation(false, key, finding.actual()));
      if (finding.kind() == AnomalyKind.EXTERNAL) {
        others.ifPresent(
            writes -> {
              Operation write = new Operation(true, key, finding.expected());
              if (!writes.contains(write)) {
                writes.add(write);
              }
            });
      }
    }
    reads.add(read);
  }

  private History build() {
    RawBlock block = new RawBlock();
    transactions.forEach(
        (transaction, operations) -> {
          block.transaction(
              atoms.ofToken(transaction.session()),
              atoms.ofToken(transaction.name()),
              Outcome.COMMITTED,
              0);
          long[] start = time(transaction.start());
          long[] commit = time(transaction.commit());
          block.timestamps(start[0], commit[0]);
          block.logicalTimes(start[1], commit[1]);
          for (Operation operation : operations) {
            long key = atoms.ofToken(operation.key());
            long value = atoms.ofToken(operation.value());
            if (operation.isWrite()) {
              block.write(key, value);
            } else {
              block.read(key, value);
            }
          }
        });
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  /** The physical and the logical part. */
  private static long[] time(String time) {
    int colon = time.indexOf(':');
    return colon < 0
        ? new long[] {Long.parseLong(time), 0}
        : new long[] {
          Long.parseLong(time.substring(0, colon)), Long.parseLong(time.substring(colon + 1))
        };
  }
}
