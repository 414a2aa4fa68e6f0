package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.search.Visibility;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shapes that once made a check crash or take forever. */
class ScaleTest {
  private final Atoms atoms = new Atoms();
  private final RawBlock block = new RawBlock();

  /** The evidence is a path over all of the chain. */
  @Test
  void explainsAStaleReadAtTheEndOfALongChain() {
    int length = 600_000;
    for (int i = 0; i < length; i++) {
      begin(i % 2, Outcome.COMMITTED);
      if (i == 0) {
        block.write(atoms.text("x"), 1);
      } else {
        block.read(atoms.text("chain"), i - 1);
      }
      block.write(atoms.text("chain"), i);
    }
    begin(2, Outcome.COMMITTED);
    block.read(atoms.text("chain"), length - 1);
    block.read(atoms.text("x"), Atoms.NIL);
    Verdict verdict = check(IsolationLevel.CAUSAL);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    Verdict.Violated violated = (Verdict.Violated) verdict;
    assertThat(violated.incomplete()).isEmpty();
    assertThat(violated.counts()).containsEntry(AnomalyKind.CAUSALITY_VIOLATION, 1L);
  }

  /** Too long a cycle for the search for few forced edges; a plain search finds it. */
  @Test
  void showsACycleOverALongSession() {
    int length = 20_000;
    for (int i = 0; i < length; i++) {
      begin(0, Outcome.COMMITTED);
      block.write(atoms.text(i == 0 || i == length - 1 ? "x" : "y"), i + 1);
    }
    begin(1, Outcome.COMMITTED);
    block.read(atoms.text("x"), length);
    block.read(atoms.text("x"), 1);
    Verdict.Violated violated = (Verdict.Violated) check(IsolationLevel.READ_COMMITTED);
    assertThat(violated.counts())
        .containsOnly(
            Map.entry(AnomalyKind.NON_MONOTONIC_READ, 1L),
            Map.entry(AnomalyKind.COMMIT_ORDER_CYCLE, 1L));
    Anomaly cycle = violated.anomalies().get(1);
    assertThat(cycle.cycle())
        .extracting(Edge::from, Edge::to, Edge::relation)
        .containsExactly(
            tuple(0, length - 1, Relation.SESSION_ORDER),
            tuple(length - 1, 0, Relation.COMMIT_ORDER));
  }

  /** So many reads that all cores share them out: each reader forces its writer before init. */
  @ParameterizedTest
  @EnumSource(
      value = Visibility.class,
      names = {"READ_COMMITTED", "READ_ATOMIC", "CAUSAL"})
  void sharesOutTheWorkWithoutGapsAndOverlaps(Visibility rule) {
    int pairs = 33_000;
    int sessions = 41;
    for (int i = 0; i < pairs; i++) {
      begin(i % sessions, Outcome.COMMITTED);
      block.write(atoms.integer(2L * i), 1);
      block.write(atoms.integer(2L * i + 1), 1);
      begin(sessions + i % sessions, Outcome.COMMITTED);
      block.read(atoms.integer(2L * i), 1);
      block.read(atoms.integer(2L * i + 1), Atoms.NIL);
    }
    WeakIndex index = new WeakIndex(history());
    List<ForcedEdges> forced = Saturation.of(rule).saturate(index, Written.ample());
    IntArrayList found = new IntArrayList();
    forced.forEach(edges -> found.addAll(edges.beforeInitial()));
    assertThat(found.toIntArray()).hasSize(pairs).doesNotHaveDuplicates();
    assertThat(forced).allSatisfy(edges -> assertThat(edges.edges().size()).isZero());
  }

  /** Nobody follows an indeterminate transaction in its session, however many there are. */
  @Test
  void manyIndeterminateTransactionsOfOneSession() {
    for (int i = 0; i < 20_000; i++) {
      begin(0, i % 5 == 4 ? Outcome.INDETERMINATE : Outcome.COMMITTED);
      if (i > 0) {
        block.read(atoms.integer(i - 1), i);
      }
      block.write(atoms.integer(i), i + 1);
    }
    assertThat(check(IsolationLevel.READ_COMMITTED).word()).isEqualTo("satisfied");
    assertThat(check(IsolationLevel.READ_ATOMIC).word()).isEqualTo("satisfied");
    assertThat(check(IsolationLevel.CAUSAL).word()).isEqualTo("satisfied");
  }

  /** A named write must be of the value that was read, also if it is the initial one. */
  @Test
  void initialWriterOfAnotherValue() {
    begin(0, Outcome.COMMITTED);
    block.read(atoms.text("x"), 7);
    block.fromWriter(Atoms.INITIAL_WRITER);
    Verdict verdict = check(IsolationLevel.READ_COMMITTED);
    assertThat(((Verdict.Violated) verdict).counts()).containsOnlyKeys(AnomalyKind.THIN_AIR_READ);
  }

  private void begin(int session, Outcome outcome) {
    block.transaction(atoms.integer(session), Atoms.NO_NAME, outcome, 0);
  }

  private Verdict check(IsolationLevel level) {
    return new WeakChecker(level, Limits.DEFAULT).check(history());
  }

  private History history() {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }
}
