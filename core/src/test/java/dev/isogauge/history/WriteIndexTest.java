package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteIndexTest {
  private final Atoms atoms = new Atoms();
  private final RawBlock block = new RawBlock();
  private int transactions;

  /** Elements next to one another, far apart, all over the range, and some texts. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 1_000_003, Long.MAX_VALUE / 40, 0x6A09E667F3BCC909L})
  void findsEveryAppendAndNothingElse(long distance) {
    Random random = new Random(distance);
    Set<String> appended = new HashSet<>();
    for (int i = 0; i < 400; i++) {
      begin(Outcome.COMMITTED);
      long key = random.nextInt(7);
      long element = i % 100 == 99 ? atoms.text("e" + i) : i * distance;
      block.append(key, element);
      appended.add(key + " " + element);
    }
    History history = history();
    assertThat(history.repeatedAppend()).isEqualTo(History.NONE);
    for (int i = 0; i < history.operationCount(); i++) {
      int key = history.keyOf(i);
      assertThat(history.writeOf(key, history.valueOf(i))).isEqualTo(i);
      for (long other : new long[] {-1, 0, 1, 500, history.valueOf(i) + 1, Atoms.NIL}) {
        assertThat(history.writeOf(key, other) != History.NONE)
            .isEqualTo(appended.contains(history.keyAtom(key) + " " + other));
      }
    }
  }

  @Test
  void anAbortedAppendYieldsToAnother() {
    begin(Outcome.ABORTED);
    block.append(0, 5);
    begin(Outcome.COMMITTED);
    block.append(0, 5);
    begin(Outcome.ABORTED);
    block.append(0, 5);
    History history = history();
    assertThat(history.writeOf(0, 5)).isEqualTo(1);
    assertThat(history.repeatedAppend()).isEqualTo(History.NONE);
  }

  @Test
  void tellsWhatWasAppendedTwice() {
    begin(Outcome.COMMITTED);
    block.append(0, 1_000_000);
    block.append(0, 5);
    begin(Outcome.INDETERMINATE);
    block.append(0, 5);
    History history = history();
    assertThat(history.writeOf(0, 5)).isEqualTo(History.SEVERAL);
    assertThat(history.writeOf(0, 1_000_000)).isZero();
    assertThat(history.repeatedAppend()).isEqualTo(2);
  }

  @Test
  void aKeyWithoutAppendsHasNone() {
    begin(Outcome.COMMITTED);
    block.readList(0);
    assertThat(history().writeOf(0, 1)).isEqualTo(History.NONE);
  }

  @Test
  void finalWritesComeBeforeOverwrittenAndAbortedOnes() {
    begin(Outcome.COMMITTED);
    block.write(0, 5);
    block.write(0, 6);
    begin(Outcome.ABORTED);
    block.write(0, 5);
    History overwritten = history();
    assertThat(overwritten.writeOf(0, 5)).isZero();
    assertThat(overwritten.writesOf(0, 5)).containsExactly(0, 2);
    assertThat(overwritten.writeOf(0, 7)).isEqualTo(History.NONE);
  }

  /** Large enough for several windows; later sessions write some values of earlier ones again. */
  @Test
  void findsRepeatedWritesOfALargeHistoryInTheirOrder() {
    int sessions = 5;
    int transactionsOfSession = 70_000;
    Map<Long, List<Integer>> expected = new HashMap<>();
    for (int session = 0; session < sessions; session++) {
      for (int t = 0; t < transactionsOfSession; t++) {
        block.transaction(session, Atoms.NO_NAME, Outcome.COMMITTED, transactions++);
        long value = sessions * (session % 2 == 0 ? t : transactionsOfSession - 1L - t) + session;
        // Every hundredth is what session 0 writes about then.
        value -= t % 100 == 0 ? session : 0;
        block.write(value % 1000, value);
        expected.computeIfAbsent(value, any -> new ArrayList<>()).add(transactions - 1);
      }
    }
    History history = history();
    for (int i = 0; i < history.operationCount(); i++) {
      long value = history.valueOf(i);
      assertThat(history.writesOf(history.keyOf(i), value))
          .containsExactly(expected.get(value).stream().mapToInt(x -> x).toArray());
    }
  }

  @Test
  void twoFinalWritesAreSeveral() {
    for (int i = 0; i < 2; i++) {
      begin(Outcome.COMMITTED);
      block.write(0, 5);
      block.write(1, 9 + i);
    }
    begin(Outcome.ABORTED);
    block.write(0, 5);
    History history = history();
    assertThat(history.writeOf(0, 5)).isEqualTo(History.SEVERAL);
    assertThat(history.writesOf(0, 5)).containsExactly(0, 2, 4);
    assertThat(history.writesOf(1, 10)).containsExactly(3);
    assertThat(history.writesOf(1, 5)).isEmpty();
  }

  @Test
  void aRecordMeansAVersionByValueOrWriter() {
    long first = atoms.text("T1");
    long second = atoms.text("T2");
    for (long name : new long[] {first, second}) {
      block.transaction(1, name, Outcome.COMMITTED, transactions++);
      block.write(0, 5);
      block.write(1, Atoms.NIL);
    }
    History history = history();
    assertThat(history.version(0, 5, Atoms.NO_NAME, false)).isEqualTo(History.SEVERAL);
    assertThat(history.version(0, 5, second, false)).isEqualTo(2);
    assertThat(history.version(0, 6, second, false)).isEqualTo(History.THIN_AIR);
    assertThat(history.version(0, 5, atoms.text("T3"), false)).isEqualTo(History.THIN_AIR);
    assertThat(history.version(1, Atoms.NIL, Atoms.INITIAL_WRITER, false))
        .isEqualTo(History.INITIAL);
    assertThat(history.version(1, Atoms.NIL, Atoms.NO_NAME, true)).isEqualTo(History.SEVERAL);
    assertThat(history.keyNamed(1)).isEqualTo(1);
    assertThat(history.keyNamed(7)).isEqualTo(History.NONE);
  }

  private void begin(Outcome outcome) {
    block.transaction(1, Atoms.NO_NAME, outcome, transactions++);
  }

  private History history() {
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }
}
