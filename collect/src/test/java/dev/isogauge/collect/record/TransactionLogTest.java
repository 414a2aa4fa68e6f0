package dev.isogauge.collect.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import dev.isogauge.recorder.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionLogTest {
  private static final Snapshot SNAPSHOT = new Snapshot(740, 745, List.of(741L));

  @TempDir Path directory;
  private Path file;
  private Recorder recorder;

  @BeforeEach
  void create() {
    file = directory.resolve("new/history.jsonl");
    recorder = RecordedSession.recorder(file, Map.of("seed", 7L, "level", "a \"b\" \u0001"));
  }

  private TransactionLog begin(String session) {
    return new TransactionLog(recorder.session(session).begin(), new ContentionMeter().begin());
  }

  private History history() throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }

  private String lastLine() throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.get(lines.size() - 1);
  }

  @Test
  void theFirstLineTellsTheCircumstances() throws Exception {
    assertThat(Files.readString(file))
        .startsWith("{\"default\":null,\"recorded\":{\"clock\":\"nanoseconds since origin\",")
        .contains("\"seed\":7", "\"level\":\"a \\\"b\\\" \\u0001\"")
        // The room is for a note that the recording ended early.
        .containsPattern("\\} +\\}\n$");
    assertThat(history().transactionCount()).isZero();
  }

  @Test
  void aWriterIsThereAsIndeterminateBeforeItsCommitIsSent() throws Exception {
    TransactionLog log = begin("s1");
    log.add(Operation.Read.ofNothing(1L));
    log.add(Operation.Write.of(1L, 5));
    assertThat(history().transactionCount()).isZero();
    log.committing(false);
    assertThat(history().outcome(0)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history().operationCount()).isEqualTo(2);
    long size = Files.size(file);
    log.ended(Outcome.COMMITTED);
    assertThat(history().outcome(0)).isEqualTo(Outcome.COMMITTED);
    assertThat(history().endTime(0)).isGreaterThan(history().beginTime(0));
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(recorder.counts().committed()).isEqualTo(1);
  }

  @Test
  void linesOfSessionsStandInTheOrderOfTheirTransactions() throws Exception {
    TransactionLog first = begin("s1");
    first.add(Operation.Write.of(1L, 5));
    first.committing(false);
    TransactionLog other = begin("s2");
    other.add(new Operation.Read<>(1L, OptionalLong.of(5)));
    other.ended(Outcome.COMMITTED);
    first.ended(Outcome.INDETERMINATE);
    TransactionLog second = begin("s1");
    second.add(Operation.Write.of(2L, 6));
    second.committing(false);
    second.ended(Outcome.ABORTED);
    History history = history();
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.outcome(0)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history.counts(0)).isTrue();
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.sessionName(history.sessionOf(2))).isEqualTo("s2");
  }

  @Test
  void whatFailedIsRecordedOfAbortedTransactionsOnly() throws Exception {
    TransactionLog aborted = begin("s1");
    aborted.attempted(Operation.Write.of(1L, 5));
    aborted.ended(Outcome.ABORTED);
    assertThat(lastLine()).contains("\"ops\":[[\"w\",1,5]]");
    TransactionLog committed = begin("s1");
    committed.add(Operation.Read.ofNothing(1L));
    committed.attempted(Operation.Write.of(1L, 6));
    committed.committing(false);
    committed.ended(Outcome.COMMITTED);
    assertThat(lastLine()).contains("\"ops\":[[\"r\",1,null]]");
  }

  @Test
  void everyKindOfOperationHasItsForm() throws Exception {
    TransactionLog log = begin("ä \"s\"");
    log.add(new Operation.ListRead<>(1L, List.of(4L, 5L)));
    log.add(new Operation.Append<>(1L, 6));
    log.add(Operation.Write.delete(2L));
    log.add(Operation.Write.of(3L, 7));
    log.add(
        new Operation.Search<>(
            "value > 5",
            List.of(new Operation.Match<>(3L, OptionalLong.of(7)), Operation.Match.ofKey(4L))));
    log.add(new Operation.AggregateRead<>("count(*) where value > 5", OptionalLong.of(3)));
    log.add(Operation.Read.ofNothing(9L));
    log.attempted(new Operation.FailedRead<>(8L));
    log.ended(Outcome.ABORTED);
    assertThat(lastLine())
        .startsWith(
            "{\"session\":\"ä \\\"s\\\"\","
                + "\"ops\":[[\"r\",1,[4,5]],[\"a\",1,6],[\"d\",2],[\"w\",3,7],"
                + "[\"p\",\"*\",\"value > 5\",{\"results\":[[3,7],4]}],"
                + "[\"p\",\"*\",\"count(*) where value > 5\",{\"value\":3}],[\"r\",9,null],"
                + "[\"r\",8]],\"rt\":[");
    assertThat(history().transactionCount()).isEqualTo(1);
    assertThat(history().sessionName(0)).isEqualTo("\"ä \\\"s\\\"\"");
  }

  @Test
  void identifiersOfBeforeAndAfterTheCommitAreKept() throws Exception {
    TransactionLog log = begin("s1");
    log.add(Operation.Write.of(1L, 5));
    log.identifiers(new Identifiers(OptionalLong.of(745), Optional.of(SNAPSHOT)));
    log.statements(List.of(new StatementSnapshot(0, SNAPSHOT, true)));
    log.committing(true);
    assertThat(lastLine())
        .contains(
            "\"xid\":745,\"snapshot\":[740,745,[741]],"
                + "\"statements\":[[0,[740,745,[741]],\"change\"]]");
    log.timestamps(new Timestamps(-Long.MAX_VALUE, -Long.MAX_VALUE));
    log.ended(Outcome.COMMITTED);
    assertThat(lastLine())
        .contains(
            "\"xid\":745", "\"ts\":[-9223372036854775807,-9223372036854775807]", "\"committed\"");
    assertThat(history().transactionCount()).isEqualTo(1);
  }
}
