package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** One smallest history for each anomaly, and some that are awkward to explain. */
public final class SampleAnomalies {
  private SampleAnomalies() {}

  /** A history and what is to be explained in it; the name is that of the golden file. */
  public record Case(String name, Sample sample, Anomaly anomaly) {
    @Override
    public String toString() {
      return name;
    }
  }

  public static Stream<Case> all() {
    return Stream.of(faultyReads(), staleReads(), others(), awkward()).flatMap(s -> s);
  }

  private static Stream<Case> faultyReads() {
    return Stream.of(
        faulty("TAP-a", "T1", "r(x,7)", "s1 T1: r(x,7)", "s2 T2: w(x,1)"),
        faulty("TAP-a-named", "T2", "r(x,1)", "s1 T1: w(x,2)", "s2 T2: r(x,1@T1)"),
        faulty("TAP-a-initial", "T1", "r(x,2)", "s1 T1: r(x,2@init)"),
        faulty("TAP-b", "T2", "r(x,1)", "s1 T1: aborted w(x,1)", "s2 T2: r(x,1)"),
        faulty("TAP-c", "T1", "r(x,1)", "s1 T1: r(x,1) w(x,1)"),
        faulty("TAP-d", "T2", "r(x,1)", "s1 T1: w(x,1)", "s2 T2: w(x,2) r(x,1)"),
        faulty("TAP-d-initial", "T1", "r(x,nil)", "s1 T1: w(x,1) r(x,nil)"),
        faulty("TAP-e", "T1", "r(x,1)", "s1 T1: w(x,1) w(x,2) r(x,1)"),
        faulty("TAP-f", "T2", "r(x,1)", "s1 T1: w(x,1) w(x,2)", "s2 T2: r(x,1)"));
  }

  private static Case faulty(String name, String reader, String read, String... transactions) {
    Sample sample = Sample.of(transactions);
    int operation = sample.operation(reader, read);
    return new Case(name, sample, Anomaly.ofFaultyRead(sample.history, operation));
  }

  private static Stream<Case> staleReads() {
    return Stream.of(
        stale(
            "TAP-h",
            AnomalyKind.NON_MONOTONIC_READ,
            s -> List.of(s.readsFrom("T1", "T2", "r(x,1)")),
            s -> List.of(s.readsFrom("T2", "T3", "r(y,2)")),
            "s1 T1: w(x,1)",
            "s2 T2: r(x,1) w(x,2) w(y,2)",
            "s3 T3: r(y,2) r(x,1)"),
        stale(
            "TAP-i",
            AnomalyKind.NON_MONOTONIC_READ_BY_COMMIT_ORDER,
            s ->
                List.of(
                    s.forced(
                        IsolationLevel.READ_COMMITTED,
                        "T1",
                        "T2",
                        "T4",
                        "r(y,2)",
                        List.of(s.readsFrom("T1", "T4", "r(x,1)")))),
            s -> List.of(s.readsFrom("T2", "T3", "r(y,2)")),
            "s1 T1: w(x,1) w(y,1)",
            "s2 T2: w(x,2) w(y,2)",
            "s3 T3: r(y,2) r(x,1)",
            "s4 T4: r(x,1) r(y,2)"),
        stale(
            "TAP-k",
            AnomalyKind.FRACTURED_READ,
            s -> List.of(s.readsFrom("T1", "T2", "r(x,1)")),
            s -> List.of(s.readsFrom("T2", "T3", "r(y,2)")),
            "s1 T1: w(x,1)",
            "s2 T2: r(x,1) w(x,2) w(y,2)",
            "s3 T3: r(x,1) r(y,2)"),
        stale(
            "TAP-l",
            AnomalyKind.FRACTURED_READ_BY_COMMIT_ORDER,
            s ->
                List.of(
                    s.forced(
                        IsolationLevel.READ_ATOMIC,
                        "T1",
                        "T2",
                        "T4",
                        "r(z,2)",
                        List.of(s.readsFrom("T1", "T4", "r(v,1)")))),
            s -> List.of(s.sessionOrder("T2", "T3")),
            "s1 T1: w(x,1) w(z,1) w(v,1)",
            "s2 T2: w(x,2) w(z,2)",
            "s2 T3: r(x,1)",
            "s4 T4: r(z,2) r(v,1)"),
        stale(
            "TAP-m",
            AnomalyKind.CAUSALITY_VIOLATION,
            s -> List.of(s.readsFrom("T1", "T2", "r(x,1)")),
            s -> List.of(s.readsFrom("T2", "T4", "r(x,2)"), s.readsFrom("T4", "T3", "r(y,4)")),
            "s1 T1: w(x,1)",
            "s2 T2: r(x,1) w(x,2)",
            "s3 T3: r(y,4) r(x,1)",
            "s4 T4: r(x,2) w(y,4)"),
        stale(
            "TAP-n",
            AnomalyKind.CONFLICTING_ORDERS,
            s ->
                List.of(
                    s.forced(
                        IsolationLevel.CAUSAL,
                        "T1",
                        "T2",
                        "T6",
                        "r(x,2)",
                        List.of(
                            s.readsFrom("T1", "T5", "r(x,1)"), s.readsFrom("T5", "T6", "r(y,5)")))),
            s -> List.of(s.readsFrom("T2", "T4", "r(x,2)"), s.readsFrom("T4", "T3", "r(z,4)")),
            "s1 T1: w(x,1)",
            "s2 T2: w(x,2)",
            "s3 T3: r(z,4) r(x,1)",
            "s4 T4: r(x,2) w(z,4)",
            "s5 T5: r(x,1) w(y,5)",
            "s6 T6: r(y,5) r(x,2)"));
  }

  /** T3 reads x = 1 from T1 and misses x = 2 of T2. */
  private static Case stale(
      String name,
      AnomalyKind kind,
      Function<Sample, List<Edge>> first,
      Function<Sample, List<Edge>> visible,
      String... transactions) {
    Sample sample = Sample.of(transactions);
    return new Case(name, sample, stale(sample, kind, "T1", "r(x,1)", first, visible));
  }

  private static Anomaly stale(
      Sample sample,
      AnomalyKind kind,
      String t1,
      String read,
      Function<Sample, List<Edge>> first,
      Function<Sample, List<Edge>> visible) {
    return Anomaly.ofStaleRead(
        kind,
        sample.history,
        sample.operation("T3", read),
        sample.transaction(t1),
        sample.operation("T2", "w(x,2)"),
        first.apply(sample),
        visible.apply(sample));
  }

  private static Stream<Case> others() {
    Sample causal = Sample.of("s1 T1: r(x,2) w(y,1)", "s2 T2: r(y,1)", "s2 T3: w(x,2)");
    Sample twice = Sample.of("s1 T1: w(x,1)", "s2 T2: w(x,2)", "s3 T3: r(x,1) r(x,2)");
    Sample overlapping = Sample.of("s1 T1: [rt 1..6] w(x,1)", "s1 T2: [rt 2..7] w(x,2)");
    Sample duplicate = Sample.of("s1 T1: w(x,1)", "s2 T2: w(x,1)", "s3 T3: r(x,1)");
    Sample initial = Sample.of("s1 T1: w(x,nil)");
    return Stream.of(
        new Case(
            "TAP-g",
            causal,
            Anomaly.ofCycle(
                AnomalyKind.CYCLIC_CAUSALITY,
                List.of(
                    causal.sessionOrder("T2", "T3"),
                    causal.readsFrom("T3", "T1", "r(x,2)"),
                    causal.readsFrom("T1", "T2", "r(y,1)")))),
        new Case(
            "TAP-j",
            twice,
            Anomaly.ofRepeatedRead(
                twice.history, twice.operation("T3", "r(x,1)"), twice.operation("T3", "r(x,2)"))),
        commitOrderCycle(),
        new Case(
            "DuplicateWrite",
            duplicate,
            duplicate(
                duplicate,
                duplicate.operation("T1", "w(x,1)"),
                duplicate.operation("T2", "w(x,1)"))),
        new Case(
            "DuplicateWrite-initial",
            initial,
            duplicate(initial, History.INITIAL, initial.operation("T1", "w(x,nil)"))),
        new Case("OverlappingSession", overlapping, overlapping(0, 1)));
  }

  private static Anomaly duplicate(Sample sample, int first, int second) {
    return Anomaly.of(
        AnomalyKind.DUPLICATE_WRITE,
        Part.ofVersion(Role.FIRST, sample.history, first, sample.key("x")),
        Part.ofOperation(Role.SECOND, sample.history, second));
  }

  /** Two transactions of a session that overlap. */
  public static Anomaly overlapping(int earlier, int later) {
    return Anomaly.of(
        AnomalyKind.OVERLAPPING_SESSION,
        Part.ofTransaction(Role.EARLIER, earlier),
        Part.ofTransaction(Role.LATER, later));
  }

  private static Case commitOrderCycle() {
    Sample sample =
        Sample.of(
            "s1 T1: w(x,1) w(y,1)",
            "s2 T2: r(y,1) w(z,2)",
            "s3 T3: r(z,2) w(x,3) w(y,3)",
            "s4 T4: r(x,1) r(y,3)");
    return new Case(
        "CommitOrderCycle",
        sample,
        Anomaly.ofCommitOrder(
            IsolationLevel.READ_ATOMIC,
            List.of(
                sample.readsFrom("T1", "T2", "r(y,1)"),
                sample.readsFrom("T2", "T3", "r(z,2)"),
                sample.forced(
                    IsolationLevel.READ_ATOMIC,
                    "T3",
                    "T1",
                    "T4",
                    "r(x,1)",
                    List.of(sample.readsFrom("T3", "T4", "r(y,3)"))))));
  }

  private static Stream<Case> awkward() {
    Sample initial = Sample.of("s2 T2: w(x,2)", "s2 T3: r(x,nil)");
    return Stream.of(
        new Case(
            "stale-initial",
            initial,
            stale(
                initial,
                AnomalyKind.FRACTURED_READ,
                "init",
                "r(x,nil)",
                s -> List.of(s.initialFirst("T2")),
                s -> List.of(s.sessionOrder("T2", "T3")))),
        longTransactions(),
        longChain(),
        numbers());
  }

  private static Case longTransactions() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 497; i++) {
      many.append(" w(k").append(i).append(",1)");
    }
    return stale(
        "long-transactions",
        AnomalyKind.FRACTURED_READ,
        s -> List.of(s.readsFrom("T1", "T2", "r(x,1)")),
        s -> List.of(s.readsFrom("T2", "T3", "r(y,2)")),
        "s1 T1: w(x,1)",
        "s2 T2: r(x,1)" + many + " w(x,2) w(y,2)",
        "s3 T3: r(x,1) r(y,2)");
  }

  /** Twelve transactions, each reading from the one before, between T2 and T3. */
  private static Case longChain() {
    List<String> transactions =
        new ArrayList<>(List.of("s1 T1: w(x,1)", "s2 T2: r(x,1) w(x,2) w(c0,1)"));
    for (int i = 1; i <= 12; i++) {
      transactions.add(String.format("c%d C%d: r(c%d,1) w(c%d,1)", i, i, i - 1, i));
    }
    transactions.add("s3 T3: r(c12,1) r(x,1)");
    return stale(
        "long-chain",
        AnomalyKind.CAUSALITY_VIOLATION,
        s -> List.of(s.readsFrom("T1", "T2", "r(x,1)")),
        s -> {
          List<Edge> path = new ArrayList<>();
          for (int i = 0; i <= 12; i++) {
            path.add(
                s.readsFrom(
                    i == 0 ? "T2" : "C" + i, i == 12 ? "T3" : "C" + (i + 1), "r(c" + i + ",1)"));
          }
          return path;
        },
        transactions.toArray(String[]::new));
  }

  /** Sessions, keys and transactions that are numbers, or have no name. */
  private static Case numbers() {
    Sample sample = Sample.of("1 17: indeterminate w(4,1) w(4,2)", "2: r(5,nil)", "2: r(4,1)");
    int read = sample.operation("2.2", "r(4,1)");
    return new Case("numbers", sample, Anomaly.ofFaultyRead(sample.history, read));
  }
}
