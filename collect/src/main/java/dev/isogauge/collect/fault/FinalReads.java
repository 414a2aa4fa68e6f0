package dev.isogauge.collect.fault;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.record.Operation;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads every list once more after a run, on every server that takes writes, and looks for the
 * appends of transactions whose commit was acknowledged. Only lists show this: a value of an item
 * that is gone may have been overwritten.
 */
public final class FinalReads {
  private static final int LISTS_PER_TRANSACTION = 20;

  /** How long a server may take to answer again, and to show what others accepted. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Database database;
  private final Level level;
  private final Recorder recorder;

  /** Transactions by list and element. */
  private final Map<Long, Map<Long, String>> acknowledged = new LinkedHashMap<>();

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
    long appends = reads.acknowledged.values().stream().mapToLong(Map::size).sum();
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
    return new Durability(appends, List.copyOf(servers.values()), lost);
  }

  private void collect() throws IOException {
    Map<String, Integer> transactions = new HashMap<>();
    RecordingReader.read(
        recorder.file(),
        new RecordingReader.Visitor() {
          @Override
          public void header(String line) {
            // Nothing is in it that was appended.
          }

          @Override
          public void transaction(RecordedTransaction<Long> transaction) {
            collect(transaction, transactions.merge(transaction.session(), 1, Integer::sum));
          }
        });
  }

  private void collect(RecordedTransaction<Long> transaction, int number) {
    if (!transaction.isCommitted()) {
      return;
    }
    for (Operation<Long> operation : transaction.operations()) {
      if (operation instanceof Operation.Append<Long> append) {
        acknowledged
            .computeIfAbsent(append.key(), unused -> new LinkedHashMap<>())
            .put(append.element(), transaction.session() + "." + number);
      }
    }
  }

  /** What a server lacks. One that takes writes beside others may still catch up with them. */
  private List<Durability.Lost> missing(int server, String name, boolean mayCatchUp)
      throws DatabaseException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Set<Long> open = new HashSet<>(acknowledged.keySet());
    while (true) {
      List<Durability.Lost> missing = new ArrayList<>();
      boolean answered = read(server, name, open, missing);
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
        missing.forEach(lost -> open.add(lost.list()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Reads lists; false if the server did not answer. */
  private boolean read(int server, String name, Set<Long> lists, List<Durability.Lost> missing) {
    String session = "final" + (name.isEmpty() ? "" : "@" + name);
    try (Session reader = new RecordedSession(database.open(level, server), recorder, session)) {
      List<Long> left = new ArrayList<>(lists);
      for (int i = 0; i < left.size(); i += LISTS_PER_TRANSACTION) {
        List<Long> some = left.subList(i, Math.min(left.size(), i + LISTS_PER_TRANSACTION));
        try {
          reader.begin();
          for (long list : some) {
            compare(name, list, reader.readList(list), missing);
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

  private void compare(String name, long list, List<Long> found, List<Durability.Lost> missing) {
    Set<Long> elements = new HashSet<>(found);
    acknowledged
        .get(list)
        .forEach(
            (element, transaction) -> {
              if (!elements.contains(element)) {
                missing.add(new Durability.Lost(name, transaction, list, element));
              }
            });
  }
}
