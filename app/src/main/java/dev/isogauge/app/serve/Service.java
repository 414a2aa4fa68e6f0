package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.host.OnlineStatistics;
import dev.isogauge.online.host.SentTransactions;
import dev.isogauge.online.host.StreamClock;
import dev.isogauge.online.kernel.FinalityClock;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A running service. It replays the journal of its directory, then takes batches until it is told
 * to stop or to finish, or cannot go on.
 */
public final class Service implements AutoCloseable, Intake.Checkpoints {
  private static final long SEGMENT_BYTES = 256L << 20;

  /** How much longer than the delay it may take until replayed verdicts are final. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  private static final Duration IDLE = Duration.ofSeconds(30);

  /** With this many transactions to replay a checkpoint is made soon, whatever the interval. */
  private static final long MOST_REPLAYED = 50_000;

  private static final long SHORTEST_NANOS = 2_000_000_000L;

  /** Which part of the memory knows what was sent. */
  private static final int SENT_SHARE = 64;

  private static final long LEAST_SENT_BYTES = 1 << 20;

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
  private final CheckpointFiles checkpoints;

  /** Where the journal is replayed from. */
  private final JournalPosition from;

  private final ViolationLog log;
  private final ViolationRecorder recorder;
  private final OnlineChecker checker;
  private final Repeats repeats;
  private final Intake intake;
  private final HttpFront front;
  private final long started = System.nanoTime();
  private volatile long lastCheckpoint = started;
  private final CompletableFuture<Ending> ending = new CompletableFuture<>();
  private final Thread main = new Thread(this::run, "isogauge-service");

  // Guarded by this.
  private State state = State.REPLAYING;
  private Optional<Journal> journal = Optional.empty();
  private CompletableFuture<Path> finished;

  private Service(ServeSettings settings, ServiceConsole console, DataDirectory directory)
      throws IOException, ServiceException {
    this.settings = settings;
    this.console = console;
    this.directory = directory;
    this.space = DiskSpace.patient(directory.path(), console::say);
    this.checkpoints = new CheckpointFiles(directory);
    checkpoints.open(console::say);
    Beginning beginning = begin();
    this.standing = beginning.standing();
    this.clock = beginning.clock();
    this.log = beginning.log();
    this.recorder = beginning.recorder();
    this.checker = beginning.checker();
    this.repeats = beginning.repeats();
    this.intake =
        new Intake(
            checker,
            beginning.atoms(),
            clock,
            settings.retention().horizon(),
            repeats,
            space,
            recorder::age,
            this,
            this::fail);
    Optional<Checkpoint> checkpoint = checkpoints.newest();
    this.from = checkpoint.map(Checkpoint::position).orElse(JournalPosition.BEGINNING);
    try {
      if (checkpoint.isPresent()) {
        intake.restore(from, checkpoint.get().intake());
      }
      this.front = new HttpFront(settings, this);
    } catch (IOException | ServiceException e) {
      checker.close();
      repeats.close();
      recorder.abandon();
      log.close();
      throw e;
    }
  }

  /** What goes on from a checkpoint. */
  private record Beginning(
      Atoms atoms,
      StreamClock clock,
      StandingViolations standing,
      ViolationLog log,
      ViolationRecorder recorder,
      Repeats repeats,
      OnlineChecker checker) {}

  /** Goes on from the newest checkpoint whose state is whole; begins if there is none at all. */
  private Beginning begin() throws IOException {
    while (true) {
      try {
        List<Checkpoint> kept = checkpoints.kept();
        Repeats known = repeats(kept);
        try {
          return begin(kept, known);
        } catch (IOException | RuntimeException e) {
          known.close();
          throw e;
        }
      } catch (UncheckedIOException e) {
        if (checkpoints.kept().size() < 2) {
          throw e.getCause();
        }
        checkpoints.dropNewest(String.valueOf(e.getCause().getMessage()), console::say);
      }
    }
  }

  private Repeats repeats(List<Checkpoint> kept) {
    try {
      return new Repeats(
          new SentTransactions(
              directory.sent(),
              Math.max(LEAST_SENT_BYTES, settings.memoryBytes() / SENT_SHARE),
              kept.stream().map(Checkpoint::sent).toList(),
              space));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Beginning begin(List<Checkpoint> kept, Repeats known) throws IOException {
    StandingViolations standingThen = new StandingViolations();
    ViolationLog.Position position = ViolationLog.Position.beginning();
    long oldEvents = 0;
    if (!kept.isEmpty()) {
      byte[] saved = kept.get(kept.size() - 1).violations();
      DataInputStream violations = new DataInputStream(new ByteArrayInputStream(saved));
      oldEvents = violations.readLong();
      position = ViolationLog.Position.restore(violations);
      standingThen.restore(violations);
    }
    ViolationLog opened =
        ViolationLog.open(directory.path(), position, space, standingThen::load, this::cut);
    ViolationRecorder listener = new ViolationRecorder(opened, standingThen, oldEvents, this::fail);
    try {
      Atoms atoms = new Atoms();
      StreamClock time = new StreamClock();
      // A checker that goes on reports at once what has become final.
      listener.start();
      OnlineChecker restored =
          OnlineChecker.durable(
              // The initial value gets the number that it had when the run began.
              online(settings, directory, atoms),
              atoms,
              listener,
              time,
              kept.stream().map(Checkpoint::checker).toList(),
              space);
      return new Beginning(atoms, time, standingThen, opened, listener, known, restored);
    } catch (RuntimeException e) {
      listener.abandon();
      opened.close();
      throw e;
    }
  }

  private static OnlineSettings online(
      ServeSettings settings, DataDirectory directory, Atoms atoms) {
    return new OnlineSettings(
        settings.level(),
        Math.max(1, Runtime.getRuntime().availableProcessors()),
        settings.delay(),
        settings.clock(),
        IDLE,
        settings.memoryBytes(),
        directory.state(),
        InitialValue.atom(settings.initial(), atoms),
        settings.retention().horizon());
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

  private void cut(Path file, long bytes) {
    console.say(
        file + ": the last write was cut short and never acknowledged; bytes cut off: " + bytes);
  }

  /** The port it listens on. */
  public int port() {
    return front.port();
  }

  private void run() {
    try {
      long begin = System.nanoTime();
      long before = intake.counts().transactions();
      Journal opened = Journal.open(directory.path(), SEGMENT_BYTES, from, this::replay, this::cut);
      intake.awaitReplayed();
      recorder.replayed();
      clock.run();
      long replayed = intake.counts().transactions() - before;
      synchronized (this) {
        journal = Optional.of(opened);
        if (state != State.REPLAYING) {
          return;
        }
        state = State.RUNNING;
        intake.open(opened);
      }
      console.ready(before + replayed, replayed, Duration.ofNanos(System.nanoTime() - begin));
      awaitConfirmation();
    } catch (IOException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void replay(Batch batch, JournalPosition end) throws IOException {
    intake.replay(batch, end);
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

  private static long nanos(Duration duration) {
    return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
  }

  @Override
  public long millisUntilDue(long transactions) {
    long passed = System.nanoTime() - lastCheckpoint;
    long interval = nanos(settings.retention().checkpoints());
    return (transactions < MOST_REPLAYED ? interval - passed : SHORTEST_NANOS - passed) / 1_000_000;
  }

  /** On the thread that hands batches to the checker, so that there are none on their way. */
  @Override
  public boolean make(JournalPosition position, byte[] intakeState)
      throws IOException, InterruptedException {
    byte[] sent = repeats.save();
    byte[] state = checker.checkpoint();
    // After the checker's, so that what it has reported is in the log.
    byte[] violations = recorder.save();
    lastCheckpoint = System.nanoTime();
    try {
      checkpoints.add(new Checkpoint(position, intakeState, sent, violations, state));
    } catch (IOException e) {
      // The journal reaches back to the one before, and the disk may have room again.
      console.say("cannot save a checkpoint, and tries again later: " + e.getMessage());
      return false;
    }
    checker.checkpointed();
    repeats.checkpointed();
    recorder.checkpointed();
    Optional<Journal> opened;
    synchronized (this) {
      opened = journal;
    }
    try {
      if (opened.isPresent()) {
        opened.get().removeBefore(checkpoints.firstSegment(), settings.retention().archive());
      }
    } catch (IOException e) {
      console.say("cannot remove a part of the journal, and tries again later: " + e.getMessage());
    }
    return true;
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
        settings.level().id(),
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
    FinalReport report = new FinalReport(status(), log, standing);
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
    String message = String.valueOf(cause.getMessage());
    console.say(cause instanceof IOException ? message : cause + " (" + message + ")");
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
      repeats.close();
      recorder.stop();
      main.interrupt();
      synchronized (this) {
        if (journal.isPresent()) {
          journal.get().close();
        }
      }
      log.close();
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
