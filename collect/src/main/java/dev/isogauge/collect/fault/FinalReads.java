package dev.isogauge.collect.fault;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.RecordingReader;
import dev.isogauge.recorder.Recorder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads every list and item once more after a run, on every server that takes writes, and looks for
 * what transactions appended and wrote whose commit was acknowledged. Nothing may have been
 * deleted.
 */
public final class FinalReads {
  private static final int KEYS_PER_TRANSACTION = 20;

  /** How long a server may take to answer again. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** How long a server may take to show what others accepted. */
  private static final Duration CATCHING_UP = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Database database;
  private final Level level;
  private final Recorder recorder;
  private final Duration patience;

  private final List<Acknowledged> kinds =
      List.of(new AcknowledgedAppends(), new AcknowledgedWrites());

  private FinalReads(Database database, Level level, Recorder recorder, Duration patience) {
    this.database = database;
    this.level = level;
    this.recorder = recorder;
    this.patience = patience;
  }

  /**
   * Reads and compares; the reads become part of the recording.
   *
   * @throws DatabaseException if no server answers
   */
  public static Durability of(Database database, Level level, Recorder recorder)
      throws DatabaseException {
    return of(database, level, recorder, PATIENCE);
  }

  static Durability of(Database database, Level level, Recorder recorder, Duration patience)
      throws DatabaseException {
    FinalReads reads = new FinalReads(database, level, recorder, patience);
    try {
      reads.collect();
    } catch (IOException e) {
      throw new DatabaseException("cannot read the recording: " + e.getMessage(), e);
    }
    long acknowledged = reads.kinds.stream().mapToLong(Acknowledged::count).sum();
    Map<Integer, String> servers = new LinkedHashMap<>();
    for (int server = 0; server < Math.max(1, database.servers().size()); server++) {
      SessionPlace place = database.place(server);
      if (!place.readsOnly()) {
        servers.put(server, place.node());
      }
    }
    List<Durability.Lost> lost = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    for (Map.Entry<Integer, String> server : servers.entrySet()) {
      reads
          .missing(server.getKey(), server.getValue(), servers.size() > 1)
          .ifPresentOrElse(lost::addAll, () -> silent.add(server.getValue()));
    }
    if (silent.size() == servers.size()) {
      throw new DatabaseException(
          "no server answers after the faults, so that nothing is known of durability");
    }
    return new Durability(acknowledged, List.copyOf(servers.values()), silent, lost);
  }

  private void collect() throws IOException {
    Map<String, Integer> transactions = new HashMap<>();
    RecordingReader.read(
        recorder.file(),
        new RecordingReader.Visitor() {
          @Override
          public void header(String line) {
            // Nothing is in it that was changed.
          }

          @Override
          public void transaction(RecordedTransaction<Long> transaction) {
            int number = transactions.merge(transaction.session(), 1, Integer::sum);
            kinds.forEach(kind -> kind.add(transaction, transaction.session() + "." + number));
          }
        });
  }

  /** What a server lacks; empty if it does not answer. */
  private Optional<List<Durability.Lost>> missing(int server, String name, boolean mayCatchUp) {
    List<Durability.Lost> missing = new ArrayList<>();
    for (Acknowledged kind : kinds) {
      Optional<List<Durability.Lost>> some = missing(kind, server, name, mayCatchUp);
      if (some.isEmpty()) {
        return some;
      }
      missing.addAll(some.get());
    }
    return Optional.of(missing);
  }

  /** One that takes writes beside others may still catch up with them. */
  private Optional<List<Durability.Lost>> missing(
      Acknowledged kind, int server, String name, boolean mayCatchUp) {
    long caughtUp = System.nanoTime() + (mayCatchUp ? CATCHING_UP.toNanos() : 0);
    long deadline = System.nanoTime() + patience.toNanos();
    Set<Long> open = new LinkedHashSet<>(kind.keys());
    List<Durability.Lost> missing = new ArrayList<>();
    while (true) {
      int before = open.size();
      read(kind, server, name, open, missing);
      long now = System.nanoTime();
      if (open.isEmpty()) {
        if (missing.isEmpty() || now > caughtUp) {
          return Optional.of(missing);
        }
        missing.forEach(lost -> open.add(lost.key()));
        missing.clear();
      } else if (open.size() < before) {
        deadline = now + patience.toNanos();
      } else if (now > deadline) {
        return Optional.empty();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Reads lists or items until the server does not answer, and takes them off the open ones. */
  private void read(
      Acknowledged kind, int server, String name, Set<Long> open, List<Durability.Lost> missing) {
    if (open.isEmpty()) {
      return;
    }
    String session = "final" + (name.isEmpty() ? "" : "@" + name);
    try (Session reader = new RecordedSession(database.open(level, server), recorder, session)) {
      List<Long> keys = new ArrayList<>(open);
      for (int i = 0; i < keys.size(); i += KEYS_PER_TRANSACTION) {
        List<Long> some = keys.subList(i, Math.min(keys.size(), i + KEYS_PER_TRANSACTION));
        List<Durability.Lost> found = new ArrayList<>();
        try {
          reader.begin();
          for (long key : some) {
            found.addAll(kind.missing(reader, key, name));
          }
          reader.commit();
        } catch (Failure e) {
          reader.rollback();
          return;
        }
        missing.addAll(found);
        some.forEach(open::remove);
      }
    } catch (DatabaseException e) {
      // It may answer later.
    }
  }
}
