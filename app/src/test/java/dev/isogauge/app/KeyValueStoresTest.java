package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on stores of keys and values: profile {@code extras}, where they have to run. */
class KeyValueStoresTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rocksdb:optimistic", "etcd"})
  void schedulesNeedSql(String store) {
    CommandRun run = isogauge("litmus", "h2", store);
    assertThat(run.err())
        .contains("schedules are SQL, and " + store + " is a store of keys and values")
        .contains("'isogauge test " + store + "' runs workloads on it");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  @Tag("extras")
  void rocksDbIsCheckedWhileItRuns() {
    CommandRun run = test("rocksdb", "--online", "--transactions", "2000");

    assertThat(run.out())
        .startsWith("RocksDB ")
        .containsPattern(
            "Checked online, as they ended: 2,?000 transactions,"
                + " snapshot-isolation by timestamps satisfied\\.")
        .containsPattern("snapshot-isolation by timestamps +satisfied")
        .contains("What SNAPSHOT claims: snapshot-isolation held.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(directory.resolve("result/online")).doesNotExist();
  }

  @Test
  @Tag("extras")
  void theFirstViolationIsToldAtOnce() {
    CommandRun run =
        test("rocksdb", "--online", "--level", "serializability", "--transactions", "20000");

    assertThat(run.err()).containsPattern("isogauge: online, after [0-9.]+ s: External: ");
    assertThat(run.out())
        .contains("serializability by timestamps violated: ")
        .contains("What --level asks for: serializability did NOT hold.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  /** Timestamps find it, and values show it. */
  @Test
  @Tag("extras")
  void whatTimestampsFindBecomesABugReport() {
    Path reports = directory.resolve("reports");
    CommandRun run =
        test(
            "rocksdb",
            "--level",
            "serializability",
            "--transactions",
            "5000",
            "--bug-report",
            reports.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.VIOLATED);
    Path report = reports.resolve("rocksdb-snapshot-test-g2-item");
    assertThat(run.err()).contains("bug report: " + report);
    assertThat(report.resolve("Reproduce.java")).content().contains("class Reproduce");
    assertThat(report.resolve("report.txt"))
        .content()
        .contains("--level asks for serializability, which this history violates");
  }

  @Test
  @Tag("extras")
  void etcdIsLinearizable() {
    CommandRun run = test("etcd", "--workload", "lwt", "--transactions", "500");

    assertThat(run.out())
        .startsWith("etcd ")
        .containsPattern("linearizability +satisfied")
        .contains("What LINEARIZABLE claims: strict-serializability held, linearizability held.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  private CommandRun test(String database, String... more) {
    String[] arguments = new String[more.length + 6];
    String[] first = {"test", database, "--duration", "30s", "--out"};
    System.arraycopy(first, 0, arguments, 0, first.length);
    arguments[first.length] = directory.resolve("result").toString();
    System.arraycopy(more, 0, arguments, first.length + 1, more.length);
    return isogauge(arguments);
  }
}
