package dev.isogauge.history;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/** The transaction that appended an element to a list, among those that did not abort. */
final class Appenders {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final Long2IntOpenHashMap[] byKey;

  Appenders(HistoryColumns columns) {
    byKey = new Long2IntOpenHashMap[columns.keyNames.length];
    for (int i = 0; i < columns.kinds.length; i++) {
      if (columns.kinds[i] == HistoryColumns.APPEND) {
        add(columns.keys[i], columns.values[i], columns.transactionOf[i]);
      }
    }
  }

  private void add(int key, long element, int transaction) {
    if (byKey[key] == null) {
      byKey[key] = new Long2IntOpenHashMap();
      byKey[key].defaultReturnValue(NOBODY);
    }
    int known = byKey[key].get(element);
    byKey[key].put(element, known == NOBODY || known == transaction ? transaction : SEVERAL);
  }

  /** The only transaction that appended the element; negative where there is none or several. */
  int get(int key, long element) {
    return byKey[key] == null ? NOBODY : byKey[key].get(element);
  }
}
