package dev.isogauge.app.serve;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.online.host.DiskSpace;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.host.StreamChecker;
import dev.isogauge.online.host.StreamClock;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What goes on from a checkpoint, before the rest of the journal is replayed. */
record Beginning(
    Atoms atoms,
    StreamClock clock,
    StandingViolations standing,
    ViolationLog log,
    ViolationRecorder recorder,
    StreamChecker checker) {
  private static final Duration IDLE = Duration.ofSeconds(30);

  private static final int RECORDS_SHARE = 16;

  /** By reads: which part of the memory transactions have; their values have as much. */
  private static final int KEPT_SHARE = 2;

  /** The parts of the service that it needs. */
  record ServiceParts(
      ServeSettings settings,
      DataDirectory directory,
      Records records,
      DiskSpace space,
      ServiceConsole console,
      Consumer<Exception> onFailure) {}

  /** Goes on from the newest checkpoint whose state is whole; begins if there is none at all. */
  static Beginning of(CheckpointFiles checkpoints, ServiceParts service) throws IOException {
    while (true) {
      try {
        return of(checkpoints.kept(), service);
      } catch (UncheckedIOException e) {
        IOException cause = e.getCause();
        if (checkpoints.kept().isEmpty() || service.space().isFull(cause)) {
          throw cause;
        }
        String why = "its state cannot be used: " + reason(cause);
        if (checkpoints.kept().size() == 1) {
          throw checkpoints.damaged(why);
        }
        checkpoints.dropNewest(why, service.console()::say);
      }
    }
  }

  private static String reason(IOException cause) {
    return cause instanceof NoSuchFileException
        ? "found no " + cause.getMessage()
        : cause.getMessage().replaceAll("\\s+", " ");
  }

  private static Beginning of(List<Checkpoint> kept, ServiceParts service) throws IOException {
    StandingViolations standing = new StandingViolations();
    ViolationLog.Position position = ViolationLog.Position.BEGINNING;
    long oldEvents = 0;
    if (!kept.isEmpty()) {
      byte[] saved = kept.get(kept.size() - 1).violations();
      DataInputStream violations = new DataInputStream(new ByteArrayInputStream(saved));
      oldEvents = violations.readLong();
      position = ViolationLog.Position.restore(violations);
      standing.restore(violations);
    }
    ViolationLog log =
        new ViolationLog(service.records(), position, service.space(), standing::load);
    ViolationRecorder recorder =
        new ViolationRecorder(log, standing, oldEvents, service.onFailure());
    try {
      Atoms atoms = new Atoms();
      StreamClock clock = new StreamClock();
      // A checker that goes on reports at once what has become final.
      recorder.start();
      StreamChecker checker =
          service.settings().isByReads()
              ? reads(service, atoms, log, standing, recorder)
              : OnlineChecker.durable(
                  // The initial value gets the number that it had when the run began.
                  online(service.settings(), service.directory(), atoms),
                  atoms,
                  recorder,
                  clock,
                  kept.stream().map(Checkpoint::checker).toList(),
                  service.space());
      return new Beginning(atoms, clock, standing, log, recorder, checker);
    } catch (RuntimeException e) {
      recorder.abandon();
      throw e;
    }
  }

  private static ReadsStream reads(
      ServiceParts service,
      Atoms atoms,
      ViolationLog log,
      StandingViolations standing,
      ViolationRecorder recorder)
      throws IOException {
    List<TimestampFinding> known = new ArrayList<>();
    log.forEach(
        event -> {
          if (standing.isStanding(event)) {
            known.add(event.finding());
          }
        });
    ServeSettings settings = service.settings();
    return new ReadsStream(
        settings.byReads(),
        atoms,
        initialValue(settings, atoms),
        settings.memoryBytes() / KEPT_SHARE,
        known,
        recorder::found,
        service.onFailure());
  }

  /** What of the memory the cache and the write buffers of {@link Records} take. */
  static long recordBytes(ServeSettings settings) {
    return settings.memoryBytes() / RECORDS_SHARE;
  }

  /** Refuses values that are written twice, where that matters. */
  static Optional<WrittenValues> written(ServeSettings settings, Atoms atoms) {
    return settings.isByReads()
        ? Optional.of(new WrittenValues(settings.memoryBytes() / KEPT_SHARE, atoms::symbolBytes))
        : Optional.empty();
  }

  private static long initialValue(ServeSettings settings, Atoms atoms) {
    return settings.initial().equals(ServeSettings.STATED)
        ? Atoms.NIL
        : InitialValue.atom(settings.initial(), atoms);
  }

  private static OnlineSettings online(
      ServeSettings settings, DataDirectory directory, Atoms atoms) {
    return new OnlineSettings(
        settings.level(),
        Math.max(1, Runtime.getRuntime().availableProcessors()),
        settings.delay(),
        settings.clock(),
        IDLE,
        settings.memoryBytes() - recordBytes(settings),
        directory.state(),
        initialValue(settings, atoms),
        settings.retention().horizon());
  }

  /** Gives up what was opened. */
  void abandon() {
    checker.close();
    recorder.abandon();
  }
}
