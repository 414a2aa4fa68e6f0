package dev.isogauge.oracle.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.timestamp.Timed.Kind;
import dev.isogauge.oracle.timestamp.Timed.Operation;
import dev.isogauge.oracle.timestamp.Timed.Time;
import dev.isogauge.oracle.timestamp.Timed.Transaction;
import dev.isogauge.property.TestSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The offline checker finds exactly what the rules say, on all tiny histories of one key. */
class ExhaustiveTimestampTest {
  private static final int TIMES = 3;

  /** Two transactions of up to two operations each, in one session or in two. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pairs(boolean snapshots) {
    int stride = TestSize.pick(3, 1);
    int checked = 0;
    List<List<Operation>> bodies = bodies(2);
    int forms = bodies.size() * TIMES * TIMES;
    for (long code = 0; code < 2L * forms * forms; code += stride) {
      List<Transaction> history =
          List.of(
              transaction(0, 0, code / 2 % forms, bodies),
              transaction(1, code % 2, code / 2 / forms, bodies));
      agree(history, snapshots);
      checked++;
    }
    assertThat(checked).isGreaterThan(20_000);
  }

  /** Three transactions of up to one operation each, over one to three sessions. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void triples(boolean snapshots) {
    int stride = TestSize.pick(29, 1);
    List<List<Operation>> bodies = bodies(1);
    long forms = (long) bodies.size() * TIMES * TIMES;
    int[][] sessions = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}};
    for (long code = 0; code < sessions.length * forms * forms * forms; code += stride) {
      int[] session = sessions[(int) (code % sessions.length)];
      long rest = code / sessions.length;
      List<Transaction> history =
          List.of(
              transaction(0, session[0], rest % forms, bodies),
              transaction(1, session[1], rest / forms % forms, bodies),
              transaction(2, session[2], rest / forms / forms, bodies));
      agree(history, snapshots);
    }
  }

  private static void agree(List<Transaction> history, boolean snapshots) {
    assertThat(TimestampOracleTest.check(history, snapshots))
        .as("%s", history)
        .isEqualTo(new TimestampOracle(history, snapshots).findings());
  }

  /** All sequences of up to so many operations; a write of 9 becomes one of the writer's own. */
  private static List<List<Operation>> bodies(int length) {
    List<Operation> single = new ArrayList<>();
    single.add(new Operation(Kind.WRITE, 0, 9L, null));
    single.add(new Operation(Kind.READ, 0, null, null));
    for (long value = 0; value < 3; value++) {
      single.add(new Operation(Kind.READ, 0, value, null));
    }
    List<List<Operation>> bodies = new ArrayList<>();
    bodies.add(List.of());
    for (int begin = 0, level = 0; level < length; level++) {
      int end = bodies.size();
      for (; begin < end; begin++) {
        for (Operation operation : single) {
          List<Operation> longer = new ArrayList<>(bodies.get(begin));
          longer.add(operation);
          bodies.add(longer);
        }
      }
    }
    return bodies;
  }

  private static Transaction transaction(
      long name, long session, long form, List<List<Operation>> bodies) {
    List<Operation> operations =
        bodies.get((int) (form / (TIMES * TIMES))).stream()
            .map(o -> o.kind() == Kind.WRITE ? new Operation(Kind.WRITE, o.key(), name, null) : o)
            .toList();
    return new Transaction(
        name,
        session,
        null,
        Outcome.COMMITTED,
        new Time(form % TIMES, 0),
        new Time(form / TIMES % TIMES, 0),
        null,
        null,
        operations);
  }
}
