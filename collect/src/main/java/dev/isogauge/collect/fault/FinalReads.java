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
import java.util.HashSet;
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

  /** After as many failures one after the other, the server is left alone for a moment. */
  private static final int MOST_FAILURES = 3;

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
   * @throws DatabaseException if no server shows anything
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
    return reads.durability();
  }

  private Durability durability() throws DatabaseException {
    Map<Integer, String> servers = new LinkedHashMap<>();
    for (int server = 0; server < database.places(); server++) {
      SessionPlace place = database.place(server);
      if (!place.readsOnly()) {
        servers.put(server, place.node());
      }
    }
    List<Durability.Lost> lost = new ArrayList<>();
    Map<String, String> unread = new LinkedHashMap<>();
    long keys = 0;
    long unknown = 0;
    for (Acknowledged kind : kinds) {
      Set<Long> nowhere = new HashSet<>(kind.keys());
      for (Map.Entry<Integer, String> server : servers.entrySet()) {
        ServerReads reads = new ServerReads(kind, server.getKey(), server.getValue());
        reads.read(servers.size() > 1);
        lost.addAll(reads.missing);
        nowhere.retainAll(reads.open);
        if (!reads.open.isEmpty()) {
          unread.merge(server.getValue(), reads.failure(), (one, other) -> one);
        }
      }
      keys += kind.keys().size();
      unknown += nowhere.size();
    }
    if (keys > 0 && unknown == keys) {
      throw new DatabaseException(
          "no server shows what was written, so that nothing is known of durability: "
              + String.join("; ", unread.values()));
    }
    return new Durability(
        kinds.stream().mapToLong(Acknowledged::count).sum(),
        List.copyOf(servers.values()),
        unread,
        unknown,
        lost);
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

  /** Reads of everything of a kind on a server. */
  private final class ServerReads {
    private final Acknowledged kind;
    private final int server;
    private final String name;

    /** What has not been read, and of the rest what is missing. */
    private final Set<Long> open;

    private final List<Durability.Lost> missing = new ArrayList<>();
    private String failure = "";

    ServerReads(Acknowledged kind, int server, String name) {
      this.kind = kind;
      this.server = server;
      this.name = name;
      this.open = new LinkedHashSet<>(kind.keys());
    }

    /**
     * Reads until everything is there, or the time is over.
     *
     * @param mayCatchUp whether a server that also takes writes may still catch up
     */
    void read(boolean mayCatchUp) {
      long caughtUp = System.nanoTime() + (mayCatchUp ? CATCHING_UP.toNanos() : 0);
      long deadline = System.nanoTime() + patience.toNanos();
      int together = KEYS_PER_TRANSACTION;
      while (!open.isEmpty()) {
        int before = open.size();
        readSome(together);
        long now = System.nanoTime();
        if (open.isEmpty()) {
          if (missing.isEmpty() || now > caughtUp) {
            return;
          }
          missing.forEach(lost -> open.add(lost.key()));
          missing.clear();
        } else if (open.size() < before) {
          deadline = now + patience.toNanos();
        } else if (now > deadline) {
          return;
        } else {
          together = 1; // Some may be readable.
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }

    /** Reads lists or items until the server fails again and again. */
    private void readSome(int together) {
      String session = "final" + (name.isEmpty() ? "" : "@" + name);
      try (Session reader = new RecordedSession(database.open(level, server), recorder, session)) {
        List<Long> keys = new ArrayList<>(open);
        int failures = 0;
        for (int i = 0; i < keys.size() && failures < MOST_FAILURES; i += together) {
          List<Long> some = keys.subList(i, Math.min(keys.size(), i + together));
          some.forEach(open::remove);
          try {
            missing.addAll(missingOf(reader, some));
            failures = 0;
          } catch (Failure e) {
            reader.rollback();
            failure = e.getMessage();
            failures++;
            open.addAll(some); // As the last ones.
          }
        }
      } catch (DatabaseException e) {
        failure = e.getMessage();
      }
    }

    private List<Durability.Lost> missingOf(Session reader, List<Long> keys) throws Failure {
      List<Durability.Lost> found = new ArrayList<>();
      reader.begin();
      for (long key : keys) {
        found.addAll(kind.missing(reader, key, name));
      }
      reader.commit();
      return found;
    }

    /** What it did instead of showing everything. */
    String failure() {
      return (name.isEmpty() ? "the server" : name)
          + (open.size() == kind.keys().size()
              ? " did not answer"
              : " did not show " + open.size() + " of " + kind.keys().size() + " lists or items")
          + " ("
          + failure
          + ")";
    }
  }
}
