package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ListHistoryTest {
  private static final long LIST = 7;
  private static final long OTHER = 8;

  private final HistoryBuilder builder = new HistoryBuilder(new Atoms());

  private RawBlock block() {
    RawBlock block = new RawBlock();
    builder.add(block);
    return block;
  }

  private static void begin(RawBlock block, long session, Outcome outcome) {
    block.transaction(session, Atoms.NO_NAME, outcome, 3);
  }

  private static void readList(RawBlock block, long key, long... elements) {
    block.readList(key);
    for (long element : elements) {
      block.element(element);
    }
  }

  @Test
  void tablesOfListsAreJoined() {
    ListTable first = new ListTable();
    first.begin();
    first.add(1);
    first.add(2);
    first.begin();
    ListTable second = new ListTable();
    second.begin();
    second.add(3);
    first.take(second);
    first.take(new ListTable());
    assertThat(first.count()).isEqualTo(3);
    assertThat(first.size(0)).isEqualTo(2);
    assertThat(first.element(0, 1)).isEqualTo(2);
    assertThat(first.size(1)).isZero();
    assertThat(first.size(2)).isEqualTo(1);
    assertThat(first.element(2, 0)).isEqualTo(3);
  }

  @Test
  void listsOfAllBlocksKeepTheirElements() {
    RawBlock first = block();
    begin(first, 2, Outcome.COMMITTED);
    readList(first, LIST, 1, 2);
    first.write(OTHER, 5);
    RawBlock second = block();
    begin(second, 1, Outcome.COMMITTED);
    second.append(LIST, 1);
    readList(second, LIST);
    begin(second, 2, Outcome.COMMITTED);
    readList(second, LIST, 1, 2, 3);
    History history = builder.build();
    assertThat(history.hasLists()).isTrue();
    // Session 2 comes first, with a list of either block.
    assertThat(history.isListRead(0)).isTrue();
    assertThat(history.isWrite(0)).isFalse();
    assertThat(history.valueName(0)).isEqualTo("[1,2]");
    assertThat(history.isListRead(1)).isFalse();
    assertThat(history.valueName(2)).isEqualTo("[1,2,3]");
    assertThat(history.isAppend(3)).isTrue();
    assertThat(history.isWrite(3)).isTrue();
    assertThat(history.valueName(3)).isEqualTo("1");
    assertThat(history.valueName(4)).isEqualTo("[]");
    assertThat(history.listSize(2)).isEqualTo(3);
    assertThat(history.listElement(2, 2)).isEqualTo(3);
  }

  /** The key turns out to be a list in a later block. */
  @Test
  void withoutPlainValuesNilIsTheEmptyListEverywhere() {
    RawBlock block = block();
    begin(block, 1, Outcome.COMMITTED);
    block.read(OTHER, Atoms.NIL);
    block.append(LIST, 1);
    assertThat(builder.build().isListRead(0)).isTrue();
  }

  @Test
  void nilReadFromAListIsTheEmptyList() {
    RawBlock first = block();
    begin(first, 1, Outcome.COMMITTED);
    first.read(LIST, Atoms.NIL);
    first.read(OTHER, Atoms.NIL);
    RawBlock second = block();
    begin(second, 1, Outcome.COMMITTED);
    second.append(LIST, 1);
    second.write(99, 1);
    History history = builder.build();
    assertThat(history.isListRead(0)).isTrue();
    assertThat(history.listSize(0)).isZero();
    assertThat(history.isListRead(1)).isFalse();
    assertThat(history.readStatus(1)).isEqualTo(ReadStatus.EXTERNAL);
  }

  @Test
  void aKeyIsAListEverywhereOrNowhere() {
    RawBlock first = block();
    begin(first, 1, Outcome.COMMITTED);
    first.append(LIST, 1);
    RawBlock second = block();
    second.firstLine(100);
    begin(second, 1, Outcome.COMMITTED);
    second.write(LIST, 2);
    assertThatThrownBy(builder::build)
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("a key is a list elsewhere")
        .satisfies(e -> assertThat(((HistoryException) e).line()).isEqualTo(103));
  }

  @Test
  void aPlainReadOfAListIsRefused() {
    RawBlock block = block();
    begin(block, 1, Outcome.COMMITTED);
    block.read(LIST, 2);
    readList(block, LIST, 2);
    assertThatThrownBy(builder::build).hasMessageContaining("expected only appends");
  }

  @Test
  void anyElementShowsThatItsTransactionHappened() {
    RawBlock block = block();
    begin(block, 1, Outcome.INDETERMINATE);
    block.append(LIST, 1);
    begin(block, 2, Outcome.INDETERMINATE);
    block.append(LIST, 2);
    block.append(OTHER, 2);
    begin(block, 3, Outcome.INDETERMINATE);
    block.append(LIST, 3);
    begin(block, 4, Outcome.COMMITTED);
    readList(block, LIST, 1, 2);
    History history = builder.build();
    assertThat(history.counts(0)).isTrue();
    assertThat(history.counts(1)).isTrue();
    assertThat(history.counts(2)).isFalse();
  }

  @Test
  void countingGoesFromReaderToReader() {
    RawBlock block = block();
    begin(block, 1, Outcome.INDETERMINATE);
    block.append(LIST, 1);
    begin(block, 2, Outcome.INDETERMINATE);
    readList(block, LIST, 1);
    block.append(OTHER, 2);
    begin(block, 3, Outcome.COMMITTED);
    readList(block, OTHER, 2);
    History history = builder.build();
    assertThat(history.counts(1)).isTrue();
    assertThat(history.counts(0)).isTrue();
  }

  @Test
  void anElementThatSeveralAppendedShowsNothing() {
    RawBlock block = block();
    begin(block, 1, Outcome.INDETERMINATE);
    block.append(LIST, 1);
    begin(block, 2, Outcome.INDETERMINATE);
    block.append(LIST, 1);
    begin(block, 3, Outcome.COMMITTED);
    readList(block, LIST, 1);
    History history = builder.build();
    assertThat(history.counts(0)).isFalse();
    assertThat(history.counts(1)).isFalse();
  }

  /** An aborted append is no second candidate; twice in one transaction is one candidate. */
  @Test
  void abortedAppendsDoNotHideTheOthers() {
    RawBlock block = block();
    begin(block, 1, Outcome.INDETERMINATE);
    block.append(LIST, 1);
    block.append(LIST, 1);
    begin(block, 2, Outcome.ABORTED);
    block.append(LIST, 1);
    begin(block, 3, Outcome.COMMITTED);
    readList(block, LIST, 1);
    History history = builder.build();
    assertThat(history.counts(0)).isTrue();
    assertThat(history.counts(1)).isFalse();
    assertThat(history.isAppend(2)).isTrue();
  }
}
