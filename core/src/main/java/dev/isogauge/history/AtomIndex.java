package dev.isogauge.history;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Numbers distinct atoms 0, 1, 2, ... in the order they are first seen. Small non-negative atoms
 * are looked up in a plain array, the others in an open-addressing table; both hold id + 1, so that
 * zero means absent. Expected O(1) per call.
 */
final class AtomIndex {
  private static final int DENSE_LIMIT_MINIMUM = 1 << 12;

  private long[] atoms = new long[64];
  private int size;
  private int[] dense = new int[DENSE_LIMIT_MINIMUM];
  private int[] slots = new int[16];
  private int hashed;

  int size() {
    return size;
  }

  long atom(int id) {
    return atoms[id];
  }

  /** Puts other atoms in the places of these. Nothing can be looked up any more. */
  void rename(LongUnaryOperator renamed) {
    for (int id = 0; id < size; id++) {
      atoms[id] = renamed.applyAsLong(atoms[id]);
    }
  }

  /** The atoms by id. */
  long[] toArray() {
    return Arrays.copyOf(atoms, size);
  }

  /** The id of the atom, or {@link History#NONE}. */
  int find(long atom) {
    int next = atom >= 0 && atom < dense.length ? dense[(int) atom] : slots[slot(atom)];
    return next == 0 ? History.NONE : next - 1;
  }

  /** The id of the atom, which gets the next free one if it is new. */
  int intern(long atom) {
    int[] direct = dense;
    if (atom >= 0 && atom < direct.length) {
      int next = direct[(int) atom];
      if (next == 0) {
        next = append(atom);
        direct[(int) atom] = next;
      }
      return next - 1;
    }
    int slot = slot(atom);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (atom >= 0 && atom < denseLimit()) {
      growDense(atom);
      return intern(atom);
    }
    slots[slot] = append(atom);
    if (2 * ++hashed > slots.length) {
      rehash(slots.length * 2);
    }
    return size - 1;
  }

  /** The dense array may be eight times as long as the number of atoms. */
  private long denseLimit() {
    return Math.min(Math.max(DENSE_LIMIT_MINIMUM, 8L * size), 1 << 28);
  }

  private int append(long atom) {
    if (size == atoms.length) {
      atoms = Arrays.copyOf(atoms, size * 2);
    }
    atoms[size] = atom;
    return ++size;
  }

  /** Atoms that were hashed stay in the table when they fall into the array; they move here. */
  private void growDense(long atom) {
    int length = dense.length;
    while (length <= atom) {
      length *= 2;
    }
    int old = dense.length;
    dense = Arrays.copyOf(dense, length);
    if (hashed > 0) {
      int moved = 0;
      for (int slot : slots) {
        if (slot != 0 && atoms[slot - 1] >= old && atoms[slot - 1] < length) {
          dense[(int) atoms[slot - 1]] = slot;
          moved++;
        }
      }
      hashed -= moved;
      rehash(slots.length);
    }
  }

  private void rehash(int length) {
    int[] old = slots;
    slots = new int[length];
    for (int entry : old) {
      if (entry != 0) {
        long atom = atoms[entry - 1];
        if (atom < 0 || atom >= dense.length) {
          slots[slot(atom)] = entry;
        }
      }
    }
  }

  private int slot(long atom) {
    int mask = slots.length - 1;
    int slot = (int) ((atom * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (slots[slot] != 0 && atoms[slots[slot] - 1] != atom) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
