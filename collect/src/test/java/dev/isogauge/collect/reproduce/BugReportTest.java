package dev.isogauge.collect.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.verdict.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Reports on findings of real databases: the program is run by the command in its first line. */
class BugReportTest {
  static final String SIZE = "isogauge.test.size";
  static final String THOROUGH = "thorough";

  @TempDir private Path directory;

  private String reproduced(String name, String level, String schedule) throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      Level wanted = database.capabilities().level(level);
      Cell cell =
          new Litmus(List.of(), LitmusSettings.defaults(), what -> {})
              .cell(database, wanted, schedule(schedule));
      assertThat(cell.breaksClaim()).isTrue();
      Path report =
          new BugReport(database, Map.of(), "isogauge test").write(wanted, cell, directory);
      assertThat(report.resolve("report.html")).content().contains("<html", cell.schedule().id());
      assertThat(report.resolve("report.txt")).content().contains("claims");
      assertThat(Schedules.read(report.resolve("schedule.litmus")).steps())
          .isEqualTo(cell.schedule().steps());
      return run(report, database);
    }
  }

  /** What a test recorded: each list was empty for the transaction that extended the other. */
  static final String RECORDED_SKEW =
      """
      s1: [rt 1..9] a(1,5) r(2,[])
      s2: [rt 2..8] a(2,6) r(1,[])
      s3: [rt 3..4] a(3,7)
      s1: [rt 10..12] r(1,[5]) r(2,[6])
      """;

  static RecordedFinding recordedSkew(String text) throws Exception {
    History history = IsogaugeText.parse(text);
    Question question = Plan.of(history).question(IsolationLevel.SERIALIZABILITY);
    ShrinkResult shrunk = new Shrinker(question, Limits.DEFAULT).shrink(history);
    return new RecordedFinding(
        history, (ShrinkResult.Shrunk) shrunk, question, AnomalyKind.G2_ITEM);
  }

  @Test
  void whatATestRecordedBecomesASchedule() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level(Level.SERIALIZABLE);
      Path report =
          new BugReport(database, Map.of(), "isogauge test")
              .write(
                  level,
                  recordedSkew(RECORDED_SKEW),
                  FindingSource.ONE_SERVER,
                  "isogauge test h2",
                  directory);

      assertThat(report.resolve("schedule.litmus")).content().contains("append x 5", "read y");
      assertThat(report.resolve("recorded.jsonl")).content().contains("[\"r\",2,[]]");
      assertThat(report.resolve("command.txt")).hasContent("isogauge test h2");
      if (THOROUGH.equals(System.getProperty(SIZE))) {
        assertThat(run(report, database)).contains("in the end -> x=[5] y=[6]");
      }
    }
  }

  /** Locks do not allow it, so no schedule shows it; the program says so, too. */
  @Test
  void whatNoScheduleShowsDependsOnTiming() throws Exception {
    try (Database database = Databases.open("hsqldb:locks", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level(Level.SERIALIZABLE);
      Path report =
          new BugReport(database, Map.of(), "isogauge test")
              .write(
                  level,
                  recordedSkew(RECORDED_SKEW),
                  FindingSource.ONE_SERVER,
                  "isogauge test",
                  directory);

      assertThat(report.resolve("report.txt")).content().contains("depends on timing", "G2-item");
      assertThat(report.resolve("report.html")).content().contains("<html");
      assertThat(report.resolve("Reproduce.java"))
          .content()
          .contains("depends on timing", "ROUNDS = 1000", "append x 5");
    }
  }

  @Test
  @EnabledIfSystemProperty(named = SIZE, matches = THOROUGH)
  void aProgramThatTriesUntilItIsSeen() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level(Level.SERIALIZABLE);
      BugReport report = new BugReport(database, Map.of(), "isogauge test");
      report.writeRace(
          level,
          recordedSkew(RECORDED_SKEW),
          report.client(level).orElseThrow(),
          "It depends on timing.",
          directory);

      assertThat(run(directory, database)).contains("Round ", "T1 read y -> []");
    }
  }

  @Test
  void aClusterIsSaidToNeedItsServers() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level(Level.SERIALIZABLE);
      Path report =
          new BugReport(database, Map.of(), "isogauge test")
              .write(
                  level,
                  recordedSkew(RECORDED_SKEW),
                  FindingSource.SEVERAL_SERVERS,
                  "isogauge test",
                  directory);

      assertThat(report.resolve("report.txt")).content().contains("needs several servers");
      assertThat(report.resolve("Reproduce.java")).doesNotExist();
    }
  }

  /** One that comes with Isogauge, or the text of another one. */
  private Schedule schedule(String nameOrText) throws Exception {
    return Schedules.ids().contains(nameOrText)
        ? Schedules.shipped(nameOrText)
        : Schedules.read(Files.writeString(directory.resolve("mine.litmus"), nameOrText));
  }

  private static String run(Path report, Database database) throws Exception {
    ClientProgram program =
        new BugReport(database, Map.of(), "")
            .client(database.capabilities().defaultLevel())
            .orElseThrow()
            .program();
    Artifacts artifacts = new Artifacts(notice -> {});
    if (program.bringsOthers()) {
      Path jars = Files.createDirectory(report.resolve("jars"));
      for (Path jar : artifacts.jars(program.jars().get(0))) {
        Files.copy(jar, jars.resolve(jar.getFileName()));
      }
    } else {
      Files.copy(
          artifacts.jar(program.jars().get(0)), report.resolve(new Connecting(program).jarName()));
    }
    if (program.example().isEmpty()) {
      return ReportedProgram.run(report, program, "");
    }
    database.administer("CREATE ROLE reporter LOGIN SUPERUSER PASSWORD 'secret'");
    String url =
        "jdbc:postgresql://127.0.0.1:" + database.administer("SHOW port").text() + "/postgres";
    return ReportedProgram.run(report, program, url + "?user=reporter&password=secret");
  }

  @Test
  void h2() throws Exception {
    assertThat(reproduced("h2", Level.SERIALIZABLE, "stale-statement"))
        .contains("T3 read x -> 10", "in the end -> x=11", "SERIALIZABLE claims serializability");
  }

  @Test
  void hsqldb() throws Exception {
    assertThat(reproduced("hsqldb:mvcc", Level.SERIALIZABLE, "g2-item"))
        .contains("T2 commit -> done", "G2-item");
  }

  /** The search waits while four more steps are begun, and must not run into a lock timeout. */
  @Test
  void derby() throws Exception {
    String twice =
        """
        shows: ResultSetMismatch
        setup: y=20
        T1 insert x 31
        T2 select "value > 0"
        T2 commit
        T1 delete y
        T1 insert y 33
        T1 commit
        """;
    assertThat(reproduced("derby", Level.READ_COMMITTED, twice))
        .contains("T2 select \"value > 0\" waits", "-> y=33 y=20 x=31", "in the end -> y=33 x=31");
  }

  @Test
  @EnabledIfSystemProperty(named = SIZE, matches = THOROUGH)
  void duckDb() throws Exception {
    String vanished =
        """
        shows: LostUpdate, G-single-item
        setup: x=10 y=20
        T1 read y
        T2 read x
        T2 delete x
        T2 commit
        T1 update x 11
        T1 commit
        """;
    assertThat(reproduced("duckdb", Level.SNAPSHOT, vanished))
        .contains("T1 update x 11 -> done", "in the end -> y=20");
  }

  @Test
  @EnabledIfSystemProperty(named = SIZE, matches = THOROUGH)
  void postgres123() throws Exception {
    assertThat(reproduced("postgres:12.3", Level.SERIALIZABLE, "postgres-12.3"))
        .contains("T2 commit -> done", "SERIALIZABLE claims serializability");
  }

  @Test
  void whatFailingServersShowIsSaidToDependOnThem() throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Level level = database.capabilities().level(Level.SERIALIZABLE);
      Path report =
          new BugReport(database, Map.of(), "isogauge test")
              .write(
                  level,
                  recordedSkew(RECORDED_SKEW),
                  FindingSource.FAILING_SERVERS,
                  "isogauge test --faults kill",
                  directory);

      assertThat(report.resolve("report.txt")).content().contains("servers were made to fail");
      assertThat(report.resolve("command.txt")).hasContent("isogauge test --faults kill");
      assertThat(report.resolve("Reproduce.java")).doesNotExist();
    }
  }
}
