package dev.isogauge.online.kernel;

import dev.isogauge.online.kernel.Finality.Watermark;
import java.util.ArrayDeque;

/**
 * Where the horizon is, as a commit timestamp: the highest that had arrived when the oldest
 * transaction came that is not beyond it. Marks on the way say which that was. Guarded by its lock.
 */
final class HorizonMarks {
  /** How exact it is: a horizon is this many marks long. */
  private static final int MARKS = 32;

  private record Mark(long position, long now, Watermark highest) {}

  private final Horizon horizon;
  private final ArrayDeque<Mark> marks = new ArrayDeque<>();
  private Watermark highest = Watermark.BELOW_ALL;
  private Watermark floor = Watermark.BELOW_ALL;

  /** When something arrived last; never where nothing did since a restore. */
  private long lastArrival = Long.MAX_VALUE;

  HorizonMarks(Horizon horizon) {
    this.horizon = horizon;
  }

  /** Notes that a transaction has arrived that counts. */
  synchronized void arrived(long position, long now, long commit, long logical) {
    if (!horizon.isLimited()) {
      return;
    }
    lastArrival = now;
    if (highest.isBelow(commit, logical)) {
      highest = new Watermark(commit, logical);
    }
    Mark last = marks.peekLast();
    if (last == null
        || position - last.position >= Math.max(1, horizon.transactions() / MARKS)
        || now - last.now >= Math.max(1, horizon.nanos() / MARKS)) {
      marks.add(new Mark(position, now, highest));
    }
    while (!marks.isEmpty() && position - marks.peek().position > horizon.transactions()) {
      floor = marks.poll().highest;
    }
    advance(now);
  }

  /** Moves the clock, for hosts whose horizon moves on where nothing arrives. */
  synchronized void advance(long now) {
    while (!marks.isEmpty() && now - marks.peek().now > horizon.nanos()) {
      floor = marks.poll().highest;
    }
    if (lastArrival < Long.MAX_VALUE && now - lastArrival > horizon.nanos()) {
      floor = highest;
    }
  }

  /** What commits below it need not be kept. */
  synchronized Watermark floor() {
    return floor;
  }

  synchronized void save(BlockWriter to) {
    to.number(highest.commit());
    to.number(highest.logical());
    to.number(floor.commit());
    to.number(floor.logical());
    to.number(marks.size());
    for (Mark mark : marks) {
      to.number(mark.position);
      to.number(mark.now);
      to.number(mark.highest.commit());
      to.number(mark.highest.logical());
    }
  }

  synchronized void restore(BlockReader from) {
    highest = new Watermark(from.number(), from.number());
    floor = new Watermark(from.number(), from.number());
    for (int rest = from.integer(); rest > 0; rest--) {
      marks.add(
          new Mark(from.number(), from.number(), new Watermark(from.number(), from.number())));
    }
  }
}
