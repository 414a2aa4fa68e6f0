package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.TimestampFinding;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The transactions with one commit time that touch a key, where a batch brought some that tie. A
 * writer ties with all that came before it, a reader with the writers.
 */
public final class TieGroup {
  final long key;
  final Commit commit;

  /** Twice the number in the source, plus one for a writer; in the order of their arrival. */
  private final LongArrayList members = new LongArrayList();

  /** For each member: how many writers came before it. */
  private final IntArrayList writersBefore = new IntArrayList();

  private int writers;

  /** How many the batch did not bring, or before any of them tied. */
  private int old;

  final List<Described> described = new ArrayList<>();

  record Commit(long time, long logical) {}

  /** A tie in words, with the numbers of its transactions in the source. */
  record Described(long arrived, long other, TimestampFinding finding) {}

  TieGroup(long key, Commit commit) {
    this.key = key;
    this.commit = commit;
  }

  void addOld(long sequence, boolean writes) {
    add(sequence, writes);
    old = members.size();
  }

  /** One that ties; again if it has read the key and now writes it. */
  void addTied(long sequence, boolean writes) {
    int last = members.size() - 1;
    if (last < old || sequence(last) != sequence) {
      add(sequence, writes);
    } else if (writes && !writes(last)) {
      members.set(last, sequence << 1 | 1);
      writers++;
    }
  }

  private void add(long sequence, boolean writes) {
    members.add(sequence << 1 | (writes ? 1 : 0));
    writersBefore.add(writers);
    writers += writes ? 1 : 0;
  }

  int oldCount() {
    return old;
  }

  int count() {
    return members.size();
  }

  long sequence(int member) {
    return members.getLong(member) >>> 1;
  }

  boolean writes(int member) {
    return (members.getLong(member) & 1) != 0;
  }

  /** How many of those before it a member ties with. */
  int tiesBefore(int member) {
    return writes(member) ? member : writersBefore.getInt(member);
  }
}
