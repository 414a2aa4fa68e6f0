package dev.isogauge.timestamp;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.ListTokens;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;

/**
 * What one transaction does with one list: the rule of reads within a transaction. A read shows
 * what other transactions appended, followed by the own appends so far. The first read that ends
 * with them is the external one, and says what the others appended; all later reads must agree with
 * it.
 *
 * <p>Of a register the rule needs no class: a read shows the value of the operation on the key
 * before it, and is external if there is none.
 */
public final class TransactionList {
  /** The elements of list reads. */
  @FunctionalInterface
  public interface Elements {
    /** The element of a read at an index. */
    long of(int read, int index);
  }

  /** What a read is within its transaction. */
  public enum ReadKind {
    /** The one to compare with other transactions. */
    EXTERNAL,
    /** It agrees with the external read. */
    REPEATED,
    /** It lacks own appends, or contradicts the external read. */
    CONTRADICTING
  }

  private final Elements elements;
  private final LongArrayList appended = new LongArrayList();
  private int external = History.NONE;
  private int others;
  private int own;

  public TransactionList(Elements elements) {
    this.elements = elements;
  }

  /** Makes the list one of a transaction that has done nothing with it yet. */
  public void clear() {
    appended.clear();
    external = History.NONE;
    others = 0;
    own = 0;
  }

  public void append(long value) {
    appended.add(value);
  }

  /** The appends so far. */
  public LongList appended() {
    return appended;
  }

  /** Takes a read that shows this many elements. */
  public ReadKind read(int read, int size) {
    int before = size - appended.size();
    boolean ends = before >= 0;
    for (int e = size - 1; ends && e >= before; e--) {
      ends = elements.of(read, e) == appended.getLong(e - before);
    }
    if (ends && external == History.NONE) {
      external = read;
      others = before;
      own = appended.size();
      return ReadKind.EXTERNAL;
    }
    boolean same = ends && before == others;
    for (int e = 0; same && e < before; e++) {
      same = elements.of(read, e) == elements.of(external, e);
    }
    return same ? ReadKind.REPEATED : ReadKind.CONTRADICTING;
  }

  /** How many elements of the external read other transactions appended. */
  public int othersRead() {
    return others;
  }

  /** How many elements of the external read, the last ones, are own appends. */
  public int ownRead() {
    return own;
  }

  /** What the external read shows. */
  public long[] externalRead() {
    long[] shown = new long[others + own];
    for (int e = 0; e < shown.length; e++) {
      shown[e] = elements.of(external, e);
    }
    return shown;
  }

  /** What a contradicting read should show. */
  public String expected(Atoms atoms) {
    LongArrayList expected = new LongArrayList();
    for (int e = 0; e < others; e++) {
      expected.add(elements.of(external, e));
    }
    expected.addAll(appended);
    return (external == History.NONE ? "a list that ends with " : "")
        + ListTokens.of(expected.toLongArray(), atoms);
  }
}
