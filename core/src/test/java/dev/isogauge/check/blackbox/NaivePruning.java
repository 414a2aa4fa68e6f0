package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Relation;
import java.util.BitSet;

/** The rules of pruning in plain loops over all writers, with a matrix for what reaches what. */
final class NaivePruning {
  private final Polygraph graph;
  private final BitSet[] reaches;

  NaivePruning(Polygraph graph) {
    this.graph = graph;
    reaches = new BitSet[graph.nodeCount];
    close();
  }

  BitSet[] reach() {
    return reaches;
  }

  private void close() {
    for (int v = 0; v < reaches.length; v++) {
      reaches[v] = new BitSet();
    }
    for (int e = 0; e < graph.edges.size(); e++) {
      reaches[graph.edges.from(e)].set(graph.edges.to(e));
    }
    for (int k = 0; k < reaches.length; k++) {
      for (BitSet row : reaches) {
        if (row.get(k)) {
          row.or(reaches[k]);
        }
      }
    }
  }

  /** Whether neither a cycle nor a read without a candidate came out. */
  boolean run() {
    int edges;
    do {
      edges = graph.edges.size();
      for (int f = 0; f < graph.factCount(); f++) {
        if (!graph.optional[graph.factReader.getInt(f)] && !look(f)) {
          return false;
        }
      }
      for (int a = 0; graph.snapshots && a < graph.slotCount(); a++) {
        separate(a);
      }
      close();
      for (int v = 0; v < reaches.length; v++) {
        if (reaches[v].get(v)) {
          return false;
        }
      }
    } while (graph.edges.size() > edges);
    return true;
  }

  private boolean look(int fact) {
    int reader = graph.factReader.getInt(fact);
    int before = graph.candidateCount(fact);
    for (int i = before - 1; before > 1 && i >= 0; i--) {
      if (falls(fact, graph.candidate(fact, i), reader)) {
        graph.dropCandidate(fact, i);
      }
    }
    if (graph.candidateCount(fact) == 0) {
      return false;
    }
    if (graph.isKnown(fact)) {
      int slot = graph.candidate(fact, 0);
      if (before > 1 && slot != Polygraph.INITIAL) {
        graph.addBefore(
            graph.slotWriter[slot],
            reader,
            Relation.READS_FROM,
            graph.factOperation.getInt(fact));
      }
      order(fact, slot, reader);
    }
    return true;
  }

  private boolean falls(int fact, int slot, int reader) {
    int start = graph.start(reader);
    boolean falls =
        slot != Polygraph.INITIAL
            && (start == graph.commit(graph.slotWriter[slot])
                || reaches[start].get(graph.commit(graph.slotWriter[slot])));
    int key = graph.factKey.getInt(fact);
    for (int other = graph.keyFirstSlot[key]; other < graph.keyFirstSlot[key + 1]; other++) {
      int commit = graph.commit(graph.slotWriter[other]);
      falls |=
          isOther(other, slot, reader)
              && reaches[commit].get(start)
              && (slot == Polygraph.INITIAL
                  || reaches[graph.start(graph.slotWriter[slot])].get(commit));
    }
    return falls;
  }

  private boolean isOther(int other, int slot, int reader) {
    return other != slot
        && graph.slotWriter[other] != reader
        && !graph.optional[graph.slotWriter[other]];
  }

  private void order(int fact, int slot, int reader) {
    int key = graph.factKey.getInt(fact);
    for (int other = graph.keyFirstSlot[key]; other < graph.keyFirstSlot[key + 1]; other++) {
      if (!isOther(other, slot, reader)) {
        continue;
      }
      int writer = graph.slotWriter[other];
      int operation = graph.factOperation.getInt(fact);
      if (slot == Polygraph.INITIAL) {
        add(graph.start(reader), graph.commit(writer), operation);
        continue;
      }
      int version = graph.slotWriter[slot];
      if (reaches[graph.commit(writer)].get(graph.start(reader))) {
        add(graph.commit(writer), graph.start(version), operation);
      }
      if (reaches[graph.start(version)].get(graph.commit(writer))) {
        add(graph.start(reader), graph.commit(writer), operation);
      }
    }
  }

  private void separate(int slot) {
    int key = graph.keyOfSlot(slot);
    int writer = graph.slotWriter[slot];
    for (int other = graph.keyFirstSlot[key]; other < graph.keyFirstSlot[key + 1]; other++) {
      int later = graph.slotWriter[other];
      if (other != slot
          && !graph.optional[writer]
          && !graph.optional[later]
          && reaches[graph.start(writer)].get(graph.commit(later))) {
        add(graph.commit(writer), graph.start(later), graph.slotOperation[other]);
      }
    }
  }

  private void add(int from, int to, int operation) {
    if (!reaches[from].get(to)) {
      graph.edges.add(from, to, Relation.OVERWRITES, operation);
    }
  }
}
