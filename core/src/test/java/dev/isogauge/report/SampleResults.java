package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Sample;
import dev.isogauge.explain.SampleAnomalies;
import dev.isogauge.explain.SampleAnomalies.Case;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Verdict.Satisfied;
import dev.isogauge.verdict.Verdict.Unknown;
import dev.isogauge.verdict.Verdict.Violated;
import dev.isogauge.verdict.Witness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results for the tests of reports. */
final class SampleResults {
  /** Awkward for every output: markup, quotes, a colour change, a line end, reversed writing. */
  static final String HOSTILE = "<script>&\"'\\]]>\u001b[31m\n\u202e\u0000\ud800\uffff";

  static final Verdict SATISFIED = new Satisfied(Witness.recorded(), List.of());

  private SampleResults() {}

  static CheckResult result(String file, History history, IsolationLevel level, Verdict verdict) {
    return CheckResult.of(file, "plume", history, Question.of(level), verdict)
        .with(
            new CheckResult.Times(
                Duration.ofNanos(1_234_567), Duration.ofMillis(2), Duration.ofMillis(3)),
            List.of());
  }

  static Verdict violated(Anomaly anomaly, long count) {
    return new Violated(
        List.of(anomaly), Map.of(anomaly.kind(), count), Optional.empty(), List.of());
  }

  static Case example(String name) {
    return SampleAnomalies.all().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  /** A fractured read at all levels: the weaker two hold, read atomic fails and causal with it. */
  static List<CheckResult> fractured(String file) {
    Case example = example("TAP-k");
    History history = example.sample().history;
    Verdict violated = violated(example.anomaly(), 3);
    return List.of(
        result(file, history, IsolationLevel.CUT_ISOLATION, SATISFIED),
        result(file, history, IsolationLevel.READ_COMMITTED, SATISFIED),
        result(file, history, IsolationLevel.READ_ATOMIC, violated),
        result(file, history, IsolationLevel.CAUSAL, violated));
  }

  /** A commit-order cycle as the checker finds it, with the pattern that causes it or alone. */
  static List<CheckResult> withCycle(boolean named) {
    History history = example("TAP-k").sample().history;
    Violated violated =
        (Violated) Checks.check(history, IsolationLevel.READ_ATOMIC, Limits.DEFAULT);
    List<Anomaly> cycles =
        violated.anomalies().stream()
            .filter(anomaly -> anomaly.kind() == AnomalyKind.COMMIT_ORDER_CYCLE)
            .toList();
    return List.of(
        result(
            "a.txt",
            history,
            IsolationLevel.READ_ATOMIC,
            named ? violated : violated(cycles.get(0), 1)));
  }

  static List<CheckResult> satisfied(String file) {
    return List.of(
        result(file, Sample.of("s1 T1: w(x,1)").history, IsolationLevel.CAUSAL, SATISFIED));
  }

  static List<CheckResult> unknown(String file) {
    Sample sample = Sample.of("s1 T1: [rt 1..6] w(x,1)", "s1 T2: [rt 2..7] w(x,2)");
    Verdict verdict =
        new Unknown("no verdict within 5 ms", List.of(SampleAnomalies.overlapping(0, 1)));
    return List.of(result(file, sample.history, IsolationLevel.CAUSAL, verdict));
  }

  static Report.UndecidedInput unread(String file) {
    return new Report.UndecidedInput(
        file, List.of(IsolationLevel.READ_ATOMIC, IsolationLevel.CAUSAL), "not enough memory");
  }

  /** An aborted read where session, transaction, key and value are all hostile. */
  static List<CheckResult> hostile() {
    Atoms atoms = new Atoms();
    long atom = atoms.text(HOSTILE);
    RawBlock block = new RawBlock();
    block.transaction(atom, Atoms.NO_NAME, Outcome.ABORTED, 0);
    block.write(atom, atom);
    block.transaction(atoms.text("s2"), atom, Outcome.COMMITTED, 1);
    block.read(atom, atom);
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    History history = builder.build();
    Anomaly anomaly = Anomaly.ofFaultyRead(history, 1);
    return List.of(result(HOSTILE, history, IsolationLevel.READ_COMMITTED, violated(anomaly, 1)));
  }
}
