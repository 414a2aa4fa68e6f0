package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.check.Checkers;
import dev.isogauge.check.Limits;
import dev.isogauge.format.InputException;
import dev.isogauge.format.isogauge.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that stores claim, of registers and of rows: what strong stores claim holds. */
class ClaimedOrdersTest {
  private static final Recording CLAIMS = Recording.DEFAULT.withSerial(true).withVersionOrder(true);
  private static final WorkloadSpec REGISTERS =
      WorkloadSpec.DEFAULT
          .withSessions(10)
          .withTransactions(1000)
          .withOperations(5)
          .withKeys(50)
          .withAbortRatio(0.05)
          .withRecording(CLAIMS);
  private static final WorkloadSpec ROWS = REGISTERS.withModel(DataModel.PREDICATE);

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied",
    "SNAPSHOT, violated",
    "READ_COMMITTED, violated"
  })
  void replayTellsStoresApart(StoreKind store, String expected) {
    for (WorkloadSpec spec : List.of(REGISTERS, ROWS)) {
      History history = HistoryGenerator.generate(spec.withStore(store));
      assertThat(check(history, IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY))
          .as("%s", spec.model())
          .isEqualTo(expected);
    }
  }

  private static String check(History history, IsolationLevel level, OrderSource order) {
    Question question = new Question(level, order, true, EnumSet.noneOf(RegisterOrder.class));
    return Checkers.of(question, Limits.DEFAULT).check(history).word();
  }
}
