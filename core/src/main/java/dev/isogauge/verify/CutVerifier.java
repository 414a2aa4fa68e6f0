package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Cut isolation, of which the history itself is the proof: all clean reads of a register in a
 * transaction can be of one other transaction, and all clean reads of a list show the same before
 * what the transaction appended itself.
 */
final class CutVerifier {
  private final History history;

  CutVerifier(History history) {
    this.history = history;
  }

  Optional<String> refute() {
    for (int t = 0; t < history.transactionCount(); t++) {
      Int2ObjectOpenHashMap<int[]> possible = new Int2ObjectOpenHashMap<>();
      Int2IntOpenHashMap shown = new Int2IntOpenHashMap();
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (history.isListRead(i) ? showsOther(i, shown) : hasNoWriter(i, possible)) {
          return Optional.of(
              String.format(
                  "%s reads %s from two transactions",
                  history.transactionName(t), history.keyName(history.keyOf(i))));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether none of the transactions that earlier reads of the register may be of wrote this. */
  private boolean hasNoWriter(int operation, Int2ObjectOpenHashMap<int[]> possible) {
    if (history.isWrite(operation)) {
      return false;
    }
    ReadStatus status = history.readStatus(operation);
    if (status != ReadStatus.EXTERNAL && status != ReadStatus.SEVERAL) {
      return false;
    }
    int[] writes =
        status == ReadStatus.EXTERNAL
            ? new int[] {history.readFrom(operation)}
            : history.candidates(operation);
    int[] writers =
        Arrays.stream(writes)
            .map(w -> w == History.INITIAL ? w : history.transactionOf(w))
            .toArray();
    int[] before = possible.getOrDefault(history.keyOf(operation), writers);
    int[] both =
        Arrays.stream(writers)
            .filter(w -> IntStream.of(before).anyMatch(other -> other == w))
            .toArray();
    possible.put(history.keyOf(operation), both);
    return both.length == 0;
  }

  /** Whether an earlier read of the list showed less or more of the same elements. */
  private boolean showsOther(int read, Int2IntOpenHashMap shown) {
    int size = sizeWithoutOwn(read);
    if (!isClean(read, size)) {
      return false;
    }
    int key = history.keyOf(read);
    if (!shown.containsKey(key)) {
      shown.put(key, read);
      return false;
    }
    int earlier = shown.get(key);
    int earlierSize = sizeWithoutOwn(earlier);
    return size != earlierSize
        && IntStream.range(0, Math.min(size, earlierSize))
            .allMatch(e -> history.listElement(read, e) == history.listElement(earlier, e));
  }

  private int sizeWithoutOwn(int read) {
    return history.listSize(read) - (int) ownAppends(read).count();
  }

  private IntStream ownAppends(int read) {
    return IntStream.range(history.firstOperation(history.transactionOf(read)), read)
        .filter(i -> history.isAppend(i) && history.keyOf(i) == history.keyOf(read));
  }

  /** Whether others that count appended each element once, all of the last, before one's own. */
  private boolean isClean(int read, int size) {
    int key = history.keyOf(read);
    int own = size;
    for (int append : ownAppends(read).toArray()) {
      if (own < 0 || history.listElement(read, own++) != history.valueOf(append)) {
        return false;
      }
    }
    LongOpenHashSet elements = new LongOpenHashSet();
    for (int e = 0; e < size; e++) {
      int append = history.writeOf(key, history.listElement(read, e));
      if (append < 0
          || !history.counts(history.transactionOf(append))
          || history.transactionOf(append) == history.transactionOf(read)
          || !elements.add(history.listElement(read, e))) {
        return false;
      }
      int end = history.endOperation(history.transactionOf(append));
      if (e == size - 1
          && IntStream.range(append + 1, end)
              .anyMatch(i -> history.isAppend(i) && history.keyOf(i) == key)) {
        return false;
      }
    }
    return true;
  }
}
