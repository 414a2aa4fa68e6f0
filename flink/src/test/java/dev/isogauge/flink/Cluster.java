package dev.isogauge.flink;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** The one cluster of the tests, in this process; it ends with it. */
final class Cluster {
  static final int SLOTS = 4;
  private static final int MOST_MINUTES = 5;
  private static final MiniCluster CLUSTER = start();

  private Cluster() {}

  private static MiniCluster start() {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(32));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(32));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .withRandomPorts()
                .build());
    try {
      cluster.start();
    } catch (Exception e) {
      throw new IllegalStateException("cannot start a cluster", e);
    }
    return cluster;
  }

  static MiniCluster get() {
    return CLUSTER;
  }

  /** Many restarts, without a pause. */
  static Configuration restarting() {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, java.time.Duration.ZERO);
    return configuration;
  }

  /**
   * Runs a job to its end. Flink 2.3.0 may wait for ever after a restart: its gateway from the
   * source coordinator to a reader stays closed for a checkpoint that was given up, with the next
   * file in it. We saw that once in hundreds of jobs with checkpoints every 15 ms.
   */
  static void run(JobGraph job) throws InterruptedException, ExecutionException, TimeoutException {
    CLUSTER.submitJob(job).get();
    JobResult result = CLUSTER.requestJobResult(job.getJobID()).get(MOST_MINUTES, MINUTES);
    if (result.getSerializedThrowable().isPresent()) {
      throw new AssertionError(
          result.getSerializedThrowable().get().deserializeError(Cluster.class.getClassLoader()));
    }
  }
}
