package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongList;

/** The rows that two casts share and that one of them changes or locks, rare ones first. */
final class Shared {
  private final Uses uses;
  private final int a;
  private final int b;

  /** By shared row its places among those of the casts. */
  private final IntArrayList placesOfA = new IntArrayList();

  private final IntArrayList placesOfB = new IntArrayList();

  Shared(Uses uses, int a, int b) {
    this(uses, a, b, Integer.MAX_VALUE);
  }

  private Shared(Uses uses, int a, int b, int most) {
    this.uses = uses;
    this.a = a;
    this.b = b;
    int[] rows = uses.rows(a);
    int[] others = uses.rows(b);
    for (int i = 0, j = 0; i < rows.length && j < others.length && size() < most; ) {
      if (rows[i] == others[j]) {
        if (uses.concern(uses.uses(a)[i], uses.uses(b)[j])) {
          placesOfA.add(i);
          placesOfB.add(j);
        }
        i++;
        j++;
      } else if (rows[i] < others[j]) {
        i++;
      } else {
        j++;
      }
    }
  }

  /** The rank of the rarest row that they share; -1 if there is none. */
  static int rarest(Uses uses, int a, int b) {
    Shared first = new Shared(uses, a, b, 1);
    return first.size() == 0 ? -1 : uses.rows(a)[first.placesOfA.getInt(0)];
  }

  int size() {
    return placesOfA.size();
  }

  int placeOfA(int i) {
    return placesOfA.getInt(i);
  }

  int useOfA(int i) {
    return uses.uses(a)[placesOfA.getInt(i)];
  }

  int useOfB(int i) {
    return uses.uses(b)[placesOfB.getInt(i)];
  }

  /** How many of the rows another two share too, the first of which is the first of these. */
  int common(Shared other) {
    int common = 0;
    for (int place : placesOfA) {
      common += other.placesOfA.contains(place) ? 1 : 0;
    }
    return common;
  }

  /**
   * Adds what they do with each row to a description of a set.
   *
   * @param nameA what the first is called in it, a small number
   * @param isFirst whether the first was recorded before the second
   * @return a hash of the order in which they come to these rows
   */
  long describe(int nameA, int nameB, boolean isFirst, LongList description) {
    long[] codes = new long[size()];
    long orders = 0;
    for (int i = 0; i < codes.length; i++) {
      boolean isOrdered = uses.isAbsent(useOfA(i)) != uses.isAbsent(useOfB(i));
      codes[i] =
          nameA < nameB
              ? code(nameA, nameB, useOfA(i), useOfB(i), isOrdered && isFirst)
              : code(nameB, nameA, useOfB(i), useOfA(i), isOrdered && !isFirst);
      description.add(codes[i]);
    }
    for (int i = 0; i < codes.length; i++) {
      // The place of the row among the shared ones in each program makes up its part.
      long before = 0;
      long beforeToo = 0;
      for (int j = 0; j < codes.length; j++) {
        before += orderOfA(j) < orderOfA(i) ? 1 : 0;
        beforeToo += orderOfB(j) < orderOfB(i) ? 1 : 0;
      }
      long places =
          nameA < nameB ? before * codes.length + beforeToo : beforeToo * codes.length + before;
      orders += mixed(codes[i] * 31 + places);
    }
    return orders;
  }

  private int orderOfA(int i) {
    return uses.order(a)[placesOfA.getInt(i)];
  }

  private int orderOfB(int i) {
    return uses.order(b)[placesOfB.getInt(i)];
  }

  private static long code(int name, int otherName, int use, int otherUse, boolean isOrdered) {
    return ((long) name << 60)
        | ((long) otherName << 57)
        | ((long) use << 29)
        | ((long) otherUse << 1)
        | (isOrdered ? 1 : 0);
  }

  private static long mixed(long value) {
    long mixed = value * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
  }
}
