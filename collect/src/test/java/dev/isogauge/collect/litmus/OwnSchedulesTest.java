package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.level.IsolationLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules as users write them. */
class OwnSchedulesTest {
  @TempDir private Path directory;

  private Schedule schedule(String text) throws Exception {
    return Schedules.read(Files.writeString(directory.resolve("mine.litmus"), text));
  }

  /** Whether T1 and T2 see items that are not there makes all the difference. */
  @Test
  void listsGrowByAppends() throws Exception {
    Schedule skew =
        schedule(
            """
            shows: G2-item
            T0 append x 1
            T0 read x
            T0 commit
            T1 read x
            T1 read y
            T2 read x
            T2 read y
            T1 append x 2
            T2 append y 3
            T2 savepoint
            T2 append x 4
            T2 rollback to savepoint
            T1 commit
            T2 commit
            """);
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Litmus litmus = new Litmus(List.of(skew), LitmusSettings.defaults(), what -> {});
      Cell cell = litmus.cell(database, database.capabilities().level("ser"), skew);

      assertThat(cell.history()).contains("T0", "a(x,1) r(x,[1])", "r(x,[1]) r(y,[]) a(x,2)");
      assertThat(cell.steps()).contains("T1 read x -> [1]");
    }
  }

  @ParameterizedTest
  @CsvSource({"'', insert, false", "setup: x=1 y=2, update, true"})
  void phantomsAreNoFaultOfRepeatableRead(String setup, String verb, boolean faulty)
      throws Exception {
    Schedule skew =
        schedule(
            """
            shows: G2-item
            %s
            T1 read x
            T2 read y
            T1 %s y 10
            T2 %s x 20
            T1 commit
            T2 commit
            T3 read z
            T3 commit
            """
                .formatted(setup, verb, verb));
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Litmus litmus = new Litmus(List.of(skew), LitmusSettings.defaults(), what -> {});
      Cell cell = litmus.cell(database, database.capabilities().level("repeatable-read"), skew);

      assertThat(cell.outcome()).isEqualTo(CellOutcome.POSSIBLE);
      assertThat(cell.breaksClaim()).isEqualTo(faulty);
      assertThat(cell.verdicts().get(IsolationLevel.PL_2_99).word()).isEqualTo("violated");
      Cell serializable = litmus.cell(database, database.capabilities().level("ser"), skew);
      assertThat(serializable.breaksClaim()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T1 update where \"value > 5\" 7;T2 update where \"value > 6\" 7 | 4:30: an item may get",
        "T1 update where \"value > 5\" 1 | 3:30: an item may get the value 1 a second time",
        "T1 update where \"value > 5\" 7;T1 insert y 7 | 4:14: y gets the value 7 a second time",
      })
  void everyValueOfAnItemIsWrittenOnceByConditionsToo(String steps, String message) {
    assertThatThrownBy(() -> schedule("shows: G0\nsetup: x=1\n" + steps.replace(';', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("mine.litmus:" + message);
  }

  @Test
  void aByteOrderMarkAndLineEndsOfWindowsAreNoMistake() throws Exception {
    Schedule schedule = schedule("\uFEFFtitle: Mine\r\nshows: G0\r\n\r\nT1 read x\r\n");
    assertThat(schedule.title()).isEqualTo("Mine");
    assertThat(schedule.steps()).hasSize(1);
  }
}
