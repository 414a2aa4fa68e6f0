package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.withInput;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that write or describe histories: convert, generate, stats. */
class FilesTest {
  private static final String HISTORIES = CommandRun.root().resolve("histories").toString();

  @TempDir Path directory;

  /** Beside good files, histories of unknown operations and a run that recorded nothing. */
  @Test
  void noHistoryOfADirectoryIsSkipped() throws IOException {
    Files.writeString(directory.resolve("good.txt"), "w(1,1,1,1)\n");
    Files.writeString(directory.resolve("reads.txt"), "s1: ur(*)\ns2: w(x,1)\n");
    Files.writeString(directory.resolve("writes.txt"), "s1: uw(x)\ns2: w(x,1)\n");
    Path empty = Files.createFile(directory.resolve("empty.txt"));
    CommandRun all = isogauge("check", "--level", "rc", directory.toString());
    assertThat(all.exitCode()).isEqualTo(3);
    assertThat(all.out()).contains("good.txt", "reads.txt", "writes.txt", "empty.txt");
    assertThat(all.err()).doesNotContain("skipped");
    assertThat(isogauge("check", "--level", "rc", empty.toString()).exitCode()).isEqualTo(3);
  }

  @Test
  void statsCountsWhatWasRecorded() {
    CommandRun run =
        withInput("s1: [ts 1..2] w(x,1)\ns1: aborted w(x,2)\ns2: r(x,1) w(y,1)\n", "stats", "-");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("- (isogauge)", "sessions      2")
        .contains("transactions  3: 2 committed, 1 aborted, 0 indeterminate")
        .contains("operations    4: 1 read, 3 writes", "keys          2")
        .contains("timestamps", "each written once per key");
  }

  @Test
  void statsCountsRepeatedValues() {
    CommandRun run = withInput("s1: w(x,1)\ns2: w(x,1)\n", "stats", "-");

    assertThat(run.out()).contains("1 written by several transactions to one key");
  }

  @Test
  void statsAsJsonIsOneObjectPerFile() {
    String absent = directory.resolve("absent").toString();

    CommandRun run =
        withInput(
            "order x: 1\ns1: [ts 1..2] w(x,1)\ns1: aborted w(x,2)\ns2: r(x,1) w(y,1)\n",
            "stats",
            "--json",
            absent,
            "-");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("{\"file\":\"-\",\"format\":\"isogauge\",\"reason\":null,")
                    .contains(
                        "\"stats\":{\"sessions\":2,\"transactions\":3,\"committed\":2,"
                            + "\"aborted\":1,\"indeterminate\":0,\"operations\":4,\"reads\":1,"
                            + "\"writes\":3,\"keys\":2,\"appends\":0,\"repeatedValues\":0,"
                            + "\"timestamps\":true,\"realTime\":false,\"versionOrders\":1,"
                            + "\"milliseconds\":{\"read\":"),
            line ->
                assertThat(line)
                    .startsWith("{\"file\":\"" + absent + "\",\"format\":null,\"reason\":\"")
                    .contains("there is no such file")
                    .endsWith("\"stats\":null,\"schemaVersion\":2}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"isogauge", "jsonl", "plume", "dbcop"})
  void aConvertedHistoryHasTheSameVerdicts(String format) {
    Path written = directory.resolve("history.out");
    String source = HISTORIES + "/read-atomic/causality-violation.plume.txt";

    CommandRun run = isogauge("convert", source, "--to", format, "-o", written.toString());

    assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    assertThat(isogauge("check", "--level", "cc", written.toString()).exitCode()).isEqualTo(1);
    assertThat(isogauge("check", "--level", "ra", written.toString()).exitCode()).isZero();
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void convertCompressesOnRequestAndWritesToStandardOutput() throws IOException {
    Path packed = directory.resolve("history.txt.gz");

    CommandRun toFile =
        withInput("w(1,1,1,1)\n", "convert", "-", "--to", "isogauge", "-o", packed.toString());
    CommandRun toOut = isogauge("convert", packed.toString(), "--to", "plume", "-o", "-");

    assertThat(toFile.exitCode()).isZero();
    assertThat(Files.readAllBytes(packed)).startsWith(0x1f, 0x8b);
    assertThat(toOut).isEqualTo(new CommandRun(0, "w(1,1,1,1)\n", ""));
  }

  @Test
  void convertRefusesWhatTheTargetCannotExpressAndLeavesTheOldFile() throws IOException {
    Path target = Files.writeString(directory.resolve("old.txt"), "w(1,1,1,1)\n");

    CommandRun run =
        withInput("s1: w(x,abc)\n", "convert", "-", "--to", "plume", "-o", target.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("isogauge: ").contains("plume");
    assertThat(target).hasContent("w(1,1,1,1)\n");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void convertReportsWhatItCannotReadOrWrite() {
    CommandRun unreadable =
        isogauge("convert", directory + "/absent", "--to", "plume", "-o", directory + "/x");
    CommandRun several = isogauge("convert", HISTORIES, "--to", "jsonl", "-o", directory + "/x");
    CommandRun unwritable =
        withInput("w(1,1,1,1)\n", "convert", "-", "--to", "plume", "-o", directory + "/a/b");
    CommandRun cobra = withInput("", "convert", "-", "--to", "cobra", "-o", "-");

    assertThat(unreadable.exitCode()).isEqualTo(4);
    assertThat(several.exitCode()).isEqualTo(2);
    assertThat(unwritable.exitCode()).isEqualTo(5);
    assertThat(cobra.exitCode()).isEqualTo(2);
    assertThat(cobra.err()).contains("does not write it");
    assertThat(directory.toFile().list()).isEmpty();
  }

  @Test
  void generatedHistoriesAreReproducibleAndHold() {
    String[] command = {
      "generate",
      "--store",
      "causal",
      "--sessions",
      "4",
      "--transactions",
      "200",
      "--seed",
      "7",
      "--keys",
      "20",
      "--distribution",
      "uniform",
      "--abort-ratio",
      "0.1",
      "-o",
      "-"
    };

    CommandRun run = isogauge(command);

    assertThat(run.exitCode()).isZero();
    assertThat(isogauge(command)).isEqualTo(run);
    assertThat(withInput(run.out(), "check", "--verify", "--level", "cc", "-").exitCode()).isZero();
  }

  @Test
  void filesAndExplanationsAreTheSameInEveryLanguage() {
    List<CommandRun> usual = numbers();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(numbers()).isEqualTo(usual);
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Every read shows all of a list, so lists that stay would fill the memory. */
  @Test
  void generatedListsRetire() {
    String[] command = {
      "generate", "--workload", "list-append", "--keys", "1", "--transactions", "300", "-o", "-"
    };
    String[] kept = Arrays.copyOf(command, command.length + 2);
    kept[command.length] = "--writes-per-key";
    kept[command.length + 1] = "0";

    assertThat(isogauge(command).out().length()).isLessThan(isogauge(kept).out().length() / 4);
  }

  /** What writes numbers as parts of a text. */
  private static List<CommandRun> numbers() {
    String stale = HISTORIES + "/causal/stale-snapshot.json";
    return List.of(
        isogauge(
            "generate", "--workload", "predicate", "--serial", "--transactions", "50", "-o", "-"),
        withInput("s1: [snapshot 3:9:5] w(x,1)\n", "convert", "-", "--to=isogauge", "-o", "-"),
        withInput("s1 T: w(x,1)\ns2 T: w(x,2)\n", "check", "--level=cc", "-"),
        isogauge("check", "--level", "si", stale),
        withInput("s1: [rt 1..9] w(x,1) ; [rt 5..12] r(x,1)\n", "check", "--level", "cc", "-"),
        withInput("s1: [rt 1..3] w(x,1)\ns2: [rt 4..5] r(x,nil)\n", "check", "--level=lin", "-"),
        withInput("s1: [rt 1..3] w(x,1)\ns2: [rt 4..5] r(x,nil)\n", "check", "--level=sser", "-"));
  }

  @Test
  void injectedAnomaliesAreFoundAndWrittenDown() throws IOException {
    Path history = directory.resolve("faulty.txt");

    CommandRun run =
        isogauge(
            "generate",
            "--transactions",
            "100",
            "--inject",
            "FracturedRead=2",
            "--inject",
            "b=1",
            "--timestamps",
            "--to",
            "jsonl",
            "-o",
            history.toString());
    CommandRun check = isogauge("check", "--level", "ra", history.toString());

    assertThat(run).isEqualTo(new CommandRun(0, "", ""));
    assertThat(directory.resolve("faulty.txt.truth.jsonl")).content().contains("FracturedRead");
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).contains("2 FracturedRead", "1 AbortedRead");
  }

  @Test
  void theTruthOfAHistoryOnStandardOutputGoesWhereToldOrNowhere() {
    Path truth = directory.resolve("truth.jsonl");

    CommandRun told = isogauge("generate", "--inject=k=1", "--truth=" + truth, "-o", "-");
    CommandRun dropped = isogauge("generate", "--inject=k=1", "-o", "-");

    assertThat(told.exitCode()).isZero();
    assertThat(told.out()).isNotEmpty();
    assertThat(truth).content().contains("FracturedRead");
    assertThat(dropped.exitCode()).isEqualTo(2);
    assertThat(dropped.out()).isEmpty();
    assertThat(dropped.err()).contains("name a file with -o");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--store seralizable | did you mean 'serializable'?",
        "--sessions 0 | --sessions: found '0'",
        "--read-ratio 1.5 | --read-ratio: found '1.5'; expected a number from 0 to 1",
        "--rmw-ratio 0.6 | --read-ratio + rmw-ratio is 1.1; expected 0.0 to 1.0",
        "--abort-ratio nan | --abort-ratio: found 'nan'",
        "--distribution zipff | expected uniform, zipf",
        "--inject FracturedRaed=2 | did you mean 'FracturedRead'?",
        "--inject k=many | expected a number",
        "--truth truth.jsonl | found --truth without --inject",
        "--sessions 10000000 | --sessions is 10000000; expected 1 to",
      })
  void workloadsThatCannotBeGeneratedAreUsageErrors(String options, String message) {
    CommandRun run = isogauge(("generate -o - " + options).split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("isogauge: ").contains(message);
    assertThat(run.out()).isEmpty();
  }
}
