package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes numbers compactly: small ones, of either sign, take one byte, and the least of all, which
 * stands for what is not there, two that no other has. Atoms are written so that any process can
 * read them, and this one when it has forgotten them: the tokens of those that mean something here
 * only come first, and the atom of the nth is the nth after nil.
 */
final class BlockWriter {
  /** How many bytes a number takes at most. */
  private static final int LONGEST = 10;

  private byte[] bytes = new byte[1 << 12];
  private int size;

  private final Atoms atoms;
  private final Long2IntOpenHashMap indexes = new Long2IntOpenHashMap();
  private final List<String> tokens = new ArrayList<>();

  BlockWriter(Atoms atoms) {
    this.atoms = atoms;
  }

  void clear() {
    size = 0;
    if (!tokens.isEmpty()) {
      indexes.clear();
      tokens.clear();
    }
  }

  void atom(long atom) {
    number(portable(atom));
  }

  /** What is written for an atom. */
  long portable(long atom) {
    if (!Atoms.isLocal(atom)) {
      return atom;
    }
    int index = indexes.get(atom);
    if (index == 0) {
      tokens.add(atoms.token(atom));
      index = tokens.size();
      indexes.put(atom, index);
    }
    return Atoms.NIL + index;
  }

  /** A list of atoms, with its length. */
  void atoms(long[] values) {
    number(values.length);
    long previous = 0;
    for (long value : values) {
      long written = portable(value);
      number(written - previous);
      previous = written;
    }
  }

  private void text(String text) {
    number(text.length());
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes[size++] = (byte) c;
      } else {
        bytes[size++] = (byte) (0x80 | c >> 14);
        bytes[size++] = (byte) (c >> 7 & 0x7f);
        bytes[size++] = (byte) (c & 0x7f);
      }
    }
  }

  void number(long value) {
    reserve(1);
    size = put(bytes, size, value);
  }

  /** A list of numbers, with its length. */
  void numbers(long[] values) {
    number(values.length);
    differences(values, 0, 1, values.length);
  }

  /**
   * A column of a table, whose number of rows the reader knows; if all are equal, one is written.
   *
   * @param which the number of the column
   * @param columns how many numbers a row has
   */
  void column(long[] table, int which, int columns, int rows) {
    int behind = which + rows * columns;
    int equal = which;
    while (equal < behind && table[equal] == table[which]) {
      equal += columns;
    }
    boolean isConstant = rows > 0 && equal == behind;
    number(isConstant ? 1 : 0);
    differences(table, which, columns, isConstant ? 1 : rows);
  }

  private void differences(long[] values, int first, int step, int count) {
    reserve(count);
    byte[] to = bytes;
    int end = size;
    int behind = first + count * step;
    long previous = 0;
    for (int i = first; i < behind; i += step) {
      end = put(to, end, values[i] - previous);
      previous = values[i];
    }
    size = end;
  }

  private void reserve(int numbers) {
    int needed = Math.addExact(size, Math.multiplyExact(numbers, LONGEST));
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
    }
  }

  private static int put(byte[] to, int at, long value) {
    if (value == Long.MIN_VALUE) {
      to[at] = (byte) 0x80;
      to[at + 1] = 0;
      return at + 2;
    }
    long rest = value << 1 ^ value >> 63;
    int end = at;
    while ((rest & ~0x7fL) != 0) {
      to[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[end++] = (byte) rest;
    return end;
  }

  byte[] toBytes() {
    int body = size;
    number(tokens.size());
    tokens.forEach(this::text);
    byte[] block = new byte[size];
    System.arraycopy(bytes, body, block, 0, size - body);
    System.arraycopy(bytes, 0, block, size - body, body);
    size = body;
    return block;
  }
}
