package dev.isogauge.flink;

import dev.isogauge.timestamp.TimestampRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Windows of the order of commits, by time, that do not overlap: every cycle of what a level forces
 * has an edge against the order, and lies in the connected union of the windows of such edges.
 */
final class CommitWindows {
  private record Window(long low, long lowLogical, long high, long highLogical) {
    boolean isAfter(long time, long logical) {
      return TimestampRules.compareTimes(low, lowLogical, time, logical) > 0;
    }

    boolean endsBefore(long time, long logical) {
      return TimestampRules.compareTimes(high, highLogical, time, logical) < 0;
    }
  }

  private List<Window> windows = new ArrayList<>();
  private boolean isMerged = true;

  /** Adds one as {@link #encoded} or {@link CommitOrderCheck} give it. */
  void add(byte[] encoded) throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(encoded);
    windows.add(new Window(from.readLong(), from.readLong(), from.readLong(), from.readLong()));
    isMerged = false;
    if (windows.size() >= 1 << 20) {
      merge();
    }
  }

  private void merge() {
    if (isMerged) {
      return;
    }
    windows.sort(
        (one, other) ->
            TimestampRules.compareTimes(one.low, one.lowLogical, other.low, other.lowLogical));
    List<Window> merged = new ArrayList<>();
    for (Window window : windows) {
      int last = merged.size() - 1;
      if (last < 0 || merged.get(last).endsBefore(window.low, window.lowLogical)) {
        merged.add(window);
      } else if (merged.get(last).endsBefore(window.high, window.highLogical)) {
        Window joined = merged.get(last);
        merged.set(
            last, new Window(joined.low, joined.lowLogical, window.high, window.highLogical));
      }
    }
    windows = merged;
    isMerged = true;
  }

  /** The window that has a time, if one has. */
  OptionalInt of(CommitPlace place) {
    merge();
    int low = 0;
    int high = windows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (windows.get(middle).endsBefore(place.commit(), place.logical())) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < windows.size() && !windows.get(low).isAfter(place.commit(), place.logical())
        ? OptionalInt.of(low)
        : OptionalInt.empty();
  }

  List<byte[]> encoded() throws IOException {
    merge();
    List<byte[]> all = new ArrayList<>();
    for (Window window : windows) {
      DataOutputSerializer to = new DataOutputSerializer(4 * Long.BYTES);
      to.writeLong(window.low);
      to.writeLong(window.lowLogical);
      to.writeLong(window.high);
      to.writeLong(window.highLogical);
      all.add(to.getCopyOfBuffer());
    }
    return all;
  }
}
