package dev.isogauge.app.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
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
import java.util.stream.IntStream;

/**
 * The part of a history that findings speak of, for reports about one that was never in memory as a
 * whole: transactions with the reads and writes that findings name.
 */
final class FoundHistory {
  private final Atoms atoms = new Atoms();
  private final Map<TimestampedTransaction, List<Operation>> transactions = new LinkedHashMap<>();

  private record Operation(boolean isWrite, String key, String value) {}

  /** Stands for a value that a finding does not name. */
  private static final String UNKNOWN = "\"…\"";

  /** By finding, which of the operations of its transaction it is about; -1 for none. */
  private final IntArrayList operations = new IntArrayList();

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
      anomalies.add(anomaly(findings.get(i), operations.getInt(i)));
    }
    return anomalies;
  }

  private Anomaly anomaly(TimestampFinding finding, int place) {
    int t = number(finding.transaction());
    boolean isRead = finding.operation() > 0;
    List<Part> parts = new ArrayList<>();
    if (finding.kind() == AnomalyKind.EXTERNAL) {
      parts.add(expected(finding, history.keyOf(history.firstOperation(t) + place)));
    } else if (finding.other().isPresent()) {
      parts.add(Part.ofTransaction(Role.EARLIER, number(finding.other().get())));
    }
    Role role = isRead ? Role.READER : Role.LATER;
    parts.add(
        place < 0
            ? Part.ofTransaction(role, t)
            : Part.ofOperation(role, history, history.firstOperation(t) + place));
    Anomaly anomaly = Anomaly.of(finding.kind(), parts, List.of());
    return finding.expected().isEmpty()
        ? anomaly
        : anomaly.expecting(finding.expected(), finding.actual()).as(finding.source());
  }

  /** The write that should have been read, or the initial version. */
  private Part expected(TimestampFinding finding, int key) {
    int write =
        finding.other().stream()
            .mapToInt(this::number)
            .flatMap(t -> IntStream.range(history.firstOperation(t), history.endOperation(t)))
            .filter(i -> history.isWrite(i) && history.keyOf(i) == key)
            .filter(i -> history.valueName(i).equals(finding.expected()))
            .findFirst()
            .orElse(History.INITIAL);
    return Part.ofVersion(Role.EXPECTED, history, write, key);
  }

  private int number(TimestampedTransaction transaction) {
    return numbers.getOrDefault(transaction.name(), History.INITIAL);
  }

  private void collect(TimestampFinding finding) {
    List<Operation> own =
        transactions.computeIfAbsent(finding.transaction(), each -> new ArrayList<>());
    finding.other().ifPresent(other -> transactions.computeIfAbsent(other, t -> new ArrayList<>()));
    operations.add(finding.key().isPresent() ? own.size() : -1);
    if (finding.key().isEmpty()) {
      return;
    }
    String key = finding.key().get();
    boolean isRead = finding.operation() > 0;
    boolean isWrite = finding.kind() == AnomalyKind.NO_CONFLICT;
    own.add(new Operation(isWrite, key, isRead ? finding.actual() : UNKNOWN));
    if (finding.other().isPresent()) {
      Operation other =
          new Operation(isRead || isWrite, key, isRead ? finding.expected() : UNKNOWN);
      List<Operation> others = transactions.get(finding.other().get());
      if (!others.contains(other)) {
        others.add(other);
      }
    }
  }

  private History build() {
    RawBlock block = new RawBlock();
    transactions.forEach(
        (transaction, done) -> {
          block.transaction(
              atoms.ofToken(transaction.session()),
              atoms.ofToken(transaction.name()),
              Outcome.COMMITTED,
              0);
          long[] start = time(transaction.start());
          long[] commit = time(transaction.commit());
          block.timestamps(start[0], commit[0]);
          block.logicalTimes(start[1], commit[1]);
          for (Operation operation : done) {
            long key = atoms.ofToken(operation.key());
            long value = atoms.ofToken(operation.value());
            if (operation.isWrite()) {
              block.write(key, value);
            } else if (operation.value().equals(UNKNOWN)) {
              block.readUnknown(key);
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
