package dev.isogauge.check.timestamp;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;

/**
 * TimestampTie: two updating transactions whose order only a tie-break decides, although one writes
 * a key that the other writes or reads. For serializability the commits are equal; for snapshot
 * isolation both have the same start and commit, all in one.
 */
record TieRule(
    History history,
    TimestampRules rules,
    Arbitration order,
    TimestampFindings findings,
    Budget budget) {
  private static final long BYTES_PER_PAIR = 64;

  void check() {
    IntArrayList tied = new IntArrayList();
    for (int i = 0; i < order.size(); i++) {
      int t = order.transaction(i);
      if (!rules.canTie(t)) {
        continue;
      }
      if (!tied.isEmpty() && rules.compareCommits(tied.getInt(0), t) != 0) {
        checkGroup(tied);
        tied.clear();
      }
      tied.add(t);
    }
    checkGroup(tied);
  }

  private void checkGroup(IntArrayList tied) {
    if (tied.size() < 2) {
      return;
    }
    // By key: the members of the group that touch it, in arbitration order; twice the index in the
    // group, plus one for a reader.
    Int2ObjectLinkedOpenHashMap<IntArrayList> touching = new Int2ObjectLinkedOpenHashMap<>();
    for (int member = 0; member < tied.size(); member++) {
      addKeys(tied.getInt(member), member, touching);
    }
    // By pair of members: the smallest key that they share.
    Long2IntLinkedOpenHashMap pairs = new Long2IntLinkedOpenHashMap();
    pairs.defaultReturnValue(NONE);
    try {
      touching.forEach((key, touches) -> addPairs(key, touches, pairs));
    } finally {
      report(tied, pairs);
    }
  }

  private void report(IntArrayList tied, Long2IntLinkedOpenHashMap pairs) {
    pairs
        .long2IntEntrySet()
        .forEach(
            pair -> {
              int earlier = tied.getInt((int) (pair.getLongKey() >>> 32));
              int later = tied.getInt((int) pair.getLongKey());
              findings.tie(earlier, later, pair.getIntValue());
            });
  }

  private void addKeys(int t, int member, Int2ObjectLinkedOpenHashMap<IntArrayList> touching) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isUnknownRead(i)) {
        continue;
      }
      IntArrayList touches =
          touching.computeIfAbsent(history.keyOf(i), unused -> new IntArrayList());
      int touch = 2 * member + (history.isWrite(i) ? 0 : 1);
      if (touches.isEmpty() || touches.topInt() >> 1 != member) {
        touches.add(touch);
      } else {
        touches.set(touches.size() - 1, Math.min(touch, touches.topInt()));
      }
    }
  }

  /** A writer is tied to all that touch its key, a reader to the writers. */
  private void addPairs(int key, IntArrayList touches, Long2IntLinkedOpenHashMap pairs) {
    IntArrayList all = new IntArrayList();
    IntArrayList writers = new IntArrayList();
    for (int touch : touches) {
      boolean writes = (touch & 1) == 0;
      for (int earlier : writes ? all : writers) {
        add(key, earlier, touch >> 1, pairs);
      }
      all.add(touch >> 1);
      if (writes) {
        writers.add(touch >> 1);
      }
    }
  }

  private void add(int key, int earlier, int later, Long2IntLinkedOpenHashMap pairs) {
    long pair = (long) earlier << 32 | later;
    int known = pairs.get(pair);
    if (known == NONE) {
      budget.checkTime();
      budget.reserve(BYTES_PER_PAIR, "a tie of many transactions");
    }
    if (known == NONE
        || history.atoms().compare(history.keyAtom(key), history.keyAtom(known)) < 0) {
      pairs.put(pair, key);
    }
  }
}
