package dev.isogauge.collect.recover;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.record.LineEncoder;
import dev.isogauge.collect.record.LineEncoder.SeenVersion;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.RecordingReader;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The order in which transactions of PostgreSQL became visible, while they run, by their snapshots:
 * a transaction commits between the last snapshot that lacks it and the first that holds it. That
 * needs neither settings nor rights. Places in the log would not do: transactions enter the log and
 * become visible in different orders, so that a snapshot need not hold all before some place.
 *
 * <p>Snapshots of one server are taken one after the other, so of two one holds the other, and all
 * of them a chain. A transaction is <i>closed</i> when none that runs began before its end.
 *
 * <ol>
 *   <li>A snapshot gets its place when its transaction is closed, or when it holds less than one
 *       that does. Then all that it holds have ended, and what still runs holds more.
 *   <li>Before it come the commits of all that it holds and that have no place yet. No snapshot, of
 *       the past or to come, tells these apart; they follow one another as they ended. Two that
 *       wrote the same key conflict then, in any order.
 *   <li>A snapshot whose place has commits before it that it lacks is not of the chain. It should
 *       not exist; its reads are left out.
 *   <li>A transaction passes on with its places when it has both; others at once. The rest gets its
 *       places when no transaction is under way.
 * </ol>
 *
 * <p>So what passes on is late by about two transactions, and never needs to be taken back.
 */
public final class SnapshotOrder {
  /** Beyond these a contradiction may go unseen. */
  private static final int KEPT = 10_000;

  private static final String TRANSACTION = "{\"session\":";

  /** What the lines that pass on show of the order. */
  public enum Shown {
    /** Start and commit of each transaction, for snapshot isolation. */
    TIMESTAMPS,
    /**
     * The order of versions: what each write overwrote, as a read right before it where the
     * transaction did not read it. A read adds no more to an order of commits than the write that
     * follows it, for snapshot isolation and what is stronger.
     */
    OVERWRITTEN
  }

  /**
   * Of two snapshots that of the later one ends higher, or they end alike and fewer of those below
   * are running.
   */
  private static final Comparator<Placed> IN_CHAIN =
      Comparator.<Placed>comparingLong(each -> each.snapshot().end())
          .thenComparingLong(each -> -each.snapshot().running().size());

  private final Shown shown;
  private final Consumer<String> lines;
  private final Consumer<String> certificate;

  // All guarded by this.
  private final Map<String, Long> running = new HashMap<>();
  private final Map<String, Integer> positions = new HashMap<>();

  /** Committed transactions that are not closed, in the order of their ends. */
  private final Queue<Placed> ended = new ArrayDeque<>();

  /** Those whose snapshots have no place. */
  private final Queue<Placed> snapshots = new PriorityQueue<>(IN_CHAIN);

  /** By xid those whose commits have no place. */
  private final NavigableMap<Long, Placed> writers = new TreeMap<>();

  /** The xids of those that have one, but for old ones that all snapshots to come hold. */
  private final NavigableSet<Long> youngest = new TreeSet<>();

  /** What passes on next. */
  private final List<Placed> complete = new ArrayList<>();

  private final Set<Long> doubtful = new HashSet<>();
  private final Map<Long, Versions> versions = new TreeMap<>();
  private long clock;
  private long place;
  private long contradictions;

  private static final class Versions {
    final List<SeenVersion> all = new ArrayList<>();
    long lastXid;

    /** Each writer held the version before. */
    boolean isCertain = true;
  }

  private static final class Placed {
    static final long NONE = -1;

    final String name;
    final RecordedTransaction<Long> transaction;
    final long end;
    final List<Operation<Long>> operations;
    long start = NONE;
    long commit = NONE;
    boolean isContradictory;

    Placed(String name, RecordedTransaction<Long> transaction, long end) {
      this.name = name;
      this.transaction = transaction;
      this.end = end;
      this.operations = new ArrayList<>(transaction.operations());
    }

    boolean writes() {
      return transaction.identifiers().xid().isPresent();
    }

    long xid() {
      return transaction.identifiers().xid().orElseThrow();
    }

    /** A snapshot does not say that it lacks its own transaction. */
    boolean holds(Placed other) {
      return other != this && holds(other.xid());
    }

    boolean holds(long xid) {
      return snapshot().contains(xid);
    }

    Snapshot snapshot() {
      return transaction.identifiers().snapshot().orElseThrow();
    }
  }

  /**
   * An order of nothing yet.
   *
   * @param lines receives the lines of the recording with what they show, those of one session in
   *     its order
   * @param certificate the same, with orders of versions as such
   */
  public SnapshotOrder(Shown shown, Consumer<String> lines, Consumer<String> certificate) {
    this.shown = shown;
    this.lines = lines;
    this.certificate = certificate;
  }

  /** Whether transactions at the level have one snapshot each, and say which. */
  public static boolean isPossible(Capabilities capabilities, Level level) {
    return capabilities.has(Capability.SNAPSHOTS)
        && !OrderRecovery.STATEMENT_LEVELS.contains(level.name());
  }

  /** A session that also records what the database calls each transaction, and its snapshot. */
  public Session observe(RecordedSession session) {
    return new SnapshotSession(session) {
      @Override
      public void begin() throws Failure {
        begun(name());
        super.begin();
      }
    };
  }

  synchronized void begun(String session) {
    running.put(session, ++clock);
  }

  /** Takes a line of the recording, as its transaction has ended. */
  public synchronized void accept(String line) {
    if (!line.startsWith(TRANSACTION)) {
      pass(line, line);
      return;
    }
    try {
      accept(RecordingReader.parse(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    place(false);
  }

  /** Places what is left; to be called when all have ended. */
  public synchronized void finish() {
    place(true);
    versions.forEach(
        (key, known) -> {
          if (known.isCertain && !doubtful.contains(key)) {
            certificate.accept(LineEncoder.order(key, known.all));
          }
        });
  }

  /** What was not judged; empty if everything was. */
  public synchronized Optional<String> contradiction() {
    return contradictions == 0
        ? Optional.empty()
        : Optional.of(
            "the snapshots of "
                + contradictions
                + " transactions cannot have been taken one after the other; what these read is not"
                + " judged");
  }

  private void accept(RecordedTransaction<Long> transaction) {
    String session = transaction.session();
    running.remove(session);
    Placed placed =
        new Placed(session + "." + positions.merge(session, 1, Integer::sum), transaction, ++clock);
    if (transaction.isCommitted()) {
      ended.add(placed);
      snapshots.add(placed);
      if (placed.writes()) {
        writers.put(placed.xid(), placed);
      }
      return;
    }
    if (transaction.outcome() == Outcome.INDETERMINATE) {
      // Whoever saw what it wrote is still to come: until now it was under way.
      transaction.operations().forEach(each -> changed(each).ifPresent(doubtful::add));
    }
    pass(placed);
  }

  private void pass(Placed placed) {
    String line = line(placed, placed.operations);
    pass(line, shown == Shown.OVERWRITTEN ? line(placed, placed.transaction.operations()) : line);
  }

  private void pass(String line, String certified) {
    lines.accept(line);
    certificate.accept(certified);
  }

  private static OptionalLong changed(Operation<Long> operation) {
    if (operation instanceof Operation.Write<Long> write) {
      return OptionalLong.of(write.key());
    }
    return operation instanceof Operation.Append<Long> append
        ? OptionalLong.of(append.key())
        : OptionalLong.empty();
  }

  private void place(boolean isOver) {
    long oldest =
        isOver
            ? Long.MAX_VALUE
            : running.values().stream().mapToLong(begin -> begin).min().orElse(Long.MAX_VALUE);
    // Step 1.
    Placed last = null;
    while (!ended.isEmpty() && ended.peek().end < oldest) {
      Placed closed = ended.remove();
      last = last == null || IN_CHAIN.compare(closed, last) > 0 ? closed : last;
    }
    while (last != null && !snapshots.isEmpty() && IN_CHAIN.compare(snapshots.peek(), last) <= 0) {
      start(snapshots.remove());
    }
    // Step 4.
    if (oldest == Long.MAX_VALUE) {
      commit(writers.values());
    }
    complete.sort(
        Comparator.<Placed>comparingLong(each -> each.commit).thenComparingLong(each -> each.end));
    complete.forEach(this::pass);
    complete.clear();
  }

  private void start(Placed each) {
    Snapshot snapshot = each.snapshot();
    // Step 2.
    commit(writers.headMap(snapshot.end()).values().stream().filter(each::holds).toList());
    // Step 3.
    while (youngest.size() > KEPT && youngest.first() < snapshot.begin()) {
      youngest.pollFirst();
    }
    boolean isOfChain =
        (youngest.isEmpty() || youngest.last() < snapshot.end())
            && snapshot.running().stream().noneMatch(youngest::contains);
    if (!isOfChain) {
      contradict(each);
    }
    if (each.start == Placed.NONE) {
      each.start = place;
    }
    if (!each.writes()) {
      each.commit = each.start;
      complete.add(each);
    }
  }

  private void contradict(Placed each) {
    if (!each.isContradictory) {
      each.isContradictory = true;
      contradictions++;
    }
  }

  private void commit(Collection<Placed> held) {
    List<Placed> inOrder = new ArrayList<>(held);
    inOrder.sort(Comparator.comparingLong(each -> each.end));
    inOrder.forEach(this::commit);
  }

  private void commit(Placed writer) {
    writers.remove(writer.xid());
    youngest.add(writer.xid());
    writer.commit = ++place;
    if (writer.start == Placed.NONE) {
      // Another snapshot holds it, and its own comes later.
      writer.start = place;
      contradict(writer);
    }
    if (shown == Shown.OVERWRITTEN) {
      showOverwritten(writer);
    }
    complete.add(writer);
  }

  private void showOverwritten(Placed writer) {
    Set<Long> touched = new HashSet<>();
    writer.operations.clear();
    for (Operation<Long> each : writer.transaction.operations()) {
      if (each instanceof Operation.Read<Long> read) {
        touched.add(read.key());
      } else if (each instanceof Operation.Write<Long> write && touched.add(write.key())) {
        overwritten(write.key(), writer).ifPresent(writer.operations::add);
      }
      writer.operations.add(each);
    }
    Map<Long, OptionalLong> written = new HashMap<>();
    for (Operation<Long> each : writer.transaction.operations()) {
      if (each instanceof Operation.Write<Long> write) {
        written.put(write.key(), write.value());
      }
    }
    written.forEach(
        (key, value) -> {
          Versions known = versions.computeIfAbsent(key, unused -> new Versions());
          known.isCertain &= known.all.isEmpty() || writer.holds(known.lastXid);
          known.all.add(
              new SeenVersion(key, value, new LineEncoder.Writer.Transaction(writer.name)));
          known.lastXid = writer.xid();
        });
  }

  /** What a write overwrote, if the snapshot says it. */
  private Optional<Operation<Long>> overwritten(long key, Placed writer) {
    if (doubtful.contains(key)) {
      return Optional.empty();
    }
    Versions known = versions.get(key);
    if (known == null) {
      return Optional.of(Operation.Read.ofNothing(key));
    }
    return writer.holds(known.lastXid)
        ? Optional.of(new Operation.Read<>(key, known.all.get(known.all.size() - 1).value()))
        : Optional.empty();
  }

  private String line(Placed placed, List<Operation<Long>> operations) {
    RecordedTransaction<Long> transaction = placed.transaction;
    if (shown == Shown.TIMESTAMPS && transaction.isCommitted()) {
      transaction.timestamps(new Timestamps(placed.start, placed.commit));
    }
    LineEncoder line = new LineEncoder().session(transaction.session()).name(placed.name);
    line.beginOperations();
    for (Operation<Long> each : operations) {
      if (!isLeftOut(each, placed)) {
        line.operation(each);
      }
    }
    return line.endOperations().rest(transaction).toString();
  }

  /** What reads show needs no places. */
  private boolean isLeftOut(Operation<Long> operation, Placed placed) {
    if (shown != Shown.TIMESTAMPS || !placed.transaction.isCommitted()) {
      return false;
    }
    if (operation instanceof Operation.Read<Long> read) {
      return placed.isContradictory || doubtful.contains(read.key());
    }
    return operation instanceof Operation.ListRead<Long> read
        && (placed.isContradictory || doubtful.contains(read.key()));
  }
}
