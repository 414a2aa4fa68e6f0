package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.io.TemporaryDirectory;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.oracle.timestamp.TimedHistories;
import dev.isogauge.property.TestSize;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code check --order timestamps --memory}: a file beyond it is checked piece by piece. */
class SpilledCheckTest {
  private static final int RUNS = TestSize.pick(40, 2_000);
  private static final List<HistoryFormat> FORMATS =
      List.of(HistoryFormat.JSONL, HistoryFormat.ISOGAUGE);

  private static final String LONG = "# a comment that makes the file large\n".repeat(20);

  @TempDir Path directory;

  @Test
  void saysWhatCheckingInMemorySays() throws IOException {
    Set<Integer> codes = new HashSet<>();
    for (int seed = 0; seed < RUNS; seed++) {
      boolean snapshots = seed % 2 == 0;
      HistoryFormat format = FORMATS.get(seed / 2 % FORMATS.size());
      // Compressed, any file is beyond 1 kB.
      Path file = written(history(seed, snapshots), format);
      String level = snapshots ? "si" : "ser";
      CommandRun memory = check(level, file, "8g");
      CommandRun spilled = check(level, file, "1k");
      assertThat(spilled.exitCode()).as(spilled.out()).isEqualTo(memory.exitCode());
      assertThat(essence(spilled.out())).as("%s", file).isEqualTo(essence(memory.out()));
      codes.add(spilled.exitCode());
    }
    assertThat(codes).contains(0, 1);
  }

  private static CommandRun check(String level, Path file, String memory) {
    return isogauge(
        "check",
        "--level",
        level,
        "--order",
        "timestamps",
        "--memory",
        memory,
        "--json",
        file.toString());
  }

  private static History history(long seed, boolean snapshots) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    new TimedHistories(seed)
        .next(seed % 4 < 2, snapshots)
        .forEach(transaction -> transaction.addTo(block, atoms));
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  private Path written(History history, HistoryFormat format) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream to = new GZIPOutputStream(bytes)) {
      format.write(history, to);
    }
    Path file = directory.resolve("history");
    Files.write(file, bytes.toByteArray());
    return file;
  }

  /** Verdict, sizes but that keys of aborted transactions do not count, how many of each kind. */
  private static String essence(String json) {
    Matcher matcher =
        Pattern.compile(
                "\"verdict\":\"[a-z]+\"|\"stats\":.*?\"keys\"|\"kind\":\"\\w+\"[^{}]*\"count\":\\d+")
            .matcher(json);
    StringBuilder found = new StringBuilder();
    while (matcher.find()) {
      found.append(matcher.group()).append('\n');
    }
    return found.toString();
  }

  /** Past a hundred pairs of a key, too, each tie counts once and not once a key. */
  @Test
  void tiedPairsCountTheSameByEveryWay() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      lines.append("s%d: [ts %d..%d] w(x,%d) w(y,%d)\n".formatted(i, i / 2, i / 2, i, i));
    }
    Path file = directory.resolve("ties.txt");
    Files.writeString(file, lines);
    for (String memory : List.of("8g", "1k")) {
      assertThat(essence(check("ser", file, memory).out()))
          .contains("\"kind\":\"TimestampTie\"")
          .containsPattern("\"TimestampTie\"[^{}]*\"count\":300");
    }
  }

  @Test
  void whatItExplainsIsComplete() throws IOException {
    Path file = directory.resolve("wrong.txt");
    Files.writeString(
        file, "s1 T1: [ts 1..2] w(x,1)\ns2 T2: [ts 3..4] r(x,2) w(y,1)\n" + LONG, UTF_8);
    CommandRun run =
        isogauge(
            "check", "--level", "si", "--order", "timestamps", "--memory", "1k", file.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("2 sessions, 2 transactions, 3 operations, 2 keys")
        .contains("T2 read x = 2", "should read x = 1, written by T1")
        .contains("Could have shown: not counted, as the file does not fit into memory.");
  }

  @Test
  void keysMayHaveAnInitialValueInCommon() throws IOException {
    Path file = directory.resolve("init.txt");
    for (int read : new int[] {7, 8}) {
      String history =
          "init *=7\ns1 T1: [ts 1..2] r(x,7) w(y,1)\ns2 T2: [ts 3..4] r(x," + read + ") r(y,1)\n";
      Files.writeString(file, history + LONG + LONG, UTF_8);
      CommandRun run =
          isogauge(
              "check", "--level", "si", "--order", "timestamps", "--memory", "4k", file.toString());
      assertThat(run.exitCode()).as(run.out()).isEqualTo(read - 7);
    }
  }

  @Test
  void theInitialValueMayComeLast() throws IOException {
    Path file = directory.resolve("late.txt");
    for (int read : new int[] {7, 8}) {
      StringBuilder history = new StringBuilder();
      // More than what is read at first.
      for (int i = 0; i < 20_000; i++) {
        history.append("s1: [ts ").append(i + 10).append("] r(x,\"seven\") r(y,\"seven\")\n");
      }
      history.append("s2: [ts 4] r(x,\"").append(read == 7 ? "seven" : "eight").append("\")\n");
      history.append("init *=\"seven\"\n");
      Files.writeString(file, history.toString().replaceAll("ts ([0-9]+)", "ts $1..$1"), UTF_8);
      CommandRun run = check("ser", file, "1k");
      assertThat(run.exitCode()).as(run.out()).isEqualTo(read - 7);
    }
  }

  /** Keys, values and names of their own for each transaction: far more strings than memory. */
  @Test
  void stringsAreNoReasonForUnknown() throws IOException {
    int transactions = TestSize.pick(60_000, 300_000);
    for (boolean isWrong : new boolean[] {false, true}) {
      Path file = directory.resolve("strings" + isWrong + ".jsonl");
      try (BufferedWriter to = Files.newBufferedWriter(file)) {
        for (int i = 0; i < transactions; i++) {
          int old = i / 2;
          String value = isWrong && i == transactions - 7 ? "other" : "value-of-" + old;
          to.write(
              String.format(
                  Locale.ROOT,
                  "{\"session\":\"client-%d\",\"txn\":\"transaction-%d\",\"ts\":[%d,%d],\"ops\":[%s"
                      + "[\"w\",\"key-%d\",\"value-of-%d\"]]}%n",
                  i % 7,
                  i,
                  2 * i,
                  2 * i + 1,
                  i == 0 ? "" : "[\"r\",\"key-" + old + "\",\"" + value + "\"],",
                  i,
                  i));
        }
      }
      CommandRun run = check("si", file, "1m");
      assertThat(run.exitCode()).as(run.out()).isEqualTo(isWrong ? 1 : 0);
      assertThat(run.out()).contains("\"keys\":" + transactions);
    }
  }

  @Test
  void aNameIsNotGivenTwice() throws IOException {
    Path file = directory.resolve("twice.txt");
    Files.writeString(file, "s1 T1: [ts 1..2] w(x,1)\ns2 \"T1\": [ts 3..4] r(x,1)\n" + LONG, UTF_8);
    CommandRun run = check("si", file, "1k");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out() + run.err()).contains("twice.txt:2:1: found transaction T1 twice");
  }

  @Test
  void directivesNeedAllOfIt() throws IOException {
    Path file = directory.resolve("init.txt");
    Files.writeString(file, "init x=1\ns1 T1: [ts 1..2] r(x,1)\n" + LONG, UTF_8);
    CommandRun run =
        isogauge(
            "check", "--level", "si", "--order", "timestamps", "--memory", "1k", file.toString());
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("it sets initial values or orders of versions");
  }

  @Test
  void aBadLineIsNamed() throws IOException {
    Path file = directory.resolve("bad.txt");
    Files.writeString(file, "s1 T1: [ts 1..2] r(x,1)\ns1 T2: [ts 3..4] r(x\n" + LONG, UTF_8);
    CommandRun run =
        isogauge(
            "check", "--level", "si", "--order", "timestamps", "--memory", "1k", file.toString());
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out() + run.err()).contains("bad.txt:2:");
  }

  @Test
  void theTemporaryDirectoryGoes() throws IOException {
    Path path;
    try (TemporaryDirectory temporary = TemporaryDirectory.create()) {
      path = temporary.path();
      Files.writeString(Files.createDirectories(path.resolve("a/b")).resolve("c"), "d");
    }
    assertThat(path).doesNotExist();
  }
}
