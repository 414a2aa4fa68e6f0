package dev.isogauge.app.serve;

import dev.isogauge.anomaly.TimestampFinding;

/**
 * The violations that were logged and not withdrawn, each with the event that reported it and
 * whether the checker has found it since the service started.
 */
final class StandingViolations {
  /** Twice the event's sequence number, plus 1 if it was found in this run. */
  private final DigestTable table = new DigestTable();

  /** Takes over what an earlier run logged. */
  void load(ViolationEvent event) {
    Digest digest = EventCodec.digest(event.finding());
    if (event.isFound()) {
      table.put(digest, 2 * event.sequence());
    } else {
      table.remove(digest);
    }
  }

  /** Notes that a violation was found; false if it stands already. */
  boolean found(TimestampFinding finding, long sequence) {
    Digest digest = EventCodec.digest(finding);
    long known = table.find(digest);
    if (known != DigestTable.ABSENT) {
      table.put(digest, known | 1);
      return false;
    }
    table.put(digest, 2 * sequence + 1);
    return true;
  }

  /** Withdraws a violation, and returns the event that reported it; 0 if none did. */
  long withdrawn(TimestampFinding finding) {
    Digest digest = EventCodec.digest(finding);
    long known = table.find(digest);
    table.remove(digest);
    return known == DigestTable.ABSENT ? 0 : known / 2;
  }

  /** Whether this event reports a violation that stands. */
  boolean isStanding(ViolationEvent event) {
    long known = table.find(EventCodec.digest(event.finding()));
    return known != DigestTable.ABSENT && event.isFound() && known / 2 == event.sequence();
  }

  /** Whether it stands by the word of an earlier run only. */
  boolean isUnconfirmed(ViolationEvent event) {
    return isStanding(event) && table.find(EventCodec.digest(event.finding())) % 2 == 0;
  }

  int count() {
    return table.size();
  }
}
