package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;

/** Reads what {@link BlockWriter} wrote. */
final class BlockReader {
  private final byte[] bytes;
  private int position;

  /** The atoms that the tokens of the block have here. */
  private final long[] local;

  private final Atoms atoms;

  /**
   * Begins to read.
   *
   * @param atoms where to put the tokens of the block
   */
  BlockReader(byte[] bytes, Atoms atoms) {
    this(bytes, 0, atoms);
  }

  private BlockReader(byte[] bytes, int begin, Atoms atoms) {
    this.bytes = bytes;
    this.position = begin;
    this.atoms = atoms;
    local = new long[integer()];
    for (int i = 0; i < local.length; i++) {
      local[i] = atoms.ofToken(text());
    }
  }

  /** Whether something was written behind this, which was read to its end. */
  boolean hasNext() {
    return position < bytes.length;
  }

  /** Reads what was written behind this, which was read to its end. */
  BlockReader next() {
    return new BlockReader(bytes, position, atoms);
  }

  long atom() {
    return local(number());
  }

  /** The atom here for one that was written. */
  long local(long written) {
    return Atoms.isLocal(written) ? local[(int) (written - Atoms.NIL) - 1] : written;
  }

  long[] atoms() {
    long[] values = numbers();
    for (int i = 0; local.length > 0 && i < values.length; i++) {
      values[i] = local(values[i]);
    }
    return values;
  }

  private String text() {
    char[] text = new char[integer()];
    for (int i = 0; i < text.length; i++) {
      int first = bytes[position++];
      text[i] =
          (char)
              (first >= 0 ? first : (first & 3) << 14 | bytes[position++] << 7 | bytes[position++]);
    }
    return new String(text);
  }

  long number() {
    long rest = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[position++];
      rest |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    return rest == 0 && shift > 7 ? Long.MIN_VALUE : rest >>> 1 ^ -(rest & 1);
  }

  int integer() {
    return (int) number();
  }

  long[] numbers() {
    long[] values = new long[integer()];
    differences(values, 0, 1, values.length);
    return values;
  }

  /** Fills a column of a table with what {@link BlockWriter#column} wrote. */
  void column(long[] table, int which, int columns, int rows) {
    if (integer() == 1) {
      long constant = number();
      for (int i = which; i < rows * columns; i += columns) {
        table[i] = constant;
      }
    } else {
      differences(table, which, columns, rows);
    }
  }

  private void differences(long[] values, int first, int step, int count) {
    int behind = first + count * step;
    long previous = 0;
    for (int i = first; i < behind; i += step) {
      previous += number();
      values[i] = previous;
    }
  }
}
