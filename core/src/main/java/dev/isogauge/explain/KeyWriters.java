package dev.isogauge.explain;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import java.util.Optional;

/** Knows whether one version directly replaced another, or others may lie between them. */
final class KeyWriters {
  private final History history;

  /** By key: how many transactions that count write it. Made when it is first needed. */
  private Optional<int[]> counts = Optional.empty();

  /** All writes by key, and where those of a key end. Made when they are first needed. */
  private int[] writes;

  private int[] ends;

  KeyWriters(History history) {
    this.history = history;
  }

  /**
   * Whether a later write of a key directly follows a version: its transaction had read that
   * version, or no other transaction writes the key.
   *
   * @param version a write, or {@code History.INITIAL}
   */
  boolean isDirect(int version, int later) {
    int writer = history.transactionOf(later);
    for (int i = history.firstOperation(writer); i < later; i++) {
      if (history.keyOf(i) == history.keyOf(later)
          && !history.isWrite(i)
          && history.readFrom(i) == version) {
        return true;
      }
    }
    int writers = counts()[history.keyOf(later)];
    return version == History.INITIAL ? writers == 1 : version >= 0 && writers == 2;
  }

  /** A write of the key whose value looks like the one that was read, and is of another type. */
  Optional<Integer> ofOtherType(int read) {
    if (history.isListRead(read)) {
      return Optional.empty();
    }
    Atoms atoms = history.atoms();
    long value = history.valueOf(read);
    boolean isInteger = atoms.isInteger(value);
    String text = atoms.plain(value);
    int key = history.keyOf(read);
    int[] ends = writeEnds();
    for (int i = key == 0 ? 0 : ends[key - 1]; i < ends[key]; i++) {
      long written = history.valueOf(writes[i]);
      if (atoms.isInteger(written) != isInteger && atoms.plain(written).equals(text)) {
        return Optional.of(writes[i]);
      }
    }
    return Optional.empty();
  }

  /** By key: the end of its part of the writes. */
  private int[] writeEnds() {
    if (writes == null) {
      ends = new int[history.keyCount()];
      for (int i = 0; i < history.operationCount(); i++) {
        ends[history.keyOf(i)] += history.isWrite(i) ? 1 : 0;
      }
      for (int key = 1; key < ends.length; key++) {
        ends[key] += ends[key - 1];
      }
      writes = new int[ends.length == 0 ? 0 : ends[ends.length - 1]];
      for (int i = history.operationCount() - 1; i >= 0; i--) {
        if (history.isWrite(i)) {
          writes[--ends[history.keyOf(i)]] = i;
        }
      }
      for (int key = 0; key < ends.length; key++) {
        ends[key] = key + 1 < ends.length ? ends[key + 1] : writes.length;
      }
    }
    return ends;
  }

  private int[] counts() {
    if (counts.isEmpty()) {
      int[] made = new int[history.keyCount()];
      for (int i = 0; i < history.operationCount(); i++) {
        if (history.isWrite(i)
            && history.isFinalWrite(i)
            && history.counts(history.transactionOf(i))) {
          made[history.keyOf(i)]++;
        }
      }
      counts = Optional.of(made);
    }
    return counts.get();
  }
}
