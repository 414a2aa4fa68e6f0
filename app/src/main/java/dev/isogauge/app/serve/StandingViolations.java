package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The violations that were found and not withdrawn. The first of each kind and key are logged; of
 * these it knows the event that reported each and whether the checker has found it since the
 * service started. The others are only counted, by kind: what a client sends must not grow here to
 * many times its size.
 */
final class StandingViolations {
  /** How many of a kind and key, or session if they have no key, are logged and stand. */
  static final int MOST_STANDING = 1_000;

  /** How many of them are logged ever; late transactions may withdraw them again and again. */
  static final int MOST_LOGGED = 10_000;

  /** One more logged ever, and one more that stands. */
  private static final long ONE_LOGGED = (1L << 32) + 1;

  private static final AnomalyKind[] KINDS = AnomalyKind.values();

  /** Twice the event's sequence number, plus 1 if it was found in this run. */
  private final DigestTable table = new DigestTable();

  /** By kind and key: how many were logged ever in the upper half, and how many stand. */
  private final DigestTable logged = new DigestTable();

  /** By kind: those that stand and are not logged. */
  private final AtomicLongArray unlogged = new AtomicLongArray(KINDS.length);

  /** Takes over what an earlier run logged. */
  void load(ViolationEvent event) {
    Digest digest = EventCodec.digest(event.finding());
    if (event.isFound()) {
      table.put(digest, 2 * event.sequence());
      count(event.finding(), ONE_LOGGED);
    } else {
      table.remove(digest);
      count(event.finding(), -1);
    }
  }

  /** Notes that a violation was found; whether that is to be logged as the event of this number. */
  boolean found(TimestampFinding finding, long sequence) {
    Digest digest = EventCodec.digest(finding);
    long known = table.find(digest);
    if (known != DigestTable.ABSENT) {
      table.put(digest, known | 1);
      return false;
    }
    long before = Math.max(0, logged.find(place(finding)));
    if ((int) before >= MOST_STANDING || before >>> 32 >= MOST_LOGGED) {
      counted(finding.kind());
      return false;
    }
    table.put(digest, 2 * sequence + 1);
    count(finding, ONE_LOGGED);
    return true;
  }

  private void count(TimestampFinding finding, long change) {
    Digest place = place(finding);
    logged.put(place, Math.max(0, logged.find(place)) + change);
  }

  private static Digest place(TimestampFinding finding) {
    String where = finding.key().map(key -> "key " + key).orElse(finding.transaction().session());
    return Digest.of((finding.kind() + " " + where).getBytes(UTF_8));
  }

  /** Counts a violation that is not logged. Thread-safe. */
  void counted(AnomalyKind kind) {
    unlogged.incrementAndGet(kind.ordinal());
  }

  /** Withdraws a violation, and returns the event that reported it; 0 if none did. */
  long withdrawn(TimestampFinding finding) {
    Digest digest = EventCodec.digest(finding);
    long known = table.find(digest);
    if (known == DigestTable.ABSENT) {
      unlogged.updateAndGet(finding.kind().ordinal(), count -> Math.max(0, count - 1));
      return 0;
    }
    table.remove(digest);
    count(finding, -1);
    return known / 2;
  }

  /** Whether this event reports a violation that stands. */
  boolean isStanding(ViolationEvent event) {
    long known = table.find(EventCodec.digest(event.finding()));
    return known != DigestTable.ABSENT && event.isFound() && known / 2 == event.sequence();
  }

  /**
   * Whether it stands by the word of an earlier run only, and may not hold. That two transactions
   * overlap or tie depends on nothing else, and the checker may have counted it this time.
   */
  boolean isUnconfirmed(ViolationEvent event) {
    return isStanding(event)
        && event.finding().kind() != AnomalyKind.NO_CONFLICT
        && event.finding().kind() != AnomalyKind.TIMESTAMP_TIE
        && table.find(EventCodec.digest(event.finding())) % 2 == 0;
  }

  /** How many stand and are logged. */
  int logged() {
    return table.size();
  }

  /** How many of a kind stand and are not logged. Thread-safe. */
  long unlogged(AnomalyKind kind) {
    return unlogged.get(kind.ordinal());
  }

  /** How many stand and are not logged. Thread-safe. */
  long unlogged() {
    long sum = 0;
    for (AnomalyKind kind : KINDS) {
      sum += unlogged(kind);
    }
    return sum;
  }
}
