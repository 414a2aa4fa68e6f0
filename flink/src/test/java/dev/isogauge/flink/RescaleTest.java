package dev.isogauge.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.isogauge.online.host.Histories;
import dev.isogauge.property.TestSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that is stopped goes on with another parallelism, and finds the same. */
class RescaleTest {
  private static final int[] PARALLELISMS = {2, 4, 1};

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void savepointsGoFromTwoToFourToOne(String backend) throws Exception {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        backend.equals("hashmap") || TestSize.isThorough(), "RocksDB needs -Pthorough");
    // A reader that is given several files by a restored job must not wait for ever.
    for (int round = 0; round < TestSize.pick(1, 10); round++) {
      Path here = Files.createDirectory(directory.resolve(Integer.toString(round)));
      assertTimeoutPreemptively(Duration.ofMinutes(2), () -> rescale(backend, here));
    }
  }

  private static void rescale(String backend, Path directory) throws Exception {
    Path input = directory.resolve("input");
    Path output = directory.resolve("findings");
    Path report = directory.resolve("report.json");
    Histories histories = Histories.random(7, TestSize.pick(200, 2000));
    histories.write(input, 90, new SplittableRandom(7));
    JobOptions options =
        JobOptions.parse(
            "--source", input.toUri().toString(),
            "--level", "si",
            "--clock", "event",
            "--idle", "1h",
            "--memory", "4k",
            "--findings", output.toUri().toString(),
            "--report", report.toUri().toString());
    String savepoint = "";
    for (int i = 0; i < PARALLELISMS.length; i++) {
      boolean isLast = i == PARALLELISMS.length - 1;
      JobGraph job = job(options, PARALLELISMS[i], backend, isLast ? 0 : 10 * PARALLELISMS[i]);
      if (!savepoint.isEmpty()) {
        job.setSavepointRestoreSettings(SavepointRestoreSettings.forPath(savepoint));
      }
      Failing.RESTORED.set(0);
      if (isLast) {
        Cluster.run(job);
      } else {
        savepoint = runAndStop(job, directory);
      }
      assertThat(Failing.RESTORED.get() > 0).isEqualTo(i > 0);
    }
    FlinkRandomTest.compare(
        FlinkRandomTest.expected(histories, options), output, report, histories.size());
  }

  /** Lets a job do a part of the work, and stops it. */
  private static String runAndStop(JobGraph job, Path directory) throws Exception {
    Failing.PASSED.set(0);
    Cluster.get().submitJob(job).get();
    while (Failing.PASSED.get() < 20 || !allTasksRun(job)) {
      assertThat(Cluster.get().getJobStatus(job.getJobID()).get().isTerminalState()).isFalse();
      Thread.sleep(5);
    }
    String savepoint =
        Cluster.get()
            .stopWithSavepoint(
                job.getJobID(),
                directory.resolve("savepoints").toUri().toString(),
                false,
                SavepointFormatType.CANONICAL)
            .get();
    assertThat(Cluster.get().requestJobResult(job.getJobID()).get().getJobStatus())
        .hasValue(JobStatus.FINISHED);
    return savepoint;
  }

  /** Only then is there a savepoint to be had. */
  private static boolean allTasksRun(JobGraph job) throws Exception {
    for (AccessExecutionVertex task :
        Cluster.get().getExecutionGraph(job.getJobID()).get().getAllExecutionVertices()) {
      if (task.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  private static JobGraph job(JobOptions options, int parallelism, String backend, int pauseMillis)
      throws OptionException {
    Configuration configuration = Cluster.restarting();
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    environment.setMaxParallelism(128);
    environment.enableCheckpointing(50);
    IsogaugeJob.build(
        TransactionSources.chunks(environment, options)
            .map(new Failing(pauseMillis))
            .returns(ChunkSerializer.TYPE)
            .uid("failing"),
        options);
    return environment.getStreamGraph().getJobGraph();
  }
}
