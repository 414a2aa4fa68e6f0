package dev.isogauge.chance;

import static dev.isogauge.chance.Accesses.NONE;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * What is open when a member begins: the accesses of each key, and those that share a key with the
 * member, partner by partner.
 */
final class OpenAccesses {
  private final Accesses accesses;

  /** By key: an open access, and how many there are. */
  private final int[] head;

  private final int[] open;
  private final int[] openWrites;

  /** By access: its neighbours in the list of its key. */
  private final int[] next;

  private final int[] previous;

  /** The partners of the member that begins. */
  final IntArrayList partners = new IntArrayList();

  /** By member: the first of the accesses shared with the member that begins. */
  private final int[] firstShared;

  // By shared access: that of the member, that of the partner, and the partner's next one.
  private final IntArrayList own = new IntArrayList();
  private final IntArrayList others = new IntArrayList();
  private final IntArrayList nextShared = new IntArrayList();

  OpenAccesses(Accesses accesses) {
    this.accesses = accesses;
    head = filled(accesses.keyCount());
    open = new int[accesses.keyCount()];
    openWrites = new int[accesses.keyCount()];
    next = filled(accesses.count());
    previous = filled(accesses.count());
    firstShared = filled(accesses.memberCount());
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  void begin(int member) {
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      int key = accesses.key(a);
      next[a] = head[key];
      if (head[key] != NONE) {
        previous[head[key]] = a;
      }
      head[key] = a;
      open[key]++;
      openWrites[key] += accesses.writes(a) ? 1 : 0;
    }
  }

  void end(int member) {
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      int key = accesses.key(a);
      if (previous[a] == NONE) {
        head[key] = next[a];
      } else {
        next[previous[a]] = next[a];
      }
      if (next[a] != NONE) {
        previous[next[a]] = previous[a];
      }
      open[key]--;
      openWrites[key] -= accesses.writes(a) ? 1 : 0;
    }
  }

  /** The first open access of a key. */
  int first(int key) {
    return head[key];
  }

  /** The one after it. */
  int after(int access) {
    return next[access];
  }

  /** Whether another member with a conflicting access is open. */
  boolean hasConflict(int access) {
    int key = accesses.key(access);
    return (accesses.writes(access) ? open : openWrites)[key] > 0;
  }

  /** Finds the partners of a member that is about to begin, and returns how much work it was. */
  int meet(int member) {
    for (int i = 0; i < partners.size(); i++) {
      firstShared[partners.getInt(i)] = NONE;
    }
    partners.clear();
    own.clear();
    others.clear();
    nextShared.clear();
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      for (int b = head[accesses.key(a)]; b != NONE; b = next[b]) {
        int partner = accesses.member(b);
        if (firstShared[partner] == NONE) {
          partners.add(partner);
        }
        own.add(a);
        others.add(b);
        nextShared.add(firstShared[partner]);
        firstShared[partner] = own.size() - 1;
      }
    }
    return own.size();
  }

  /** The first access that a partner shares with the member that begins. */
  int firstShared(int partner) {
    return firstShared[partner];
  }

  int nextShared(int shared) {
    return nextShared.getInt(shared);
  }

  /** The member's own access. */
  int own(int shared) {
    return own.getInt(shared);
  }

  /** The partner's access. */
  int other(int shared) {
    return others.getInt(shared);
  }

  /** A partner's access to a key of the member that begins, if it has one. */
  int accessOf(int partner, int key) {
    for (int s = firstShared[partner]; s != NONE; s = nextShared(s)) {
      if (accesses.key(other(s)) == key) {
        return other(s);
      }
    }
    return NONE;
  }
}
