package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of anomalies, the cycles shown beside them and their evidence. */
class ClassificationTest {
  private static final String FRACTURED = "s1: w(x,1) ; w(x,2) w(y,2) | s2: r(y,2) r(x,1)";

  @Test
  void withoutMemoryForHappensBeforeOnlyCyclesAreShown() {
    Written written = Written.of(FRACTURED);
    long bytes = WeakIndex.bytes(written.history());
    long vectors = 4L * 3 * 2;
    Verdict.Violated little = readCommitted(written, bytes + vectors - 1);
    assertThat(little.incomplete()).contains("naming all anomalies needs more memory");
    assertThat(little.counts()).containsOnly(Map.entry(AnomalyKind.COMMIT_ORDER_CYCLE, 1L));
    Verdict.Violated enough = readCommitted(written, bytes + vectors);
    assertThat(enough.incomplete()).isEmpty();
    assertThat(enough.counts())
        .containsOnly(
            Map.entry(AnomalyKind.NON_MONOTONIC_READ, 1L),
            Map.entry(AnomalyKind.COMMIT_ORDER_CYCLE, 1L));
    assertThat(cycle(written, little))
        .isEqualTo(cycle(written, enough))
        .containsExactly("s1.1 SESSION_ORDER s1.2", "s1.2 COMMIT_ORDER s1.1");
  }

  /** How many cores share out the sessions decides which edges a check finds, but no evidence. */
  @Test
  void evidenceDoesNotDependOnTheMachine() throws IOException {
    int different = 0;
    for (long seed = 0; seed < 40; seed++) {
      History history = IsogaugeText.parse(staleReads(new Random(seed)));
      WeakIndex index = new WeakIndex(history);
      Set<List<Anomaly>> evidence = new HashSet<>();
      Set<Long> edges = new HashSet<>();
      for (int share = 1; share <= 12; share += 3) {
        int columns = share;
        List<ForcedEdges> forced = new Causal(chains -> columns).saturate(index, Written.ample());
        edges.add(forced.stream().mapToLong(each -> each.edges().size()).sum());
        AnomalyTally findings = new AnomalyTally(1_000);
        new Classification(index, Visibility.CAUSAL, forced, Limits.DEFAULT, findings).run();
        evidence.add(findings.sorted().anomalies());
      }
      assertThat(evidence).as("seed %d", seed).hasSize(1);
      different += edges.size() > 1 ? 1 : 0;
    }
    assertThat(different).isPositive();
  }

  private static String staleReads(Random random) {
    StringBuilder text = new StringBuilder();
    int[] values = new int[3];
    for (int i = 1; i <= 120; i++) {
      int key = random.nextInt(values.length);
      int read = random.nextInt(values.length);
      int seen = random.nextInt(6) == 0 ? random.nextInt(values[read] + 1) : values[read];
      text.append(
          "s%d: r(k%d,%s) w(k%d,%d)\n"
              .formatted(
                  random.nextInt(12),
                  read,
                  seen == 0 ? "nil" : Integer.toString(seen),
                  key,
                  ++values[key]));
    }
    return text.toString();
  }

  private static Verdict.Violated readCommitted(Written written, long bytes) {
    Limits limits = Limits.DEFAULT.withMemoryBytes(bytes);
    return (Verdict.Violated)
        new WeakChecker(IsolationLevel.READ_COMMITTED, limits).check(written.history());
  }

  /** s1.1 is forced before the initial transaction by one that it is on a causal cycle with. */
  @Test
  void aCausalCycleSaysItAll() {
    Written written = Written.of("s1: r(b,1) w(a,1) w(x,1) | s2: r(a,1) w(b,1) r(x,nil)");
    Verdict.Violated violated = causal(written);
    assertThat(violated.counts()).containsOnly(Map.entry(AnomalyKind.CYCLIC_CAUSALITY, 1L));
    Anomaly cycle = violated.anomalies().get(0);
    assertThat(written.edges(cycle.cycle()))
        .containsExactly("s2.1 READS_FROM s1.1", "s1.1 READS_FROM s2.1");
  }

  @Test
  void ofEqualCyclesTheFirstIsShown() {
    Written written = Written.of("s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(x,2) r(x,1)");
    Verdict.Violated violated =
        (Verdict.Violated)
            new WeakChecker(IsolationLevel.READ_COMMITTED, Limits.DEFAULT).check(written.history());
    assertThat(cycle(written, violated))
        .containsExactly("s2.1 COMMIT_ORDER s1.1", "s1.1 COMMIT_ORDER s2.1");
  }

  /** The first edge closes a cycle of two forced edges, the second one of a single forced edge. */
  @Test
  void aCycleWithFewForcedEdgesIsPreferred() {
    Written written =
        Written.of(
            "s1: w(x,1) | s2: w(x,2) w(u,1) | s3: r(x,1) r(x,2) r(x,1)"
                + " | s4: r(u,1) w(x,4) | s5: r(x,4) r(x,2) | s6: r(x,1) r(x,4)");
    Verdict.Violated violated = causal(written);
    assertThat(cycle(written, violated))
        .containsExactly("s2.1 READS_FROM s4.1", "s4.1 COMMIT_ORDER s2.1");
  }

  @Test
  void theEarliestBeforeInitIsShown() {
    Written written = Written.of("s1: w(x,1) ; w(x,2) | s2: r(x,2) r(x,nil)");
    assertThat(cycle(written, causal(written)))
        .containsExactly("init INITIAL_FIRST s1.2", "s1.2 COMMIT_ORDER init");
  }

  @Test
  void evidenceJoinsStepsAlongASession() {
    Written written =
        Written.of("s1: w(x,1) ; w(x,2) ; w(x,3) ; w(y,1) | s2: r(y,1) ; w(z,1) ; w(z,2)");
    WeakEvidence evidence = evidence(written);
    assertThat(written.edges(evidence.happensBefore(written.node("s1.1"), written.node("s2.3"))))
        .containsExactly(
            "s1.1 SESSION_ORDER s1.4", "s1.4 READS_FROM s2.1", "s2.1 SESSION_ORDER s2.3");
    assertThat(written.edges(evidence.happensBefore(WeakIndex.INITIAL, 0)))
        .containsExactly("init INITIAL_FIRST s1.1");
    assertThat(evidence.happensBefore(written.node("s2.1"), written.node("s1.1"))).isEmpty();
    assertThat(evidence.happensBefore(0, 0)).isEmpty();
  }

  @Test
  void evidenceOfWhatNobodyForcesIsAnError() {
    Written written = Written.of("s1: w(x,1) | s2: w(x,2) | s3: r(x,1) r(y,nil)");
    WeakEvidence evidence = evidence(written);
    assertThatThrownBy(() -> evidence.forced(1, 0, Visibility.CAUSAL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no reader forces s2.1 before s1.1");
    assertThatThrownBy(() -> evidence.forced(1, WeakIndex.INITIAL, Visibility.CAUSAL))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no reader forces s2.1 before init");
  }

  @Test
  void namingAsksForTimeAtOnce() {
    Written written = Written.of("s1: w(x,1)");
    assertThatThrownBy(() -> orders(written, Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
    UnrelatedOrders orders = orders(written, Written.ample());
    WeakIndex index = written.index();
    CausalOrder causal = CausalOrder.of(index, Written.ample());
    StaleReadEvidence stale =
        new StaleReadEvidence(index, orders, evidence(written), graph(written), Written.ample());
    HappensBefore before = new HappensBefore(index, causal, Written.ample());
    WriterZones zones = new WriterZones(new WritersByChain(index), before);
    Patterns patterns =
        new Patterns(
            index, causal, before, zones, new boolean[1], orders, Visibility.CAUSAL, stale);
    assertThatThrownBy(() -> patterns.find(new AnomalyTally(1), Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
  }

  private static UnrelatedOrders orders(Written written, Budget budget) {
    WeakIndex index = written.index();
    CausalOrder causal = CausalOrder.of(index, Written.ample());
    HappensBefore before = new HappensBefore(index, causal, Written.ample());
    WriterZones zones = new WriterZones(new WritersByChain(index), before);
    return new UnrelatedOrders(
        index, before, zones, new boolean[index.nodeCount()], Visibility.CAUSAL, budget);
  }

  private static WeakEvidence evidence(Written written) {
    CausalOrder causal = CausalOrder.of(written.index(), Written.ample());
    HappensBefore before = new HappensBefore(written.index(), causal, Written.ample());
    return new WeakEvidence(written.index(), before, graph(written), Written.ample());
  }

  private static OrderGraph graph(Written written) {
    return OrderGraph.of(written.index(), List.of(new EdgeList()));
  }

  private static Verdict.Violated causal(Written written) {
    return (Verdict.Violated)
        new WeakChecker(IsolationLevel.CAUSAL, Limits.DEFAULT).check(written.history());
  }

  /** The one commit-order cycle of a verdict. */
  private static List<String> cycle(Written written, Verdict.Violated violated) {
    List<Anomaly> cycles =
        violated.anomalies().stream()
            .filter(anomaly -> anomaly.kind() == AnomalyKind.COMMIT_ORDER_CYCLE)
            .toList();
    assertThat(cycles).hasSize(1);
    return written.edges(cycles.get(0).cycle());
  }
}
