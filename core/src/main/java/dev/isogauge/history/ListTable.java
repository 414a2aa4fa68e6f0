package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/** The lists that list reads saw, one after the other. */
final class ListTable {
  private final IntArrayList begins = new IntArrayList();
  private final LongArrayList elements = new LongArrayList();

  /** Begins an empty list and returns its number. */
  int begin() {
    begins.add(elements.size());
    return begins.size() - 1;
  }

  /** Adds an element to the list that began last. */
  void add(long element) {
    elements.add(element);
  }

  /** Makes room for more lists and elements. */
  void reserve(int lists, int more) {
    begins.ensureCapacity(Math.addExact(begins.size(), lists));
    elements.ensureCapacity(Math.addExact(elements.size(), more));
  }

  /** Moves the lists of another table behind these; the other is empty then. */
  void take(ListTable other) {
    int shift = elements.size();
    for (int list = 0; list < other.begins.size(); list++) {
      begins.add(other.begins.getInt(list) + shift);
    }
    elements.addElements(shift, other.elements.elements(), 0, other.elements.size());
    other.clear();
  }

  private void clear() {
    begins.clear();
    begins.trim();
    elements.clear();
    elements.trim();
  }

  void rename(LongUnaryOperator atoms) {
    elements.replaceAll(atoms);
  }

  int elementCount() {
    return elements.size();
  }

  int count() {
    return begins.size();
  }

  int size(int list) {
    int end = list + 1 < begins.size() ? begins.getInt(list + 1) : elements.size();
    return end - begins.getInt(list);
  }

  long element(int list, int index) {
    return elements.getLong(begins.getInt(list) + index);
  }

  /** How many elements two lists begin with in common, up to a number that both have. */
  int commonPrefix(int list, int other, int most) {
    int left = begins.getInt(list);
    int right = begins.getInt(other);
    long[] all = elements.elements();
    int differs = Arrays.mismatch(all, left, left + most, all, right, right + most);
    return differs < 0 ? most : differs;
  }
}
