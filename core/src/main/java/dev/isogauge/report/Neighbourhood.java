package dev.isogauge.report;

import dev.isogauge.anomaly.Place;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The transactions around those of an anomaly: what they read from, what read from them, their
 * neighbours in the session, and what overlapped them on the clients' clock.
 */
final class Neighbourhood {
  private static final int READERS_OF_A_WRITE = 5;
  private static final int BESIDE_IN_SESSION = 2;

  private final History history;
  private final VersionIndex index;
  private final Collection<Integer> centre;
  private final Set<Integer> around = new LinkedHashSet<>();

  Neighbourhood(History history, VersionIndex index, Collection<Integer> centre) {
    this.history = history;
    this.index = index;
    this.centre = centre;
    for (int transaction : centre) {
      if (transaction != History.INITIAL) {
        addByReads(transaction);
      }
    }
    for (int transaction : centre) {
      if (transaction != History.INITIAL) {
        addBySession(transaction);
      }
    }
    if (history.hasRealTime()) {
      addByTime();
    }
  }

  /** The transactions, the nearest first. */
  Collection<Integer> transactions() {
    return around;
  }

  private void add(int transaction) {
    if (transaction != History.INITIAL && !centre.contains(transaction)) {
      around.add(transaction);
    }
  }

  private void addByReads(int transaction) {
    for (int i = history.firstOperation(transaction); i < history.endOperation(transaction); i++) {
      if (!history.isWrite(i)) {
        Optional<Place> seen = Place.seenBy(history, i);
        if (seen.isPresent()) {
          add(seen.get().transaction());
        }
      } else {
        int readers = Math.min(READERS_OF_A_WRITE, index.readCount(i, history.keyOf(i)));
        for (int r = 0; r < readers; r++) {
          add(history.transactionOf(index.read(i, history.keyOf(i), r)));
        }
      }
    }
  }

  private void addBySession(int transaction) {
    int session = history.sessionOf(transaction);
    int begin = Math.max(history.firstTransaction(session), transaction - BESIDE_IN_SESSION);
    int end = Math.min(history.endTransaction(session), transaction + BESIDE_IN_SESSION + 1);
    for (int t = begin; t < end; t++) {
      add(t);
    }
  }

  private void addByTime() {
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int t : centre) {
      if (t != History.INITIAL && isTimed(t)) {
        begin = Math.min(begin, history.beginTime(t));
        end = Math.max(end, history.endTime(t));
      }
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (isTimed(t) && history.beginTime(t) <= end && history.endTime(t) >= begin) {
        add(t);
      }
    }
  }

  private boolean isTimed(int transaction) {
    return history.beginTime(transaction) != RawBlock.NO_TIME
        && history.endTime(transaction) != RawBlock.NO_TIME;
  }
}
