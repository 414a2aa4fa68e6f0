package dev.isogauge.check.order;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Optional;

/**
 * The order of versions of a history of lists that grow by appends: a read shows all appends before
 * it (Elle's idea).
 *
 * <ol>
 *   <li>Find who appended each element.
 *   <li>Judge each read by itself: it ends with its transaction's own appends, its elements were
 *       appended by committed transactions, once each and in the order of their transaction, and
 *       the last one is its writer's last.
 *   <li>The longest of what was observed of a key is its order. Another read that is no prefix of
 *       it is incompatible; the order then ends with their common prefix.
 *   <li>Appends that nobody read come after the order, in any order among themselves.
 * </ol>
 *
 * <p>O(operations + elements).
 */
final class ListAppends {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final History history;
  private final Versions versions;

  /** By key: the append of each element. */
  private final Long2IntOpenHashMap[] appends;

  /** By key: the read that observed most, and how many elements of it make the order. */
  private final int[] longest;

  private final int[] ordered;

  /** By key: whether an incompatible read has cut its order short. */
  private final boolean[] isCut;

  /** By append: whether it is its transaction's last one to the key. */
  private final boolean[] isLast;

  /** By append: its transaction's append to the key before it. */
  private final int[] previous;

  // By key: the transaction that appended last, how often so far, and its last append.
  private final int[] ownBy;
  private final int[] ownCount;
  private final int[] lastOwn;

  /** By append: the read that met it last. */
  private final int[] metBy;

  private ListAppends(History history) {
    this.history = history;
    this.versions = new Versions(history, false);
    this.appends = new Long2IntOpenHashMap[history.keyCount()];
    this.longest = new int[history.keyCount()];
    this.ordered = new int[history.keyCount()];
    this.isCut = new boolean[history.keyCount()];
    this.isLast = new boolean[history.operationCount()];
    this.previous = new int[history.operationCount()];
    this.metBy = new int[history.operationCount()];
    this.ownBy = new int[history.keyCount()];
    this.ownCount = new int[history.keyCount()];
    this.lastOwn = new int[history.keyCount()];
    Arrays.fill(previous, NOBODY);
    Arrays.fill(ownBy, NOBODY);
    Arrays.fill(longest, Versions.NONE);
    Arrays.fill(metBy, Versions.NONE);
  }

  /** Why the history is not of this kind; empty if it is. */
  static Optional<String> obstacle(History history) {
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isAppend(i) && !history.isListRead(i) && !history.isUnknownRead(i)) {
        return Optional.of(
            history.transactionName(history.transactionOf(i))
                + " reads or writes "
                + history.keyName(history.keyOf(i))
                + " as a plain value");
      }
    }
    return new ListAppends(history).repeatedElement();
  }

  /** An element that two transactions appended: a read of it does not tell whose it saw. */
  private Optional<String> repeatedElement() {
    indexAppends();
    for (int key = 0; key < appends.length; key++) {
      if (appends[key] != null) {
        for (var entry : appends[key].long2IntEntrySet()) {
          if (entry.getIntValue() == SEVERAL) {
            return Optional.of(
                history.atoms().token(entry.getLongKey())
                    + " was appended to "
                    + history.keyName(key)
                    + " more than once");
          }
        }
      }
    }
    return Optional.empty();
  }

  static Versions order(History history) {
    ListAppends source = new ListAppends(history);
    // Step 1.
    source.indexAppends();
    // Steps 2 and 3.
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (history.isListRead(i)) {
          source.read(t, i);
        } else if (history.isAppend(i)) {
          source.append(t, i);
        }
      }
    }
    for (int key = 0; key < history.keyCount(); key++) {
      source.chain(key);
    }
    // Step 4.
    source.addUnread();
    return source.versions;
  }

  private void indexAppends() {
    int[] later = new int[history.keyCount()];
    Arrays.fill(later, NOBODY);
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.endOperation(t) - 1; i >= history.firstOperation(t); i--) {
        if (history.isAppend(i)) {
          index(i, history.outcome(t) == Outcome.ABORTED);
          int next = later[history.keyOf(i)];
          isLast[i] = next == NOBODY || history.transactionOf(next) != t;
          if (!isLast[i]) {
            previous[next] = i;
          }
          later[history.keyOf(i)] = i;
        }
      }
    }
  }

  private void index(int append, boolean aborted) {
    int key = history.keyOf(append);
    if (appends[key] == null) {
      appends[key] = new Long2IntOpenHashMap();
      appends[key].defaultReturnValue(NOBODY);
    }
    int known = appends[key].get(history.valueOf(append));
    boolean knownAborted =
        known >= 0 && history.outcome(history.transactionOf(known)) == Outcome.ABORTED;
    if (known == NOBODY || knownAborted) {
      appends[key].put(history.valueOf(append), append);
    } else if (!aborted) {
      appends[key].put(history.valueOf(append), SEVERAL);
    }
  }

  /** Step 2; what a faultless read observed may be the key's longest. */
  private void read(int t, int read) {
    int key = history.keyOf(read);
    int others = history.listSize(read) - (ownBy[key] == t ? ownCount[key] : 0);
    Optional<AnomalyKind> fault = fault(t, read, others);
    if (fault.isPresent()) {
      versions.findings().add(new Anomaly.FaultyListRead(fault.get(), t, read));
      return;
    }
    versions.setSeen(read, others == 0 ? History.INITIAL : append(key, read, others - 1));
    if (longest[key] == Versions.NONE) {
      longest[key] = read;
      ordered[key] = others;
      return;
    }
    int common = commonPrefix(longest[key], ordered[key], read, others);
    if (common < Math.min(ordered[key], others)) {
      versions.findings().add(new Anomaly.IncompatibleOrder(key, longest[key], read, common));
      ordered[key] = common;
      isCut[key] = true;
    } else if (others > ordered[key] && !isCut[key]) {
      longest[key] = read;
      ordered[key] = others;
    }
  }

  /** Takes note of an own append, for the reads after it. */
  private void append(int t, int append) {
    int key = history.keyOf(append);
    ownCount[key] = ownBy[key] == t ? ownCount[key] + 1 : 1;
    ownBy[key] = t;
    lastOwn[key] = append;
  }

  private Optional<AnomalyKind> fault(int t, int read, int others) {
    if (others < 0 || !endsWithOwn(t, read)) {
      return Optional.of(AnomalyKind.NOT_MY_OWN_WRITE);
    }
    int key = history.keyOf(read);
    Optional<AnomalyKind> fault = Optional.empty();
    for (int e = 0; e < others; e++) {
      int append = append(key, read, e);
      if (append == NOBODY) {
        return Optional.of(AnomalyKind.THIN_AIR_READ);
      }
      int writer = history.transactionOf(append);
      if (!history.counts(writer)) {
        fault = Optional.of(AnomalyKind.ABORTED_READ);
      } else if (writer == t && fault.isEmpty()) {
        fault =
            Optional.of(append > read ? AnomalyKind.FUTURE_READ : AnomalyKind.DUPLICATE_ELEMENT);
      } else if (metBy[append] == read && fault.isEmpty()) {
        fault = Optional.of(AnomalyKind.DUPLICATE_ELEMENT);
      } else if (previous[append] != NOBODY && metBy[previous[append]] != read && fault.isEmpty()) {
        fault = Optional.of(AnomalyKind.INCOMPATIBLE_ORDER);
      } else if (e == others - 1 && !isLast[append] && fault.isEmpty()) {
        fault = Optional.of(AnomalyKind.INTERMEDIATE_READ);
      }
      metBy[append] = read;
    }
    return fault;
  }

  private boolean endsWithOwn(int t, int read) {
    int key = history.keyOf(read);
    int index = history.listSize(read) - 1;
    for (int own = ownBy[key] == t ? lastOwn[key] : NOBODY; own != NOBODY; own = previous[own]) {
      if (index < 0 || history.listElement(read, index) != history.valueOf(own)) {
        return false;
      }
      index--;
    }
    return true;
  }

  private int append(int key, int read, int index) {
    return appends[key] == null ? NOBODY : appends[key].get(history.listElement(read, index));
  }

  private int commonPrefix(int left, int leftSize, int right, int rightSize) {
    int common = 0;
    while (common < Math.min(leftSize, rightSize)
        && history.listElement(left, common) == history.listElement(right, common)) {
      common++;
    }
    return common;
  }

  /** Step 3: links the versions of the order, one for each run of one transaction's appends. */
  private void chain(int key) {
    int version = History.INITIAL;
    int pending = Versions.NONE;
    for (int e = 0; e < ordered[key]; e++) {
      int append = append(key, longest[key], e);
      if (pending != Versions.NONE
          && history.transactionOf(pending) != history.transactionOf(append)) {
        versions.setAfter(key, version, pending);
        version = pending;
      }
      pending = append;
    }
    if (pending != Versions.NONE) {
      versions.setAfter(key, version, pending);
      versions.setTail(key, pending);
    }
  }

  private void addUnread() {
    boolean[] inOrder = new boolean[history.operationCount()];
    for (int key = 0; key < history.keyCount(); key++) {
      for (int e = 0; e < ordered[key]; e++) {
        inOrder[append(key, longest[key], e)] = true;
      }
    }
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)
          && isLast[i]
          && !inOrder[i]
          && history.counts(history.transactionOf(i))) {
        versions.addUnordered(history.keyOf(i), i);
      }
    }
  }
}
