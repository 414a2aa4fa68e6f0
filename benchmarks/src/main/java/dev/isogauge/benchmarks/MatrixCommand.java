package dev.isogauge.benchmarks;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Runs everything that shows an anomaly on databases, at every level, and makes one page of it. A
 * database whose file of rows is there is not run again.
 */
@Command(
    name = "matrix",
    description = "Which anomalies does each level of each database allow? A page with evidence.",
    sortOptions = false)
final class MatrixCommand implements Callable<Integer> {
  private static final String ROWS = ".tsv";

  @Option(
      names = "--databases",
      split = ",",
      defaultValue =
          "postgres,postgres:12.3,mysql,mysql:8.0,mariadb,mariadb:11.4,h2,h2:2.1.214,hsqldb:locks,"
              + "hsqldb:mvlocks,hsqldb:mvcc,derby,sqlite,duckdb,firebird,rocksdb:locks,"
              + "rocksdb:optimistic,etcd,etcd:3.6,tidb,galera,mysql-group,zookeeper,hazelcast,"
              + "infinispan,ignite,cassandra",
      description = "Which databases. Default: ${DEFAULT-VALUE}.")
  private List<String> databases;

  @Option(
      names = "--runs",
      defaultValue = "20",
      description = "Random runs of each workload at each level. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "How long a random run takes. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--search",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long the search of a level may take. Default: ${DEFAULT-VALUE}.")
  private int searching;

  @Option(
      names = "--rows",
      paramLabel = "DIR",
      description =
          "Where the rows of each database go, and are taken from. Default:"
              + " benchmarks/target/matrix.")
  private Path folder;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The page. Default: docs/matrix.html.")
  private Path page;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("isogauge.root", ".")).toAbsolutePath();
    Path rows = folder == null ? root.resolve("benchmarks/target/matrix") : folder;
    Files.createDirectories(rows);
    int failed = 0;
    for (String name : databases) {
      Path file = rows.resolve(name.replace(':', '-') + ROWS);
      if (!Files.exists(file) && !run(name, file)) {
        failed = 1;
      }
    }
    List<MatrixRow> all = new ArrayList<>();
    for (String name : databases) {
      Path file = rows.resolve(name.replace(':', '-') + ROWS);
      if (Files.exists(file)) {
        try (Stream<String> lines = Files.lines(file)) {
          lines.map(MatrixRow::parse).forEach(all::add);
        }
      }
    }
    String how =
        String.format(
            "Made by benchmarks/run matrix --runs %d --seconds %d --search %d; statements wait %d s"
                + " for locks where that can be set. %s",
            runs, seconds, searching, MatrixRun.LOCK_TIMEOUT.toSeconds(), Machine.describe());
    Files.writeString(
        page == null ? root.resolve("docs/matrix.html") : page,
        MatrixDocument.of(
            all,
            List.of(
                "Levels of the databases that Isogauge starts, and what became of each"
                    + " anomaly: in scripted schedules (isogauge litmus), in random runs of several"
                    + " workloads with the chances that they had (isogauge test), and in all"
                    + " schedules of up to three statements on one row (isogauge search). Point at a"
                    + " cell, or open the evidence below a database.",
                "X is a proof. Any other sign says only that nothing here got through.",
                how)));
    return failed;
  }

  private boolean run(String name, Path file) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("isogauge-matrix");
    try {
      List<MatrixRow> done =
          new MatrixRun(
                  name,
                  runs,
                  Duration.ofSeconds(seconds),
                  Duration.ofSeconds(searching),
                  folder,
                  spec.commandLine().getErr()::println)
              .rows();
      Files.write(file, done.stream().map(MatrixRow::toString).toList());
      return true;
    } catch (DatabaseException e) {
      spec.commandLine().getErr().println(name + ": " + e.getMessage());
      return false;
    } finally {
      Files.deleteIfExists(folder.resolve("history.jsonl"));
      Files.delete(folder);
    }
  }
}
