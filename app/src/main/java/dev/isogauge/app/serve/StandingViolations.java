package dev.isogauge.app.serve;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The violations that were logged and not withdrawn, each with the event that reported it and
 * whether it stands by the word of the checker as it is now. While the journal is replayed the two
 * differ: the log has what was found before the restart, and the checker finds it again.
 */
final class StandingViolations {
  private static final long IN_LOG = 1;
  private static final long FOUND = 2;

  /** Four times the event's sequence number, plus the two flags. */
  private final DigestTable table = new DigestTable();

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
    long known = Math.max(0, table.find(digest));
    set(digest, event.isFound() ? 4 * event.sequence() + IN_LOG + (known & FOUND) : known & FOUND);
  }

  private void set(Digest digest, long value) {
    if ((value & (IN_LOG + FOUND)) == 0) {
      table.remove(digest);
    } else {
      table.put(digest, value);
    }
  }

  private long flags(Digest digest) {
    return Math.max(0, table.find(digest)) & (IN_LOG + FOUND);
  }

  /** The checker has found a violation; {@link #unlogged} knows if the log must learn of it. */
  void found(TimestampFinding finding) {
    Digest digest = EventCodec.digest(finding);
    boolean logged = (flags(digest) & IN_LOG) != 0;
    set(digest, logged ? table.find(digest) | FOUND : FOUND);
    unlogged.remove(digest);
    if (!logged) {
      unlogged.put(digest, new Change(finding, 0, Optional.empty()));
    }
  }

  /** The checker has withdrawn a violation. */
  void withdrawn(TimestampFinding finding, Optional<TimestampedTransaction> because) {
    Digest digest = EventCodec.digest(finding);
    long known = Math.max(0, table.find(digest));
    set(digest, known & ~FOUND);
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
      boolean isFound = entry.getValue().withdraws() == 0;
      set(entry.getKey(), isFound ? 4 * sequence + IN_LOG + FOUND : 0);
      sequence++;
    }
    unlogged.clear();
    return changes;
  }

  /** Whether this event reports a violation that stands. */
  boolean isStanding(ViolationEvent event) {
    long known = table.find(EventCodec.digest(event.finding()));
    return known != DigestTable.ABSENT
        && (known & IN_LOG) != 0
        && event.isFound()
        && known / 4 == event.sequence();
  }

  /** Whether it stands by the word of an earlier run only. */
  boolean isUnconfirmed(ViolationEvent event) {
    return isStanding(event) && (flags(EventCodec.digest(event.finding())) & FOUND) == 0;
  }

  /** Whether anything stands by the word of an earlier run only. */
  boolean hasUnconfirmed() {
    return table.anyMatch(value -> (value & (IN_LOG + FOUND)) == IN_LOG);
  }

  int count() {
    return table.size();
  }

  /** Writes what stands; log and checker must agree. */
  void save(DataOutput to) throws IOException {
    table.save(to);
  }

  void restore(DataInput from) throws IOException {
    table.restore(from);
  }
}
