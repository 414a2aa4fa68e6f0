package dev.isogauge.oracle.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.explain.Explainer;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.TinyHistory.Transaction;
import dev.isogauge.property.Renaming;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What must hold of the search whatever the history, on histories too large for trying all runs.
 * Whatever is asked for once, its witness is verified, or what shows that there is none.
 */
class LargerHistoriesTest {
  private static final int RUNS = TestSize.pick(30, 2_000);
  private static final List<IsolationLevel> STRONGEST_FIRST =
      List.of(
          IsolationLevel.STRICT_SERIALIZABILITY,
          IsolationLevel.SERIALIZABILITY,
          IsolationLevel.SNAPSHOT_ISOLATION);

  private int satisfied;
  private int violated;
  private int untold;

  private Verdict check(TinyHistory tiny, Constraints constraints) {
    return check(tiny.toHistory(), constraints, tiny::toString);
  }

  private Verdict check(History history, Constraints constraints, Supplier<String> text) {
    Supplier<String> what = () -> constraints + "\n" + text.get();
    Verdict verdict = new BlackBoxChecker(constraints, Limits.DEFAULT).check(history);
    if (verdict instanceof Verdict.Satisfied proof) {
      satisfied++;
      BlackBoxEvidence.verify(history, constraints, proof.witness(), what);
    } else {
      violated++;
      assertThat(verdict).as(what).isInstanceOf(Verdict.Violated.class);
      for (Anomaly anomaly : ((Verdict.Violated) verdict).anomalies()) {
        Supplier<String> story =
            () -> what.get() + "\n" + new Explainer(history).explain(anomaly).text();
        untold += BlackBoxEvidence.confirm(history, constraints, anomaly, story);
      }
    }
    return verdict;
  }

  private void enoughOfBoth() {
    int asked = satisfied + violated;
    assertThat(satisfied).isBetween(asked / 10, asked - asked / 10);
    assertThat(untold).isLessThan(asked / 10);
  }

  private static boolean holds(Verdict verdict) {
    return verdict instanceof Verdict.Satisfied;
  }

  @Test
  void strongerImpliesWeaker() {
    for (long seed = 0; seed < RUNS; seed++) {
      TinyHistory tiny = LargerHistories.next(new Random(seed)).history();
      boolean stronger = false;
      for (IsolationLevel level : STRONGEST_FIRST) {
        boolean holds = holds(check(tiny, new Constraints(level, true, false)));
        assertThat(holds || !stronger).as("%s, seed %d: %s", level, seed, tiny).isTrue();
        stronger = holds;
        if (holds) {
          Verdict without = check(tiny, new Constraints(level, false, false));
          assertThat(holds(without)).as("%s, seed %d: %s", level, seed, tiny).isTrue();
        }
      }
      for (IsolationLevel weak : IsolationLevel.weak()) {
        Verdict verdict = Checks.check(tiny.toHistory(), weak, Limits.DEFAULT);
        assertThat(stronger && verdict instanceof Verdict.Violated)
            .as("%s, seed %d: %s", weak, seed, tiny)
            .isFalse();
      }
    }
    enoughOfBoth();
  }

  @Test
  void namesAndTheOrderOfSessionsDoNotMatter() {
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      TinyHistory tiny = LargerHistories.next(random).history();
      Constraints constraints = constraints(random, false);
      boolean holds = holds(check(tiny, constraints));
      Stream.of(
              Renaming.keysAndValues(tiny),
              Renaming.transactions(tiny),
              Renaming.sessions(tiny, Renaming.permutation(tiny, random)))
          .forEach(
              renamed ->
                  assertThat(holds(check(renamed, constraints)))
                      .as("%s of %s", constraints, tiny)
                      .isEqualTo(holds));
    }
    enoughOfBoth();
  }

  /** To know more of the order of versions can only rule out runs. */
  @Test
  void lessOfAnOrderOfVersionsViolatesLess() {
    int told = 0;
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      LargerHistories larger = LargerHistories.next(random);
      TinyHistory tiny = larger.history();
      Constraints constraints = constraints(random, true);
      Map<String, List<Transaction>> more = LargerHistories.some(larger.versions(), random, true);
      Map<String, List<Transaction>> less = LargerHistories.some(more, random, false);
      boolean holds = true;
      for (Map<String, List<Transaction>> order :
          List.of(Map.<String, List<Transaction>>of(), less, more)) {
        boolean now = holds(check(tiny.toHistory(order), constraints, () -> tiny + " " + order));
        assertThat(holds || !now).as("%s of %s with %s", constraints, tiny, order).isTrue();
        told += holds && !now && order == more ? 1 : 0;
        holds = now;
      }
    }
    assertThat(told).isGreaterThan(RUNS / 100);
    enoughOfBoth();
  }

  /** A run that explains everything shows an order of versions, with which it still does. */
  @Test
  void theOrderOfAWitnessChangesNothing() {
    for (long seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      TinyHistory tiny = LargerHistories.next(random).history();
      Constraints constraints = constraints(random, true);
      if (check(tiny, constraints) instanceof Verdict.Satisfied proof) {
        Map<String, List<Transaction>> order =
            LargerHistories.some(versions(tiny, proof.witness()), random, false);
        Verdict again = check(tiny.toHistory(order), constraints, () -> tiny + " " + order);
        assertThat(holds(again)).as("%s of %s with %s", constraints, tiny, order).isTrue();
      }
    }
    enoughOfBoth();
  }

  private static Constraints constraints(Random random, boolean versionOrders) {
    IsolationLevel level = STRONGEST_FIRST.get(random.nextInt(STRONGEST_FIRST.size()));
    return new Constraints(level, random.nextInt(3) > 0, versionOrders);
  }

  private static Map<String, List<Transaction>> versions(TinyHistory tiny, Witness witness) {
    Map<String, List<Transaction>> versions = new HashMap<>();
    for (int t : witness.commitOrder()) {
      Transaction transaction = tiny.transactions().get(t);
      transaction.operations().stream()
          .filter(operation -> operation.isWrite())
          .map(operation -> operation.key())
          .distinct()
          .forEach(key -> versions.computeIfAbsent(key, k -> new ArrayList<>()).add(transaction));
    }
    return versions;
  }
}
