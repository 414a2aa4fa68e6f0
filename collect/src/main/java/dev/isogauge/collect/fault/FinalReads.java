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
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads every list and item once more after a run, on every server that takes writes, and looks for
 * what transactions appended and wrote whose commit was acknowledged. Nothing may have been
 * deleted.
 */
public final class FinalReads {
  private static final int KEYS_PER_TRANSACTION = 20;

  /** How long a server may take to answer again, and to show what others accepted. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Database database;
  private final Level level;
  private final Recorder recorder;

  private final List<Acknowledged> kinds =
      List.of(new AcknowledgedAppends(), new AcknowledgedWrites());

  private FinalReads(Database database, Level level, Recorder recorder) {
    this.database = database;
    this.level = level;
    this.recorder = recorder;
  }

  /** Reads and compares; the reads become part of the recording. */
  public static Durability of(Database database, Level level, Recorder recorder)
      throws DatabaseException {
    FinalReads reads = new FinalReads(database, level, recorder);
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
    for (Map.Entry<Integer, String> server : servers.entrySet()) {
      lost.addAll(reads.missing(server.getKey(), server.getValue(), servers.size() > 1));
    }
    return new Durability(acknowledged, List.copyOf(servers.values()), lost);
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

  /** What a server lacks. One that takes writes beside others may still catch up with them. */
  private List<Durability.Lost> missing(int server, String name, boolean mayCatchUp)
      throws DatabaseException {
    List<Durability.Lost> missing = new ArrayList<>();
    for (Acknowledged kind : kinds) {
      missing.addAll(missing(kind, server, name, mayCatchUp));
    }
    return missing;
  }

  private List<Durability.Lost> missing(
      Acknowledged kind, int server, String name, boolean mayCatchUp) throws DatabaseException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Set<Long> open = new LinkedHashSet<>(kind.keys());
    while (true) {
      List<Durability.Lost> missing = new ArrayList<>();
      boolean answered = read(kind, server, name, open, missing);
      boolean late = System.nanoTime() > deadline;
      if (answered && (missing.isEmpty() || late || !mayCatchUp)) {
        return missing;
      }
      if (late) {
        throw new DatabaseException(
            (name.isEmpty() ? "the server" : name)
                + " does not answer after the faults, so that nothing is known of durability");
      }
      if (answered) {
        open.clear();
        missing.forEach(lost -> open.add(lost.key()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Reads lists or items; false if the server did not answer. */
  private boolean read(
      Acknowledged kind, int server, String name, Set<Long> keys, List<Durability.Lost> missing) {
    if (keys.isEmpty()) {
      return true;
    }
    String session = "final" + (name.isEmpty() ? "" : "@" + name);
    try (Session reader = new RecordedSession(database.open(level, server), recorder, session)) {
      List<Long> left = new ArrayList<>(keys);
      for (int i = 0; i < left.size(); i += KEYS_PER_TRANSACTION) {
        List<Long> some = left.subList(i, Math.min(left.size(), i + KEYS_PER_TRANSACTION));
        try {
          reader.begin();
          for (long key : some) {
            missing.addAll(kind.missing(reader, key, name));
          }
          reader.commit();
        } catch (Failure e) {
          reader.rollback();
          return false;
        }
      }
      return true;
    } catch (DatabaseException e) {
      return false;
    }
  }
}
