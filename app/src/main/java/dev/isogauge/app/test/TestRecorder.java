package dev.isogauge.app.test;

import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.Interruption;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.app.serve.ServiceException;
import dev.isogauge.app.watch.OnlineCheck;
import dev.isogauge.app.watch.ServiceJudge;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.fault.Durability;
import dev.isogauge.collect.fault.FaultInjector;
import dev.isogauge.collect.fault.FinalReads;
import dev.isogauge.collect.fault.PlannedFault;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.OrderRecovery;
import dev.isogauge.collect.recover.Recovered;
import dev.isogauge.collect.recover.SnapshotOrder;
import dev.isogauge.collect.run.ChanceMeter;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs the workload of a test and records it. */
final class TestRecorder {
  private final Database database;
  private final RunPlan plan;
  private final ResultDirectory directory;
  private final Optional<Duration> outage;
  private final Interruption interruption;
  private final Progress progress;
  private Optional<FaultInjector> faults = Optional.empty();
  private Optional<Durability> durability = Optional.empty();
  private Optional<String> unread = Optional.empty();

  TestRecorder(
      Database database,
      RunPlan plan,
      ResultDirectory directory,
      Optional<Duration> outage,
      Interruption interruption,
      Progress progress) {
    this.database = database;
    this.plan = plan;
    this.directory = directory;
    this.outage = outage;
    this.interruption = interruption;
    this.progress = progress;
  }

  /** Records what the clients see, while servers fail. */
  TestRecording recordUnder(List<PlannedFault> schedule, List<ServerNode> servers)
      throws DatabaseException {
    faults = Optional.of(new FaultInjector(servers, schedule));
    RunSummary summary = run(session -> session, line -> {});
    return TestRecording.disturbed(
        summary,
        directory.history(),
        new FaultRecord(
            schedule,
            faults.get().made(),
            faults.get().away(),
            durability,
            faults.get().trouble().or(() -> unread)));
  }

  /** Records what the clients see. */
  TestRecording record() throws DatabaseException {
    RunSummary summary = run(session -> session, line -> {});
    return outage.isEmpty()
        ? TestRecording.plain(summary, directory.history())
        : TestRecording.disturbed(
            summary,
            directory.history(),
            new FaultRecord(List.of(), List.of(), Map.of(), durability, unread));
  }

  /**
   * The same, and checks it by timestamps meanwhile.
   *
   * @param port where the live page is to be seen, if it is wanted
   */
  TestRecording recordAndCheck(
      IsolationLevel level, Optional<Integer> port, Consumer<String> notices)
      throws DatabaseException, IOException, EnvironmentException {
    return recordAndCheck(judge(level, port, notices));
  }

  /** The same, by what reads show. */
  TestRecording recordAndCheck(
      List<IsolationLevel> levels, Optional<Integer> port, Consumer<String> notices)
      throws DatabaseException, IOException, EnvironmentException {
    return recordAndCheck(judge(levels, "", port, notices));
  }

  private TestRecording recordAndCheck(OnlineCheck.Judge judge)
      throws DatabaseException, IOException {
    try (OnlineCheck online = new OnlineCheck(judge)) {
      RunSummary summary = run(session -> session, online::accept);
      return new TestRecording(
          summary,
          directory.history(),
          Optional.of(online.finish()),
          FaultRecord.NONE,
          Optional.empty());
    }
  }

  /** The same by timestamps that follow from snapshots. */
  TestRecording recordInOrder(
      IsolationLevel level, Optional<Integer> port, Consumer<String> notices)
      throws DatabaseException, IOException, EnvironmentException {
    return recordInOrder(SnapshotOrder.Shown.TIMESTAMPS, judge(level, port, notices));
  }

  /** The same by what reads show and snapshots say of the order of versions. */
  TestRecording recordInOrder(
      List<IsolationLevel> levels, Optional<Integer> port, Consumer<String> notices)
      throws DatabaseException, IOException, EnvironmentException {
    return recordInOrder(
        SnapshotOrder.Shown.OVERWRITTEN, judge(levels, " by the order of versions", port, notices));
  }

  private TestRecording recordInOrder(SnapshotOrder.Shown shown, OnlineCheck.Judge judge)
      throws DatabaseException, IOException {
    try (OnlineCheck online = new OnlineCheck(judge);
        AtomicFile file = new AtomicFile(directory.certificate());
        PrintStream certificate = new PrintStream(file.output(), false, StandardCharsets.UTF_8)) {
      SnapshotOrder order = new SnapshotOrder(shown, online::accept, certificate::println);
      RunSummary summary = run(order::observe, order::accept);
      order.finish();
      String verdict = online.finish();
      if (certificate.checkError()) {
        throw new IOException("cannot write " + directory.certificate());
      }
      file.commit();
      return new TestRecording(
          summary,
          directory.certificate(),
          Optional.of(verdict),
          FaultRecord.NONE,
          order.contradiction());
    }
  }

  private OnlineCheck.Judge judge(
      List<IsolationLevel> levels, String order, Optional<Integer> port, Consumer<String> notices)
      throws EnvironmentException {
    if (port.isEmpty()) {
      return new ReadsJudge(levels, order, notices);
    }
    try {
      return ServiceJudge.byReads(levels, directory.online(), port.get(), notices);
    } catch (ServiceException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }

  private OnlineCheck.Judge judge(
      IsolationLevel level, Optional<Integer> port, Consumer<String> notices)
      throws EnvironmentException {
    if (port.isEmpty()) {
      return new CheckerJudge(level, directory.online(), CheckerJudge.DELAY, notices);
    }
    try {
      return ServiceJudge.byTimestamps(
          level, directory.online(), CheckerJudge.DELAY, port.get(), notices);
    } catch (ServiceException e) {
      throw new EnvironmentException(e.getMessage());
    }
  }

  /** The same as {@link #record}, and asks the database what its clients do not see. */
  TestRecording recordAndRecover() throws DatabaseException, IOException {
    try (OrderRecovery recovery = OrderRecovery.open(database)) {
      RunSummary summary = run(recovery::observe, line -> {});
      if (interruption.isUnderWay()) {
        return TestRecording.plain(summary, directory.history());
      }
      progress.phase("recovering the order of versions");
      try (AtomicFile certificate = new AtomicFile(directory.certificate())) {
        Recovered recovered = recovery.recover(directory.history(), certificate.output());
        certificate.commit();
        return new TestRecording(
            summary,
            directory.certificate(),
            Optional.of(recovered.text()),
            FaultRecord.NONE,
            recovered.contradiction());
      } catch (DatabaseException e) {
        // The server may be gone. What was recorded can be checked all the same.
        return new TestRecording(
            summary,
            directory.history(),
            Optional.empty(),
            FaultRecord.NONE,
            Optional.of("no order was recovered: " + e.getMessage()));
      }
    }
  }

  private RunSummary run(Function<RecordedSession, Session> observer, Consumer<String> lines)
      throws DatabaseException {
    Map<String, Object> about = new TreeMap<>(plan.about());
    about.put("database", database.version());
    progress.phase(plan.workload().id() + " on " + database.name());
    Optional<ChanceMeter> chances = plan.enough().map(enough -> new ChanceMeter(plan.claims()));
    Consumer<String> listener = chances.map(meter -> lines.andThen(meter::accept)).orElse(lines);
    try (Recorder recorder = RecordedSession.recorder(directory.history(), about, listener)) {
      WorkloadRun run = new WorkloadRun(database, plan, recorder, observer);
      chances.ifPresent(run::count);
      interruption.endInOrder(() -> run.stop("interrupted"));
      outage.ifPresent(run::endure);
      if (faults.isEmpty() && outage.isEmpty()) {
        return run.run(this::show);
      }
      faults.ifPresent(run::disturb);
      RunSummary summary = run.run(this::show);
      faults.ifPresent(injector -> injector.recordTo(recorder));
      if (plan.workload().showsLoss() && !interruption.isUnderWay()) {
        lookForWhatWasAcknowledged(recorder);
      }
      return summary;
    } finally {
      interruption.react(database::close);
    }
  }

  private void lookForWhatWasAcknowledged(Recorder recorder) {
    progress.phase("looking for what was acknowledged");
    try {
      durability = Optional.of(FinalReads.of(database, plan.level(), recorder));
    } catch (DatabaseException e) {
      unread = Optional.of(e.getMessage());
    }
  }

  private void show(RunSummary now) {
    String goals =
        plan.enough()
            .map(
                enough ->
                    String.format(
                        Locale.ROOT,
                        "%,d of %,d transactions, %,d of %,d chances",
                        now.transactions(),
                        enough.transactions(),
                        now.chances(),
                        enough.chances()))
            .orElseGet(
                () ->
                    String.format(
                        Locale.ROOT,
                        "%,d transactions, %.0f%% contended",
                        now.transactions(),
                        100 * now.contention().share()));
    progress.detail(
        String.format(
                Locale.ROOT,
                "%s, %,.0f/s, %.1f%% aborted",
                goals,
                now.throughput(),
                100 * now.abortRate())
            + (now.waiting().compareTo(TestReport.LONG_WAIT) >= 0
                ? "; all sessions wait, for " + now.waiting().toSeconds() + " s now"
                : ""));
  }
}
