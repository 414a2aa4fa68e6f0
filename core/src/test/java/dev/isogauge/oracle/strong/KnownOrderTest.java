package dev.isogauge.oracle.strong;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.check.known.MiniTransactions;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.known.RegisterVersions;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checkers of histories whose order of versions is known agree with trying all runs. */
class KnownOrderTest {
  private static final int RUNS = TestSize.pick(1_500, 100_000);

  @Test
  void miniTransactions() throws IOException {
    int[] satisfied = new int[8];
    for (long seed = 0; seed < RUNS; seed++) {
      agree(KnownOrderHistories.mini(new Random(seed)), MiniTransactions.ORDER, satisfied);
    }
    assertThat(Arrays.stream(satisfied))
        .allMatch(count -> count > RUNS / 20 && count < 2 * RUNS - RUNS / 20);
  }

  /** Keys whose first write is blind, where the others show that it is the first. */
  @Test
  void firstWritesMayBeBlind() throws IOException {
    int[] satisfied = new int[8];
    int shown = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      String text = KnownOrderHistories.mini(new Random(seed), true);
      if (text.contains("w(")
          && !text.contains("?")
          && MiniTransactions.ORDER.obstacle(IsogaugeText.parse(text)).isEmpty()) {
        agree(text, MiniTransactions.ORDER, satisfied);
        shown++;
      }
    }
    assertThat(shown).isGreaterThan(RUNS / 4);
  }

  @Test
  void listAppend() throws IOException {
    int[] satisfied = new int[8];
    for (long seed = 0; seed < RUNS; seed++) {
      agree(KnownOrderHistories.lists(new Random(seed)), ListAppends.ORDER, satisfied);
    }
    assertThat(Arrays.stream(satisfied))
        .allMatch(count -> count > RUNS / 20 && count < 2 * RUNS - RUNS / 20);
  }

  @Test
  void weakLevelsOfLists() throws IOException {
    Map<IsolationLevel, Integer> satisfied = new EnumMap<>(IsolationLevel.class);
    for (long seed = 0; seed < RUNS; seed++) {
      String text = KnownOrderHistories.lists(new Random(seed));
      History history = IsogaugeText.parse(text);
      ListCommitOrders orders = new ListCommitOrders(history);
      for (IsolationLevel level : WeakLevels.ALL) {
        Verdict verdict = new WeakChecker(level, Limits.DEFAULT).check(history);
        boolean faulty =
            level == IsolationLevel.CUT_ISOLATION
                && verdict.notes().stream().anyMatch(note -> !note.kind().isNote());
        if (!faulty) {
          require(
              history, level + " of\n" + text, verdict, orders.holds(level), Question.of(level));
          satisfied.merge(level, orders.holds(level) ? 1 : 0, Integer::sum);
        }
      }
    }
    assertThat(satisfied.values())
        .hasSize(WeakLevels.ALL.size())
        .allMatch(count -> count > RUNS / 20 && count < RUNS - RUNS / 100);
  }

  /** What is inferred about registers must hold in every order that explains the reads. */
  @Test
  void registersAreNeverViolatedWithoutReason() throws IOException {
    Map<IsolationLevel, Integer> violated = new EnumMap<>(IsolationLevel.class);
    Map<IsolationLevel, Integer> satisfied = new EnumMap<>(IsolationLevel.class);
    KnownOrder registers = RegisterVersions.by(RegisterOrder.sound());
    Set<IsolationLevel> levels = OrderSource.MINI.levels();
    // Those in between are compared with their definition by MatrixTest.
    levels.removeIf(level -> level.isOfReplicas() || level.isInBetween());
    for (long seed = 0; seed < RUNS; seed++) {
      String text = KnownOrderHistories.registers(new Random(seed));
      History history = IsogaugeText.parse(text);
      AdyaOracle oracle = new AdyaOracle(history);
      for (IsolationLevel level : levels) {
        Verdict verdict = new OrderChecker(level, registers, true, Limits.DEFAULT).check(history);
        if (verdict instanceof Verdict.Satisfied) {
          satisfied.merge(level, 1, Integer::sum);
          boolean holds = oracle.holdsInEveryOrder(level);
          require(history, level + " of\n" + text, verdict, holds, Question.of(level));
        } else if (verdict instanceof Verdict.Violated) {
          violated.merge(level, 1, Integer::sum);
          boolean holds =
              switch (level) {
                case SNAPSHOT_ISOLATION -> new Runs(history, true, false).isSnapshotIsolated();
                case SERIALIZABILITY -> new Runs(history, true, false).isSerializable();
                case STRICT_SERIALIZABILITY -> new Runs(history, true, true).isSerializable();
                default -> oracle.holds(level);
              };
          require(history, level + " of\n" + text, verdict, holds, Question.of(level));
        }
      }
    }
    assertThat(satisfied.keySet())
        .containsExactlyInAnyOrder(
            IsolationLevel.PL_1, IsolationLevel.PL_2, IsolationLevel.PL_2_99, IsolationLevel.PL_3);
    assertThat(violated.keySet()).hasSize(levels.size() - 1);
    assertThat(violated.values()).allMatch(count -> count > RUNS / 50);
  }

  private static Verdict withRegisters(String text, IsolationLevel level, RegisterOrder rule)
      throws IOException {
    Set<RegisterOrder> rules = RegisterOrder.sound();
    rules.add(rule);
    return Checks.check(
        IsogaugeText.parse(text), Question.of(level).withRegisters(rules), Limits.DEFAULT);
  }

  /** Values that a session, or everybody, saw go back. */
  @Test
  void registersGoBackOnlyWhereNothingIsAssumed() throws IOException {
    String session = "s1: w(x,1) ; w(x,2) ; r(x,1)";
    String realTime = "s1: [rt 1..2] w(x,1) | s2: [rt 3..4] w(x,2) | s3: [rt 5..6] r(x,1)";
    assertThat(withRegisters(session, IsolationLevel.PL_3, RegisterOrder.SESSION).word())
        .isEqualTo("violated");
    assertThat(withRegisters(session, IsolationLevel.PL_3, RegisterOrder.INITIAL).word())
        .isEqualTo("satisfied");
    assertThat(withRegisters(realTime, IsolationLevel.PL_3, RegisterOrder.REALTIME).word())
        .isEqualTo("violated");
    assertThat(withRegisters(realTime, IsolationLevel.PL_3, RegisterOrder.SESSION).word())
        .isEqualTo("satisfied");
  }

  /** What an unknown read saw, and so what the write after it overwrites, is not known. */
  @Test
  void aWriteAfterAnUnknownReadHasNoPlace() throws IOException {
    History history = IsogaugeText.parse("s1: r(x,?) w(x,1) ; r(x,nil) w(x,2)");
    assertThat(MiniTransactions.ORDER.obstacle(history))
        .hasValueSatisfying(reason -> assertThat(reason).contains("without having read it"));
  }

  private static String verdict(String text, IsolationLevel level, KnownOrder order)
      throws IOException {
    return new OrderChecker(level, order, true, Limits.DEFAULT)
        .check(IsogaugeText.parse(text))
        .word();
  }

  /** Two writers whose appends two lists show in opposite orders. */
  @Test
  void interleavedAppendsViolateEvenTheWeakestLevel() throws IOException {
    String text = "s1: a(x,1) a(y,1) | s2: a(x,2) a(y,2) | s3: r(x,[1,2]) r(y,[2,1])";
    assertThat(verdict(text, IsolationLevel.PL_1, ListAppends.ORDER)).isEqualTo("violated");
  }

  /** PL-1 allows them, and they show the order of appends that stayed. */
  @Test
  void dirtyReadsOfListsDecidePl1() throws IOException {
    Map<String, String> verdicts =
        Map.of(
            "s1: a(x,1) a(x,2) | s2: r(x,[1]) | s3: r(x,[1,2])",
            "satisfied",
            "s1: aborted a(x,9) | s2: a(x,1) | s3: r(x,[9]) | s4: r(x,[1])",
            "satisfied",
            "s1: aborted a(x,9) | s2: a(x,1) ; a(x,2) | s3: r(x,[9,2]) | s4: r(x,[1])",
            "unknown",
            "s1: a(x,1) a(y,1) | s2: a(x,2) a(y,2) | s3: aborted a(x,9)"
                + " | s4: r(x,[1,2,9]) r(y,[2,1])",
            "violated",
            "s1: a(x,1) a(x,2) r(x,[1,10,2]) a(x,3) | s2: a(x,10) r(x,[1,10]) a(x,11)"
                + " r(x,[1,10,2,3,11])",
            "violated",
            "s1: a(x,1) a(x,2) | s2: a(x,3) | s3: r(x,[1]) ; r(x,[1,3])",
            "violated");
    for (Map.Entry<String, String> each : verdicts.entrySet()) {
      assertThat(verdict(each.getKey(), IsolationLevel.PL_1, ListAppends.ORDER))
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
  }

  /** Whatever the order of versions, a read of nobody's element is wrong. */
  @Test
  void faultsBesideRegistersNeedNoOrder() throws IOException {
    for (String text :
        List.of(
            "s1: a(x,1) w(y,1) | s2: w(y,2) | s3: r(x,[9])",
            "s1: aborted a(x,1) | s2: w(y,2) | s3: r(x,[1]) w(y,3)")) {
      History history = IsogaugeText.parse(text);
      assertThat(Checks.check(history, IsolationLevel.PL_2, Limits.DEFAULT).word())
          .as(text)
          .isEqualTo("violated");
      assertThat(Checks.check(history, IsolationLevel.PL_1, Limits.DEFAULT).word())
          .as(text)
          .isEqualTo("unknown");
    }
  }

  /** A circle of reads is no circle of writes, and what a lost update leaves open is harmless. */
  @Test
  void readsDoNotProveAnOrderOfWritesBelowPl2() throws IOException {
    String circle = "s1: r(x,2) w(x,1) | s2: r(x,1) w(x,2)";
    assertThat(verdict(circle, IsolationLevel.PL_1, MiniTransactions.ORDER)).isEqualTo("satisfied");
    assertThat(verdict(circle, IsolationLevel.PL_2, MiniTransactions.ORDER)).isEqualTo("violated");
    String lost = "s1: r(x,nil) w(x,1) | s2: r(x,nil) w(x,2)";
    assertThat(verdict(lost, IsolationLevel.PL_2, MiniTransactions.ORDER)).isEqualTo("satisfied");
    assertThat(verdict(lost, IsolationLevel.PL_2_99, MiniTransactions.ORDER)).isEqualTo("violated");
    assertThat(verdict(lost, IsolationLevel.PL_SI, MiniTransactions.ORDER)).isEqualTo("violated");
  }

  @Test
  void memoryIsBounded() throws IOException {
    History history = IsogaugeText.parse("s1: r(x,nil) w(x,1)");
    Verdict verdict =
        new OrderChecker(
                IsolationLevel.SERIALIZABILITY,
                MiniTransactions.ORDER,
                true,
                Limits.DEFAULT.withMemoryBytes(100))
            .check(history);
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.cause()).isEqualTo(Verdict.Cause.MEMORY));
  }

  private static void agree(String text, KnownOrder order, int[] satisfied) throws IOException {
    History history = IsogaugeText.parse(text);
    assertThat(order.obstacle(history)).as(text).isEmpty();
    for (boolean sessions : new boolean[] {true, false}) {
      satisfied[0] +=
          agree(
              history,
              text,
              new OrderChecker(IsolationLevel.SNAPSHOT_ISOLATION, order, sessions, Limits.DEFAULT),
              new Runs(history, sessions, false).isSnapshotIsolated(),
              sessions ? Question.of(IsolationLevel.SNAPSHOT_ISOLATION) : null);
      satisfied[1] +=
          agree(
              history,
              text,
              new OrderChecker(IsolationLevel.SERIALIZABILITY, order, sessions, Limits.DEFAULT),
              new Runs(history, sessions, false).isSerializable(),
              sessions
                  ? Question.of(IsolationLevel.SERIALIZABILITY)
                  : Question.of(IsolationLevel.SERIALIZABILITY).withoutSessionOrder());
    }
    satisfied[2] +=
        agree(
            history,
            text,
            new OrderChecker(IsolationLevel.STRICT_SERIALIZABILITY, order, true, Limits.DEFAULT),
            new Runs(history, true, true).isSerializable(),
            Question.of(IsolationLevel.STRICT_SERIALIZABILITY));
    agree(
        history,
        text,
        new OrderChecker(IsolationLevel.STRICT_SERIALIZABILITY, order, false, Limits.DEFAULT),
        new Runs(history, false, true).isSerializable(),
        Question.of(IsolationLevel.STRICT_SERIALIZABILITY).withoutSessionOrder());
    AdyaOracle oracle = new AdyaOracle(history);
    for (IsolationLevel level : IsolationLevel.adya()) {
      satisfied[level.ordinal() - IsolationLevel.PL_1.ordinal() + 3] +=
          agreeWithAdya(history, text, level, order, oracle);
    }
  }

  /** Decided as the oracle does, but for orders that reads left partial. */
  private static int agreeWithAdya(
      History history, String text, IsolationLevel level, KnownOrder order, AdyaOracle oracle) {
    Verdict verdict = new OrderChecker(level, order, true, Limits.DEFAULT).check(history);
    String story = level + " of\n" + text + "\n" + verdict;
    if (verdict instanceof Verdict.Unknown unknown) {
      assertThat(level).as(story).isIn(IsolationLevel.PL_1, IsolationLevel.PL_2);
      boolean circle = order.equals(MiniTransactions.ORDER) && !oracle.holds(IsolationLevel.PL_2);
      assertThat(!unknown.notes().isEmpty() || circle).as(story).isTrue();
      return 0;
    }
    return agree(
        history,
        text,
        new OrderChecker(level, order, true, Limits.DEFAULT),
        oracle.holds(level),
        Question.of(level));
  }

  private static int agree(
      History history, String text, OrderChecker checker, boolean holds, Question question) {
    return require(history, text, checker.check(history), holds, question);
  }

  private static int require(
      History history, String text, Verdict verdict, boolean holds, Question question) {
    assertThat(verdict.word()).as(text).isEqualTo(holds ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied satisfied && question != null) {
      assertThat(WitnessVerifier.refute(history, question, satisfied.witness())).as(text).isEmpty();
    }
    if (verdict instanceof Verdict.Violated violated) {
      assertThat(violated.anomalies()).as(text).isNotEmpty();
      for (Anomaly anomaly : violated.anomalies()) {
        assertThat(new Explainer(history).explain(anomaly).sentences()).as(text).isNotEmpty();
        assertThat(Evidence.of(history, anomaly).transactions()).as(text).isNotEmpty();
        if (anomaly.kind().isCycle()) {
          Anomaly cycle = anomaly;
          int last = cycle.cycle().get(cycle.cycle().size() - 1).to();
          assertThat(last).isEqualTo(cycle.cycle().get(0).from());
        }
      }
    }
    return holds ? 1 : 0;
  }
}
