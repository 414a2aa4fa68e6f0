package dev.isogauge.history;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes that share key and value with another write or with the initial version, in groups;
 * appends of one element to a list likewise. A group is a dense int. Writes of aborted transactions
 * are members too.
 *
 * <p>Everything is packed, since in a history of few values nearly all writes are members.
 */
final class DuplicateWrites {
  private final HistoryColumns columns;

  /** The groups' first writes, ascending. */
  private final int[] firsts;

  /** By a hash of key and value: the group + 1, or 0. At most half full. */
  private final int[] slots;

  // The members of group g are at begins[g] to begins[g + 1], ascending; its possible writes
  // from begins[g] to possibleEnds[g], ascending too.
  private final int[] begins;
  private final int[] members;
  private final int[] possible;
  private final int[] possibleEnds;

  /** By group: what {@link #chosen} returns. */
  private final int[] chosen;

  /**
   * Makes the groups, in O(pairs) expected and a sort of the first writes.
   *
   * @param pairs a group's first write in the upper, a member in the lower 32 bits; the first write
   *     is a member too, and the members of a group come in ascending order
   */
  DuplicateWrites(HistoryColumns columns, LongArrayList pairs) {
    this.columns = columns;
    IntArrayList found = new IntArrayList();
    for (int i = 0; i < pairs.size(); i++) {
      if (first(pairs, i) == member(pairs, i)) {
        found.add(first(pairs, i));
      }
    }
    firsts = found.toIntArray();
    Arrays.sort(firsts);
    slots = new int[HashCommon.nextPowerOfTwo(2 * firsts.length + 1)];
    begins = new int[firsts.length + 1];
    members = new int[pairs.size()];
    possible = new int[pairs.size()];
    possibleEnds = new int[firsts.length];
    chosen = new int[firsts.length];
    for (int group = 0; group < firsts.length; group++) {
      slots[slot(columns.keys[firsts[group]], columns.values[firsts[group]])] = group + 1;
    }
    pack(pairs);
    for (int group = 0; group < firsts.length; group++) {
      possibleEnds[group] = begins[group];
      choose(group);
    }
  }

  private static int first(LongArrayList pairs, int index) {
    return (int) (pairs.getLong(index) >>> 32);
  }

  private static int member(LongArrayList pairs, int index) {
    return (int) pairs.getLong(index);
  }

  private void pack(LongArrayList pairs) {
    int[] next = new int[firsts.length];
    for (int i = 0; i < pairs.size(); i++) {
      begins[groupOf(first(pairs, i)) + 1]++;
    }
    for (int group = 0; group < firsts.length; group++) {
      begins[group + 1] += begins[group];
      next[group] = begins[group];
    }
    for (int i = 0; i < pairs.size(); i++) {
      members[next[groupOf(first(pairs, i))]++] = member(pairs, i);
    }
  }

  private void choose(int group) {
    int best = History.NONE;
    int writesThatStand = 0;
    for (int i = begins[group]; i < begins[group + 1]; i++) {
      int write = members[i];
      byte kind = columns.kinds[write];
      if (kind == HistoryColumns.FINAL_WRITE) {
        possible[possibleEnds[group]++] = write;
      }
      if (best == History.NONE || rank(kind) <= rank(columns.kinds[best])) {
        best = write;
      }
      writesThatStand += rank(kind) == 0 ? 1 : 0;
    }
    chosen[group] = writesThatStand > 1 ? History.SEVERAL : best;
  }

  /** Final writes and appends come first, then overwritten ones, then those that aborted. */
  private static int rank(byte kind) {
    return switch (kind) {
      case HistoryColumns.FINAL_WRITE, HistoryColumns.APPEND -> 0;
      case HistoryColumns.WRITE -> 1;
      default -> 2;
    };
  }

  private int slot(int key, long value) {
    int mask = slots.length - 1;
    int slot = (int) HashCommon.mix(value + ((long) key << 32)) & mask;
    while (slots[slot] != 0 && !isOf(firsts[slots[slot] - 1], key, value)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isOf(int write, int key, long value) {
    return columns.keys[write] == key && columns.values[write] == value;
  }

  /** The group of a key and value; {@link History#NONE} if they have none. */
  int groupOf(int key, long value) {
    int next = slots[slot(key, value)];
    return next == 0 ? History.NONE : next - 1;
  }

  /** The group of a write that is known to have one. */
  int groupOf(int write) {
    return groupOf(columns.keys[write], columns.values[write]);
  }

  /** All writes of a group, ascending. */
  int[] members(int group) {
    return Arrays.copyOfRange(members, begins[group], begins[group + 1]);
  }

  /** Final writes of transactions that did not abort, at most one per transaction, ascending. */
  int[] possible(int group) {
    return Arrays.copyOfRange(possible, begins[group], possibleEnds[group]);
  }

  int possibleCount(int group) {
    return possibleEnds[group] - begins[group];
  }

  int possible(int group, int index) {
    return possible[begins[group] + index];
  }

  /** The write that {@link History#writeOf} means, or {@link History#SEVERAL}. */
  int chosen(int group) {
    return chosen[group];
  }

  /** The last write of a group by a transaction, before an operation; {@link History#NONE}. */
  int lastBy(int group, int transaction, int before) {
    int at = Arrays.binarySearch(members, begins[group], begins[group + 1], before);
    int last = (at < 0 ? -1 - at : at) - 1;
    return last >= begins[group] && columns.transactionOf[members[last]] == transaction
        ? members[last]
        : History.NONE;
  }

  /** Whether a key and value have two writers that did not abort, the initial version included. */
  boolean hasSeveralWriters(int key, long value) {
    int group = groupOf(key, value);
    return group != History.NONE && writers(group).size() > 1;
  }

  /** Groups with writes of two transactions, or of one and the initial version; by first write. */
  List<int[]> conflicts() {
    List<int[]> conflicts = new ArrayList<>();
    for (int group = 0; group < firsts.length; group++) {
      IntArrayList writers = writers(group);
      if (writers.size() > 1) {
        conflicts.add(writers.toIntArray());
      }
    }
    return conflicts;
  }

  /** The first append of an element that was appended before; {@link History#NONE} if none. */
  int repeatedAppend() {
    int repeated = History.NONE;
    for (int group = 0; group < firsts.length; group++) {
      if (chosen[group] == History.SEVERAL
          && columns.kinds[firsts[group]] >= HistoryColumns.APPEND) {
        int second = secondThatStands(group);
        repeated = repeated == History.NONE ? second : Math.min(repeated, second);
      }
    }
    return repeated;
  }

  private int secondThatStands(int group) {
    int at = begins[group];
    for (int left = 2; left > 0; at++) {
      left -= rank(columns.kinds[members[at]]) == 0 ? 1 : 0;
    }
    return members[at - 1];
  }

  /** The only transaction of a group that did not abort; {@link History#NONE} if not only one. */
  int onlyWriter(int group) {
    int only = History.NONE;
    for (int i = begins[group]; i < begins[group + 1]; i++) {
      int writer = columns.transactionOf[members[i]];
      if (!HistoryColumns.isAborted(columns.kinds[members[i]])) {
        if (only != History.NONE && only != writer) {
          return History.NONE;
        }
        only = writer;
      }
    }
    return only;
  }

  private IntArrayList writers(int group) {
    IntArrayList writers = new IntArrayList();
    if (columns.values[firsts[group]] == columns.initialValues[columns.keys[firsts[group]]]) {
      writers.add(History.INITIAL);
    }
    int last = History.NONE;
    for (int i = begins[group]; i < begins[group + 1]; i++) {
      int write = members[i];
      if (!HistoryColumns.isAborted(columns.kinds[write]) && columns.transactionOf[write] != last) {
        last = columns.transactionOf[write];
        writers.add(write);
      }
    }
    return writers;
  }
}
