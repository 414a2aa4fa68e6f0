package dev.isogauge.shrink;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;

/** The transactions that a finding is about, and those that they depend on. */
record Support(History history, Projection projection) {
  /** How much is kept besides the transactions of a finding, least first. */
  enum Extent {
    ALONE,
    WITH_LIST_READS,
    WITH_WRITERS,
    WITH_VERSIONS,
    WITH_ANCESTORS
  }

  /** Transactions, and what an extent adds to them. */
  HistoryPart part(BitSet transactions, Extent extent) {
    return switch (extent) {
      case ALONE -> HistoryPart.of(history, transactions);
      case WITH_LIST_READS -> withListReads(transactions);
      case WITH_WRITERS -> withWriters(transactions);
      case WITH_VERSIONS -> withVersions(transactions);
      case WITH_ANCESTORS -> withAncestors(transactions);
    };
  }

  /** The transactions that the finding's evidence names. */
  BitSet of(Anomaly anomaly) {
    Evidence evidence = Evidence.of(history, anomaly);
    BitSet transactions = new BitSet();
    for (int transaction : evidence.transactions()) {
      add(transactions, transaction);
    }
    for (int operation : evidence.operations()) {
      add(transactions, history.transactionOf(operation));
    }
    Deque<List<Edge>> waiting = new ArrayDeque<>(List.of(evidence.edges()));
    while (!waiting.isEmpty()) {
      for (Edge edge : waiting.pop()) {
        add(transactions, edge.from());
        add(transactions, edge.to());
        if (edge.isInferred()) {
          waiting.push(edge.behind(history));
        }
      }
    }
    return transactions;
  }

  /** Whether all that is in a part is what the finding's evidence names. */
  boolean isAllNamed(HistoryPart part, Anomaly anomaly) {
    if (!part.predicates().isEmpty()) {
      return false;
    }
    Evidence evidence = Evidence.of(history, anomaly);
    BitSet named = new BitSet();
    for (int operation : evidence.operations()) {
      named.set(operation);
    }
    Deque<Edge> waiting = new ArrayDeque<>(evidence.edges());
    while (!waiting.isEmpty()) {
      Edge edge = waiting.pop();
      add(named, edge.source(history).operation());
      add(named, edge.target(history).operation());
      if (edge.isInferred()) {
        named.set(edge.why().operation());
        waiting.addAll(edge.why().edges());
      }
    }
    BitSet rest = (BitSet) part.operations().clone();
    rest.andNot(named);
    return rest.isEmpty();
  }

  private static void add(BitSet set, int number) {
    if (number >= 0) {
      set.set(number);
    }
  }

  /** These, and the writers of all that they read. */
  private HistoryPart withWriters(BitSet transactions) {
    BitSet all = (BitSet) transactions.clone();
    transactions.stream().forEach(t -> forEachWriter(t, all::set));
    return HistoryPart.of(history, all);
  }

  /**
   * These, and the versions of what they read back to the initial ones: each write with the reads
   * of its key before it, from which some checkers know the order of versions.
   */
  private HistoryPart withVersions(BitSet transactions) {
    HistoryPart named = HistoryPart.of(history, transactions);
    BitSet operations = (BitSet) named.operations().clone();
    transactions.stream().forEach(t -> projection.forEachSource(t, operations::set));
    IntArrayList waiting = new IntArrayList(operations.stream().toArray());
    IntConsumer needed =
        operation -> {
          if (!operations.get(operation)) {
            operations.set(operation);
            waiting.push(operation);
          }
        };
    while (!waiting.isEmpty()) {
      int operation = waiting.popInt();
      if (!history.isWrite(operation)) {
        projection.forEachWrite(operation, needed);
        continue;
      }
      for (int i = history.firstOperation(history.transactionOf(operation)); i < operation; i++) {
        if (!history.isWrite(i) && history.keyOf(i) == history.keyOf(operation)) {
          needed.accept(i);
        }
      }
    }
    BitSet all = (BitSet) transactions.clone();
    operations.stream().map(history::transactionOf).forEach(all::set);
    return new HistoryPart(all, operations, named.predicates());
  }

  /** These, and for each list that they append to the longest read of it, which shows its order. */
  private HistoryPart withListReads(BitSet transactions) {
    Int2IntOpenHashMap longest = new Int2IntOpenHashMap();
    longest.defaultReturnValue(History.NONE);
    BitSet lists = new BitSet();
    HistoryPart.of(history, transactions).operations().stream()
        .filter(history::isAppend)
        .forEach(append -> lists.set(history.keyOf(append)));
    for (int i = 0; !lists.isEmpty() && i < history.operationCount(); i++) {
      if (history.isListRead(i) && lists.get(history.keyOf(i))) {
        int known = longest.get(history.keyOf(i));
        if (known == History.NONE || history.listSize(i) > history.listSize(known)) {
          longest.put(history.keyOf(i), i);
        }
      }
    }
    BitSet all = (BitSet) transactions.clone();
    longest.values().forEach(read -> all.set(history.transactionOf(read)));
    return HistoryPart.of(history, all);
  }

  /** These, and all that their reads depend on, directly or through others' reads. */
  private HistoryPart withAncestors(BitSet transactions) {
    BitSet all = (BitSet) transactions.clone();
    IntArrayList waiting = new IntArrayList(all.stream().toArray());
    while (!waiting.isEmpty()) {
      forEachWriter(
          waiting.popInt(),
          writer -> {
            if (!all.get(writer)) {
              all.set(writer);
              waiting.push(writer);
            }
          });
    }
    return HistoryPart.of(history, all);
  }

  private void forEachWriter(int transaction, IntConsumer writer) {
    projection.forEachSource(transaction, write -> writer.accept(history.transactionOf(write)));
  }
}
