package dev.isogauge.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Plan;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What was seen of real applications, as tables in {@code cases}: for each case and database the
 * verdict, with the truth known by construction. A verdict that is better than the table says is a
 * failure too, so that the table stays true.
 */
class RecorderCasesTest {
  @TempDir Path directory;

  private static Stream<Arguments> of(String file, boolean isMariaDb) throws IOException {
    return Case.read(file).stream()
        .flatMap(
            each ->
                each.verdicts().keySet().stream()
                    .filter(system -> system.equals("mariadb") == isMariaDb)
                    .map(system -> Arguments.of(each.name(), system, each)));
  }

  static Stream<Arguments> serial() throws IOException {
    return of("serial.txt", false);
  }

  static Stream<Arguments> serialOnMariaDb() throws IOException {
    return of("serial.txt", true);
  }

  static Stream<Arguments> lostUpdates() throws IOException {
    return of("lost-updates.txt", false);
  }

  static Stream<Arguments> lostUpdatesOnMariaDb() throws IOException {
    return of("lost-updates.txt", true);
  }

  static Stream<Arguments> writeSkew() throws IOException {
    return of("write-skew.txt", false);
  }

  static Stream<Arguments> writeSkewOnMariaDb() throws IOException {
    return of("write-skew.txt", true);
  }

  /** The history of what sessions do on a new database. */
  private Path record(String system, Case each, List<String> lines) throws Exception {
    DataSource plain = Databases.open(system);
    Databases.run(plain, each.setup(system));
    Path file = directory.resolve("run" + System.nanoTime() + ".jsonl");
    try (Recorder recorder = Recorder.create(file);
        Script script = new Script(IsogaugeDataSource.wrap(plain, recorder))) {
      script.run(lines);
    }
    return file;
  }

  /** As the JUnit module and the command line ask. */
  private static Verdict verdict(History history, IsolationLevel level) {
    Plan plan = Plan.of(history);
    return plan.route(plan.question(level)).check(Limits.DEFAULT);
  }

  private static String word(Verdict verdict) {
    return verdict instanceof Verdict.Satisfied
        ? "satisfied"
        : verdict instanceof Verdict.Violated ? "violated" : "unknown";
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("serial")
  void serialProgramsViolateNothing(String name, String system, Case each) throws Exception {
    List<List<String>> variants = new ArrayList<>();
    String last = "2> " + each.lines().get(each.lines().size() - 1).replaceAll("^\\d> ", "");
    if (each.hasTransactions()) {
      variants.add(Stream.concat(each.lines().stream(), Stream.of("2> auto", last)).toList());
    } else {
      variants.add(Stream.concat(each.lines().stream(), Stream.of(last)).toList());
      List<String> one = new ArrayList<>(List.of("begin"));
      one.addAll(each.lines());
      one.addAll(List.of("commit", last));
      variants.add(one);
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (List<String> lines : variants) {
      Path file = record(system, each, lines);
      History history = Recorded.history(file);
      for (IsolationLevel level :
          List.of(IsolationLevel.READ_COMMITTED, IsolationLevel.STRICT_SERIALIZABILITY)) {
        Verdict verdict = verdict(history, level);
        assertThat(verdict)
            .as("%s: %s\n%s", level, lines, Files.readString(file))
            .isNotInstanceOf(Verdict.Violated.class);
        verdicts.add(verdict);
      }
    }
    boolean isSatisfied = verdicts.stream().allMatch(Verdict.Satisfied.class::isInstance);
    assertThat(isSatisfied ? "satisfied" : "unknown")
        .as(verdicts.toString())
        .isEqualTo(each.verdicts().get(system));
  }

  @Tag("mariadb")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("serialOnMariaDb")
  void serialProgramsViolateNothingOnMariaDb(String name, String system, Case each)
      throws Exception {
    serialProgramsViolateNothing(name, system, each);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("lostUpdates")
  void lostUpdatesAreFound(String name, String system, Case each) throws Exception {
    List<String> lines = new ArrayList<>(each.lines());
    String read = "SELECT balance FROM accounts WHERE id = 1";
    lines.addAll(
        List.of(
            "begin",
            "2> begin",
            read,
            "2> " + read,
            "UPDATE accounts SET balance = 90 WHERE id = 1",
            "commit",
            "2> UPDATE accounts SET balance = 80 WHERE id = 1",
            "2> commit"));
    Path file = record(system, each, lines);
    History history = Recorded.history(file);
    Verdict verdict = verdict(history, IsolationLevel.SNAPSHOT_ISOLATION);
    assertThat(word(verdict))
        .as("%s\n%s", verdict, Files.readString(file))
        .isEqualTo(each.verdicts().get(system));
    assertThat(verdict(history, IsolationLevel.READ_COMMITTED))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Tag("mariadb")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("lostUpdatesOnMariaDb")
  void lostUpdatesAreFoundOnMariaDb(String name, String system, Case each) throws Exception {
    lostUpdatesAreFound(name, system, each);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("writeSkew")
  void writeSkewIsNeverOverlooked(String name, String system, Case each) throws Exception {
    String look = each.lines().get(0);
    Path file =
        record(
            system,
            each,
            List.of(
                "level 4",
                "2> level 4",
                "begin",
                "2> begin",
                look,
                "2> " + look,
                each.lines().get(1),
                "2> " + each.lines().get(2),
                "commit",
                "2> commit"));
    History history = Recorded.history(file);
    Verdict verdict = verdict(history, IsolationLevel.SERIALIZABILITY);
    assertThat(word(verdict))
        .as("%s\n%s", verdict, Files.readString(file))
        .isEqualTo(each.verdicts().get(system));
    assertThat(verdict(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .as(Files.readString(file))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Tag("mariadb")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("writeSkewOnMariaDb")
  void writeSkewIsNeverOverlookedOnMariaDb(String name, String system, Case each) throws Exception {
    writeSkewIsNeverOverlooked(name, system, each);
  }
}
