package dev.isogauge.check.timestamp;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The state of lists while the claimed order is simulated: each key's appends so far. A read is
 * what it observed of others, followed by its own transaction's appends so far.
 */
final class ListState {
  private static final int NONE = -1;
  private static final int[] NOTHING = {};

  private final History history;
  private final SessionRule sessions;
  private final TimestampFindings findings;
  private final ReadOrigins origins;
  private final boolean inverted;

  /** By key: the appends so far. */
  private final IntArrayList[] appends;

  // By key, within the transaction at hand: its last append, how many it made, its first read with
  // the right ending, and how many elements that observed.
  private final int[] lastOwn;
  private final int[] ownCount;
  private final int[] observing;
  private final int[] observed;

  /** By append: the one before it to the same key in its transaction. */
  private final int[] previousOwn;

  ListState(
      History history,
      Arbitration order,
      SessionRule sessions,
      TimestampFindings findings,
      boolean inverted) {
    this.history = history;
    this.sessions = sessions;
    this.findings = findings;
    this.origins = new ReadOrigins(history, order);
    this.inverted = inverted;
    int keys = history.hasLists() ? history.keyCount() : 0;
    appends = new IntArrayList[keys];
    lastOwn = new int[keys];
    ownCount = new int[keys];
    observing = new int[keys];
    observed = new int[keys];
    previousOwn = new int[history.hasLists() ? history.operationCount() : 0];
  }

  void read(int t, boolean judgeExternal) {
    int first = history.firstOperation(t);
    int end = history.endOperation(t);
    for (int i = first; i < end; i++) {
      lastOwn[history.keyOf(i)] = NONE;
      ownCount[history.keyOf(i)] = 0;
      observing[history.keyOf(i)] = NONE;
    }
    for (int i = first; i < end; i++) {
      int key = history.keyOf(i);
      if (history.isAppend(i)) {
        previousOwn[i] = lastOwn[key];
        lastOwn[key] = i;
        ownCount[key]++;
      } else if (history.isListRead(i)) {
        read(t, i, key, judgeExternal);
      }
    }
  }

  private void read(int t, int read, int key, boolean judgeExternal) {
    int others = history.listSize(read) - ownCount[key];
    if (!endsWithOwn(read, key)) {
      int reference = observing[key];
      int[] own = own(key);
      int before = observed[key];
      findings.internal(read, () -> reference == NONE ? ending(own) : list(reference, before, own));
    } else if (observing[key] == NONE) {
      observing[key] = read;
      observed[key] = others;
      if (judgeExternal) {
        judge(t, read, others);
      }
    } else if (!observesTheSame(read, others, observing[key], observed[key])) {
      int reference = observing[key];
      int before = observed[key];
      int[] own = own(key);
      findings.internal(read, () -> list(reference, before, own));
    }
  }

  private boolean endsWithOwn(int read, int key) {
    int index = history.listSize(read) - 1;
    for (int own = lastOwn[key]; own != NONE; own = previousOwn[own]) {
      if (index < 0 || history.listElement(read, index) != history.valueOf(own)) {
        return false;
      }
      index--;
    }
    return true;
  }

  private boolean observesTheSame(int read, int size, int reference, int referenceSize) {
    boolean same = size == referenceSize;
    for (int e = 0; same && e < size; e++) {
      same = history.listElement(read, e) == history.listElement(reference, e);
    }
    return same;
  }

  private void judge(int t, int read, int others) {
    int key = history.keyOf(read);
    int[] visible = appends[key] == null ? NOTHING : appends[key].elements();
    int size = appends[key] == null ? 0 : appends[key].size();
    if (inverted) {
      visible =
          Arrays.stream(visible, 0, size)
              .filter(append -> !sessions.follows(history.transactionOf(append), t))
              .toArray();
      size = visible.length;
    }
    boolean same = size == others;
    for (int e = 0; same && e < size; e++) {
      same = history.listElement(read, e) == history.valueOf(visible[e]);
    }
    if (!same) {
      int[] expected = Arrays.copyOf(visible, size);
      findings.external(
          read,
          size == 0 ? History.INITIAL : history.transactionOf(expected[size - 1]),
          () -> list(IntStream.concat(Arrays.stream(expected), Arrays.stream(own(key)))),
          () -> origins.ofList(read, others, expected));
    }
  }

  void commit(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isAppend(i)) {
        int key = history.keyOf(i);
        if (appends[key] == null) {
          appends[key] = new IntArrayList();
        }
        appends[key].add(i);
      }
    }
  }

  /** The own appends to a key so far, in order. */
  private int[] own(int key) {
    int[] own = new int[ownCount[key]];
    int append = lastOwn[key];
    for (int i = own.length - 1; i >= 0; i--) {
      own[i] = append;
      append = previousOwn[append];
    }
    return own;
  }

  private String list(IntStream appended) {
    Atoms atoms = history.atoms();
    return appended
        .mapToObj(append -> atoms.token(history.valueOf(append)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** What a read observed of others, and own appends. */
  private String list(int read, int observedSize, int[] own) {
    Atoms atoms = history.atoms();
    return IntStream.concat(IntStream.range(0, observedSize).map(e -> -1 - e), Arrays.stream(own))
        .mapToObj(i -> atoms.token(i < 0 ? history.listElement(read, -1 - i) : history.valueOf(i)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String ending(int[] own) {
    return "a list that ends with " + list(Arrays.stream(own));
  }
}
