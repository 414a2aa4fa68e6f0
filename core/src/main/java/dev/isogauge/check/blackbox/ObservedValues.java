package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** The values of a polygraph's reads and writes as dense numbers, different for every key. */
final class ObservedValues {
  private final Polygraph graph;

  /** By value: a number for it, whichever the key. */
  private final Long2IntOpenHashMap atoms = new Long2IntOpenHashMap();

  /** By key, and the value's number there. */
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

  /** By key: the initial value. */
  final int[] initial;

  /** By observation: what was seen. */
  final int[] observed;

  /** By version: what was written. */
  final int[] written;

  ObservedValues(Polygraph graph) {
    this.graph = graph;
    atoms.defaultReturnValue(NONE);
    numbers.defaultReturnValue(NONE);
    History history = graph.history;
    initial = new int[history.keyCount()];
    observed = new int[graph.count()];
    written = new int[graph.versionCount()];
    for (int key = 0; key < initial.length; key++) {
      initial[key] = number(key, history.initialValue(key));
    }
    for (int o = 0; o < observed.length; o++) {
      int read = graph.read(o);
      long value =
          history.isListRead(read)
              ? listValue(graph.key(o), graph.candidate(o, 0))
              : history.valueOf(read);
      observed[o] = number(graph.key(o), value);
    }
    for (int v = 0; v < written.length; v++) {
      int write = graph.write(v);
      int key = graph.keyOfVersion(v);
      written[v] =
          number(key, history.isAppend(write) ? listValue(key, v) : history.valueOf(write));
    }
  }

  int count() {
    return numbers.size();
  }

  /** Edges order the appends to a list, so that its last version stands for its elements. */
  private long listValue(int key, int version) {
    return version == History.INITIAL ? graph.history.initialValue(key) : -2L - version;
  }

  private int number(int key, long value) {
    int atom = atoms.putIfAbsent(value, atoms.size());
    long pair = (long) key << 32 | (atom == NONE ? atoms.size() - 1 : atom);
    int found = numbers.putIfAbsent(pair, numbers.size());
    return found == NONE ? numbers.size() - 1 : found;
  }
}
