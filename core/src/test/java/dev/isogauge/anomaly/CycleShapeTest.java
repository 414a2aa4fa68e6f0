package dev.isogauge.anomaly;

import static dev.isogauge.anomaly.Relation.OVERWRITES;
import static dev.isogauge.anomaly.Relation.PREDICATE_OVERWRITTEN;
import static dev.isogauge.anomaly.Relation.PREDICATE_READS_FROM;
import static dev.isogauge.anomaly.Relation.READS_FROM;
import static dev.isogauge.anomaly.Relation.READ_OVERWRITTEN;
import static dev.isogauge.anomaly.Relation.REAL_TIME;
import static dev.isogauge.anomaly.Relation.SESSION_ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.level.IsolationLevel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kind of a cycle follows from its edges alone. */
class CycleShapeTest {
  @Test
  void theFirstRowThatFitsNamesACycle() {
    assertThat(kind(OVERWRITES, OVERWRITES)).isEqualTo(AnomalyKind.G0);
    assertThat(kind(OVERWRITES, READS_FROM)).isEqualTo(AnomalyKind.G1C);
    assertThat(kind(OVERWRITES, PREDICATE_READS_FROM)).isEqualTo(AnomalyKind.G1C);
    assertThat(kind(READ_OVERWRITTEN, READS_FROM)).isEqualTo(AnomalyKind.G_SINGLE_ITEM);
    assertThat(kind(READ_OVERWRITTEN, PREDICATE_READS_FROM)).isEqualTo(AnomalyKind.G_SINGLE_ITEM);
    assertThat(kind(PREDICATE_OVERWRITTEN, READS_FROM)).isEqualTo(AnomalyKind.G_SINGLE);
    assertThat(kind(READ_OVERWRITTEN, READS_FROM, READ_OVERWRITTEN, OVERWRITES))
        .isEqualTo(AnomalyKind.G_NONADJACENT_ITEM);
    assertThat(kind(READ_OVERWRITTEN, READS_FROM, PREDICATE_OVERWRITTEN, OVERWRITES))
        .isEqualTo(AnomalyKind.G_NONADJACENT);
    assertThat(kind(READ_OVERWRITTEN, READ_OVERWRITTEN)).isEqualTo(AnomalyKind.G2_ITEM);
    assertThat(kind(READ_OVERWRITTEN, PREDICATE_OVERWRITTEN)).isEqualTo(AnomalyKind.G2);
  }

  @Test
  void theLastEdgeIsAdjacentToTheFirst() {
    assertThat(kind(READ_OVERWRITTEN, READS_FROM, READ_OVERWRITTEN)).isEqualTo(AnomalyKind.G2_ITEM);
    assertThat(kind(READS_FROM, READ_OVERWRITTEN, OVERWRITES, READ_OVERWRITTEN))
        .isEqualTo(AnomalyKind.G_NONADJACENT_ITEM);
  }

  @Test
  void theWidestOrderIsTheScope() {
    assertThat(kind(OVERWRITES, SESSION_ORDER)).isEqualTo(AnomalyKind.G0_SESSION);
    assertThat(kind(READS_FROM, REAL_TIME)).isEqualTo(AnomalyKind.G1C_REALTIME);
    assertThat(kind(READ_OVERWRITTEN, REAL_TIME, SESSION_ORDER))
        .isEqualTo(AnomalyKind.G_SINGLE_ITEM_REALTIME);
    assertThat(kind(PREDICATE_OVERWRITTEN, PREDICATE_OVERWRITTEN, SESSION_ORDER).title())
        .isEqualTo("G2-session");
  }

  @Test
  void onlyDependenciesFormSuchCycles() {
    assertThatThrownBy(() -> kind(OVERWRITES, Relation.COMMIT_ORDER))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void scopesDecideWhichLevelsAreViolated() {
    assertThat(AnomalyKind.G0.violates()).contains(IsolationLevel.PL_1);
    assertThat(AnomalyKind.G0_SESSION.violates())
        .contains(IsolationLevel.SNAPSHOT_ISOLATION)
        .doesNotContain(IsolationLevel.PL_1, IsolationLevel.PL_3);
    assertThat(AnomalyKind.G0_REALTIME.violates())
        .containsExactly(
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION, IsolationLevel.STRICT_SERIALIZABILITY);
    assertThat(AnomalyKind.G2_ITEM.violates())
        .contains(IsolationLevel.SERIALIZABILITY, IsolationLevel.PL_2_99)
        .doesNotContain(IsolationLevel.SNAPSHOT_ISOLATION);
  }

  @Test
  void everyShapeHasAKindInEveryScope() {
    for (CycleShape shape : CycleShape.values()) {
      for (CycleScope scope : CycleScope.values()) {
        assertThat(AnomalyKind.values())
            .extracting(AnomalyKind::title)
            .containsOnlyOnce(shape.title + scope.suffix);
      }
    }
  }

  private static AnomalyKind kind(Relation... cycle) {
    return AnomalyKind.ofCycle(List.of(cycle));
  }
}
