package dev.isogauge.check.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.history.ListTokens;
import dev.isogauge.timestamp.TimestampRules;
import dev.isogauge.timestamp.TransactionList;
import dev.isogauge.timestamp.TransactionList.ReadKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state of lists while the claimed order is simulated: each key's appends so far. {@link
 * TransactionList} holds what one transaction does with a list.
 */
final class ListState {
  private static final int[] NOTHING = {};

  private final History history;
  private final TimestampRules rules;
  private final TimestampFindings findings;
  private final ReadOrigins origins;
  private final boolean inverted;

  /** By key: the appends so far. */
  private final IntArrayList[] appends;

  /** By key: the last read that showed what it should, and how many elements that was. */
  private final int[] judged;

  private final int[] judgedSize;

  /** By key: its list in the current transaction; others are left over from earlier ones. */
  private final TransactionList[] current;

  /** Lists to use again, and how many of them the current transaction uses. */
  private final List<TransactionList> lists = new ArrayList<>();

  private int used;

  ListState(
      History history,
      TimestampRules rules,
      TimestampFindings findings,
      ReadOrigins origins,
      boolean inverted) {
    this.history = history;
    this.rules = rules;
    this.findings = findings;
    this.origins = origins;
    this.inverted = inverted;
    int keys = history.hasLists() ? history.keyCount() : 0;
    appends = new IntArrayList[keys];
    current = new TransactionList[keys];
    judged = new int[keys];
    judgedSize = new int[keys];
  }

  void read(int t, boolean judgeExternal) {
    int first = history.firstOperation(t);
    int end = history.endOperation(t);
    for (int i = first; i < end; i++) {
      current[history.keyOf(i)] = null;
    }
    used = 0;
    for (int i = first; i < end; i++) {
      if (history.isAppend(i)) {
        list(history.keyOf(i)).append(history.valueOf(i));
      } else if (history.isListRead(i)) {
        TransactionList list = list(history.keyOf(i));
        ReadKind kind = list.read(i, history.listSize(i));
        if (kind == ReadKind.CONTRADICTING) {
          findings.internal(i, () -> list.expected(history.atoms()));
        } else if (kind == ReadKind.EXTERNAL && judgeExternal) {
          judge(t, i, list);
        }
      }
    }
  }

  private TransactionList list(int key) {
    if (current[key] == null) {
      if (used == lists.size()) {
        lists.add(new TransactionList(history::listElement));
      }
      current[key] = lists.get(used++);
      current[key].clear();
    }
    return current[key];
  }

  private void judge(int t, int read, TransactionList list) {
    int key = history.keyOf(read);
    int[] visible = appends[key] == null ? NOTHING : appends[key].elements();
    int size = appends[key] == null ? 0 : appends[key].size();
    if (inverted) {
      visible =
          Arrays.stream(visible, 0, size)
              .filter(append -> !rules.follows(history.transactionOf(append), t))
              .toArray();
      size = visible.length;
    }
    if (size == list.othersRead() && shows(read, visible, size)) {
      judged[key] = read;
      judgedSize[key] = size;
    } else {
      int[] expected = Arrays.copyOf(visible, size);
      findings.external(
          read,
          size == 0 ? History.INITIAL : history.transactionOf(expected[size - 1]),
          () -> text(expected, list),
          () -> origins.ofList(read, list.othersRead(), expected));
    }
  }

  /**
   * Whether a read begins with the elements of some appends. Appends only grow, so what the last
   * correct read of the list showed need not be looked up again, unless sessions are inverted and
   * the visible appends differ from one transaction to the next.
   */
  private boolean shows(int read, int[] visible, int size) {
    int key = history.keyOf(read);
    int known = inverted ? 0 : Math.min(judgedSize[key], size);
    boolean same = known == 0 || history.commonPrefix(read, judged[key], known) == known;
    for (int e = known; same && e < size; e++) {
      same = history.listElement(read, e) == history.valueOf(visible[e]);
    }
    return same;
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

  private String text(int[] visible, TransactionList list) {
    LongArrayList elements = new LongArrayList(visible.length);
    for (int append : visible) {
      elements.add(history.valueOf(append));
    }
    elements.addAll(list.appended());
    return ListTokens.of(elements.toLongArray(), history.atoms());
  }
}
