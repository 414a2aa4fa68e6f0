package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import it.unimi.dsi.fastutil.objects.Object2LongMap;
import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The violations that were found and not withdrawn. The first of each kind and key are logged; of
 * these it knows the event that reported each, and whether it stands by the word of the checker as
 * it is now. While the journal is replayed the two differ: the log has what was found before the
 * restart, and the checker finds it again. The others are only counted, by kind: what a client
 * sends must not grow here to many times its size.
 */
final class StandingViolations {
  /** How many of a kind and key, or session if they have no key, are logged and stand. */
  static final int MOST_STANDING = 1_000;

  /** How many of them are logged ever; late transactions may withdraw them again and again. */
  static final int MOST_LOGGED = 10_000;

  private static final long IN_LOG = 1;
  private static final long FOUND = 2;

  /** One more of a kind and key that was logged ever. */
  private static final long ONE_LOGGED = 1L << 32;

  private static final AnomalyKind[] KINDS = AnomalyKind.values();

  /** Four times the event's sequence number, plus the two flags. */
  private final Object2LongOpenHashMap<Digest> table = new Object2LongOpenHashMap<>();

  /** By kind and key: how many were logged ever in the upper half, and how many stand. */
  private final Object2LongOpenHashMap<Digest> places = new Object2LongOpenHashMap<>();

  /** By kind: those that stand and are not logged. */
  private final AtomicLongArray countedOnly = new AtomicLongArray(KINDS.length);

  /** Changes of the checker that the log does not have, in their order. */
  private final Map<Digest, Change> unlogged = new LinkedHashMap<>();

  /**
   * What the log must learn.
   *
   * @param withdraws the event that it takes back; 0 if it reports a violation
   */
  record Change(
      TimestampFinding finding, long withdraws, Optional<TimestampedTransaction> because) {}

  /** Takes over what is in the log behind the checkpoint, or all of it if there is none. */
  void load(ViolationEvent event) {
    Digest digest = EventCodec.digest(event.finding());
    long known = flags(digest) & FOUND;
    if (event.isFound()) {
      set(digest, event.finding(), 4 * event.sequence() + IN_LOG + known);
      count(event.finding(), ONE_LOGGED);
    } else {
      set(digest, event.finding(), known);
    }
  }

  private void set(Digest digest, TimestampFinding finding, long value) {
    boolean was = table.containsKey(digest);
    boolean is = (value & (IN_LOG + FOUND)) != 0;
    if (is) {
      table.put(digest, value);
    } else {
      table.removeLong(digest);
    }
    if (was != is) {
      count(finding, is ? 1 : -1);
    }
  }

  private void count(TimestampFinding finding, long change) {
    Digest place = place(finding);
    long now = places.getLong(place) + change;
    if (now > 0) {
      places.put(place, now);
    } else {
      places.removeLong(place);
    }
  }

  /** The log drops an event: from now on the violation, if it stands, is only counted. */
  void drop(ViolationEvent event) {
    if (isStanding(event)) {
      set(EventCodec.digest(event.finding()), event.finding(), 0);
      counted(event.finding().kind(), 1);
    }
    if (event.isFound()) {
      count(event.finding(), -ONE_LOGGED);
    }
  }

  private static Digest place(TimestampFinding finding) {
    String where = finding.key().map(key -> "key " + key).orElse(finding.transaction().session());
    return Digest.of((finding.kind() + " " + where).getBytes(UTF_8));
  }

  private long flags(Digest digest) {
    return table.getLong(digest) & (IN_LOG + FOUND);
  }

  /** Counts violations that are not logged. Thread-safe. */
  void counted(AnomalyKind kind, long count) {
    countedOnly.addAndGet(kind.ordinal(), count);
  }

  /** The checker has found a violation; {@link #takeUnlogged} knows if the log must learn of it. */
  void found(TimestampFinding finding) {
    Digest digest = EventCodec.digest(finding);
    boolean logged = (flags(digest) & IN_LOG) != 0;
    if (!table.containsKey(digest)) {
      long before = places.getLong(place(finding));
      if ((int) before >= MOST_STANDING || before >>> 32 >= MOST_LOGGED) {
        counted(finding.kind(), 1);
        return;
      }
    }
    set(digest, finding, logged ? table.getLong(digest) | FOUND : FOUND);
    unlogged.remove(digest);
    if (!logged) {
      unlogged.put(digest, new Change(finding, 0, Optional.empty()));
      count(finding, ONE_LOGGED);
    }
  }

  /** The checker has withdrawn a violation. */
  void withdrawn(TimestampFinding finding, Optional<TimestampedTransaction> because) {
    Digest digest = EventCodec.digest(finding);
    long known = table.getLong(digest);
    if (!table.containsKey(digest)) {
      countedOnly.updateAndGet(finding.kind().ordinal(), count -> Math.max(0, count - 1));
      return;
    }
    set(digest, finding, known & ~FOUND);
    unlogged.remove(digest);
    if ((known & IN_LOG) != 0) {
      unlogged.put(digest, new Change(finding, known / 4, because));
    }
  }

  /** How many changes the log must learn. */
  int unloggedCount() {
    return unlogged.size();
  }

  /** The changes that the log must learn, which the caller appends to it from a number on. */
  List<Change> takeUnlogged(long next) {
    List<Change> changes = new ArrayList<>(unlogged.values());
    long sequence = next;
    for (Map.Entry<Digest, Change> entry : unlogged.entrySet()) {
      Change change = entry.getValue();
      boolean isFound = change.withdraws() == 0;
      set(entry.getKey(), change.finding(), isFound ? 4 * sequence + IN_LOG + FOUND : 0);
      sequence++;
    }
    unlogged.clear();
    return changes;
  }

  /** Whether this event reports a violation that stands. */
  boolean isStanding(ViolationEvent event) {
    long known = table.getLong(EventCodec.digest(event.finding()));
    return (known & IN_LOG) != 0 && event.isFound() && known / 4 == event.sequence();
  }

  /**
   * Whether it stands by the word of an earlier run only, and may not hold. That two transactions
   * overlap or tie depends on nothing else, and the checker may have counted it this time.
   */
  boolean isUnconfirmed(ViolationEvent event) {
    return isStanding(event)
        && event.finding().kind() != AnomalyKind.NO_CONFLICT
        && event.finding().kind() != AnomalyKind.TIMESTAMP_TIE
        && (flags(EventCodec.digest(event.finding())) & FOUND) == 0;
  }

  /** Whether any violation is known only from an earlier run. */
  boolean hasUnconfirmed() {
    return table.values().longStream().anyMatch(value -> (value & (IN_LOG + FOUND)) == IN_LOG);
  }

  /** How many stand and are logged, or are about to be. */
  int logged() {
    return table.size();
  }

  /** How many of a kind stand and are not logged. Thread-safe. */
  long countedOnly(AnomalyKind kind) {
    return countedOnly.get(kind.ordinal());
  }

  /** How many stand and are not logged. Thread-safe. */
  long countedOnly() {
    long sum = 0;
    for (AnomalyKind kind : KINDS) {
      sum += countedOnly(kind);
    }
    return sum;
  }

  /** Writes what stands; all changes must be in the log. */
  void save(DataOutput to) throws IOException {
    save(table, to);
    save(places, to);
    to.writeInt(KINDS.length);
    for (AnomalyKind kind : KINDS) {
      to.writeUTF(kind.name());
      to.writeLong(countedOnly(kind));
    }
  }

  void restore(DataInput from) throws IOException {
    restore(table, from);
    restore(places, from);
    for (int rest = from.readInt(); rest > 0; rest--) {
      countedOnly.set(AnomalyKind.valueOf(from.readUTF()).ordinal(), from.readLong());
    }
  }

  private static void save(Object2LongMap<Digest> numbers, DataOutput to) throws IOException {
    to.writeInt(numbers.size());
    for (Object2LongMap.Entry<Digest> entry : numbers.object2LongEntrySet()) {
      to.writeLong(entry.getKey().high());
      to.writeLong(entry.getKey().low());
      to.writeLong(entry.getLongValue());
    }
  }

  private static void restore(Object2LongMap<Digest> numbers, DataInput from) throws IOException {
    for (int rest = from.readInt(); rest > 0; rest--) {
      numbers.put(new Digest(from.readLong(), from.readLong()), from.readLong());
    }
  }
}
