package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.ListTokens;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The part of a history that findings speak of: their transactions, with the operations in
 * question. So what was found in a stream, or in a file larger than memory, is told and drawn as
 * the anomalies of any history.
 */
public final class FindingHistory {
  private static final Pattern TOKEN =
      Pattern.compile("-?\\d++|[A-Za-z_][\\w./-]*+|\"(?:[^\"\\\\]|\\\\.)*+\"");

  /** Stands for a value that findings do not name. */
  private static final String UNKNOWN = "unknown";

  private final Atoms atoms = new Atoms();
  private final Map<TimestampedTransaction, List<Operation>> transactions = new LinkedHashMap<>();
  private final Map<String, String> initialValues = new HashMap<>();
  private final Set<String> lists = new HashSet<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Anomaly> anomalies = new ArrayList<>();
  private final boolean isSingle;
  private final History history;

  private record Operation(boolean isWrite, String key, String value) {}

  /** Where a finding's own operation, and the one that it should have seen, stand. */
  private record Places(int own, int other) {}

  /** Of several findings. */
  public FindingHistory(List<TimestampFinding> findings) {
    this(findings, Optional.empty());
  }

  /**
   * Of several findings.
   *
   * @param late what arrived after they were final
   */
  FindingHistory(List<TimestampFinding> findings, Optional<TimestampedTransaction> late) {
    List<Places> places = new ArrayList<>();
    isSingle = findings.size() == 1 && late.isEmpty();
    for (TimestampFinding finding : findings) {
      places.add(collect(finding, late));
    }
    history = build();
    for (int t = 0; t < history.transactionCount(); t++) {
      numbers.put(history.transactionName(t), t);
    }
    for (int i = 0; i < places.size(); i++) {
      anomalies.add(anomaly(findings.get(i), places.get(i)));
    }
  }

  /** The transactions. */
  public History history() {
    return history;
  }

  /** The findings, in their order. */
  public List<Anomaly> anomalies() {
    return anomalies;
  }

  private Places collect(TimestampFinding finding, Optional<TimestampedTransaction> late) {
    Optional<List<Operation>> other = finding.other().map(this::operations);
    late.ifPresent(this::operations);
    if (finding.transaction().name().isEmpty()) {
      return new Places(History.NONE, History.NONE);
    }
    List<Operation> own = operations(finding.transaction());
    if (finding.key().isEmpty()) {
      return new Places(History.NONE, History.NONE);
    }
    String key = finding.key().get();
    if (!finding.isRead()) {
      Operation write = new Operation(true, key, UNKNOWN);
      return new Places(add(write, own), other.isEmpty() ? History.NONE : add(write, other.get()));
    }
    Operation write = new Operation(true, key, finding.expected());
    int expected = History.NONE;
    if (finding.expected().endsWith("]")) {
      lists.add(key);
    }
    if (other.isPresent()) {
      expected = add(write, other.get());
    } else if (finding.kind() == AnomalyKind.EXTERNAL) {
      initialValues.put(key, finding.expected());
    } else if (!finding.expected().endsWith("[]")) {
      own.add(write);
    }
    own.add(new Operation(false, key, finding.actual()));
    return new Places(own.size() - 1, expected);
  }

  /** A session has numbers for all of its transactions, or for none. */
  private List<Operation> operations(TimestampedTransaction transaction) {
    return transactions.computeIfAbsent(
        isSingle ? transaction : transaction.unnumbered(), each -> new ArrayList<>());
  }

  /** Where an operation stands, that need not be there twice. */
  private static int add(Operation operation, List<Operation> to) {
    if (!to.contains(operation)) {
      to.add(operation);
    }
    return to.indexOf(operation);
  }

  private History build() {
    RawBlock block = new RawBlock();
    transactions.forEach(
        (transaction, operations) -> {
          block.transaction(
              name(transaction.session()), name(transaction.name()), Outcome.COMMITTED, 0);
          transaction.start().ifPresent(start -> timestamps(transaction, block));
          transaction.number().ifPresent(block::number);
          operations.forEach(operation -> add(operation, block));
        });
    HistoryBuilder builder = new HistoryBuilder(atoms);
    initialValues.keySet().removeAll(lists);
    initialValues.forEach(
        (key, value) -> builder.initialValue(atoms.ofToken(key), atoms.ofToken(value)));
    builder.add(block);
    return builder.build();
  }

  private static void timestamps(TimestampedTransaction transaction, RawBlock to) {
    TimestampFinding.Timestamp start = transaction.start().orElseThrow();
    TimestampFinding.Timestamp commit = transaction.commit().orElseThrow();
    to.timestamps(start.physical(), commit.physical());
    to.logicalTimes(start.logical(), commit.logical());
  }

  /** Of a list that should have been read, the append of its last element. */
  private void add(Operation operation, RawBlock to) {
    long key = atoms.ofToken(operation.key());
    boolean isList = lists.contains(operation.key());
    if (isList && operation.isWrite() && !operation.value().equals(UNKNOWN)) {
      List<String> elements = ListTokens.elements(operation.value());
      to.append(key, atoms.ofToken(elements.get(elements.size() - 1)));
    } else if (isList && operation.isWrite()) {
      to.append(key, atoms.ofToken(UNKNOWN));
    } else if (isList) {
      to.readList(key);
      ListTokens.elements(operation.value()).forEach(e -> to.element(atoms.ofToken(e)));
    } else if (!operation.isWrite()) {
      to.read(key, atoms.ofToken(operation.value()));
    } else if (operation.value().equals("nil")) {
      to.delete(key);
    } else {
      to.write(key, atoms.ofToken(operation.value()));
    }
  }

  /** A name made of that of a session need not be one that histories have. */
  private long name(String name) {
    return TOKEN.matcher(name).matches() ? atoms.ofToken(name) : atoms.text(name);
  }

  private Anomaly anomaly(TimestampFinding finding, Places places) {
    List<Part> parts = new ArrayList<>();
    if (finding.kind() == AnomalyKind.EXTERNAL) {
      int key = history.keyNamed(atoms.ofToken(finding.key().orElseThrow()));
      int write = finding.other().map(t -> operation(t, places.other)).orElse(History.INITIAL);
      parts.add(Part.ofVersion(Role.EXPECTED, history, write, key));
    } else {
      finding.other().ifPresent(other -> parts.add(part(Role.EARLIER, other)));
    }
    if (places.own >= 0) {
      int own = operation(finding.transaction(), places.own);
      parts.add(Part.ofOperation(finding.isRead() ? Role.READER : Role.LATER, history, own));
    } else if (!finding.transaction().name().isEmpty()) {
      parts.add(part(Role.LATER, finding.transaction()));
    }
    Anomaly found = Anomaly.of(finding.kind(), parts, List.of());
    if (!finding.expected().isEmpty() && !finding.isLoss()) {
      found = found.expecting(finding.expected(), finding.actual());
    }
    return finding.source().isPresent() ? found.as(finding.source().get()) : found;
  }

  private int operation(TimestampedTransaction transaction, int place) {
    return history.firstOperation(number(transaction)) + place;
  }

  /** A transaction that a finding names. */
  Part part(Role role, TimestampedTransaction transaction) {
    return Part.ofTransaction(role, number(transaction));
  }

  private int number(TimestampedTransaction transaction) {
    return numbers.get(atoms.token(name(transaction.name())));
  }
}
