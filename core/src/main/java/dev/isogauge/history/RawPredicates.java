package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;

/**
 * The predicate reads of a block, in input order. Readers say what the last one returned: {@link
 * #value}, or {@link #rows} and one {@link #row} each; then perhaps {@link #versionSet} and one
 * {@link #member} each. A result that is not given is unknown.
 */
public final class RawPredicates {
  // One entry a predicate read.
  private final IntArrayList fragments = new IntArrayList();
  final LongArrayList relations = new LongArrayList();
  final LongArrayList conditions = new LongArrayList();
  final LongArrayList values = new LongArrayList();
  final IntArrayList kinds = new IntArrayList();
  final IntArrayList resultBegins = new IntArrayList();
  final IntArrayList memberBegins = new IntArrayList();

  // One entry a row that was returned.
  final IntArrayList resultKeys = new IntArrayList();
  final IntArrayList resultReads = new IntArrayList();

  // One entry a member of a version set.
  final IntArrayList memberKeys = new IntArrayList();
  final LongArrayList memberValues = new LongArrayList();
  final LongArrayList memberWriters = new LongArrayList();

  private final RawBlock block;

  RawPredicates(RawBlock block) {
    this.block = block;
  }

  void add(int fragment, long relation, long condition) {
    fragments.add(fragment);
    relations.add(relation);
    conditions.add(condition);
    values.add(Atoms.NIL);
    kinds.add(PredicateReads.UNKNOWN);
    resultBegins.add(resultKeys.size());
    memberBegins.add(memberKeys.size());
  }

  int count() {
    return fragments.size();
  }

  /** The fragments with a predicate read of which something is known. */
  BitSet readers() {
    BitSet readers = new BitSet();
    for (int p = 0; p < count(); p++) {
      if (kinds.getInt(p) != PredicateReads.UNKNOWN) {
        readers.set(fragments.getInt(p));
      }
    }
    return readers;
  }

  /** The aggregate that was returned. */
  public void value(long value) {
    values.set(count() - 1, value);
    mark(PredicateReads.VALUE);
  }

  /** Says that it is known which rows were returned. */
  public void rows() {
    mark(PredicateReads.ROWS);
  }

  /** A row that was returned. */
  public void row(long key) {
    addRow(key, History.NONE);
  }

  /** A row that was returned with its value: it was read. */
  public void row(long key, long value) {
    addRow(key, block.operationCount());
    block.read(key, value);
  }

  /** Says that the versions are known that the condition was evaluated on. */
  public void versionSet() {
    mark(PredicateReads.VERSION_SET);
  }

  /** A version that the condition was evaluated on; its writer or {@link Atoms#NO_NAME}. */
  public void member(long key, long value, long writer) {
    memberKeys.add(block.localKeyOf(key));
    memberValues.add(value);
    memberWriters.add(writer);
  }

  private void addRow(long key, int read) {
    resultKeys.add(block.localKeyOf(key));
    resultReads.add(read);
  }

  private void mark(int kind) {
    kinds.set(count() - 1, kinds.getInt(count() - 1) | kind);
  }

  int resultEnd(int predicate) {
    return predicate + 1 < count() ? resultBegins.getInt(predicate + 1) : resultKeys.size();
  }

  int memberEnd(int predicate) {
    return predicate + 1 < count() ? memberBegins.getInt(predicate + 1) : memberKeys.size();
  }
}
