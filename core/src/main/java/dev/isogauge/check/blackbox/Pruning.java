package dev.isogauge.check.blackbox;

import dev.isogauge.check.Budget;
import dev.isogauge.graph.Dependency;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Decides every choice that what is known leaves only one way, until nothing more follows.
 *
 * <ol>
 *   <li>Find which nodes reach which by known edges. A cycle ends it: nothing can be chosen.
 *   <li>A candidate of a read falls if the reader comes before it, or if another writer of the key
 *       lies between it and the reader.
 *   <li>For each known read and each other writer of the key: one that is known to come before the
 *       reader comes before the writer that was read; one that is known to come after that writer
 *       comes after the reader. Of the writers on one line only the last, or the first, matters.
 *   <li>Under snapshot isolation two writers of a key do not overlap: if one starts before the
 *       other commits, it commits before the other starts.
 *   <li>Again, if anything was added.
 * </ol>
 *
 * <p>A round takes O(edges × lines + reads × lines × log writers).
 */
final class Pruning {
  private static final int INITIAL = Polygraph.INITIAL;

  private final Polygraph graph;
  private final Budget budget;
  private WriterLines writers;
  private Reachability reachability;

  /** The reach in the round before; null in the first. */
  private Reachability older;

  private final LongOpenHashSet added = new LongOpenHashSet();
  private boolean changed;

  /** By transaction: whether what reaches its start, or what that reaches, grew. */
  private boolean[] moved = new boolean[0];

  private final Inferences inferences;

  Pruning(Polygraph graph, Budget budget) {
    this.graph = graph;
    this.budget = budget;
    this.inferences = new Inferences(graph.edges.size());
  }

  /** Whether choices may be left; if not, what is known contradicts itself. */
  boolean run() {
    TopologicalOrder order = TopologicalOrder.of(graph.nodeCount, graph.edges);
    if (order.hasCycle()) {
      return false;
    }
    Lines lines = new Lines(graph.nodeCount, graph.edges);
    // The reach of the round before is compared with.
    long bytes = 2 * Reachability.bytes(graph.nodeCount, lines.count());
    writers = new WriterLines(graph, lines);
    if (!Reachability.isPossible(graph.nodeCount, lines.count())
        || Math.min(budget.freeBytes(), Runtime.getRuntime().maxMemory() / 3) < bytes) {
      return true;
    }
    budget.reserve(bytes, "the reach of transactions");
    try {
      do {
        budget.checkTime();
        // Step 1.
        if (reachability != null) {
          order = TopologicalOrder.of(graph.nodeCount, graph.edges);
          if (order.hasCycle()) {
            return false;
          }
        }
        refresh(order, lines);
        changed = false;
        for (int f = 0; f < graph.factCount(); f++) {
          if (!graph.optional[graph.factReader.getInt(f)] && concernsChanged(f)) {
            prune(f);
          }
        }
        // Step 4.
        for (int slot = 0; graph.snapshots && slot < graph.slotCount(); slot++) {
          if (moved[graph.slotWriter[slot]]) {
            separate(slot);
          }
        }
      } while (changed && inferences.impossibleFact() < 0);
      return inferences.impossibleFact() < 0;
    } finally {
      reachability = null;
      older = null;
      budget.release(bytes);
    }
  }

  /** Finds the reach anew, and of which transactions it is another than before. */
  private void refresh(TopologicalOrder order, Lines lines) {
    older = reachability;
    reachability = Reachability.of(order, lines);
    moved = new boolean[graph.transactionCount()];
    for (int t = 0; t < moved.length; t++) {
      moved[t] = older == null || reachability.differs(older, graph.start(t));
    }
  }

  /** Whether there is news about the reader or a candidate: without, nothing new follows. */
  private boolean concernsChanged(int fact) {
    boolean news = moved[graph.factReader.getInt(fact)];
    for (int i = 0; !news && i < graph.candidateCount(fact); i++) {
      int slot = graph.candidate(fact, i);
      news = slot != INITIAL && moved[graph.slotWriter[slot]];
    }
    return news;
  }

  private void prune(int fact) {
    // Step 2.
    Reachability seen = older;
    if (graph.candidateCount(fact) > 1) {
      dropCandidates(fact);
      if (graph.candidateCount(fact) == 1 && graph.isKnown(fact)) {
        changed = true;
        seen = null;
        int slot = graph.candidate(fact, 0);
        if (slot != INITIAL) {
          inferences.infer(fact, -1, -1);
          graph.addBefore(
              graph.slotWriter[slot],
              graph.factReader.getInt(fact),
              Dependency.WRITE_READ,
              graph.factOperation.getInt(fact));
        }
      }
    }
    if (graph.candidateCount(fact) == 0) {
      inferences.setImpossible(fact);
    } else if (graph.isKnown(fact)) {
      // Step 3.
      orderWriters(fact, graph.candidate(fact, 0), seen);
    }
  }

  private void dropCandidates(int fact) {
    int reader = graph.factReader.getInt(fact);
    for (int i = graph.candidateCount(fact) - 1; i >= 0; i--) {
      int slot = graph.candidate(fact, i);
      if (isLate(fact, slot, reader) || isOverwritten(fact, slot, reader)) {
        graph.dropCandidate(fact, i);
      }
    }
  }

  private boolean isLate(int fact, int slot, int reader) {
    if (slot == INITIAL) {
      return false;
    }
    int commit = graph.commit(graph.slotWriter[slot]);
    boolean late = reaches(graph.start(reader), commit);
    if (late) {
      inferences.drop(fact, graph.start(reader), commit, -1);
    }
    return late;
  }

  /** Whether a writer is known to lie between a version and its reader. */
  private boolean isOverwritten(int fact, int slot, int reader) {
    int key = graph.factKey.getInt(fact);
    for (int run = writers.firstRun(key); run < writers.endRun(key); run++) {
      int last = lastBefore(run, reader);
      if (last < 0 || last == slot) {
        continue;
      }
      int between = graph.slotWriter[last];
      int start = slot == INITIAL ? -1 : graph.start(graph.slotWriter[slot]);
      if (slot == INITIAL || reaches(start, graph.commit(between))) {
        inferences.drop(fact, graph.commit(between), graph.start(reader), last);
        if (slot != INITIAL) {
          inferences.drop(fact, start, graph.commit(between), last);
        }
        return true;
      }
    }
    return false;
  }

  /** Orders the writers around a read, as far as the reach is another than it was. */
  private void orderWriters(int fact, int slot, Reachability seen) {
    int reader = graph.start(graph.factReader.getInt(fact));
    int key = graph.factKey.getInt(fact);
    int start = slot == INITIAL ? -1 : graph.start(graph.slotWriter[slot]);
    for (int run = writers.firstRun(key); run < writers.endRun(key); run++) {
      if (slot == INITIAL) {
        addOverwritten(fact, writers.first(run), -1);
        continue;
      }
      int line = writers.line(run);
      // Whoever reaches the reader on this line reaches the writer that was read as well.
      if (!reachability.haveSamePast(reader, start, line)
          && !reachability.hasPastOf(seen, reader, line)) {
        int last = lastBefore(run, graph.factReader.getInt(fact));
        if (last >= 0 && last != slot) {
          addBefore(last, slot, fact, graph.commit(graph.slotWriter[last]), reader);
        }
      }
      if (!reachability.haveSameFuture(reader, start, line)
          && !reachability.hasFutureOf(seen, start, line)) {
        int next = firstAfter(run, slot);
        if (next >= 0) {
          addOverwritten(fact, next, start);
        }
      }
    }
  }

  /** A writer comes after a reader, because it comes after the start of what was read. */
  private void addOverwritten(int fact, int slot, int start) {
    int reader = graph.factReader.getInt(fact);
    int writer = graph.slotWriter[slot];
    if (writer != reader && isNew(graph.start(reader), graph.commit(writer))) {
      inferences.infer(fact, start, start < 0 ? -1 : graph.commit(writer));
      graph.addOverwritten(reader, writer, graph.factOperation.getInt(fact));
    }
  }

  private void separate(int slot) {
    int key = graph.keyOfSlot(slot);
    if (!graph.optional[graph.slotWriter[slot]]) {
      for (int run = writers.firstRun(key); run < writers.endRun(key); run++) {
        int next = firstAfter(run, slot);
        if (next >= 0) {
          addBefore(
              slot,
              next,
              -1,
              graph.start(graph.slotWriter[slot]),
              graph.commit(graph.slotWriter[next]));
        }
      }
    }
  }

  /** Orders two writers of a key, because of a fact and a path, where there are such. */
  private void addBefore(int earlier, int later, int fact, int pathFrom, int pathTo) {
    int from = graph.slotWriter[earlier];
    int to = graph.slotWriter[later];
    if (!reachability.isReachedBy(graph.start(to), graph.commit(from))
        && isNew(graph.commit(from), graph.start(to))) {
      inferences.infer(fact, pathFrom, pathTo);
      graph.addBefore(from, to, Dependency.WRITE_WRITE, graph.slotOperation[later]);
    }
  }

  private boolean isNew(int from, int to) {
    boolean isNew = !reaches(from, to) && added.add((long) from << 32 | to);
    changed |= isNew;
    return isNew;
  }

  /** The run's last slot whose writer is known to commit before the reader starts; -1 if none. */
  private int lastBefore(int run, int reader) {
    int start = graph.start(reader);
    int low = writers.begin(run);
    int high = writers.end(run);
    if (reachability.isByLines()) {
      // A commit is the next position after its start.
      int latest = reachability.latest(start, writers.line(run)) - (graph.snapshots ? 1 : 0);
      low = writers.firstBehind(run, latest);
      high = low;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reachability.isReachedBy(start, graph.commit(graph.slotWriter[writers.slot(middle)]))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int found = low - 1;
    if (found >= writers.begin(run) && graph.slotWriter[writers.slot(found)] == reader) {
      found--;
    }
    return found >= writers.begin(run) ? writers.slot(found) : -1;
  }

  /** The run's first other slot whose writer is known to commit after the slot's started. */
  private int firstAfter(int run, int slot) {
    int start = graph.start(graph.slotWriter[slot]);
    int low = writers.begin(run);
    int high = writers.end(run);
    if (reachability.isByLines()) {
      int earliest = reachability.earliest(start, writers.line(run));
      if (earliest == Integer.MAX_VALUE) {
        return -1;
      }
      low = writers.firstBehind(run, earliest - 1 - (graph.snapshots ? 1 : 0));
      high = low;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (reaches(start, graph.commit(graph.slotWriter[writers.slot(middle)]))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    if (low < writers.end(run) && writers.slot(low) == slot) {
      low++;
    }
    return low < writers.end(run) ? writers.slot(low) : -1;
  }

  private boolean reaches(int from, int to) {
    return reachability.reaches(from, to);
  }

  /** Why each edge was added and each candidate fell. */
  Inferences inferences() {
    return inferences;
  }
}
