package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.INITIAL;

import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts how often a value was overwritten by transactions that had read it. Each of them needs a
 * version of its own, under snapshot isolation and serializability: two that read one version and
 * overwrite it are a lost update. So a value cannot be read and overwritten more often than it was
 * there. O(operations).
 */
final class Shortages {
  private Shortages() {}

  /** A value of which there are too few versions. */
  static Optional<Refutation.Shortage> find(Polygraph graph) {
    History history = graph.history;
    // By key and then value: the reads of transactions that then overwrite it.
    List<Long2ObjectOpenHashMap<IntArrayList>> byKey = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      byKey.add(null);
    }
    for (int o = 0; o < graph.count(); o++) {
      int reader = graph.reader(o);
      int key = graph.key(o);
      if (!graph.isOptional(reader)
          && graph.versionOf(reader, key) >= 0
          && !history.isListRead(graph.read(o))) {
        if (byKey.get(key) == null) {
          byKey.set(key, new Long2ObjectOpenHashMap<>());
        }
        int read = graph.read(o);
        byKey
            .get(key)
            .computeIfAbsent(history.valueOf(read), unused -> new IntArrayList())
            .add(read);
      }
    }
    for (int key = 0; key < byKey.size(); key++) {
      if (byKey.get(key) != null) {
        Optional<Refutation.Shortage> found = find(graph, key, byKey.get(key));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** The operations that a shortage rests on. */
  static IntOpenHashSet operations(Polygraph graph, Refutation.Shortage shortage) {
    IntOpenHashSet operations = new IntOpenHashSet();
    for (int write : shortage.writes()) {
      if (write != INITIAL) {
        operations.add(write);
      }
    }
    for (int read : shortage.reads()) {
      operations.add(read);
      int t = graph.history.transactionOf(read);
      operations.add(graph.write(graph.versionOf(t, graph.history.keyOf(read))));
    }
    return operations;
  }

  private static Optional<Refutation.Shortage> find(
      Polygraph graph, int key, Long2ObjectOpenHashMap<IntArrayList> reads) {
    Long2ObjectOpenHashMap<IntArrayList> writes = new Long2ObjectOpenHashMap<>();
    if (reads.containsKey(graph.history.initialValue(key))) {
      writes.put(graph.history.initialValue(key), new IntArrayList(new int[] {INITIAL}));
    }
    for (int v = graph.firstVersion(key); v < graph.endVersion(key); v++) {
      long value = graph.history.valueOf(graph.write(v));
      if (reads.containsKey(value) && !graph.isFiction(graph.writer(v))) {
        writes.computeIfAbsent(value, unused -> new IntArrayList()).add(graph.write(v));
      }
    }
    for (Long2ObjectMap.Entry<IntArrayList> value : reads.long2ObjectEntrySet()) {
      IntArrayList versions = writes.getOrDefault(value.getLongKey(), new IntArrayList());
      if (value.getValue().size() > versions.size()) {
        return Optional.of(new Refutation.Shortage(value.getValue(), versions));
      }
    }
    return Optional.empty();
  }
}
