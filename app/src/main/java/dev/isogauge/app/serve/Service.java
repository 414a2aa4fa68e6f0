package dev.isogauge.app.serve;

import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.OnlineStatistics;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.host.StreamClock;
import dev.isogauge.online.kernel.FinalityClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A running service. It replays the journal of its directory, then takes batches until it is told
 * to stop or to finish, or cannot go on.
 */
public final class Service implements AutoCloseable {
  /** How much longer than the delay it may take until replayed verdicts are final. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  /** How long a stop waits for a last checkpoint. */
  private static final long PATIENCE_MILLIS = 10_000;

  private static final Duration LONGEST = Duration.ofDays(10_000);

  /** How the service ended. */
  public enum Ending {
    /** It was told to stop and can be started again. */
    STOPPED,
    /** It was finished, and the level holds. */
    SATISFIED,
    /** It was finished, and the level is violated. */
    VIOLATED,
    /** It was finished without a transaction, or a part of them could not be judged. */
    UNKNOWN,
    /** It could not go on. */
    FAILED
  }

  private enum State {
    REPLAYING,
    RUNNING,
    FINISHING,
    FINISHED,
    STOPPING,
    FAILED
  }

  private final ServeSettings settings;
  private final ServiceConsole console;
  private final DataDirectory directory;
  private final DiskSpace space;
  private final StandingViolations standing;
  private final StreamClock clock;
  private final CheckpointMaker checkpoints;

  private final Records records;
  private final Journal journal;

  /** The last batch that is not replayed. */
  private final long from;

  private final ViolationLog log;
  private final ViolationRecorder recorder;
  private final StreamChecker checker;
  private final Intake intake;
  private final WebServer front;
  private final long started = System.nanoTime();
  private final CompletableFuture<Ending> ending = new CompletableFuture<>();
  private final Thread main = new Thread(this::run, "isogauge-service");

  // Guarded by this.
  private State state = State.REPLAYING;
  private CompletableFuture<Path> finished;

  private Service(ServeSettings settings, ServiceConsole console, DataDirectory directory)
      throws IOException, ServiceException {
    this.settings = settings;
    this.console = console;
    this.directory = directory;
    this.space = DiskSpace.patient(directory.path(), console::say);
    CheckpointFiles files = new CheckpointFiles(directory);
    files.open(console::say);
    this.records = Records.open(directory.records(), Beginning.recordBytes(settings), space);
    Beginning beginning;
    try {
      beginning =
          Beginning.of(
              files,
              new Beginning.ServiceParts(settings, directory, records, space, console, this::fail));
    } catch (IOException | RuntimeException e) {
      records.close();
      throw e;
    }
    this.standing = beginning.standing();
    this.clock = beginning.clock();
    this.log = beginning.log();
    this.recorder = beginning.recorder();
    this.checker = beginning.checker();
    this.checkpoints = new CheckpointMaker(settings.retention(), console, files, beginning);
    Optional<Checkpoint> checkpoint = files.newest();
    this.from = checkpoint.map(Checkpoint::batch).orElse(0L);
    this.journal = new Journal(records, settings.retention().horizon(), from);
    this.intake =
        new Intake(
            checker,
            Beginning.written(settings, beginning.atoms()),
            beginning.atoms(),
            clock,
            settings.retention().horizon(),
            journal,
            space,
            recorder::age,
            new StreamInitial(settings.initial()),
            checkpoints,
            this::fail);
    try {
      if (checkpoint.isPresent()) {
        intake.restore(from, checkpoint.get().intake());
      }
      this.front = new WebServer(settings, this);
    } catch (IOException | ServiceException e) {
      beginning.abandon();
      records.close();
      throw e;
    }
  }

  /** Begins to serve; the journal is replayed while the service already answers for its status. */
  public static Service start(ServeSettings settings, ServiceConsole console)
      throws ServiceException {
    DataDirectory directory = null;
    try {
      directory = DataDirectory.open(settings);
      Service service = new Service(settings, console, directory);
      service.intake.start();
      service.front.start();
      service.main.start();
      return service;
    } catch (IOException e) {
      close(directory);
      throw new ServiceException(reason(settings.data(), e));
    } catch (UncheckedIOException e) {
      close(directory);
      throw new ServiceException(reason(settings.data(), e.getCause()));
    } catch (ServiceException e) {
      close(directory);
      throw e;
    }
  }

  /** How an earlier service on this directory was finished, if it was. */
  public static Optional<Ending> finishedBefore(Path data) throws ServiceException {
    Path report = data.resolve("report.json");
    try {
      return Files.exists(report)
          ? Optional.of(endingOf(FinalReport.verdictOf(report)))
          : Optional.empty();
    } catch (IOException e) {
      throw new ServiceException(reason(report, e));
    }
  }

  private static Ending endingOf(String verdict) {
    return switch (verdict) {
      case FinalReport.SATISFIED -> Ending.SATISFIED;
      case FinalReport.UNKNOWN -> Ending.UNKNOWN;
      default -> Ending.VIOLATED;
    };
  }

  private static void close(DataDirectory directory) {
    try {
      if (directory != null) {
        directory.close();
      }
    } catch (IOException e) {
      // The reason why it is closed is reported.
    }
  }

  private static String reason(Path path, IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains(path.toString()) && !message.equals(path.toString())
        ? message
        : path + ": " + failure.getClass().getSimpleName() + ": " + message;
  }

  /** The port it listens on. */
  public int port() {
    return front.port();
  }

  private void run() {
    try {
      long begin = System.nanoTime();
      long before = intake.counts().transactions();
      journal.replay(from, this::replay);
      intake.awaitReplayed();
      recorder.replayed();
      clock.run();
      long replayed = intake.counts().transactions() - before;
      synchronized (this) {
        if (state != State.REPLAYING) {
          return;
        }
        state = State.RUNNING;
        checkpoints.journal(journal);
        intake.open();
      }
      console.ready(before + replayed, replayed, Duration.ofNanos(System.nanoTime() - begin));
      awaitConfirmation();
    } catch (IOException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void replay(Batch batch) throws IOException {
    intake.replay(batch);
    console.replaying(intake.counts().transactions());
  }

  /** What an earlier run logged and this one does not find again is withdrawn. */
  private void awaitConfirmation() throws InterruptedException {
    long known = intake.counts().transactions();
    long earliest = System.nanoTime() + nanos(settings.delay().plus(SLACK));
    while (known > 0 && !ending.isDone()) {
      OnlineStatistics statistics = checker.statistics();
      boolean passed =
          settings.clock() == FinalityClock.ARRIVAL
              ? System.nanoTime() - earliest > 0
              : statistics.pending() == 0;
      if (statistics.judged() >= known && passed) {
        recorder.withdrawUnconfirmed();
        return;
      }
      Thread.sleep(100);
    }
  }

  /** A duration that is added to a time without harm. */
  static long nanos(Duration duration) {
    return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
  }

  /** Saves the state of all that was acknowledged; returns how many transactions that are. */
  long checkpoint() throws Refusal, InterruptedException {
    return intake.checkpoint();
  }

  Intake intake() {
    return intake;
  }

  ViolationLog log() {
    return log;
  }

  Status status() {
    State now;
    synchronized (this) {
      now = state;
    }
    return new Status(
        settings.levelNames(),
        settings.isByReads() ? "reads" : "timestamps",
        now.name().toLowerCase(Locale.ROOT),
        Duration.ofNanos(System.nanoTime() - started),
        intake.counts(),
        checker.statistics(),
        recorder.count(),
        recorder.countedOnly(),
        log.last());
  }

  /**
   * Judges all that was taken, makes it final and writes the report. Asking again gives the same
   * one.
   */
  Path finish() throws Refusal, IOException, InterruptedException {
    CompletableFuture<Path> result;
    boolean first;
    synchronized (this) {
      if (state == State.REPLAYING) {
        throw new Refusal(Refusal.Reason.NOT_YET, "the service is replaying its journal");
      }
      if (state == State.STOPPING || state == State.FAILED) {
        throw new Refusal(Refusal.Reason.STOPPING, "the service is stopping");
      }
      first = finished == null;
      if (first) {
        finished = new CompletableFuture<>();
        state = State.FINISHING;
      }
      result = finished;
    }
    if (first) {
      try {
        result.complete(writeReport());
      } catch (IOException | RuntimeException e) {
        result.completeExceptionally(e);
        fail(e);
      }
    }
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IOException("cannot finish: " + e.getCause().getMessage(), e.getCause());
    }
  }

  private Path writeReport() throws IOException, InterruptedException {
    intake.end("the service is finishing", false);
    intake.awaitSubmitted(0);
    checker.drain();
    recorder.withdrawUnconfirmed();
    recorder.flush();
    synchronized (this) {
      if (state == State.FAILED) {
        throw new IOException("the service has failed; start it again on its directory");
      }
    }
    FinalReport report =
        new FinalReport(status(), log, standing, checker, intake.chances(), settings.levels());
    directory.replace("report.json", report::write);
    synchronized (this) {
      state = State.FINISHED;
    }
    return directory.report();
  }

  /** After {@link #finish}, once its answer was sent: ends the service. */
  void leave() {
    try {
      end(endingOf(FinalReport.verdictOf(directory.report())));
    } catch (IOException e) {
      fail(e);
    }
  }

  /**
   * Ends the service so that it can be started again: what is on its way is acknowledged. One that
   * is ending already ends as it was about to.
   */
  public void stop() {
    synchronized (this) {
      if (state != State.REPLAYING && state != State.RUNNING) {
        return;
      }
      state = State.STOPPING;
    }
    // What was acknowledged is in the journal.
    space.stopWaiting();
    try {
      intake.end("the service is stopping", true);
      intake.awaitSubmitted(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end(Ending.STOPPED);
  }

  /** Ends the service because it cannot go on. */
  private void fail(Exception cause) {
    synchronized (this) {
      if (state == State.STOPPING || state == State.FAILED) {
        return;
      }
      state = State.FAILED;
    }
    Throwable reason = cause;
    while (!(reason instanceof IOException) && reason.getCause() != null) {
      reason = reason.getCause();
    }
    console.say(reason instanceof IOException ? reason.getMessage() : cause.toString());
    Thread thread = new Thread(() -> end(Ending.FAILED), "isogauge-failure");
    thread.start();
  }

  private void end(Ending how) {
    space.stopWaiting();
    try {
      log.end();
      front.stop();
      intake.abandon();
      checker.close();
      recorder.stop();
      main.interrupt();
      records.close();
      directory.close();
    } catch (IOException e) {
      console.say(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ending.complete(how);
  }

  /** Waits for the end. */
  public Ending awaitEnd() throws InterruptedException {
    try {
      return ending.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Stops and waits. */
  @Override
  public void close() {
    stop();
    try {
      awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
