package dev.isogauge.app.serve;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A file of the {@link ViolationLog}, and where some of its events begin. Guarded by the log. */
final class ViolationLogPart {
  /** Of how many events one's place is known; those between are found by reading on. */
  private static final int SPACING = 64;

  private final int number;
  private final long before;
  private final List<Long> offsets = new ArrayList<>();

  /**
   * A file without events.
   *
   * @param before the sequence number of the last event before it
   */
  ViolationLogPart(int number, long before) {
    this.number = number;
    this.before = before;
  }

  int number() {
    return number;
  }

  /** The sequence number of the last event before the file. */
  long before() {
    return before;
  }

  void remember(long sequence, long offset) {
    if ((sequence - before - 1) % SPACING == 0) {
      offsets.add(offset);
    }
  }

  /** Where to read to find the event after one; there must be one. */
  long offset(long sequence) {
    return offsets.get((int) ((sequence - before) / SPACING));
  }

  ViolationLogPart copy() {
    ViolationLogPart copy = new ViolationLogPart(number, before);
    copy.offsets.addAll(offsets);
    return copy;
  }

  void save(DataOutput to) throws IOException {
    to.writeInt(number);
    to.writeLong(before);
    to.writeInt(offsets.size());
    for (long offset : offsets) {
      to.writeLong(offset);
    }
  }

  static ViolationLogPart restore(DataInput from) throws IOException {
    ViolationLogPart part = new ViolationLogPart(from.readInt(), from.readLong());
    for (int rest = from.readInt(); rest > 0; rest--) {
      part.offsets.add(from.readLong());
    }
    return part;
  }
}
