package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OrderingStudyTest {
  private static final int WRITERS = 40;

  private static final OrderingStudy STUDY =
      new OrderingStudy(IsolationLevel.SERIALIZABILITY, Limits.DEFAULT, 1);

  private static String blindWriters() {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= WRITERS; i++) {
      text.append("s").append(i % 4).append(": w(x,").append(i).append(")\n");
    }
    return text.toString();
  }

  @Test
  void whatIsKnownIsNotOpen() throws InputException {
    History history = IsogaugeText.parse(blindWriters());
    OrderingStudy.Versions orders =
        OrderingStudy.versionOrder(history, Limits.DEFAULT).orElseThrow();
    List<OrderingStudy.Row> rows = STUDY.rows(history, orders, 0, 0.5, 1).toList();
    assertThat(rows).extracting(OrderingStudy.Row::verdict).containsOnly("satisfied");
    assertThat(rows).extracting(OrderingStudy.Row::pairs).containsOnly(OptionalLong.of(780));
    List<Long> open = rows.stream().map(row -> row.openAfter().orElseThrow()).toList();
    // Without sessions nothing is known, with them the ten writers of each of the four.
    assertThat(open.get(0)).isEqualTo(780);
    assertThat(open.get(3)).isEqualTo(780 - 4 * 45);
    assertThat(open.get(1)).isBetween(1L, 779L);
    assertThat(open.get(4)).isLessThan(open.get(1)).isPositive();
    assertThat(open.get(2)).isZero();
    assertThat(open.get(5)).isZero();
  }

  /** Neither values nor names distinguish these writers. */
  @Test
  void allOfAnOrderIsAllOfItWhereValuesRepeat() throws InputException {
    History history = IsogaugeText.parse("s1: w(x,1) | s2: w(x,1) | s3: w(x,2) | s4: r(x,1)");
    OrderingStudy.Versions found =
        OrderingStudy.versionOrder(history, Limits.DEFAULT).orElseThrow();
    assertThat(STUDY.rows(history, found, 1))
        .allSatisfy(
            row -> {
              assertThat(row.pairs()).hasValue(3);
              assertThat(row.openBefore()).hasValue(0);
              assertThat(row.verdict()).isEqualTo("satisfied");
            });
  }

  @Test
  void anOrderThatIsRecordedIsStudied() throws InputException {
    History history =
        IsogaugeText.parse("order x: 1@A 2@C 1@B\ns1 A: w(x,1) | s2 B: w(x,1) | s3 C: w(x,2)");
    OrderingStudy.Versions recorded =
        OrderingStudy.versionOrder(history, Limits.DEFAULT).orElseThrow();
    assertThat(STUDY.rows(history, recorded, 0, 1))
        .extracting(row -> row.openBefore().orElseThrow())
        .containsExactly(3L, 0L, 3L, 0L);
  }

  @Test
  void pruningDecidesPairs() throws InputException {
    History history = IsogaugeText.parse("s1: w(x,1) ; r(x,2) | s2: w(x,2)");
    List<OrderingStudy.Row> rows = STUDY.rows(history, OrderingStudy.Versions.none(), 0).toList();
    assertThat(rows.get(1).openBefore()).hasValue(1);
    assertThat(rows.get(1).openAfter()).hasValue(0);
  }

  @Test
  void withoutARunThereIsNoOrderToStudy() throws InputException {
    History skew =
        IsogaugeText.parse("s1: r(x,nil) r(y,nil) w(x,1) | s2: r(x,nil) r(y,nil) w(y,1)");
    assertThat(OrderingStudy.versionOrder(skew, Limits.DEFAULT)).isEmpty();
  }

  @Test
  void aMeasurementThatGetsNoMemoryIsUnknown() throws InputException {
    History history =
        IsogaugeText.parse("s1: w(x,1) | s2: w(x,1) | s3: w(x,1) | s4: r(x,1) | s5: r(x,1)");
    OrderingStudy study =
        new OrderingStudy(IsolationLevel.SERIALIZABILITY, Limits.DEFAULT.withMemoryBytes(1), 1);
    assertThat(study.rows(history, OrderingStudy.Versions.none(), 0, 1))
        .hasSize(4)
        .allSatisfy(
            row -> {
              assertThat(row.verdict()).isEqualTo("unknown");
              assertThat(row.pairs()).isEmpty();
              assertThat(row.choices()).isEmpty();
            });
  }
}
