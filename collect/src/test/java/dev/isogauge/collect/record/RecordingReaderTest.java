package dev.isogauge.collect.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RecordingReaderTest {
  private static final Snapshot SNAPSHOT = new Snapshot(740, 745, List.of(741L));

  private static RecordedTransaction<Long> transaction() {
    RecordedTransaction<Long> transaction = new RecordedTransaction<>("s \"1\"", 17);
    transaction.add(new Operation.Read<>(1L, OptionalLong.of(-5)));
    transaction.add(Operation.Read.ofNothing(1L));
    transaction.add(new Operation.ListRead<>(2L, List.of()));
    transaction.add(new Operation.ListRead<>(2L, List.of(4L, 5L)));
    transaction.add(new Operation.FailedRead<>(3L));
    transaction.add(Operation.Write.of(4L, Long.MAX_VALUE));
    transaction.add(Operation.Write.delete(4L));
    transaction.add(new Operation.Append<>(2L, 6));
    transaction.add(new Operation.Search<>("value < 'x\\y'", List.of()));
    transaction.add(
        new Operation.Search<>(
            "value > 5",
            List.of(new Operation.Match<>(3L, OptionalLong.of(7)), Operation.Match.ofKey(4L))));
    transaction.add(new Operation.AggregateRead<>("max(value) where true", OptionalLong.empty()));
    transaction.add(new Operation.AggregateRead<>("count(*) where true", OptionalLong.of(3)));
    return transaction;
  }

  private static String line(RecordedTransaction<Long> transaction) {
    LineEncoder line = new LineEncoder().session(transaction.session()).beginOperations();
    transaction.operations().forEach(line::operation);
    return line.endOperations().rest(transaction).toString();
  }

  private static void assertReadAsWritten(RecordedTransaction<Long> written) throws IOException {
    RecordedTransaction<Long> read = RecordingReader.parse(line(written));
    assertThat(read.session()).isEqualTo(written.session());
    assertThat(read.operations()).isEqualTo(written.operations());
    assertThat(read.identifiers()).isEqualTo(written.identifiers());
    assertThat(read.statements()).isEqualTo(written.statements());
    assertThat(read.timestamps()).isEqualTo(written.timestamps());
    assertThat(read.outcome()).isEqualTo(written.outcome());
    assertThat(read.begin()).isEqualTo(written.begin());
    assertThat(line(read)).isEqualTo(line(written));
  }

  @Test
  void whatTheEncoderWritesIsReadAsItWas() throws IOException {
    RecordedTransaction<Long> transaction = transaction();
    assertReadAsWritten(transaction);
    transaction.identifiers(new Identifiers(OptionalLong.of(745), Optional.of(SNAPSHOT)));
    transaction.statements(
        List.of(
            new StatementSnapshot(0, SNAPSHOT, false), new StatementSnapshot(1, SNAPSHOT, true)));
    transaction.timestamps(new Timestamps(3, 4));
    transaction.ended(Outcome.COMMITTED, 18);
    assertReadAsWritten(transaction);
  }

  @Test
  void anAbortedTransactionIsReadAsOne() throws IOException {
    RecordedTransaction<Long> transaction = new RecordedTransaction<>("s1", 0);
    transaction.ended(Outcome.ABORTED, 1);
    assertReadAsWritten(transaction);
  }

  @Test
  void whatARecorderDoesNotWriteIsAnError() {
    assertThatThrownBy(() -> RecordingReader.parse("{\"session\":\"s1\",\"lsn\":\"0/1\"}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the field lsn");
    assertThatThrownBy(() -> RecordingReader.parse("{\"session\":7}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("VALUE_NUMBER_INT");
    assertThatThrownBy(
            () -> RecordingReader.parse("{\"session\":\"s1\",\"outcome\":\"committed\"}"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("COMMITTED");
  }
}
