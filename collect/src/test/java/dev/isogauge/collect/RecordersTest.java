package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.check.Checks;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The recorders of examples/recorders keep the rules of docs/recording.md, each where its language
 * is installed; those that are compiled with -Pthorough. Each is a program too, which does what its
 * input says, line by line, and answers.
 */
class RecordersTest {
  private static final Path RECORDERS =
      Path.of(System.getProperty("isogauge.root")).resolve("examples/recorders");

  /** How each is compiled, and run. */
  private static final Map<String, List<String>> COMPILED =
      Map.of(
          "go", List.of("go", "build", "-o", "recorder"),
          "rs", List.of("rustc", "-o", "recorder"));

  private static final Map<String, List<String>> RUN =
      Map.of(
          "py", List.of("python3"),
          "mjs", List.of("node"),
          "go", List.of("./recorder"),
          "rs", List.of("./recorder"));

  @TempDir Path directory;

  /** The command that runs a recorder; the test is skipped if its language is not there. */
  private List<String> command(String ending) throws Exception {
    Path program = RECORDERS.resolve("recorder." + ending);
    List<String> compiler = COMPILED.get(ending);
    List<String> command = new ArrayList<>(RUN.get(ending));
    if (compiler == null) {
      assumeTrue(Commands.find(command.get(0)).isPresent(), "no " + command.get(0) + " here");
      command.add(program.toString());
    } else {
      assumeTrue("thorough".equals(System.getProperty("isogauge.test.size")), "needs -Pthorough");
      assumeTrue(Commands.find(compiler.get(0)).isPresent(), "no " + compiler.get(0) + " here");
      List<String> compile = new ArrayList<>(compiler);
      compile.add(program.toString());
      Commands.run(directory, 300, compile);
      command.set(0, directory.resolve("recorder").toString());
    }
    command.add(file().toString());
    return command;
  }

  private Path file() {
    return directory.resolve("run.jsonl");
  }

  private History history() throws IOException {
    return HistoryFiles.read(HistoryFiles.file(file()), Optional.empty()).history();
  }

  /** A recorder under way. */
  private final class Played implements AutoCloseable {
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    Played(List<String> command) throws IOException {
      process =
          new ProcessBuilder(command).redirectError(directory.resolve("errors").toFile()).start();
      commands = process.outputWriter(StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Words of a command, and the answer. */
    String say(String words) throws IOException {
      commands.write(words.replace(' ', '\t') + "\n");
      commands.flush();
      return answers.readLine();
    }

    void obeys(String... all) throws IOException {
      for (String words : all) {
        assertThat(say(words)).as(words).isEqualTo("ok");
      }
    }

    void kill() throws Exception {
      process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
      commands.close();
      process.onExit().join();
      assertThat(Files.readString(directory.resolve("errors"))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"py", "mjs", "go", "rs"})
  void keepsTheRules(String ending) throws Exception {
    try (Played recorder = new Played(command(ending))) {
      recorder.obeys("initial accounts/1 5", "begin t1 s1");
      // A session waits for each answer.
      assertThat(recorder.say("begin t2 s1")).startsWith("error: session s1 has a transaction");
      recorder.obeys("read t1 accounts/1 5", "write t1 accounts/1 text:\"é\\☃😀\u001f");
      assertThat(Files.readString(file())).doesNotContain("\"session\"");
      assertThat(recorder.say("committed t1")).startsWith("error: call committing()");
      recorder.obeys("committing t1");
      assertThat(Files.readString(file())).contains("\"indeterminate\"");
      assertThat(recorder.say("write t1 x 1")).startsWith("error: the commit was sent before");
      recorder.obeys("committed t1");
      // A retry is another transaction.
      assertThat(recorder.say("read t1 x 1")).startsWith("error: the transaction has ended");
      // Only the commit can be in doubt.
      recorder.obeys("begin t2 s1", "write t2 x 7", "leave t2");
      recorder.obeys("begin t3 s2", "read t3 y 0", "write t3 x 8", "committing t3", "leave t3");
      recorder.obeys("begin t4 s3", "write t4 z 9007199254740993", "write t4 y null");
      recorder.obeys("append t4 l 1", "committing t4", "aborted t4");
      recorder.obeys("begin t5 s4", "read t5 y 0", "committing t5", "committed t5");
      assertThat(recorder.say("begin t6 s5")).isEqualTo("ok");
      assertThat(recorder.say("write t6 null 1")).startsWith("error: found the key ");
    }
    assertThat(Files.readString(file()).replaceAll("\"rt\":\\[\\d+,\\d+]", "\"rt\":[]"))
        .startsWith("{\"default\":0 ")
        .contains(
            "{\"init\":[[\"accounts/1\",5]]}\n",
            "{\"session\":\"s1\",\"ops\":[[\"r\",\"accounts/1\",5],[\"w\",\"accounts/1\","
                + "\"\\\"é\\\\☃😀\\u001f\"]],\"rt\":[],\"outcome\":\"committed\"} ",
            "{\"session\":\"s1\",\"ops\":[[\"w\",\"x\",7]],\"rt\":[],\"outcome\":\"aborted\"}\n",
            ",null],\"outcome\":\"indeterminate\"} ",
            "[[\"w\",\"z\",9007199254740993],[\"d\",\"y\"],[\"a\",\"l\",1]],\"rt\":[],"
                + "\"outcome\":\"aborted\"} ",
            "{\"session\":\"s4\",\"ops\":[[\"r\",\"y\",0]],\"rt\":[],\"outcome\":\"committed\"}\n");
    assertThat(history().transactionCount()).isGreaterThanOrEqualTo(5);
    assertThat(Checks.check(history(), IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"py", "mjs", "go", "rs"})
  void survivesACrash(String ending) throws Exception {
    Played recorder = new Played(command(ending));
    recorder.obeys("begin t1 s1", "write t1 x 1", "committing t1", "begin t2 s2", "write t2 x 2");
    recorder.kill();
    assertThat(history().transactionCount()).isEqualTo(1);
    assertThat(history().outcome(0)).isEqualTo(Outcome.INDETERMINATE);
  }

  /** A limit of the file's size stands for a full disk. */
  @ParameterizedTest
  @ValueSource(strings = {"py", "mjs", "go", "rs"})
  void aFullDiskEndsTheRecordingAndNotTheProgram(String ending) throws Exception {
    List<String> command = command(ending);
    List<String> limited =
        new ArrayList<>(List.of("bash", "-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "limited"));
    limited.addAll(command);
    String last = "";
    try (Played recorder = new Played(limited)) {
      for (int i = 1; i <= 40; i++) {
        recorder.say("begin t s");
        recorder.say("write t x " + i);
        recorder.say("committing t");
        last = recorder.say("committed t");
      }
    }
    assertThat(last).isEqualTo("failed");
    assertThat(Files.readAllLines(file()).get(0)).startsWith("{\"default\":0,\"ended\":\"");
    assertThat(history().transactionCount()).isBetween(5, 39);
    assertThat(Checks.check(history(), IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Unknown.class);
  }
}
