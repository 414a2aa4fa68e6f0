package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What CONTRIBUTING.md says of adding a format, a level, an anomaly and a workload is enough: each
 * is added to a copy of the sources, in files that the page names, and works on the command line.
 * The new files are in {@code app/src/test/added}; a database is added in {@code collect}'s tests.
 */
@Timeout(300)
class AddedByTheBookTest {
  private static final Path ROOT = CommandRun.root();
  private static final List<String> COMPILED = List.of("core", "collect", "app");

  /** A change of a file that exists: the text goes before the anchor. */
  private record Edit(String file, String anchor, String text) {}

  private static final String CORE = "core/src/main/java/dev/isogauge/";
  private static final String WORKLOAD =
      "collect/src/main/java/dev/isogauge/collect/workload/Workload.java";

  private static final Map<String, List<Edit>> EDITS =
      new TreeMap<>(
          Map.of(
              "a format",
              List.of(
                  new Edit(
                      CORE + "format/HistoryFormat.java",
                      "  /** The logs of cobra",
                      "CSV(\"csv\", \"w,key,value,session,transaction\","
                          + " dev.isogauge.format.csv.CsvReader::new, null),\n"),
                  new Edit(
                      CORE + "format/FormatDetector.java",
                      "      if (!seen && !comments && PLUME",
                      "if (!seen && line.matches(\"[rw](,\\\\d+){4}\")) {"
                          + " return sure(HistoryFormat.CSV); }\n")),
              "a level",
              List.of(
                  new Edit(
                      CORE + "level/IsolationLevel.java",
                      "  /** Each transaction's own, where",
                      "WRITE_ONCE(\"write-once\", List.of(),"
                          + " \"no transaction writes one key twice\"),\n"),
                  new Edit(
                      CORE + "level/IsolationLevel.java",
                      "          RECORDED ->\n          EnumSet",
                      "WRITE_ONCE,"),
                  new Edit(
                      CORE + "chance/Separation.java",
                      "      case READ_YOUR_WRITES,",
                      "case WRITE_ONCE -> EnumSet.noneOf(ChanceKind.class);\n"),
                  new Edit(
                      CORE + "check/Plan.java",
                      "    if (level.isWeak()) {\n      return Method.COMMIT_ORDER",
                      "if (level == IsolationLevel.WRITE_ONCE) { return Method.WRITE_ONCE; }\n"),
                  new Edit(
                      CORE + "check/Route.java",
                      "      case NONE -> unanswered();",
                      "case WRITE_ONCE -> new"
                          + " dev.isogauge.check.once.WriteOnceChecker(limits).check(history);\n"),
                  new Edit(
                      CORE + "check/Route.java",
                      "    /** No checker answers the question. */",
                      "WRITE_ONCE(\"write-once\", \"looks for a second write of a key\"),\n"),
                  new Edit(
                      CORE + "check/RouteWords.java",
                      "      case NONE -> route.unanswered().reason();",
                      "case WRITE_ONCE -> \"the level speaks of each transaction alone\";\n"),
                  new Edit(
                      CORE + "check/RouteWords.java", "LINEARIZATION, NONE -> {}", "WRITE_ONCE, "),
                  new Edit(
                      CORE + "verify/WitnessVerifier.java",
                      "    return new WitnessVerifier(history, question, witness).refute();",
                      "if (question.level() == IsolationLevel.WRITE_ONCE) {"
                          + " return WriteOnceVerifier.refute(history); }\n")),
              "an anomaly",
              List.of(
                  new Edit(
                      CORE + "anomaly/AnomalyKind.java",
                      "  COMMIT_ORDER_CYCLE(",
                      "REWRITTEN_KEY(\"\", \"writes one key twice\","
                          + " only(IsolationLevel.WRITE_ONCE), REPORT),\n"),
                  new Edit(
                      CORE + "anomaly/Sentences.java",
                      "  ABORTED_READ(\n",
                      "REWRITTEN_KEY(\"{first} wrote {first=}\\n! it then wrote {second=}\\n"
                          + "= {first} wrote {first.key} twice\\n\"),\n")),
              "a workload",
              List.of(
                  new Edit(
                      CORE + "generate/DataModel.java",
                      "  /** TPC-C's five transactions. */",
                      "COUNTERS(\"counters\"),\n"),
                  new Edit(
                      CORE + "generate/DataModel.java",
                      "this == TPC_C || this == RUBIS",
                      "this == COUNTERS || "),
                  new Edit(
                      CORE + "generate/Application.java", "TpcC, Rubis, Twitter {", "Counters, "),
                  new Edit(
                      CORE + "generate/Application.java",
                      "      case TPC_C -> new TpcC(scale);",
                      "case COUNTERS -> new Counters(scale);\n"),
                  new Edit(
                      CORE + "generate/Planner.java", "TPC_C, RUBIS, TWITTER ->", "COUNTERS, "),
                  new Edit(
                      WORKLOAD,
                      "  TPC_C(\n",
                      "COUNTERS(\"counters\", \"counters that everybody increments\","
                          + " DataModel.COUNTERS,"
                          + " new Parameters(8, 2, 0, 1, 0, KeyDistribution.UNIFORM),"
                          + " PlannedClient::new),\n"),
                  new Edit(
                      WORKLOAD, "case REGISTER, GENERAL, TPC_C", "case COUNTERS -> true;\n"))));

  @TempDir private static Path scratch;

  @BeforeAll
  static void addAndCompile() throws IOException {
    for (String module : COMPILED) {
      copy(ROOT.resolve(module + "/src/main/java"), scratch.resolve(module + "/src/main/java"));
    }
    copy(ROOT.resolve("app/src/test/added"), scratch);
    for (List<Edit> edits : EDITS.values()) {
      for (Edit edit : edits) {
        Path file = scratch.resolve(edit.file());
        String text = Files.readString(file);
        assertThat(text).as(edit.file()).containsOnlyOnce(edit.anchor());
        Files.writeString(file, text.replace(edit.anchor(), edit.text() + edit.anchor()));
      }
    }
    compile();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private static void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(scratch)) {
      List<Path> all =
          sources
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .toList();
      List<String> options =
          List.of(
              "-proc:none",
              "-nowarn",
              "-cp",
              System.getProperty("java.class.path"),
              "-d",
              Files.createDirectories(scratch.resolve("classes")).toString());
      boolean compiled =
          compiler
              .getTask(errors, files, null, options, null, files.getJavaFileObjectsFromPaths(all))
              .call();
      assertThat(compiled).as("%s", errors).isTrue();
    }
  }

  private record Ran(int code, String text) {}

  private static Ran isogauge(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                scratch.resolve("classes")
                    + File.pathSeparator
                    + System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = scratch.resolve("out.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), Files.readString(out));
  }

  private static Path file(String name, String text) throws IOException {
    return Files.writeString(scratch.resolve(name), text);
  }

  @Test
  void thePageNamesEveryFileThatChanges() throws IOException {
    String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    for (Map.Entry<String, List<Edit>> added : EDITS.entrySet()) {
      String section = page.split("## Add " + added.getKey() + "\n", 2)[1].split("\n## ", 2)[0];
      for (Edit edit : added.getValue()) {
        assertThat(section)
            .as("adding %s", added.getKey())
            .contains(edit.file().substring(edit.file().lastIndexOf('/') + 1));
      }
    }
  }

  @Test
  void aFormatIsDetectedAndItsFaultsHaveAPlace() throws Exception {
    Path good = file("good.csv", "w,1,5,1,1\nr,1,5,2,2\n");
    Path bad = file("bad.csv", "w,1,5,1,1\nr,1,x,2,2\n");

    assertThat(isogauge("check", "--level", "ser", good.toString()))
        .returns(ExitCode.SATISFIED, Ran::code);
    assertThat(isogauge("check", "--from", "csv", bad.toString()))
        .returns(ExitCode.UNREADABLE, Ran::code)
        .satisfies(
            ran ->
                assertThat(ran.text()).contains("bad.csv:2:5: found 'x,2,2'; expected a decimal"));
  }

  @Test
  void aLevelIsCheckedAndItsAnomalyExplained() throws Exception {
    Path broken = file("broken.txt", "s1: w(x,1) w(x,2)\n");
    Path kept = file("kept.txt", "s1: w(x,1) ; w(x,2)\n");

    assertThat(isogauge("check", "--level", "write-once", broken.toString()))
        .returns(ExitCode.VIOLATED, Ran::code)
        .satisfies(ran -> assertThat(ran.text()).contains("s1.1 wrote x twice"));
    assertThat(isogauge("check", "--level", "write-once", "--verify", kept.toString()))
        .returns(ExitCode.SATISFIED, Ran::code);
    assertThat(isogauge("explain", "RewrittenKey").text()).contains("writes one key twice");
  }

  @Test
  void aWorkloadIsGeneratedAndRunOnADatabase() throws Exception {
    Path history = scratch.resolve("counters.jsonl");
    Path run = scratch.resolve("run");

    assertThat(isogauge("generate", "--workload", "counters", "-o", history.toString()))
        .returns(ExitCode.SATISFIED, Ran::code);
    assertThat(isogauge("check", "--level", "ser", history.toString()))
        .returns(ExitCode.SATISFIED, Ran::code);
    Ran test =
        isogauge(
            "test",
            "h2",
            "--workload",
            "counters",
            "--transactions",
            "500",
            "--level",
            "pl-2",
            "--min-chances",
            "0",
            "--out",
            run.toString());
    assertThat(test.code()).as(test.text()).isEqualTo(ExitCode.SATISFIED);
  }
}
