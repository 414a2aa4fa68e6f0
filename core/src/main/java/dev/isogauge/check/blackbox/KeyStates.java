package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import java.util.Arrays;

/**
 * The current version of each key in the course of a run, and which observations are still to come.
 */
final class KeyStates {
  private final Polygraph graph;
  private final Readers readers;
  private final boolean hasUndecided;

  /** By key: the version written last, or {@link History#INITIAL}. */
  private final int[] current;

  /**
   * By version: observations not yet run that have nothing else to read; initial versions by key.
   */
  private final int[] pending;

  private final int[] pendingInitial;

  /** By observation that has not run: how many candidates it may still see. */
  private final int[] hopes;

  /** By version: whether it was overwritten, and by which one first. */
  private final int[] overwrittenBy;

  /** Before the run; observations of transactions that do not happen hope for nothing. */
  KeyStates(Polygraph graph, Readers readers, boolean[] active) {
    this.graph = graph;
    this.readers = readers;
    hasUndecided = readers.hasUndecided();
    current = new int[graph.history.keyCount()];
    Arrays.fill(current, History.INITIAL);
    pending = new int[graph.versionCount()];
    pendingInitial = new int[graph.history.keyCount()];
    hopes = new int[graph.count()];
    overwrittenBy = new int[graph.versionCount()];
    Arrays.fill(overwrittenBy, NONE);
    for (int o = 0; o < graph.count(); o++) {
      if (active[graph.reader(o)]) {
        hopes[o] = graph.candidateCount(o);
        if (hopes[o] == 1) {
          addPending(o, graph.candidate(o, 0), 1);
        }
      }
    }
  }

  int current(int key) {
    return current[key];
  }

  /**
   * Whether the observation's reader would see none of its candidates now, but may see one later.
   */
  boolean misses(int observation) {
    return hopes[observation] > 0 && !sees(observation);
  }

  /** Whether the observation's reader would see one of its candidates now. */
  boolean sees(int observation) {
    int now = current[graph.key(observation)];
    for (int i = 0; i < graph.candidateCount(observation); i++) {
      if (graph.candidate(observation, i) == now) {
        return true;
      }
    }
    return false;
  }

  /** How many observations have nothing to read but the key's current version. */
  int pendingNow(int key) {
    return current[key] == History.INITIAL ? pendingInitial[key] : pending[current[key]];
  }

  /** How many of those are the transaction's own. */
  int ownPendingNow(int t, int key) {
    int own = 0;
    for (int o = graph.first(t); o < graph.end(t); o++) {
      if (graph.key(o) == key && hopes[o] == 1 && lastHope(o) == current[key]) {
        own++;
      }
    }
    return own;
  }

  private void addPending(int observation, int version, int step) {
    if (version == History.INITIAL) {
      pendingInitial[graph.key(observation)] += step;
    } else {
      pending[version] += step;
    }
  }

  private int lastHope(int observation) {
    if (graph.candidateCount(observation) == 1) {
      return graph.candidate(observation, 0);
    }
    for (int i = 0; i < graph.candidateCount(observation); i++) {
      int version = graph.candidate(observation, i);
      if (version == History.INITIAL
          ? current[graph.key(observation)] == History.INITIAL
          : overwrittenBy[version] < 0) {
        return version;
      }
    }
    throw new IllegalStateException("a read that has nothing left to see");
  }

  /** The observation's reader runs; returns whether it had one version left to read. */
  boolean read(int observation) {
    boolean waited = hopes[observation] == 1;
    if (waited) {
      addPending(observation, lastHope(observation), -1);
    }
    hopes[observation] = 0;
    return waited;
  }

  /** A version becomes its key's current version. */
  void write(int key, int version) {
    int old = current[key];
    if (old != History.INITIAL) {
      overwrittenBy[old] = version;
    }
    current[key] = version;
    forget(key, old);
  }

  /** Observations that can no longer see a version. */
  private void forget(int key, int version) {
    for (int i = hasUndecided ? readers.firstUndecided(key, version) : 0;
        hasUndecided && i < readers.endUndecided(key, version);
        i++) {
      int o = readers.undecided(i);
      if (hopes[o] == 1) {
        addPending(o, version, -1);
      }
      if (hopes[o] > 0 && --hopes[o] == 1) {
        addPending(o, lastHope(o), 1);
      }
    }
    if (version == History.INITIAL ? pendingInitial[key] > 0 : pending[version] > 0) {
      for (int i = readers.first(key, version); i < readers.end(key, version); i++) {
        int o = readers.known(i);
        if (hopes[o] == 1) {
          addPending(o, version, -1);
          hopes[o] = 0;
        }
      }
    }
  }

  /** Which version first overwrote another; {@code NONE} if none did. */
  int overwrittenBy(int version) {
    return overwrittenBy[version];
  }
}
