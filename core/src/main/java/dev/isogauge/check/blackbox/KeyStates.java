package dev.isogauge.check.blackbox;

import java.util.Arrays;

/** The current version of each key in the course of a run, and who has still to read which. */
final class KeyStates {
  private final Polygraph graph;
  private final Readers readers;

  /** By key: the slot written last, or {@link Polygraph#INITIAL}. */
  private final int[] current;

  /** By slot: facts not yet run that have nothing else to read; initial versions by key. */
  private final int[] pending;

  private final int[] pendingInitial;

  /** By fact that has not run: how many candidates it may still see. */
  private final int[] hopes;

  /** By slot: whether it was overwritten, and by whom first. */
  private final int[] overwrittenBy;

  /** Before the run; facts of transactions that do not happen hope for nothing. */
  KeyStates(Polygraph graph, Readers readers, boolean[] active) {
    this.graph = graph;
    this.readers = readers;
    current = new int[graph.history.keyCount()];
    Arrays.fill(current, Polygraph.INITIAL);
    pending = new int[graph.slotCount()];
    pendingInitial = new int[graph.history.keyCount()];
    hopes = new int[graph.factCount()];
    overwrittenBy = new int[graph.slotCount()];
    Arrays.fill(overwrittenBy, -1);
    for (int f = 0; f < graph.factCount(); f++) {
      if (active[graph.factReader.getInt(f)]) {
        hopes[f] = graph.candidateCount(f);
        if (hopes[f] == 1) {
          addPending(f, graph.candidate(f, 0), 1);
        }
      }
    }
  }

  int current(int key) {
    return current[key];
  }

  /** Whether the fact's reader would see none of its candidates now, but may see one later. */
  boolean misses(int fact) {
    return hopes[fact] > 0 && !sees(fact);
  }

  /** Whether the fact's reader would see one of its candidates now. */
  boolean sees(int fact) {
    int now = current[graph.factKey.getInt(fact)];
    for (int i = 0; i < graph.candidateCount(fact); i++) {
      if (graph.candidate(fact, i) == now) {
        return true;
      }
    }
    return false;
  }

  /** Lets go of, or takes back, what the transaction itself has still to read. */
  void hold(int t, int step) {
    for (int f = graph.readerFirst[t]; f < graph.readerFirst[t + 1]; f++) {
      if (hopes[f] == 1) {
        addPending(f, lastHope(f), step);
      }
    }
  }

  /** How many facts have nothing to read but the key's current version. */
  int pendingNow(int key) {
    return current[key] == Polygraph.INITIAL ? pendingInitial[key] : pending[current[key]];
  }

  private void addPending(int fact, int slot, int step) {
    if (slot == Polygraph.INITIAL) {
      pendingInitial[graph.factKey.getInt(fact)] += step;
    } else {
      pending[slot] += step;
    }
  }

  private int lastHope(int fact) {
    for (int i = 0; i < graph.candidateCount(fact); i++) {
      int slot = graph.candidate(fact, i);
      if (slot == Polygraph.INITIAL
          ? current[graph.factKey.getInt(fact)] == Polygraph.INITIAL
          : overwrittenBy[slot] < 0) {
        return slot;
      }
    }
    throw new IllegalStateException("a read that has nothing left to see");
  }

  /** The fact's reader runs; returns whether it had one version left to read. */
  boolean read(int fact) {
    boolean waited = hopes[fact] == 1;
    if (waited) {
      addPending(fact, lastHope(fact), -1);
    }
    hopes[fact] = 0;
    return waited;
  }

  /** A slot becomes its key's current version. */
  void write(int key, int slot) {
    int old = current[key];
    if (old != Polygraph.INITIAL) {
      overwrittenBy[old] = slot;
    }
    current[key] = slot;
    forget(key, old);
  }

  /** Facts that can no longer see a version. */
  private void forget(int key, int slot) {
    for (int i = readers.firstUndecided(key, slot); i < readers.endUndecided(key, slot); i++) {
      int f = readers.undecided(i);
      if (hopes[f] == 1) {
        addPending(f, slot, -1);
      }
      if (hopes[f] > 0 && --hopes[f] == 1) {
        addPending(f, lastHope(f), 1);
      }
    }
    if (slot == Polygraph.INITIAL ? pendingInitial[key] > 0 : pending[slot] > 0) {
      for (int i = readers.first(key, slot); i < readers.end(key, slot); i++) {
        int f = readers.known(i);
        if (hopes[f] == 1) {
          addPending(f, slot, -1);
          hopes[f] = 0;
        }
      }
    }
  }

  /** Who first overwrote a slot; -1 if nobody did. */
  int overwrittenBy(int slot) {
    return overwrittenBy[slot];
  }
}
