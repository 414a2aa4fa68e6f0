package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionNumbersTest {
  private final Atoms atoms = new Atoms();
  private final HistoryBuilder builder = new HistoryBuilder(atoms);
  private final RawBlock block = new RawBlock();

  SessionNumbersTest() {
    builder.add(block);
  }

  private void add(long session, long name, long number) {
    block.transaction(session, name, Outcome.COMMITTED, 0);
    block.write(1, name);
    if (number != RawBlock.NO_NUMBER) {
      block.number(number);
    }
  }

  private void addAt(long name, long number, long start, long commit, long commitLogical) {
    add(1, name, number);
    block.timestamps(start, commit);
    block.logicalTimes(0, commitLogical);
  }

  private static List<String> names(History history) {
    return IntStream.range(0, history.transactionCount())
        .mapToObj(history::transactionName)
        .toList();
  }

  @Test
  void numbersDecideTheOrderOfASession() {
    add(1, 30, 3);
    add(2, 40, RawBlock.NO_NUMBER);
    add(1, 10, -5);
    add(2, 39, RawBlock.NO_NUMBER);
    add(1, 20, 2);
    History history = builder.build();
    assertThat(names(history)).containsExactly("10", "20", "30", "40", "39");
    assertThat(history.sequenceNumber(0)).isEqualTo(-5);
    assertThat(history.sequenceNumber(2)).isEqualTo(3);
    assertThat(history.sequenceNumber(3)).isEqualTo(RawBlock.NO_NUMBER);
    // Operations move with their transactions.
    assertThat(history.valueName(history.firstOperation(0))).isEqualTo("10");
    assertThat(history.valueName(history.firstOperation(2))).isEqualTo("30");
  }

  @Test
  void numbersDecideAcrossBlocks() {
    add(1, 20, 2);
    RawBlock second = new RawBlock();
    second.transaction(1, 10, Outcome.COMMITTED, 0);
    second.number(1L);
    builder.add(second);
    assertThat(names(builder.build())).containsExactly("10", "20");
  }

  @Test
  void equalNumbersAreOrderedByTimesAndNames() {
    addAt(1, 1, 5, 9, 1);
    addAt(2, 1, 5, 9, 0);
    addAt(3, 1, 4, 9, 0);
    addAt(4, 1, 9, 8, 7);
    addAt(atoms.text("b"), 1, 5, 9, 1);
    addAt(atoms.text("a"), 1, 5, 9, 1);
    addAt(5, 0, 99, 99, 0);
    assertThat(names(builder.build())).containsExactly("5", "4", "3", "2", "1", "a", "b");
  }

  @Test
  void aSessionIsNumberedAsAWhole() {
    add(1, 10, 1);
    block.transaction(1, 11, Outcome.COMMITTED, 6);
    assertThatThrownBy(builder::build)
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("session 1 has transactions with and without a sequence number")
        .satisfies(e -> assertThat(((HistoryException) e).line()).isEqualTo(7));
  }

  @Test
  void withoutNumbersThereAreNone() {
    add(1, 10, RawBlock.NO_NUMBER);
    assertThat(builder.build().sequenceNumber(0)).isEqualTo(RawBlock.NO_NUMBER);
  }
}
