package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * One way in which the members of a scene may run.
 *
 * @param end the store when all have ended
 * @param choices which member ran each next statement; a commit is the last one
 */
record Interleaving(Scene scene, StoreState end, IntList choices) {

  /**
   * Whether the recorded transactions can run like this. One that found a row which another one of
   * the scene had made knows its key from there, and would not look for it before.
   */
  boolean isPossible() {
    for (int m = 0; m < scene.size(); m++) {
      boolean[] known = new boolean[scene.keyCount()];
      for (int s = 0; s < scene.code()[m].length; s++) {
        for (int i = 0; i < scene.code()[m][s].length; i++) {
          int operation = scene.code()[m][s][i];
          int key = Access.keyOf(operation);
          if (Access.of(operation) == Access.SEARCH || known[key] || scene.isThere()[key]) {
            continue;
          }
          known[key] = true;
          boolean wasAbsent = scene.members().get(m).absent().contains(scene.keys()[key]);
          if (!wasAbsent && version(end.result(m, s, i, 0)) == 0 && !scene.isList()[key]) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /**
   * The dependencies of the members that committed, each as a word: {@code 0w1} if member 1 wrote
   * over what member 0 wrote, {@code 0r1} if it read that, {@code 0a1} if it wrote over what member
   * 0 read, {@code 0m1} if it missed what member 0 deleted and made again, and capital letters for
   * what searches show. Runs with equal ones have equal verdicts.
   */
  ProgramDependencies dependencies() {
    int n = scene.size();
    ProgramDependencies found = new ProgramDependencies(n);
    for (int key = 0; key < scene.keyCount(); key++) {
      for (int place = 0; place + 1 < n && end.version(key, place + 1) != 0; place++) {
        found.add(end.version(key, place) - 1, 'w', end.version(key, place + 1) - 1);
      }
    }
    for (int m = 0; m < n; m++) {
      if (end.status(m) == StoreState.COMMITTED) {
        reads(m, found);
      }
    }
    return found;
  }

  private void reads(int m, ProgramDependencies found) {
    int[][] statements = scene.code()[m];
    for (int s = 0; s < statements.length; s++) {
      for (int i = 0; i < statements[s].length; i++) {
        int operation = statements[s][i];
        for (int which = 0; which < scene.results(operation); which++) {
          int result = end.result(m, s, i, which);
          int version = version(result);
          int key = end.key(operation, which);
          if (end.isBetween(key, result)) {
            found.add(version - 1, 'm', m);
            found.add(m, 'm', version - 1);
          } else if (version >= 0 && Access.of(operation) == Access.SEARCH) {
            searched(m, Access.keyOf(operation), key, version, found);
          } else if (version >= 0) {
            read(m, key, version, found);
          }
        }
      }
    }
  }

  private void read(int m, int key, int version, ProgramDependencies found) {
    if (version > 0) {
      found.add(version - 1, 'r', m);
    }
    int next = end.version(key, placeOf(key, version) + 1);
    if (next != 0) {
      found.add(m, 'a', next - 1);
    }
  }

  /** The place of a version in the order of its key; -1 for the initial one. */
  private int placeOf(int key, int version) {
    for (int place = 0; version != 0 && place < scene.size(); place++) {
      if (end.version(key, place) == version) {
        return place;
      }
    }
    return -1;
  }

  /** A search depends on who last changed whether the row meets it, and on who next does. */
  private void searched(int m, int search, int key, int version, ProgramDependencies found) {
    boolean isMet = isMet(search, key, version);
    if (isMet) {
      read(m, key, version, found);
    }
    int place = placeOf(key, version);
    for (int earlier = place; earlier >= 0; earlier--) {
      int before = earlier == 0 ? 0 : end.version(key, earlier - 1);
      if (isMet(search, key, before) != isMet) {
        found.add(end.version(key, earlier) - 1, 'R', m);
        break;
      }
    }
    for (int later = place + 1; end.version(key, later) != 0; later++) {
      if (isMet(search, key, end.version(key, later)) != isMet) {
        found.add(m, 'A', end.version(key, later) - 1);
      }
    }
  }

  private boolean isMet(int search, int key, int version) {
    return end.isPresent(key, version) && scene.meets()[search][key][version];
  }

  /** The version that a result shows; -1 if none, or an own one. */
  static int version(int result) {
    if (result >= StoreState.MISSED) {
      return result - StoreState.MISSED;
    }
    return result >= StoreState.SAW && result < StoreState.SAW_OWN ? result - StoreState.SAW : -1;
  }

  boolean isSmallerThan(Interleaving other) {
    int steps = Integer.compare(choices.size(), other.choices.size());
    return steps < 0 || (steps == 0 && switches() < other.switches());
  }

  /** How often another member goes on than that of the step before. */
  int switches() {
    int switches = 0;
    for (int i = 1; i < choices.size(); i++) {
      switches += choices.getInt(i) != choices.getInt(i - 1) ? 1 : 0;
    }
    return switches;
  }
}
