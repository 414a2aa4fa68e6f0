package dev.isogauge.oracle.blackbox;

import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;

/** Which transactions are ordered whatever was read: by sessions, time and orders of versions. */
final class GivenOrders {
  private final History history;
  private final boolean[][] sessions;
  private final boolean[][] times;
  private final boolean[][] versions;

  GivenOrders(History history, Constraints constraints) {
    this.history = history;
    int count = history.transactionCount();
    sessions = new boolean[count][count];
    times = new boolean[count][count];
    versions = new boolean[count][count];
    for (int s = 0; s < count; s++) {
      for (int t = 0; t < count && history.outcome(s) == Outcome.COMMITTED; t++) {
        boolean inSession = s < t && history.sessionOf(s) == history.sessionOf(t);
        sessions[s][t] = constraints.sessions() && inSession && !overlap(s, t);
        times[s][t] =
            constraints.level() == IsolationLevel.STRICT_SERIALIZABILITY
                && hasTimes(s, t)
                && history.endTime(s) < history.beginTime(t);
      }
    }
    close(sessions);
    if (constraints.versionOrders()) {
      history.versionOrders().forEach(this::addVersions);
    }
  }

  private boolean hasTimes(int s, int t) {
    return history.endTime(s) != RawBlock.NO_TIME && history.beginTime(t) != RawBlock.NO_TIME;
  }

  private boolean overlap(int s, int t) {
    return hasTimes(s, t) && history.beginTime(t) < history.endTime(s);
  }

  private void addVersions(VersionOrder order) {
    List<Integer> writers = new ArrayList<>();
    for (VersionOrder.Version version : order.versions()) {
      for (int i = 0; i < history.operationCount(); i++) {
        int t = history.transactionOf(i);
        if (history.isWrite(i)
            && history.counts(t)
            && history.keyAtom(history.keyOf(i)) == order.key()
            && history.valueOf(i) == version.value()
            && (version.writer() == Atoms.NO_NAME || version.writer() == history.nameAtom(t))) {
          writers.forEach(earlier -> versions[earlier][t] |= earlier != t);
          writers.add(t);
        }
      }
    }
  }

  boolean bySession(int from, int to) {
    return sessions[from][to];
  }

  boolean byTime(int from, int to) {
    return times[from][to];
  }

  /** All of them, to be added to. */
  boolean[][] all() {
    boolean[][] all = new boolean[sessions.length][sessions.length];
    for (int s = 0; s < all.length; s++) {
      for (int t = 0; t < all.length; t++) {
        all[s][t] = sessions[s][t] || times[s][t] || versions[s][t];
      }
    }
    return all;
  }

  /** Makes the relation transitive. */
  static boolean[][] close(boolean[][] before) {
    for (int via = 0; via < before.length; via++) {
      for (int s = 0; s < before.length; s++) {
        for (int t = 0; before[s][via] && t < before.length; t++) {
          before[s][t] |= before[via][t];
        }
      }
    }
    return before;
  }
}
