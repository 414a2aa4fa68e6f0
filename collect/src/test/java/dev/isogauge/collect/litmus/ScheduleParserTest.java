package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.spi.InputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleParserTest {
  private static final String HEAD = "shows: G0\nsetup: x=1\n";

  private static Schedule parse(String text) throws InputException {
    return ScheduleParser.parse("my.litmus", "my", text);
  }

  @Test
  void readsEverythingThatAScheduleCanSay() throws InputException {
    Schedule schedule =
        parse(
            """
            # a comment
            title: All of it
            column: all
            shows: G-single-item, LostUpdate
            about: First line
              and second one.
            setup: x=10 y=-20
            session a: T1 T3

            T1 read x
            T1 select "value > 5"
            T1 rollback
            T2 insert z 1
            T2 update x 2
            T2 write y 3
            T2 delete x
            T2 update where "value = 3" 4
            T2 delete where "value < 0"
            T2 commit
            T3 read z
            T3 take x
            T3 merge x 5
            T3 join "value < 30"
            T3 copy y "value < 30" 6
            """);

    assertThat(schedule.title()).isEqualTo("All of it");
    assertThat(schedule.column()).isEqualTo("all");
    assertThat(schedule.about()).isEqualTo("First line and second one.");
    assertThat(schedule.shows())
        .containsExactlyInAnyOrder(AnomalyKind.G_SINGLE_ITEM, AnomalyKind.LOST_UPDATE);
    assertThat(schedule.setup()).isEqualTo(Map.of("x", 10L, "y", -20L));
    assertThat(schedule.sessions()).isEqualTo(Map.of("T1", "a", "T2", "t2", "T3", "a"));
    assertThat(schedule.keys()).containsExactly("x", "y", "z");
    assertThat(schedule.steps())
        .extracting(Step::action)
        .isEqualTo(
            List.of(
                Action.onItem(Action.Verb.READ, "x"),
                Action.where(Action.Verb.SELECT, "value > 5"),
                Action.rollback(),
                Action.onItem(Action.Verb.INSERT, "z", 1),
                Action.onItem(Action.Verb.UPDATE, "x", 2),
                Action.onItem(Action.Verb.WRITE, "y", 3),
                Action.onItem(Action.Verb.DELETE, "x"),
                Action.updateWhere("value = 3", 4),
                Action.where(Action.Verb.DELETE_WHERE, "value < 0"),
                Action.commit(),
                Action.onItem(Action.Verb.READ, "z"),
                Action.onItem(Action.Verb.TAKE, "x"),
                Action.onItem(Action.Verb.MERGE, "x", 5),
                Action.where(Action.Verb.JOIN, "value < 30"),
                Action.copy("y", "value < 30", 6)));
  }

  @Test
  void stepsAreShownAsTheyAreWritten() throws InputException {
    for (Schedule schedule : Schedules.all()) {
      String steps = String.join("\n", schedule.steps().stream().map(Step::toString).toList());
      assertThat(Schedules.text(schedule.id())).endsWith("\n\n" + steps + "\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "T1 raed x | 3:4: found 'raed', expected one of read, write",
        "T1 | 3:3: found the end of the line, expected one of read",
        "T1 read | 3:8: found the end of the line, expected an item",
        "T1 read 7x | 3:9: found '7x', expected an item",
        "T1 read x y | 3:11: found 'y', expected the end of the line",
        "T1 write x | 3:11: found the end of the line, expected an integer",
        "T1 write x big | 3:12: found 'big', expected an integer",
        "T1 select value | 3:11: found 'value', expected a condition in quotes",
        "T1 select \"value >\" | 3:12: in the condition \"value >\": ",
        "T1 select \"size > 5\" | 3:12: found \"size > 5\", expected a condition on the column value",
        "T1 read nil | 3:12: no item may be called nil",
        "Order read x | 3:6: no transaction may be called Order",
        "T1 write x 1 | 3:13: x gets the value 1 a second time; values must differ",
        "shows: G9 | 3:8: found 'G9', expected an anomaly, such as AbortedRead",
        "setup: x 1 | 3:10: found '1', expected '='",
        "setup: x=2 | 3:11: item x is set up twice",
        "titel: x | 3:7: found 'titel:', expected title, column, about, shows, setup or session",
        "session a T1 | 3:11: found 'T1', expected ':'",
        "setup commit | 3:6: no transaction may be called setup",
        "T1 append x 5 | 3:1: x is a list, which is empty at first and has no setup",
      })
  void saysWhereAndWhatIsWrong(String line, String message) {
    assertThatThrownBy(() -> parse(HEAD + line.strip() + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("my.litmus:" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shows: G0;setup: x=1 | my.litmus:2:1: there are no steps",
        "T1 read x | my.litmus:1:1: there is no 'shows:' with an anomaly to look for",
        "shows: G0;T1 commit;T1 read x | my.litmus:3:3: transaction T1 has ended before",
        "shows: G0;T1 commit;setup: x=1 | my.litmus:3:6: found a header after the first step",
        "shows: G0;session a: T1 T2;T1 read x;T2 read x"
            + " | my.litmus:4:3: transaction T1 of the same session has not ended before T2",
        "shows: G0;session t2: T1;T2 commit"
            + " | my.litmus:3:3: the session of transaction T2 would be called as another, t2",
        "shows: G0;session a: T1 T2;T1 commit"
            + " | my.litmus:3:1: transaction T2 has a session and no steps",
        "shows: G0;T1 append x 1;T1 update x 2"
            + " | my.litmus:3:1: found 'update x 2' of a list, x; expected read or append",
        "shows: G0;T1 append x 1;T1 select \"value = 1\""
            + " | my.litmus:3:1: found a condition in a schedule that appends to lists",
        "shows: G0;  more | my.litmus:2:1: found a blank, expected a header or a step",
      })
  void findsWhatIsWrongWithTheWhole(String lines, String message) {
    assertThatThrownBy(() -> parse(lines.replace(';', '\n')))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message.strip());
  }
}
