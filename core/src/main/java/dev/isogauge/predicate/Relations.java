package dev.isogauge.predicate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Relations as dense ints. A key belongs to the relation that its name up to the first / names, or
 * to the one without a name.
 */
public final class Relations {
  private final History history;
  private final Map<String, Integer> byName = new HashMap<>();
  private final int[] ofKey;

  /** By key: its place among the objects of its relation. */
  private final int[] places;

  private final List<IntArrayList> objects = new ArrayList<>();

  /** The relations of a history's keys. */
  public Relations(History history) {
    this.history = history;
    this.ofKey = new int[history.keyCount()];
    this.places = new int[ofKey.length];
    for (int key = 0; key < ofKey.length; key++) {
      String name = history.atoms().plain(history.keyAtom(key));
      int slash = name.indexOf('/');
      ofKey[key] = of(slash < 0 ? "" : name.substring(0, slash));
      places[key] = objects.get(ofKey[key]).size();
      objects.get(ofKey[key]).add(key);
    }
  }

  private int of(String name) {
    Integer known = byName.putIfAbsent(name, objects.size());
    if (known != null) {
      return known;
    }
    objects.add(new IntArrayList());
    return objects.size() - 1;
  }

  /** The relation of a key. */
  public int ofKey(int key) {
    return ofKey[key];
  }

  /** A key's place among the objects of its relation. */
  public int placeOf(int key) {
    return places[key];
  }

  /** The relation that a predicate read is about. */
  public int ofRead(int predicate) {
    long relation = history.predicateReads().relation(predicate);
    return of(relation == Atoms.NO_NAME ? "" : history.atoms().plain(relation));
  }

  /** The keys of a relation. */
  public int[] objects(int relation) {
    return objects.get(relation).toIntArray();
  }
}
