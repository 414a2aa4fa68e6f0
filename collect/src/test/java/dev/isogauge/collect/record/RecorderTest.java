package dev.isogauge.collect.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.Identifiers;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  @TempDir Path directory;
  private Path file;
  private Recorder recorder;

  @BeforeEach
  void create() {
    file = directory.resolve("new/history.jsonl");
    recorder = Recorder.create(file, 0L, Map.of("seed", 7L));
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
        .startsWith("{\"default\":0,\"recorded\":{\"clock\":\"nanoseconds since origin\",")
        .contains("\"seed\":7")
        .endsWith("}}\n");
    assertThat(history().transactionCount()).isZero();
  }

  @Test
  void aWriterIsThereAsIndeterminateBeforeItsCommitIsSent() throws Exception {
    TransactionLog log = recorder.begin("s1");
    log.read(1L, 0L);
    log.write(1L, 5L);
    assertThat(history().transactionCount()).isZero();
    log.committing();
    assertThat(history().outcome(0)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history().operationCount()).isEqualTo(2);
    long size = Files.size(file);
    log.ended(Outcome.COMMITTED);
    assertThat(history().outcome(0)).isEqualTo(Outcome.COMMITTED);
    assertThat(history().endTime(0)).isGreaterThan(history().beginTime(0));
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(recorder.count(Outcome.COMMITTED)).isEqualTo(1);
  }

  @Test
  void linesOfSessionsStandInTheOrderOfTheirTransactions() throws Exception {
    TransactionLog first = recorder.begin("s1");
    first.write(1L, 5L);
    first.committing();
    TransactionLog other = recorder.begin("s2");
    other.read(1L, 5L);
    other.ended(Outcome.COMMITTED);
    first.ended(Outcome.INDETERMINATE);
    TransactionLog second = recorder.begin("s1");
    second.write("ä \"key\"", "ü");
    second.committing();
    second.ended(Outcome.ABORTED);
    History history = history();
    assertThat(history.transactionCount()).isEqualTo(3);
    assertThat(history.outcome(0)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history.counts(0)).isTrue();
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.keyName(history.keyOf(history.firstOperation(1))))
        .isEqualTo("\"ä \\\"key\\\"\"");
    assertThat(history.sessionName(history.sessionOf(2))).isEqualTo("s2");
  }

  @Test
  void whatFailedIsRecordedOfAbortedTransactionsOnly() throws Exception {
    TransactionLog aborted = recorder.begin("s1");
    aborted.attemptedWrite(1L, 5L);
    aborted.ended(Outcome.ABORTED);
    assertThat(lastLine()).contains("\"ops\":[[\"w\",1,5]]");
    TransactionLog committed = recorder.begin("s1");
    committed.read(1L, 0L);
    committed.attemptedWrite(1L, 6L);
    committed.committing();
    committed.ended(Outcome.COMMITTED);
    assertThat(lastLine()).contains("\"ops\":[[\"r\",1,0]]");
  }

  @Test
  void listsRowsPredicatesAndDeletesHaveTheirForms() throws Exception {
    TransactionLog log = recorder.begin("s1");
    log.readList(1L, List.of(4L, 5L));
    log.append(1L, 6L);
    log.delete("accounts/1");
    log.write("accounts/2", Map.of("balance", 7L));
    log.select("accounts", "balance > 5", List.of(List.of("accounts/2", 7L), "accounts/3"));
    log.aggregate("*", "count(*) where value > 5", 3L);
    log.read(9L, Nil.NIL);
    log.ended(Outcome.COMMITTED);
    assertThat(lastLine())
        .contains(
            "\"ops\":[[\"r\",1,[4,5]],[\"a\",1,6],[\"d\",\"accounts/1\"],"
                + "[\"w\",\"accounts/2\",{\"balance\":7}],"
                + "[\"p\",\"accounts\",\"balance > 5\","
                + "{\"results\":[[\"accounts/2\",7],\"accounts/3\"]}],"
                + "[\"p\",\"*\",\"count(*) where value > 5\",{\"value\":3}],[\"r\",9,null]]");
    assertThat(history().transactionCount()).isEqualTo(1);
  }

  @Test
  void identifiersOfBeforeAndAfterTheCommitAreKept() throws Exception {
    TransactionLog log = recorder.begin("s1");
    log.write(1L, 5L);
    log.identifiers(new Identifiers(Map.of("xid", 745L)));
    log.committing(20);
    assertThat(lastLine()).contains("\"xid\":745");
    log.identifiers(new Identifiers(Map.of("lsn", "0/16B3748")));
    log.ended(Outcome.COMMITTED);
    assertThat(lastLine()).contains("\"xid\":745", "\"lsn\":\"0/16B3748\"", "\"committed\"");
    assertThat(history().transactionCount()).isEqualTo(1);
  }

  @Test
  void endsOnce() {
    TransactionLog log = recorder.begin("s1");
    log.ended(Outcome.COMMITTED);
    assertThatThrownBy(() -> log.ended(Outcome.ABORTED)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFullDiskIsReported() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    assertThatThrownBy(() -> Recorder.create(full, 0L, Map.of()))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("/dev/full")
        .hasMessageContaining("No space left");
  }
}
