package dev.isogauge.predict;

import java.util.List;

/**
 * Programs that run at the same time, reduced to what concerns more than one of them. Keys, rows
 * and searches have numbers of their own. Keys of one row, such as its columns, are locked
 * together.
 *
 * @param members the programs, with all their statements
 * @param levels by member
 * @param code by member and statement: operations as {@link Access#on} makes them
 * @param original by member and statement: its place in the program
 * @param keys by key: its number in the history
 * @param rowOf by key
 * @param relationOf by key: what searches and gaps belong to, from 0
 * @param relations how many there are
 * @param isThere by key, at first
 * @param isList by key
 * @param searches by search: its number among all
 * @param searched by search: the keys of its relation
 * @param meets by search and key: whether the initial version meets it, and that of each member
 */
record Scene(
    List<Program> members,
    StoreLevel[] levels,
    int[][][] code,
    int[][] original,
    int[] keys,
    int[] rowOf,
    int[] relationOf,
    int rows,
    int relations,
    boolean[] isThere,
    boolean[] isList,
    int[] searches,
    int[][] searched,
    boolean[][][] meets) {
  /** Places, keys and members of a state are bytes. */
  static final int MOST = 100;

  /** Whether a store can run it. */
  boolean fits() {
    boolean fits = keys.length <= MOST && searches.length <= 8;
    for (int[][] statements : code) {
      fits &= statements.length <= MOST;
      for (int[] operations : statements) {
        fits &= operations.length <= MOST;
      }
    }
    return fits;
  }

  int size() {
    return members.size();
  }

  int keyCount() {
    return keys.length;
  }

  /** How many results an operation has. */
  int results(int operation) {
    return Access.of(operation) == Access.SEARCH ? searched[Access.keyOf(operation)].length : 1;
  }
}
