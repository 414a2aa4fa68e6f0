package dev.isogauge.benchmarks;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.recorder.Recorder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** What is done beside the transactions of a run. */
enum RecordingWay {
  PLAIN("plain") {
    @Override
    RunCost run(Database database, RunPlan plan, Path folder) throws DatabaseException {
      return measured(() -> PlainRun.run(database, plan));
    }
  },
  RECORDED("recorded") {
    @Override
    RunCost run(Database database, RunPlan plan, Path folder) throws DatabaseException {
      try (Recorder recorder = recorder(folder)) {
        return measured(() -> new WorkloadRun(database, plan, recorder).run(progress -> {}));
      }
    }
  },
  OBSERVED("recorded for recovery") {
    @Override
    RunCost run(Database database, RunPlan plan, Path folder)
        throws DatabaseException, IOException {
      try (OrderRecovery order = OrderRecovery.open(database)) {
        RunCost cost;
        Path recording;
        try (Recorder recorder = recorder(folder)) {
          recording = recorder.file();
          cost =
              measured(
                  () ->
                      new WorkloadRun(database, plan, recorder, order::observe)
                          .run(progress -> {}));
        }
        long begin = System.nanoTime();
        try (OutputStream out =
            new BufferedOutputStream(Files.newOutputStream(folder.resolve("certificate.jsonl")))) {
          order.recover(recording, out);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new RunCost(cost.summary(), cost.cpu(), OptionalDouble.of(seconds));
      }
    }
  };

  /** A run that can be measured. */
  private interface Run {
    RunSummary run() throws DatabaseException;
  }

  /** Until the server has taken leave of the sessions, whose CPU time it knows then. */
  private static final long LEAVE_NANOS = 300_000_000;

  private final String meaning;

  RecordingWay(String meaning) {
    this.meaning = meaning;
  }

  String meaning() {
    return meaning;
  }

  /** Runs the plan on empty tables. */
  RunCost run(Database database, RunPlan plan) throws DatabaseException, IOException {
    BusyServer.empty(database);
    Path folder = Files.createTempDirectory("isogauge-record");
    try {
      return run(database, plan, folder);
    } finally {
      for (String file : new String[] {"history.jsonl", "certificate.jsonl"}) {
        Files.deleteIfExists(folder.resolve(file));
      }
      Files.delete(folder);
    }
  }

  abstract RunCost run(Database database, RunPlan plan, Path folder)
      throws DatabaseException, IOException;

  private static Recorder recorder(Path folder) {
    return RecordedSession.recorder(folder.resolve("history.jsonl"), Map.of());
  }

  private static RunCost measured(Run run) throws DatabaseException {
    CpuTime begin = CpuTime.now();
    RunSummary summary = BusyServer.requireSound(run.run());
    LockSupport.parkNanos(LEAVE_NANOS);
    return new RunCost(summary, CpuTime.now().since(begin), OptionalDouble.empty());
  }
}
