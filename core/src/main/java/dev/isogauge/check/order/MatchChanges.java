package dev.isogauge.check.order;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.RowTable;
import dev.isogauge.predicate.Rows;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collection;

/**
 * Which versions of a relation's objects change what a predicate matches. The versions are in a
 * table with an index on every column that one of the predicates confines. Places count from 0; the
 * initial version's is -1.
 */
final class MatchChanges {
  static final int INITIAL_PLACE = -1;
  static final int NONE = -2;

  private final History history;
  private final VersionCertificate.Chains chains;
  private final RowTable table;

  /** By key with a match: the places of versions that match, ascending. */
  private final Int2ObjectOpenHashMap<IntArrayList> matching = new Int2ObjectOpenHashMap<>();

  /** By key with a match: the places of versions that change the matches, ascending. */
  private final Int2ObjectOpenHashMap<int[]> changes = new Int2ObjectOpenHashMap<>();

  MatchChanges(
      History history,
      VersionCertificate.Chains chains,
      Rows rows,
      int[] objects,
      Collection<Predicate> predicates) {
    this.history = history;
    this.chains = chains;
    this.table = new RowTable(predicates);
    for (int key : objects) {
      if (history.initialValue(key) != Atoms.NIL) {
        table.put(history.operationCount() + key, rows.row(history.initialValue(key)));
      }
      for (int place = 0; place < chains.size(key); place++) {
        int write = chains.version(key, place);
        if (history.valueOf(write) != Atoms.DEAD) {
          table.put(write, rows.row(history.valueOf(write)));
        }
      }
    }
  }

  /** Looks at another predicate. */
  void find(Predicate predicate) {
    matching.clear();
    changes.clear();
    table.forEachMatch(
        predicate,
        number -> {
          boolean initial = number >= history.operationCount();
          int key = initial ? number - history.operationCount() : history.keyOf(number);
          matching
              .computeIfAbsent(key, unused -> new IntArrayList(2))
              .add(initial ? INITIAL_PLACE : chains.place(number));
        });
    for (Int2ObjectMap.Entry<IntArrayList> entry : matching.int2ObjectEntrySet()) {
      entry.getValue().sort(null);
      changes.put(entry.getIntKey(), changesOf(entry.getIntKey(), entry.getValue()));
    }
  }

  private int[] changesOf(int key, IntArrayList places) {
    IntArrayList found = new IntArrayList();
    for (int i = 0; i < places.size(); i++) {
      int place = places.getInt(i);
      if (place != INITIAL_PLACE && (i == 0 || places.getInt(i - 1) != place - 1)) {
        found.add(place);
      }
      boolean nextMatches = i + 1 < places.size() && places.getInt(i + 1) == place + 1;
      if (!nextMatches && place + 1 < chains.size(key)) {
        found.add(place + 1);
      }
    }
    return found.toIntArray();
  }

  /** Objects with a version that matches. */
  int[] objects() {
    return matching.keySet().toIntArray();
  }

  boolean hasMatch(int key) {
    return matching.containsKey(key);
  }

  boolean matches(int key, int place) {
    IntArrayList places = matching.get(key);
    return places != null && Arrays.binarySearch(places.elements(), 0, places.size(), place) >= 0;
  }

  /** The place of the nearest change at or before a place, or {@link #NONE}. */
  int lastChange(int key, int place) {
    int[] all = changes.get(key);
    int at = Arrays.binarySearch(all, place);
    int index = at >= 0 ? at : -2 - at;
    return index < 0 ? NONE : all[index];
  }

  /** The place of the nearest change after a place, or {@link #NONE}. */
  int nextChange(int key, int place) {
    int[] all = changes.get(key);
    int at = Arrays.binarySearch(all, place + 1);
    int index = at >= 0 ? at : -1 - at;
    return index == all.length ? NONE : all[index];
  }
}
