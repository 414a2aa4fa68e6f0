package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * The order of versions of a history of lists that grow by appends: a read shows all appends before
 * it (Elle's idea).
 *
 * <ol>
 *   <li>Find the append of each element.
 *   <li>Judge each read by itself: it ends with its transaction's own appends, its elements were
 *       appended by committed transactions, once each and in the order of their transaction, and
 *       the last one is its writer's last.
 *   <li>The longest of what was observed of a key is its order. Another read that is not a prefix
 *       of it is incompatible; the order then ends with their common prefix.
 *   <li>Appends that no read shows come after the order, in any order among themselves.
 *   <li>Where registers have values of several writers, a transaction of unknown outcome may have
 *       happened: find what its lists show then.
 * </ol>
 *
 * <p>O(operations + elements). Most reads begin with what was judged before, or are a beginning of
 * it: then the elements are only compared, and not looked up one by one.
 */
public final class ListAppends {
  /** Lists that grow by appends, whose reads show all earlier ones. */
  public static final KnownOrder ORDER =
      new KnownOrder(
          KnownOrder.READ_FIRST,
          false,
          ListAppends::obstacle,
          (history, checkTime) -> order(history, checkTime, Versions.LEFT_OUT));

  private final History history;
  private final Versions versions;

  /** By key: the read that observed most, and how many elements of it make the order. */
  private final int[] longest;

  private final int[] ordered;

  /** By key: whether an incompatible read has cut its order short. */
  private final boolean[] isCut;

  /** By append: its place in its key's order, {@link History#NONE} if it has none. */
  private final int[] placeOf;

  /** By append: whether it is its transaction's last one to the key. */
  private final boolean[] isLast;

  /** By append: its transaction's append to the key before it. */
  private final int[] previous;

  /** By key: the first append to it of the current or an earlier transaction. */
  private final int[] firstOwn;

  // By key: the transaction that appended last, how often so far, and its last append.
  private final int[] ownBy;
  private final int[] ownCount;
  private final int[] lastOwn;

  /** By append: the read that met it last. */
  private final int[] metBy;

  /** What a transaction of unknown outcome saw if it shows more than the order has. */
  private final int beyondOrder;

  private ListAppends(History history, int beyondOrder) {
    this.history = history;
    this.beyondOrder = beyondOrder;
    this.versions = new Versions(history, false);
    this.longest = new int[history.keyCount()];
    this.ordered = new int[history.keyCount()];
    this.isCut = new boolean[history.keyCount()];
    this.placeOf = new int[history.operationCount()];
    this.isLast = new boolean[history.operationCount()];
    this.previous = new int[history.operationCount()];
    this.metBy = new int[history.operationCount()];
    this.firstOwn = new int[history.keyCount()];
    this.ownBy = new int[history.keyCount()];
    this.ownCount = new int[history.keyCount()];
    this.lastOwn = new int[history.keyCount()];
    Arrays.fill(placeOf, History.NONE);
    Arrays.fill(previous, History.NONE);
    Arrays.fill(firstOwn, History.NONE);
    Arrays.fill(ownBy, History.NONE);
    Arrays.fill(longest, History.NONE);
    Arrays.fill(metBy, History.NONE);
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
    return Optional.empty();
  }

  /** The same where what shows more of a list than all that counts has not happened. */
  public static Versions asShown(History history, Runnable checkTime) {
    return order(history, checkTime, Versions.IMPOSSIBLE);
  }

  private static Versions order(History history, Runnable checkTime, int beyondOrder) {
    ListAppends source = new ListAppends(history, beyondOrder);
    // Step 1.
    source.linkAppends();
    // Steps 2 and 3.
    SessionRounds.forEach(history, source::add, checkTime);
    for (int key = 0; key < history.keyCount(); key++) {
      source.chain(key);
    }
    // Step 4.
    source.addUnread();
    // Step 5.
    BitSet possible = source.possibleWriters();
    for (int t = possible.nextSetBit(0); t >= 0; t = possible.nextSetBit(t + 1)) {
      if (history.outcome(t) == Outcome.INDETERMINATE && !history.counts(t)) {
        source.addUncounted(t);
      }
    }
    return source.versions;
  }

  /** Links the appends of each transaction to each key. */
  private void linkAppends() {
    int[] later = new int[history.keyCount()];
    Arrays.fill(later, History.NONE);
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.endOperation(t) - 1; i >= history.firstOperation(t); i--) {
        if (history.isAppend(i)) {
          int next = later[history.keyOf(i)];
          isLast[i] = next < history.firstOperation(t) || next >= history.endOperation(t);
          if (!isLast[i]) {
            previous[next] = i;
          }
          later[history.keyOf(i)] = i;
        }
      }
    }
  }

  private void add(int t) {
    for (int i = history.endOperation(t) - 1; i >= history.firstOperation(t); i--) {
      if (history.isAppend(i)) {
        firstOwn[history.keyOf(i)] = i;
      }
    }
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isListRead(i)) {
        read(t, i);
      } else if (history.isAppend(i)) {
        append(t, i);
      }
    }
  }

  /** Step 2; what a faultless read observed may be the key's longest. */
  private void read(int t, int read) {
    int key = history.keyOf(read);
    int others = history.listSize(read) - (ownBy[key] == t ? ownCount[key] : 0);
    if (history.repeatedAppend() != History.NONE && showsRepeated(t, read, others)) {
      return;
    }
    if (longest[key] == History.NONE) {
      // As good as any other while nothing of it is ordered.
      longest[key] = read;
    }
    int compared = Math.min(ordered[key], Math.max(0, others));
    int common = history.commonPrefix(longest[key], read, compared);
    boolean isJudged =
        others >= 0 && endsWithOwn(t, read) && common == compared && continues(t, read, others);
    if (!isJudged) {
      Optional<AnomalyKind> fault = fault(t, read, others);
      if (fault.isPresent()) {
        versions.findings().add(Anomaly.ofFaultyList(fault.get(), history, read));
        return;
      }
    }
    versions.setSeen(read, others == 0 ? History.INITIAL : append(key, read, others - 1));
    if (common < compared) {
      versions
          .findings()
          .add(
              Anomaly.of(
                  AnomalyKind.INCOMPATIBLE_ORDER,
                  Part.ofOperation(Role.FIRST, history, longest[key]),
                  Part.ofOperation(Role.SECOND, history, read)));
      ordered[key] = common;
      isCut[key] = true;
    } else if (others > ordered[key] && !isCut[key]) {
      longest[key] = read;
      for (int e = ordered[key]; e < others; e++) {
        placeOf[append(key, read, e)] = e;
      }
      ordered[key] = others;
    }
  }

  /**
   * Of an element that several transactions appended, a read does not show whose it saw. Such a
   * read is left out, unless each of them would make it wrong.
   */
  private boolean showsRepeated(int t, int read, int others) {
    int repeated = History.NONE;
    Optional<AnomalyKind> fault =
        others < 0 || !endsWithOwn(t, read)
            ? Optional.of(AnomalyKind.NOT_MY_OWN_WRITE)
            : Optional.empty();
    for (int e = 0; e < others; e++) {
      int append = append(history.keyOf(read), read, e);
      if (append == History.SEVERAL) {
        repeated = e;
      } else if (append == History.NONE) {
        fault = fault.or(() -> Optional.of(AnomalyKind.THIN_AIR_READ));
      }
    }
    if (repeated == History.NONE) {
      return false;
    }
    fault.ifPresent(kind -> versions.findings().add(Anomaly.ofFaultyList(kind, history, read)));
    versions.leaveOpen(
        String.format(
            "%s reads %s of %s, which was appended more than once; append every element only once",
            history.transactionName(t),
            history.atoms().token(history.listElement(read, repeated)),
            history.keyName(history.keyOf(read))));
    return true;
  }

  /**
   * Whether a read that agrees with its key's order is faultless: because it is a beginning of the
   * order without own appends, and otherwise because what it adds to the order is faultless. False
   * if that is not clear.
   */
  private boolean continues(int t, int read, int others) {
    int key = history.keyOf(read);
    int own = firstOwn[key];
    boolean hasOwn = own >= history.firstOperation(t) && own < history.endOperation(t);
    if (isCut[key] || (hasOwn && placeOf[own] != History.NONE && placeOf[own] < others)) {
      return false;
    }
    for (int e = ordered[key]; e < others; e++) {
      int append = append(key, read, e);
      if (append == History.NONE
          || placeOf[append] != History.NONE
          || metBy[append] == read
          || !history.counts(history.transactionOf(append))
          || history.transactionOf(append) == t
          || !isMet(previous[append], read)) {
        return false;
      }
      metBy[append] = read;
    }
    return others == 0 || isLast[append(key, read, others - 1)];
  }

  private boolean isMet(int append, int read) {
    return append == History.NONE || placeOf[append] != History.NONE || metBy[append] == read;
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
      if (append != History.NONE) {
        // Nothing is met yet, whatever was tried before.
        metBy[append] = History.NONE;
      }
    }
    for (int e = 0; e < others; e++) {
      int append = append(key, read, e);
      if (append == History.NONE) {
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
      } else if (previous[append] != History.NONE
          && metBy[previous[append]] != read
          && fault.isEmpty()) {
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
    for (int own = ownBy[key] == t ? lastOwn[key] : History.NONE;
        own != History.NONE;
        own = previous[own]) {
      if (index < 0 || history.listElement(read, index) != history.valueOf(own)) {
        return false;
      }
      index--;
    }
    return true;
  }

  private int append(int key, int read, int index) {
    return history.writeOf(key, history.listElement(read, index));
  }

  /** Step 3: links the versions of the order, one for each run of one transaction's appends. */
  private void chain(int key) {
    int version = History.INITIAL;
    int pending = History.NONE;
    for (int e = 0; e < ordered[key]; e++) {
      int append = append(key, longest[key], e);
      if (pending != History.NONE
          && history.transactionOf(pending) != history.transactionOf(append)) {
        versions.setAfter(key, version, pending);
        version = pending;
      }
      pending = append;
    }
    if (pending != History.NONE) {
      versions.setAfter(key, version, pending);
      versions.setTail(key, pending);
    }
  }

  /** The transactions that a read with several possible writers may have seen. */
  private BitSet possibleWriters() {
    BitSet possible = new BitSet();
    for (int i = 0; !history.allReadsClean() && i < history.operationCount(); i++) {
      if (!history.isWrite(i) && !history.isListRead(i) && history.readFrom(i) == History.SEVERAL) {
        for (int write : history.candidates(i)) {
          if (write != History.INITIAL) {
            possible.set(history.transactionOf(write));
          }
        }
      }
    }
    return possible;
  }

  private void addUncounted(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isAppend(i)) {
        append(t, i);
      } else if (history.isListRead(i)) {
        int seen = seenUncounted(t, i);
        versions.setSeen(i, seen);
        if (seen == Versions.LEFT_OUT) {
          versions.leaveOpen(
              String.format(
                  "%s, whose outcome is unknown, reads elements of %s that no other transaction"
                      + " shows; read every list at the end",
                  history.transactionName(t), history.keyName(history.keyOf(i))));
        }
      }
    }
  }

  /** What a list read saw, if its transaction happened; its elements must be those of the order. */
  private int seenUncounted(int t, int read) {
    int key = history.keyOf(read);
    int others = history.listSize(read) - (ownBy[key] == t ? ownCount[key] : 0);
    if (others < 0 || !endsWithOwn(t, read)) {
      return Versions.IMPOSSIBLE;
    }
    for (int e = 0; e < others; e++) {
      int append = append(key, read, e);
      if (append == History.SEVERAL || (append >= 0 && placeOf[append] == History.NONE)) {
        return e < ordered[key] || (append >= 0 && isNeverSeen(t, append))
            ? Versions.IMPOSSIBLE
            : beyondOrder;
      }
      if (append == History.NONE || placeOf[append] != e) {
        return Versions.IMPOSSIBLE;
      }
    }
    int last = others == 0 ? History.INITIAL : append(key, read, others - 1);
    return last == History.INITIAL || isLast[last] ? last : Versions.IMPOSSIBLE;
  }

  private boolean isNeverSeen(int t, int append) {
    int writer = history.transactionOf(append);
    return writer == t || history.outcome(writer) == Outcome.ABORTED;
  }

  private void addUnread() {
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i)
          && isLast[i]
          && (placeOf[i] == History.NONE || placeOf[i] >= ordered[history.keyOf(i)])
          && history.counts(history.transactionOf(i))) {
        versions.addUnordered(history.keyOf(i), i);
      }
    }
  }
}
