package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryBuilderTest {
  private final Atoms atoms = new Atoms();
  private final HistoryBuilder builder = new HistoryBuilder(atoms);

  private RawBlock block() {
    RawBlock block = new RawBlock();
    builder.add(block);
    return block;
  }

  private static void begin(RawBlock block, long session, long name) {
    block.transaction(session, name, Outcome.COMMITTED, 0);
  }

  /** Sessions and transactions by name, with their operations. */
  private static String inShort(History history) {
    return IntStream.range(0, history.transactionCount())
        .mapToObj(
            t ->
                history.sessionName(history.sessionOf(t))
                    + ":"
                    + history.transactionName(t)
                    + IntStream.range(history.firstOperation(t), history.endOperation(t))
                        .mapToObj(
                            o ->
                                (history.isWrite(o) ? " w" : " r")
                                    + history.keyName(history.keyOf(o))
                                    + "="
                                    + history.valueName(o))
                        .collect(Collectors.joining()))
        .collect(Collectors.joining(", "));
  }

  @Test
  void anEmptyHistory() {
    History history = builder.build();
    assertThat(history.sessionCount()).isZero();
    assertThat(history.transactionCount()).isZero();
    assertThat(history.operationCount()).isZero();
    assertThat(history.keyCount()).isZero();
    assertThat(history.duplicateWrites()).isEmpty();
    assertThat(history.hasTimestamps()).isFalse();
    assertThat(history.hasRealTime()).isFalse();
  }

  @Test
  void interleavedTransactionsAreJoined() {
    RawBlock block = block();
    begin(block, 1, 10);
    block.write(5, 1);
    begin(block, 2, 20);
    block.write(5, 2);
    begin(block, 1, 10);
    block.read(5, 1);
    begin(block, 1, 11);
    block.write(6, 3);
    begin(block, 2, 20);
    block.read(6, 3);
    History history = builder.build();
    assertThat(inShort(history)).isEqualTo("1:10 w5=1 r5=1, 1:11 w6=3, 2:20 w5=2 r6=3");
    assertThat(history.readFrom(1)).isZero();
    assertThat(history.readFrom(4)).isEqualTo(2);
    assertThat(history.firstTransaction(1)).isEqualTo(2);
    assertThat(history.endTransaction(0)).isEqualTo(2);
    assertThat(history.transactionOf(4)).isEqualTo(2);
  }

  @Test
  void blocksContinueOneAnother() {
    RawBlock first = block();
    begin(first, 2, 20);
    first.write(7, 1);
    begin(first, 1, 10);
    first.write(5, 1);
    RawBlock second = block();
    begin(second, 1, 10);
    second.write(7, 2);
    begin(second, 2, 21);
    second.read(5, 1);
    RawBlock third = block();
    begin(third, 1, 10);
    third.read(9, 4);
    assertThat(inShort(builder.build())).isEqualTo("2:20 w7=1, 2:21 r5=1, 1:10 w5=1 w7=2 r9=4");
  }

  @Test
  void unnamedTransactionsAreOneRunEach() {
    RawBlock block = block();
    long session = atoms.text("s1");
    begin(block, session, Atoms.NO_NAME);
    block.write(1, 1);
    begin(block, session, Atoms.NO_NAME);
    begin(block, session, Atoms.NO_NAME);
    block.write(1, 2);
    assertThat(inShort(builder.build())).isEqualTo("s1:s1.1 w1=1, s1:s1.2, s1:s1.3 w1=2");
  }

  @Test
  void aNameInTwoSessionsIsRefused() {
    RawBlock block = block();
    block.transaction(1, 10, Outcome.COMMITTED, 0);
    block.write(5, 1);
    RawBlock next = block();
    next.firstLine(100);
    next.transaction(2, 10, Outcome.COMMITTED, 4);
    assertThatThrownBy(builder::build)
        .isInstanceOf(HistoryException.class)
        .hasMessage("transaction 10 is in session 1 and in session 2; expected one session")
        .satisfies(e -> assertThat(((HistoryException) e).line()).isEqualTo(104));
  }

  @Test
  void aLeadingLoadIsInitial() {
    builder.defaultInitialValue(0);
    builder.leadingLoadIsInitial();
    RawBlock block = block();
    begin(block, 0, 0);
    block.write(1, 0);
    block.write(2, 0);
    begin(block, 0, 1);
    block.write(3, 0);
    begin(block, 0, 2);
    block.read(1, 0);
    begin(block, 1, 3);
    block.write(2, 0);
    History history = builder.build();
    assertThat(inShort(history)).isEqualTo("0:2 r1=0, 1:3 w2=0");
    assertThat(history.readFrom(0)).isEqualTo(History.INITIAL);
    assertThat(history.duplicateWrites()).hasSize(1);
    assertThat(history.duplicateWrites().get(0)).containsExactly(History.INITIAL, 1);
  }

  /** A transaction that goes on to do something else was no load, nor is any after it. */
  @Test
  void aLoadThatIsContinuedLaterIsNone() {
    builder.defaultInitialValue(0);
    builder.leadingLoadIsInitial();
    RawBlock first = block();
    begin(first, 0, 0);
    first.write(1, 0);
    begin(first, 0, 1);
    first.write(2, 0);
    begin(first, 1, 2);
    first.write(3, 0);
    RawBlock second = block();
    begin(second, 0, 1);
    second.read(1, 0);
    assertThat(inShort(builder.build())).isEqualTo("0:1 w2=0 r1=0, 1:2 w3=0");
  }

  @Test
  void aLoadIsAnOrdinaryTransactionUnlessTheFormatSaysOtherwise() {
    builder.defaultInitialValue(0);
    RawBlock block = block();
    begin(block, 0, 0);
    block.write(1, 0);
    assertThat(inShort(builder.build())).isEqualTo("0:0 w1=0");
  }

  @Test
  void abortedWritesAreNoLoad() {
    builder.defaultInitialValue(0);
    builder.leadingLoadIsInitial();
    RawBlock block = block();
    block.transaction(0, 0, Outcome.ABORTED, 0);
    block.write(1, 0);
    assertThat(inShort(builder.build())).isEqualTo("0:0 w1=0");
  }

  @Test
  void keysHaveTheirOwnInitialValues() {
    builder.initialValue(1, 7);
    RawBlock block = block();
    begin(block, 0, 0);
    block.read(1, 7);
    block.read(2, Atoms.NIL);
    block.read(1, Atoms.NIL);
    History history = builder.build();
    assertThat(history.readFrom(0)).isEqualTo(History.INITIAL);
    assertThat(history.readFrom(1)).isEqualTo(History.INITIAL);
    assertThat(history.readFrom(2)).isEqualTo(History.THIN_AIR);
    assertThat(history.initialValue(0)).isEqualTo(7);
  }

  @Test
  void timesAreKept() {
    RawBlock block = block();
    begin(block, 0, 1);
    block.write(1, 1);
    begin(block, 0, 2);
    block.timestamps(3, 5);
    block.realTime(30, 50);
    block.write(1, 2);
    RawBlock next = block();
    begin(next, 0, 1);
    next.realTime(10, 20);
    History history = builder.build();
    assertThat(history.hasTimestamps()).isTrue();
    assertThat(history.hasRealTime()).isTrue();
    assertThat(history.startTimestamp(0)).isEqualTo(RawBlock.NO_TIME);
    assertThat(history.startTimestamp(1)).isEqualTo(3);
    assertThat(history.commitTimestamp(1)).isEqualTo(5);
    assertThat(history.beginTime(0)).isEqualTo(10);
    assertThat(history.endTime(0)).isEqualTo(20);
    assertThat(history.endTime(1)).isEqualTo(50);
  }

  @Test
  void versionOrdersAreKept() {
    VersionOrder order = new VersionOrder(1, List.of(new VersionOrder.Version(4, Atoms.NO_NAME)));
    builder.versionOrder(order);
    assertThat(builder.build().versionOrders()).containsExactly(order);
  }

  @Test
  void anIndeterminateTransactionCountsWhenSomethingShowsIt() {
    builder.versionOrder(new VersionOrder(1, List.of(new VersionOrder.Version(4, Atoms.NO_NAME))));
    RawBlock block = block();
    block.transaction(0, 0, Outcome.INDETERMINATE, 0);
    block.write(1, 4);
    block.transaction(0, 1, Outcome.INDETERMINATE, 0);
    block.write(1, 5);
    block.transaction(0, 2, Outcome.INDETERMINATE, 0);
    block.timestamps(1, 2);
    block.write(1, 6);
    block.transaction(0, 3, Outcome.ABORTED, 0);
    block.read(1, 5);
    History history = builder.build();
    assertThat(history.counts(0)).isTrue();
    assertThat(history.counts(1)).isFalse();
    assertThat(history.counts(2)).isTrue();
    assertThat(history.counts(3)).isFalse();
  }
}
