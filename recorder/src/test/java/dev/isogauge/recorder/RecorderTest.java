package dev.isogauge.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    recorder = Recorder.create(file);
  }

  /** Lines that say something, without the header. */
  private List<String> lines() throws IOException {
    return Files.readAllLines(file).stream().skip(1).filter(line -> !line.isBlank()).toList();
  }

  private String lastLine() throws IOException {
    List<String> lines = lines();
    return lines.get(lines.size() - 1);
  }

  @Test
  void theFirstLineTellsTheCircumstances() throws Exception {
    Path other = directory.resolve("other.jsonl");
    Recorder.create(
            other,
            RecorderOptions.DEFAULTS.startingAt(0).about(Map.of("seed", 7, "level", "a \"b\"")))
        .close();
    assertThat(Files.readString(other))
        .matches(
            "\\{\"default\":0,\"recorded\":\\{\"clock\":\"nanoseconds since origin\","
                + "\"level\":\"a \\\\\"b\\\\\"\",\"origin\":\"[-0-9T:.Z]+\",\"seed\":7} +}\n");
  }

  @Test
  void faultsHaveTheClockOfTransactions() throws Exception {
    TransactionRecorder before = recorder.session("s1").begin();
    long began = System.nanoTime();
    recorder.fault("kill", "node-2", began, OptionalLong.of(began + 30));
    recorder.fault("pause", "node 1", began, OptionalLong.empty());
    before.write("x", 1);
    before.committed();
    Matcher over =
        Pattern.compile("\\{\"fault\":\\[\"kill\",\"node-2\",(\\d+),(\\d+)]}")
            .matcher(lines().get(0));
    assertThat(over.matches()).isTrue();
    assertThat(Long.parseLong(over.group(2)) - Long.parseLong(over.group(1))).isEqualTo(30);
    assertThat(lines().get(1))
        .isEqualTo("{\"fault\":[\"pause\",\"node 1\"," + over.group(1) + ",null]}");
    Matcher times = Pattern.compile(".*\"rt\":\\[(\\d+),(\\d+)].*").matcher(lastLine());
    assertThat(times.matches()).as(lastLine()).isTrue();
    assertThat(Long.parseLong(over.group(1)))
        .isBetween(Long.parseLong(times.group(1)), Long.parseLong(times.group(2)));
  }

  @Test
  void eachWriteIsOnDiskAtOnce() throws Exception {
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      transaction.read("x", 1);
      assertThat(lines()).isEmpty();
      transaction.write("x", 2);
      assertThat(lastLine())
          .matches(
              "\\{\"session\":\"s1\",\"ops\":\\[\\[\"r\",\"x\",1],\\[\"w\",\"x\",2]],"
                  + "\"rt\":\\[\\d+,null],\"outcome\":\"indeterminate\" +}");
      transaction.delete("y");
      assertThat(lastLine()).contains("[\"w\",\"x\",2],[\"d\",\"y\"]]").contains("indeterminate");
      transaction.read("z", null);
      transaction.committed();
    }
    assertThat(lines()).hasSize(1);
    assertThat(lastLine())
        .contains("[\"d\",\"y\"],[\"r\",\"z\",null]]", "\"outcome\":\"committed\"");
    assertThat(recorder.counts()).isEqualTo(new RecordingCounts(1, 0, 0));
  }

  @Test
  void announcedCommitsAreOnDiskBeforeTheyAreSent() throws Exception {
    recorder.close();
    recorder = Recorder.create(file, RecorderOptions.DEFAULTS.announcingCommits());
    TransactionRecorder transaction = recorder.session("s1").begin();
    transaction.write("x", 2);
    assertThat(lines()).isEmpty();
    transaction.committing();
    assertThat(lastLine()).contains("[\"w\",\"x\",2]", "indeterminate");
    long size = Files.size(file);
    transaction.committed();
    assertThat(Files.size(file)).isEqualTo(size);
    assertThat(lastLine()).contains("[\"w\",\"x\",2]", "committed");
  }

  @Test
  void aTransactionThatOutgrowsItsPlaceMoves() throws Exception {
    TransactionRecorder other = recorder.session("s2").begin();
    List<String> operations = new ArrayList<>();
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      for (int i = 0; i < 1000; i++) {
        if (i % 3 == 0) {
          transaction.write("key" + i, i);
        } else {
          transaction.read("key" + i, "value " + i);
        }
        operations.add(
            i % 3 == 0
                ? "[\"w\",\"key" + i + "\"," + i + "]"
                : "[\"r\",\"key" + i + "\",\"value " + i + "\"]");
        if (i % 100 == 0) {
          other.write("other", i);
        }
      }
      other.aborted();
      transaction.committed();
    }
    assertThat(lines()).hasSize(2);
    assertThat(lines()).anyMatch(line -> line.contains(String.join(",", operations) + "]"));
    assertThat(lines()).anyMatch(line -> line.contains("[\"w\",\"other\",900]]"));
  }

  @Test
  void notClosedIsIndeterminateAndNeverLost() throws Exception {
    recorder.session("s1").begin().read("x", 1);
    recorder.session("s2").begin().write("x", 2);
    try (TransactionRecorder transaction = recorder.session("s3").begin()) {
      transaction.read("x", 3);
    }
    recorder.close();
    assertThat(lines()).hasSize(3).allMatch(line -> line.contains("indeterminate"));
    assertThat(recorder.counts()).isEqualTo(new RecordingCounts(0, 0, 3));
  }

  @Test
  void whatFailedIsRecordedOfAbortedTransactionsOnly() throws Exception {
    for (RecordedOutcome outcome : RecordedOutcome.values()) {
      TransactionRecorder transaction = recorder.session("s1").begin();
      transaction.write("x", 1);
      transaction.failed().write("a long key that does not fit into the room there ".repeat(5), 2);
      transaction.ended(outcome);
      assertThat(lastLine().contains("a long key")).isEqualTo(outcome == RecordedOutcome.ABORTED);
      assertThat(lastLine()).contains(outcome.word());
    }
    assertThat(lines()).hasSize(3);
  }

  @Test
  void fieldsAndTimestampsFindRoom() throws Exception {
    TransactionRecorder transaction = recorder.session("s1").begin();
    transaction.write("x", 1);
    transaction.field("xid", 1);
    transaction.field("xid", 745);
    transaction.field("snapshot", List.of(740, 745, List.of(741)));
    transaction.expectTimestamps();
    transaction.timestamps(-Long.MAX_VALUE, -Long.MAX_VALUE);
    transaction.committed();
    assertThat(lines()).hasSize(1);
    assertThat(lastLine())
        .contains("\"xid\":745,\"snapshot\":[740,745,[741]],\"ts\":[-9223372036854775807,-92233")
        .contains("\"committed\"");
    TransactionRecorder unexpected = recorder.session("s1").begin();
    assertThatThrownBy(() -> unexpected.timestamps(1, 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expectTimestamps");
  }

  @Test
  void whatTurnedOutOtherwiseIsWrittenOver() throws Exception {
    TransactionRecorder transaction = recorder.session("s1").begin();
    transaction.write("x", 1);
    transaction.forget();
    transaction.read("a longer key", null);
    assertThat(lastLine()).contains("[[\"w\",\"x\",1]]", "indeterminate");
    transaction.committed();
    assertThat(lines()).hasSize(1);
    assertThat(lastLine()).contains("\"ops\":[[\"r\",\"a longer key\",null]],");
  }

  @Test
  void everyKindOfOperationHasItsForm() throws Exception {
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      transaction.readFrom("x", 1, "T7");
      transaction.readInitial("x", 0);
      transaction.readUnknown("x");
      transaction.readList("l", List.of(4, 5));
      transaction.append("l", 6);
      transaction.delete("x");
      transaction.insert("y", Map.of("balance", 7));
      transaction.compareAndSet("z", 1, 2);
      transaction.search("accounts", "balance > 5", Map.of("accounts/1", 7).entrySet());
      transaction.search("*", "true", Map.of(1, OperationLog.UNSEEN).entrySet());
      transaction.aggregate("accounts", "sum(balance)", null);
      transaction.unknownRead(UnknownScope.everything());
      transaction.unknownRead(UnknownScope.key("x"));
      transaction.unknownWrite(UnknownScope.table("accounts"));
      transaction.committed();
    }
    assertThat(lastLine())
        .contains(
            "\"ops\":[[\"r\",\"x\",1,\"T7\"],[\"r\",\"x\",0,[\"init\"]],[\"r\",\"x\"],"
                + "[\"r\",\"l\",[4,5]],[\"a\",\"l\",6],[\"d\",\"x\"],"
                + "[\"r\",\"y\",null],[\"w\",\"y\",{\"balance\":7}],"
                + "[\"r\",\"z\",1],[\"w\",\"z\",2],"
                + "[\"p\",\"accounts\",\"balance > 5\",{\"results\":[[\"accounts/1\",7]]}],"
                + "[\"p\",\"*\",\"true\",{\"results\":[1]}],"
                + "[\"p\",\"accounts\",\"sum(balance)\",{\"value\":null}],"
                + "[\"ur\"],[\"ur\",\"key\",\"x\"],[\"uw\",\"table\",\"accounts\"]]");
  }

  @Test
  void aValueThatCannotBeRecordedLeavesTheLineAsItWas() throws Exception {
    TransactionRecorder transaction = recorder.session("s1").begin();
    transaction.write("x", 1);
    assertThatThrownBy(() -> transaction.write("y", 1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Double");
    transaction.committed();
    assertThat(lastLine()).contains("\"ops\":[[\"w\",\"x\",1]],");
  }

  @Test
  void endsOnce() {
    TransactionRecorder transaction = recorder.session("s1").begin();
    transaction.committed();
    transaction.close();
    assertThatThrownBy(transaction::aborted).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> transaction.read("x", 1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void interruptedThreadsGoOnRecording() throws Exception {
    Thread.currentThread().interrupt();
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      transaction.write("x", 1);
      transaction.committed();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    recorder.initialValue("x", 5);
    assertThat(lines()).hasSize(2).contains("{\"init\":[[\"x\",5]]}");
  }

  @Test
  void manyThreadsRecordWholeLinesInTheOrderOfTheirSessions() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      SessionRecorder session = recorder.session("s" + t);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 500; i++) {
                  try (TransactionRecorder transaction = session.begin()) {
                    for (int j = 0; j <= i % 7; j++) {
                      transaction.read("x", i);
                      transaction.write(session.name(), i);
                    }
                    transaction.committed();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    recorder.close();
    Pattern form =
        Pattern.compile(
            "\\{\"session\":\"(s\\d)\",\"ops\":\\[(\\[\"r\",\"x\",\\d+],\\[\"w\",\"s\\d\",(\\d+)],?)+],"
                + "\"rt\":\\[(\\d+),(\\d+)],\"outcome\":\"committed\" *}");
    long[] next = new long[4];
    long[] ends = new long[4];
    for (String line : lines()) {
      Matcher found = form.matcher(line);
      assertThat(found.matches()).as(line).isTrue();
      int session = found.group(1).charAt(1) - '0';
      assertThat(Long.parseLong(found.group(3))).isEqualTo(next[session]++);
      long begin = Long.parseLong(found.group(4));
      assertThat(begin).isGreaterThanOrEqualTo(ends[session]);
      ends[session] = Long.parseLong(found.group(5));
      assertThat(ends[session]).isGreaterThanOrEqualTo(begin);
    }
    assertThat(next).containsOnly(500);
  }

  @Test
  void aListenerGetsFinalLines() {
    List<String> told = new ArrayList<>();
    recorder = Recorder.create(file, RecorderOptions.DEFAULTS.listener(told::add));
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      transaction.write("x", 1);
      assertThat(told).isEmpty();
      transaction.committed();
    }
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).endsWith("],\"outcome\":\"committed\"}");
  }

  @Test
  void theSecondRecorderOfAFileTakesAnotherName() throws Exception {
    try (Recorder second = Recorder.create(file);
        Recorder third = Recorder.create(file)) {
      assertThat(second.file()).isEqualTo(file.resolveSibling("history-2.jsonl"));
      assertThat(third.file()).isEqualTo(file.resolveSibling("history-3.jsonl"));
    }
    recorder.close();
    try (Recorder next = Recorder.create(file)) {
      assertThat(next.file()).isEqualTo(file);
    }
  }

  @Test
  void unknownStatementsAreRecordedOnce() throws Exception {
    int first = recorder.unknownStatement("CALL pay(1)", "what a procedure does is not known");
    assertThat(recorder.unknownStatement("CALL pay(1)", "what a procedure does is not known"))
        .isEqualTo(first);
    try (TransactionRecorder transaction = recorder.session("s1").begin()) {
      transaction.unknownRead(UnknownScope.table("a"), first);
      transaction.unknownWrite(UnknownScope.everything(), first);
      transaction.committed();
    }
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0))
        .isEqualTo("{\"statement\":[1,\"CALL pay(1)\",\"what a procedure does is not known\"]}");
    assertThat(lines().get(1)).contains("[[\"ur\",\"table\",\"a\",1],[\"uw\",1]]");
  }

  @Test
  void aFullDiskIsReported() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full here");
    assertThatThrownBy(() -> Recorder.create(full))
        .isInstanceOf(RecordingException.class)
        .hasMessageContaining("/dev/full")
        .hasMessageContaining("No space left");
  }
}
