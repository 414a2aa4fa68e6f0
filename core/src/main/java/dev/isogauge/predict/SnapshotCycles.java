package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;

/**
 * Rules out sets that cannot have a cycle where all read snapshots and the first committer wins:
 * there every cycle has a pivot, who misses a write of one concurrent member while another one
 * misses his (Fekete et al., TODS 2005). Two that change one row never commit concurrently.
 */
final class SnapshotCycles {
  private final Uses uses;
  private final boolean[] isSnapshot;
  private final boolean areSnapshots;
  private final boolean[] misses;
  private final boolean[] isMissed;

  SnapshotCycles(List<Cast> casts, Uses uses) {
    this.uses = uses;
    this.isSnapshot = new boolean[casts.size()];
    boolean all = true;
    for (int cast = 0; cast < isSnapshot.length; cast++) {
      isSnapshot[cast] = casts.get(cast).level().isSnapshot();
      all &= isSnapshot[cast];
    }
    this.areSnapshots = all;
    this.misses = new boolean[casts.size()];
    this.isMissed = new boolean[casts.size()];
    for (int rank = 0; areSnapshots && rank < uses.ranks(); rank++) {
      for (Int2ObjectMap.Entry<IntArrayList> reading : uses.users(rank).int2ObjectEntrySet()) {
        for (Int2ObjectMap.Entry<IntArrayList> writing : uses.users(rank).int2ObjectEntrySet()) {
          int read = reading.getIntKey();
          int write = writing.getIntKey();
          if (uses.reads(read, write) && !exclude(read, write)) {
            reading.getValue().forEach(cast -> misses[cast] = true);
            writing.getValue().forEach(cast -> isMissed[cast] = true);
          }
        }
      }
    }
  }

  /** Whether both change a row that is there, which the store prevents if they overlap. */
  private boolean exclude(int use, int other) {
    return uses.exclude(use, other) && !uses.makes(use) && !uses.makes(other);
  }

  /** Whether a set of two or three that these are in may have a cycle. */
  boolean mayHavePivot(IntList some, IntList others) {
    return !areSnapshots
        || some.intStream().anyMatch(this::mayBePivot)
        || others.intStream().anyMatch(this::mayBePivot);
  }

  private boolean mayBePivot(int cast) {
    return misses[cast] && isMissed[cast];
  }

  /** Whether a run of two or three members may have a cycle through all of them. */
  boolean arePossible(int[] set) {
    int n = set.length;
    for (int member : set) {
      if (!isSnapshot[member]) {
        return true;
      }
    }
    for (int pivot = 0; pivot < n; pivot++) {
      for (int before = 0; before < n; before++) {
        int after = n == 2 ? before : n - pivot - before;
        if (before != pivot
            && after != pivot
            && after >= 0
            && mayMiss(set, before, pivot)
            && mayMiss(set, pivot, after)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether one member may not see what another one writes, and both commit. */
  private boolean mayMiss(int[] set, int reader, int writer) {
    Shared shared = new Shared(uses, set[reader], set[writer]);
    boolean mayMiss = false;
    for (int i = 0; i < shared.size(); i++) {
      int read = shared.useOfA(i);
      int write = shared.useOfB(i);
      if (exclude(read, write) && (set.length == 2 || !isMade(set, reader, writer, read))) {
        return false;
      }
      mayMiss |= uses.reads(read, write);
    }
    return mayMiss;
  }

  /** Whether the third member makes or deletes a row that the reader uses like this. */
  private boolean isMade(int[] set, int reader, int writer, int use) {
    Shared shared = new Shared(uses, set[reader], set[3 - reader - writer]);
    for (int i = 0; i < shared.size(); i++) {
      if (shared.useOfA(i) == use && uses.makes(shared.useOfB(i))) {
        return true;
      }
    }
    return false;
  }
}
