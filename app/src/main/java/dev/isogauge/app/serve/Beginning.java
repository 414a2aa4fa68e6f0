package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.host.SentTransactions;
import dev.isogauge.online.host.StreamClock;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What goes on from a checkpoint, before the rest of the journal is replayed. */
record Beginning(
    Atoms atoms,
    StreamClock clock,
    StandingViolations standing,
    ViolationLog log,
    ViolationRecorder recorder,
    Repeats repeats,
    OnlineChecker checker) {
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** Which part of the memory knows what was sent. */
  private static final int SENT_SHARE = 64;

  private static final long LEAST_SENT_BYTES = 1 << 20;

  /** Where it happens, and who hears of it. */
  record Surroundings(
      ServeSettings settings,
      DataDirectory directory,
      DiskSpace space,
      ServiceConsole console,
      RecordFile.CutListener onCut,
      Consumer<Exception> onFailure) {}

  /** Goes on from the newest checkpoint whose state is whole; begins if there is none at all. */
  static Beginning of(CheckpointFiles checkpoints, Surroundings around) throws IOException {
    while (true) {
      try {
        List<Checkpoint> kept = checkpoints.kept();
        Repeats repeats = repeats(kept, around);
        try {
          return of(kept, repeats, around);
        } catch (IOException | RuntimeException e) {
          repeats.close();
          throw e;
        }
      } catch (UncheckedIOException e) {
        if (checkpoints.kept().size() < 2) {
          throw e.getCause();
        }
        checkpoints.dropNewest(String.valueOf(e.getCause().getMessage()), around.console()::say);
      }
    }
  }

  private static Repeats repeats(List<Checkpoint> kept, Surroundings around) {
    try {
      return new Repeats(
          new SentTransactions(
              around.directory().sent(),
              Math.max(LEAST_SENT_BYTES, around.settings().memoryBytes() / SENT_SHARE),
              kept.stream().map(Checkpoint::sent).toList(),
              around.space()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Beginning of(List<Checkpoint> kept, Repeats repeats, Surroundings around)
      throws IOException {
    StandingViolations standing = new StandingViolations();
    ViolationLog.Position position = ViolationLog.Position.beginning();
    long oldEvents = 0;
    if (!kept.isEmpty()) {
      byte[] saved = kept.get(kept.size() - 1).violations();
      DataInputStream violations = new DataInputStream(new ByteArrayInputStream(saved));
      oldEvents = violations.readLong();
      position = ViolationLog.Position.restore(violations);
      standing.restore(violations);
    }
    ViolationLog log =
        ViolationLog.open(
            around.directory().path(), position, around.space(), standing::load, around.onCut());
    ViolationRecorder recorder =
        new ViolationRecorder(log, standing, oldEvents, around.onFailure());
    try {
      Atoms atoms = new Atoms();
      StreamClock clock = new StreamClock();
      // A checker that goes on reports at once what has become final.
      recorder.start();
      OnlineChecker checker =
          OnlineChecker.durable(
              // The initial value gets the number that it had when the run began.
              online(around.settings(), around.directory(), atoms),
              atoms,
              recorder,
              clock,
              kept.stream().map(Checkpoint::checker).toList(),
              around.space());
      return new Beginning(atoms, clock, standing, log, recorder, repeats, checker);
    } catch (RuntimeException e) {
      recorder.abandon();
      log.close();
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

  /** Gives up what was opened. */
  void abandon() throws IOException {
    checker.close();
    repeats.close();
    recorder.abandon();
    log.close();
  }
}
