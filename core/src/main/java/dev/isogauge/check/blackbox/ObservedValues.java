package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/** The values of a polygraph's reads and writes as dense numbers, different for every key. */
final class ObservedValues {
  private final Polygraph graph;

  /** The numbers of values: by key, the value's atom. */
  private final Map<Integer, Long2IntOpenHashMap> numbers = new HashMap<>();

  /** By key: the initial value. */
  final int[] initial;

  /** By observation: what was seen. */
  final int[] observed;

  /** By version: what was written. */
  final int[] written;

  private int count;

  ObservedValues(Polygraph graph) {
    this.graph = graph;
    History history = graph.history;
    initial = new int[history.keyCount()];
    observed = new int[graph.observationCount()];
    written = new int[graph.versionCount()];
    for (int key = 0; key < initial.length; key++) {
      initial[key] = number(key, history.initialValue(key));
    }
    for (int o = 0; o < observed.length; o++) {
      int read = graph.observationOperation.getInt(o);
      long value =
          history.isListRead(read)
              ? listValue(graph.observationKey.getInt(o), graph.candidate(o, 0))
              : history.valueOf(read);
      observed[o] = number(graph.observationKey.getInt(o), value);
    }
    for (int v = 0; v < written.length; v++) {
      int write = graph.versionOperation[v];
      int key = graph.keyOfVersion(v);
      written[v] =
          number(key, history.isAppend(write) ? listValue(key, v) : history.valueOf(write));
    }
  }

  int count() {
    return count;
  }

  /** Edges order the appends to a list, so that its last version stands for its elements. */
  private long listValue(int key, int version) {
    return version == History.INITIAL ? graph.history.initialValue(key) : -2L - version;
  }

  private int number(int key, long value) {
    Long2IntOpenHashMap ofKey =
        numbers.computeIfAbsent(
            key,
            unused -> {
              Long2IntOpenHashMap map = new Long2IntOpenHashMap();
              map.defaultReturnValue(NONE);
              return map;
            });
    int found = ofKey.get(value);
    if (found == NONE) {
      found = count++;
      ofKey.put(value, found);
    }
    return found;
  }
}
