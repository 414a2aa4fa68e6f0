package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All of a command line is validated before anything is fetched, started or created. There are no
 * jars here and none can be fetched, so that a command which wants one fails in another way.
 */
class ValidationTest {
  private static final List<String> PROPERTIES =
      List.of("isogauge.repository", "isogauge.cache", "isogauge.offline");

  @TempDir Path directory;
  private final Map<String, String> before = new HashMap<>();

  @BeforeEach
  void hideJars() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("repository"));
    for (String property : PROPERTIES) {
      before.put(property, System.getProperty(property));
      System.setProperty(property, property.endsWith("offline") ? "true" : empty.toString());
    }
  }

  @AfterEach
  void showJars() {
    before.forEach(
        (property, value) -> {
          if (value == null) {
            System.clearProperty(property);
          } else {
            System.setProperty(property, value);
          }
        });
  }

  @Test
  void jarsAreHidden() {
    CommandRun run = isogauge("test", "h2", "--out", directory + "/out");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("fetching is switched off");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          test postgres --isolation snapshot            | unknown isolation level 'snapshot'; there are
          test postgres:12.3 --isolation si             | unknown isolation level 'si'
          test jdbc:postgresql://h/d --isolation si     | unknown isolation level 'si'
          test jdbc:mysql://h/d --isolation si          | unknown isolation level 'si'
          test jdbc:oracle:thin:@h --sessions 2         | unknown kind of JDBC URL 'jdbc:oracle:'
          test etcd --isolation ser                     | unknown isolation level 'ser'
          test duckdb --isolation rc                    | unknown isolation level 'rc'
          test postgre                                  | unknown database 'postgre'
          test hsqldb:mvc                               | unknown variant of hsqldb 'mvc'
          test rocksdb:pessimistic                      | unknown variant of rocksdb 'pessimistic'
          test h2 --workload none                       | unknown workload 'none'
          test rocksdb --workload predicate             | workload predicate cannot run on rocksdb
          test h2 --sessions 0                          | --sessions
          test h2 --keys none                           | --keys
          test h2 --max-operations 0                    | --max-operations
          test h2 --transactions 0                      | --transactions
          test h2 --duration 5                          | --duration
          test h2 --read-ratio 2                        | --read-ratio
          test h2 --seed x                              | --seed
          test h2 --rmw-ratio 0.5                       | --rmw-ratio: found workload list-append
          test h2 --distribution flat                   | distribution
          test h2 --white-box                           | --white-box: h2 shows no order of versions
          test postgres --white-box --workload list-append | --white-box: lists show
          test h2 --online --workload general           | --online: h2 gives no timestamps
          test h2 --port 0                              | --port: expected --online
          test rocksdb --online --level rc              | --online: timestamps decide
          test h2 --set novalue                         | --set
          test h2 --password-file DIR/absent            | --password-file: no database needs it
          test jdbc:postgresql://h/d?password=x --ask-password | --ask-password: no database needs it
          test h2 --level none                          | none
          test h2 --timeout soon                        | --timeout
          litmus h2 postgre                             | unknown database 'postgre'
          litmus postgres sqlite --isolation si         | --isolation: postgres: unknown isolation level
          litmus h2 --isolation rc --block-timeout x    | --block-timeout
          litmus h2 --out DIR/new --lock-timeout x      | --lock-timeout
          litmus h2 --out DIR/new --set novalue         | --set
          litmus h2 --schedule none                     | no file 'none'
          convert DIR/absent --to plume -o DIR/o --from none | unknown format 'none'
          feed DIR/absent --service http://h:1 --from none | unknown format 'none'
          feed DIR/absent --service http://h:1 --batch 0 | --batch
          generate --keys 0 -o DIR/o                    | --keys
          generate --to none -o DIR/o                   | unknown format 'none'
          serve --level si --port 1 --data DIR/d --clock none | unknown clock 'none'
          serve --level rc --port 1 --data DIR/d        | expected --level with si or ser
          shrink DIR/absent --level si --to none -o DIR/o | unknown format 'none'
          """)
  void isRefused(String command, String message) throws IOException {
    CommandRun run = run(command);

    assertThat(run.err()).contains(message);
    assertThat(run.exitCode()).isEqualTo(2);
    assertNothingIsCreated();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          generate --transactions 2000000000 -o DIR/no/o          | no/o: no such file or directory
          generate --transactions 2000000000 -o DIR/repository    | repository: is a directory
          generate --inject AbortedRead=1 -o - --truth DIR/no/t   | no/t: no such file or directory
          convert DIR/absent --to plume -o DIR/no/o               | no/o: no such file or directory
          shrink DIR/absent --level si -o DIR/no/o                | no/o: no such file or directory
          check DIR/absent --junit DIR/junit.xml --dot DIR/no/dot | no/dot: no such file or directory
          """)
  void whatCannotBeWrittenIsSaidFirst(String command, String message) throws IOException {
    CommandRun run = run(command);

    assertThat(run.err()).contains("cannot write", message);
    assertThat(run.exitCode()).isEqualTo(5);
    assertNothingIsCreated();
  }

  @Test
  void resultsOfAnEarlierRunAreNotReplaced() throws IOException {
    Path out = Files.createDirectory(directory.resolve("out"));
    Files.writeString(out.resolve("report.txt"), "earlier");

    CommandRun run = isogauge("test", "h2", "--out", out.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("report.txt exists; name another directory, or add --force");
  }

  private CommandRun run(String command) {
    return isogauge(command.replace("DIR", directory.toString()).split(" "));
  }

  private void assertNothingIsCreated() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.map(directory::relativize).map(Path::toString))
          .containsExactlyInAnyOrder("", "repository");
    }
  }
}
