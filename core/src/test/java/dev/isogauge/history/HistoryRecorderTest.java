package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {
  @Test
  void aLostUpdate() {
    History history =
        new HistoryRecorder()
            .session("alice")
            .transaction()
            .read("x", 0)
            .write("x", 1)
            .session("bob")
            .transaction()
            .read("x", 0)
            .write("x", 2)
            .initially(0)
            .history();

    Verdict verdict = Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION, Limits.DEFAULT);
    assertThat(((Verdict.Violated) verdict).counts()).containsKey(AnomalyKind.LOST_UPDATE);
  }

  @Test
  void aPhantom() {
    HistoryRecorder recorder =
        new HistoryRecorder()
            .session("writer")
            .transaction()
            .serial(1)
            .insert("accounts/1", Map.of("balance", 5))
            .transaction("late")
            .serial(2)
            .insert("accounts/2", Map.of("balance", 9));
    Question serial = new Question(IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY, true);
    History history =
        recorder
            .session("reader")
            .transaction()
            .serial(3)
            .readRows("accounts", "balance > 4", "accounts/1")
            .history();

    assertThat(Checks.check(history, serial, Limits.DEFAULT)).isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void everythingElse() throws Exception {
    History recorded =
        new HistoryRecorder()
            .session(7)
            .transaction(1)
            .aborted()
            .timestamps(1, 2)
            .times(3, 4)
            .append("list", 5)
            .readList("list", 5, "six")
            .readUnknown("y")
            .transaction()
            .indeterminate()
            .write("y", null)
            .delete("y")
            .write("big", new BigInteger("18446744073709551615"))
            .readRows("", "true", Map.of("y", 3))
            .readAggregate("r", "count(*)", 0L)
            .initially("y", "why")
            .history();

    assertThat(HistoryDescription.of(recorded))
        .isEqualTo(
            HistoryDescription.of(
                IsogaugeText.parse(
                    """
                    init y=why
                    7 1: aborted [ts 1..2] [rt 3..4] a(list,5) r(list,[5,six]) r(y,?)
                    7: indeterminate w(y,nil) d(y) w(big,18446744073709551615) \
                    p(*,"true",[y=3]) p(r,"count(*)",0)
                    """)));
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatThrownBy(() -> new HistoryRecorder().read("x", 1))
        .hasMessage("no transaction has begun; expected transaction() first");
    assertThatThrownBy(() -> new HistoryRecorder().transaction().read("x", 1.5))
        .hasMessageStartingWith("java.lang.Double is neither a key nor a value");
  }
}
