package dev.isogauge.history;

import dev.isogauge.util.Parallel;
import dev.isogauge.util.Windows;

/**
 * Resolves every read to the write it saw and says what kind of read that makes it.
 *
 * <ol>
 *   <li>Find each transaction's final write of each key.
 *   <li>Index all writes by key and value.
 *   <li>Resolve each read: an own read that equals the latest own write is that write; else the
 *       write that the format names; else the writes of that key and value. A read with several
 *       possible writers is faulty only if every one of them makes it so; a single clean one is it.
 * </ol>
 *
 * <p>O(operations) expected, on all cores.
 */
record ReadResolver(HistoryColumns columns, WriteNames names) {
  /** How many operations are looked up at a time. */
  private static final int LOOK_UPS = 1 << 12;

  WriteIndex resolve(HistoryBuilder.TransactionNames transactions) {
    int count = columns.outcomes.length;
    // Step 1.
    Parallel.ranges(count, columns.kinds.length, this::markWrites);
    // Step 2.
    WriteIndex index = new WriteIndex(columns);
    // Step 3.
    columns.readFrom = new int[columns.kinds.length];
    new Windows(columns.firstTransaction, columns.kinds.length)
        .run(piece -> new Pass(index, transactions)::resolve);
    return index;
  }

  /** Step 1: a write is final if no later operation of its transaction writes the key. */
  private void markWrites(int begin, int end) {
    LatestWrites later = new LatestWrites(columns);
    for (int t = begin; t < end; t++) {
      boolean aborted = columns.outcomes[t] == Outcome.ABORTED.code();
      byte last = aborted ? HistoryColumns.ABORTED_WRITE : HistoryColumns.FINAL_WRITE;
      byte other = aborted ? HistoryColumns.ABORTED_WRITE : HistoryColumns.WRITE;
      int first = columns.firstOperation[t];
      int after = columns.firstOperation[t + 1];
      later.begin(first, after);
      for (int i = after - 1; i >= first; i--) {
        if (columns.kinds[i] == RawBlock.WRITE) {
          columns.kinds[i] = later.findAfter(i) >= 0 ? other : last;
          later.add(i);
        } else if (aborted && columns.kinds[i] == RawBlock.APPEND) {
          columns.kinds[i] = HistoryColumns.ABORTED_APPEND;
        }
      }
    }
  }

  /** Step 3 for a range of transactions; keeps the latest own write of each key. */
  private final class Pass {
    private final WriteTable table;
    private final DuplicateWrites duplicates;
    private final HistoryBuilder.TransactionNames transactions;
    private final LatestWrites earlier = new LatestWrites(columns);

    Pass(WriteIndex index, HistoryBuilder.TransactionNames transactions) {
      this.table = index.table();
      this.duplicates = index.duplicates();
      this.transactions = transactions;
    }

    void resolve(int begin, int end) {
      int lookedUp = columns.firstOperation[begin];
      for (int t = begin; t < end; t++) {
        int first = columns.firstOperation[t];
        int after = columns.firstOperation[t + 1];
        if (after > lookedUp) {
          int next = Math.min(columns.firstOperation[end], Math.max(after, lookedUp + LOOK_UPS));
          // What is found waits in readFrom until the read is resolved.
          table.findAll(lookedUp, next, columns.readFrom);
          lookedUp = next;
        }
        earlier.begin(first, after);
        for (int i = first; i < after; i++) {
          if (columns.kinds[i] >= HistoryColumns.WRITE) {
            earlier.add(i);
          } else if (columns.kinds[i] == RawBlock.READ_UNKNOWN) {
            set(i, History.UNKNOWN, ReadStatus.UNKNOWN);
          } else if (columns.kinds[i] == RawBlock.READ_LIST) {
            columns.readFrom[i] = History.UNKNOWN;
          } else {
            resolve(i, t, earlier.findBefore(i));
          }
        }
      }
    }

    private void resolve(int read, int t, int own) {
      int key = columns.keys[read];
      long value = columns.values[read];
      if (own >= 0 && columns.values[own] == value) {
        set(read, own, ReadStatus.OWN);
        return;
      }
      if (names.writers() != null && names.writers()[read] != Atoms.NO_NAME) {
        resolveNamed(read, t, own);
        return;
      }
      int write = columns.readFrom[read];
      if (write >= 0) {
        boolean isFinal = (write & WriteTable.NOT_FINAL) == 0;
        write &= ~WriteTable.NOT_FINAL;
        set(
            read,
            write,
            isFinal && own < 0 && !isOf(t, write)
                ? ReadStatus.EXTERNAL
                : statusOf(write, read, t, own));
      } else if (write == WriteTable.NOT_FOUND) {
        if (value == columns.initialValues[key]) {
          set(read, History.INITIAL, own >= 0 ? ReadStatus.NOT_OWN : ReadStatus.EXTERNAL);
        } else {
          set(read, History.THIN_AIR, ReadStatus.THIN_AIR);
        }
      } else {
        resolveAmongSeveral(read, t, own, duplicates.groupOf(WriteTable.firstOfGroup(write)));
      }
    }

    private boolean isOf(int t, int operation) {
      return operation >= columns.firstOperation[t] && operation < columns.firstOperation[t + 1];
    }

    private ReadStatus statusOf(int write, int read, int t, int own) {
      if (isOf(t, write)) {
        return write > read ? ReadStatus.FUTURE : ReadStatus.NOT_LAST_OWN;
      }
      byte kind = columns.kinds[write];
      if (kind == HistoryColumns.ABORTED_WRITE) {
        return ReadStatus.ABORTED;
      }
      if (own >= 0) {
        return ReadStatus.NOT_OWN;
      }
      return kind == HistoryColumns.FINAL_WRITE ? ReadStatus.EXTERNAL : ReadStatus.INTERMEDIATE;
    }

    /** Picks among the writes of one key and value, the initial version included. */
    private void resolveAmongSeveral(int read, int t, int own, int group) {
      boolean initial = columns.values[read] == columns.initialValues[columns.keys[read]];
      if (own < 0) {
        int clean = initial ? History.INITIAL : History.THIN_AIR;
        int choices = initial ? 1 : 0;
        for (int i = 0; i < duplicates.possibleCount(group); i++) {
          int write = duplicates.possible(group, i);
          if (columns.transactionOf[write] != t) {
            clean = write;
            if (++choices > 1) {
              set(read, History.SEVERAL, ReadStatus.SEVERAL);
              return;
            }
          }
        }
        if (choices == 1) {
          set(read, clean, ReadStatus.EXTERNAL);
          return;
        }
      }
      // No clean choice: take the one whose fault is named first; aborted writes only if alone.
      int best = initial ? History.INITIAL : History.THIN_AIR;
      ReadStatus fault = initial ? ReadStatus.NOT_OWN : null;
      int aborted = History.NONE;
      boolean ownBefore = false;
      for (int write : duplicates.members(group)) {
        ReadStatus status = statusOf(write, read, t, own);
        ownBefore |= status == ReadStatus.NOT_LAST_OWN;
        // An own read is of the latest such write before it, not of a later one.
        boolean laterOwn = ownBefore && status == ReadStatus.FUTURE;
        if (status == ReadStatus.ABORTED) {
          aborted = write;
        } else if (!laterOwn && (fault == null || status.compareTo(fault) <= 0)) {
          fault = status;
          best = write;
        }
      }
      if (fault == null) {
        set(read, aborted, ReadStatus.ABORTED);
      } else {
        set(read, best, fault);
      }
    }

    private void resolveNamed(int read, int t, int own) {
      long name = names.writers()[read];
      if (name == Atoms.INITIAL_WRITER) {
        if (columns.values[read] != columns.initialValues[columns.keys[read]]) {
          set(read, History.THIN_AIR, ReadStatus.THIN_AIR);
        } else {
          set(read, History.INITIAL, own >= 0 ? ReadStatus.NOT_OWN : ReadStatus.EXTERNAL);
        }
        return;
      }
      int write = findNamed(read, t, transactions.find(name));
      if (write < 0) {
        set(read, History.THIN_AIR, ReadStatus.THIN_AIR);
      } else {
        set(read, write, write == own ? ReadStatus.OWN : statusOf(write, read, t, own));
      }
    }

    /** The write that the read names, of the read's key and value; NONE if there is none. */
    private int findNamed(int read, int t, int writer) {
      int found =
          writer < 0 ? WriteTable.NOT_FOUND : table.find(columns.keys[read], columns.values[read]);
      if (found == WriteTable.NOT_FOUND) {
        return History.NONE;
      }
      if (found >= 0) {
        int write = found & ~WriteTable.NOT_FINAL;
        return columns.transactionOf[write] == writer && idFits(read, write) ? write : History.NONE;
      }
      int group = duplicates.groupOf(WriteTable.firstOfGroup(found));
      int before = lastNamed(read, writer, group, writer == t ? read : endOf(writer));
      return before < 0 && writer == t ? lastNamed(read, writer, group, endOf(writer)) : before;
    }

    private int endOf(int transaction) {
      return columns.firstOperation[transaction + 1];
    }

    private int lastNamed(int read, int writer, int group, int end) {
      int write = duplicates.lastBy(group, writer, end);
      while (write != History.NONE && !idFits(read, write)) {
        write = duplicates.lastBy(group, writer, write);
      }
      return write;
    }

    private boolean idFits(int read, int write) {
      long id = names.ids()[read];
      return id == Atoms.NO_NAME || id == names.ids()[write];
    }

    private void set(int read, int from, ReadStatus status) {
      if (status != ReadStatus.EXTERNAL && status != ReadStatus.OWN) {
        // Every thread only ever sets it.
        columns.allReadsClean = false;
      }
      columns.readFrom[read] = from;
      columns.kinds[read] = (byte) status.ordinal();
    }
  }
}
