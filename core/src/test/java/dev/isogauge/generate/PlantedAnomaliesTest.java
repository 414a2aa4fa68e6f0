package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What was planted, and nothing else, is found by an independent reading of the definitions. */
class PlantedAnomaliesTest {
  private static final WorkloadSpec SPEC =
      WorkloadSpec.DEFAULT.withSessions(3).withTransactions(30).withKeys(5).withOperations(4);

  static List<AnomalyKind> kinds() {
    return Arrays.stream(AnomalyKind.values()).filter(kind -> !kind.letter().isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void plantsExactlyTheKind(AnomalyKind kind) {
    GeneratedHistory generated = HistoryGenerator.generate(SPEC, List.of(new Injection(kind, 3)));
    NaiveAxioms axioms = new NaiveAxioms(generated.history());
    assertThat(axioms.findings(IsolationLevel.CAUSAL)).isEqualTo(expected(generated.planted()));
    for (IsolationLevel level : IsolationLevel.weak()) {
      assertThat(axioms.holds(level)).as("%s", level).isNotEqualTo(kind.violates().contains(level));
    }
  }

  @Test
  void plantsAllKindsSideBySide() {
    List<Injection> injections = kinds().stream().map(kind -> new Injection(kind, 2)).toList();
    GeneratedHistory generated = HistoryGenerator.generate(SPEC, injections);
    assertThat(new NaiveAxioms(generated.history()).findings(IsolationLevel.CAUSAL))
        .isEqualTo(expected(generated.planted()));
    assertThat(generated.planted()).hasSize(2 * (14 + 3));
    assertThat(generated.planted().get(generated.planted().size() - 1).plant()).isEqualTo(28);
  }

  @ParameterizedTest
  @EnumSource(StoreKind.class)
  void findsThePlantsInEveryStore(StoreKind store) {
    List<Injection> injections = kinds().stream().map(kind -> new Injection(kind, 1)).toList();
    GeneratedHistory generated =
        HistoryGenerator.generate(SPEC.withStore(store).withTimestamps(true), injections);
    Set<String> found = new NaiveAxioms(generated.history()).findings(IsolationLevel.CAUSAL);
    assertThat(found).containsAll(expected(generated.planted()));
    // Whatever else is found is the store's doing, on the store's own keys.
    found.removeAll(expected(generated.planted()));
    assertThat(found)
        .allSatisfy(
            finding ->
                assertThat(Integer.parseInt(finding.split(" ", -1)[2])).isLessThan(SPEC.keys()));
  }

  @Test
  void leavesTheStoreAlone() {
    History plain = HistoryGenerator.generate(SPEC);
    History planted =
        HistoryGenerator.generate(SPEC, List.of(new Injection(AnomalyKind.FRACTURED_READ, 5)))
            .history();
    assertThat(planted.transactionCount()).isEqualTo(plain.transactionCount() + 15);
    for (int s = 0; s < plain.sessionCount(); s++) {
      int size = plain.endTransaction(s) - plain.firstTransaction(s);
      assertThat(planted.sessionName(sessionNamed(planted, plain.sessionName(s))))
          .isEqualTo(plain.sessionName(s));
      int same = sessionNamed(planted, plain.sessionName(s));
      assertThat(planted.endTransaction(same) - planted.firstTransaction(same)).isEqualTo(size);
    }
  }

  @Test
  void spreadsPlantsOverTheHistory() {
    GeneratedHistory generated =
        HistoryGenerator.generate(
            SPEC.withTransactions(1000), List.of(new Injection(AnomalyKind.THIN_AIR_READ, 100)));
    List<Integer> names =
        generated.planted().stream()
            .map(planted -> Integer.parseInt(planted.transaction()))
            .toList();
    assertThat(names).isSorted();
    assertThat(names.get(0)).isLessThan(100);
    assertThat(names.get(99)).isGreaterThan(1000);
    assertThat(new HashSet<>(names)).hasSize(100);
  }

  private static int sessionNamed(History history, String name) {
    for (int s = 0; s < history.sessionCount(); s++) {
      if (history.sessionName(s).equals(name)) {
        return s;
      }
    }
    throw new AssertionError("no session " + name);
  }

  private static Set<String> expected(List<PlantedFinding> planted) {
    Set<String> expected = new TreeSet<>();
    for (PlantedFinding anomaly : planted) {
      String letter = anomaly.kind().letter();
      if (anomaly.kind() == AnomalyKind.CYCLIC_CAUSALITY) {
        // Members in the order of sessions, which is the order of planting here.
        List<String> members = new ArrayList<>(anomaly.transactions());
        Collections.sort(members, (a, b) -> Integer.parseInt(a) - Integer.parseInt(b));
        expected.add(letter + " " + String.join(" ", members));
      } else {
        expected.add(
            String.join(
                " ",
                letter,
                anomaly.transaction(),
                anomaly.key().orElseThrow(),
                anomaly.other().orElse("-")));
      }
    }
    return expected;
  }
}
