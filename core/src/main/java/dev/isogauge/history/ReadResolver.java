package dev.isogauge.history;

import dev.isogauge.util.Parallel;
import java.util.Arrays;

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
final class ReadResolver {
  private static final int GRAIN = 1 << 13;

  private final HistoryColumns columns;
  private final WriteNames names;

  ReadResolver(HistoryColumns columns, WriteNames names) {
    this.columns = columns;
    this.names = names;
  }

  DuplicateWrites resolve(HistoryBuilder.TransactionNames transactions) {
    // Step 2 before step 1: the table tells writes by their raw kind.
    WriteTable table = WriteTable.of(columns);
    int count = columns.outcomes.length;
    Parallel.ranges(count, GRAIN, this::markWrites);
    DuplicateWrites duplicates = new DuplicateWrites(columns, table.groups());
    columns.readFrom = new int[columns.kinds.length];
    Parallel.ranges(
        count,
        GRAIN,
        (begin, end) -> new Pass(table, duplicates, transactions).resolve(begin, end));
    return duplicates;
  }

  /** Step 1: walking backwards, the first write of a key that is met is the final one. */
  private void markWrites(int begin, int end) {
    int[] lastSeen = new int[columns.keyNames.length];
    for (int t = begin; t < end; t++) {
      boolean aborted = columns.outcomes[t] == Outcome.ABORTED.code();
      byte last = aborted ? HistoryColumns.ABORTED_WRITE : HistoryColumns.FINAL_WRITE;
      byte other = aborted ? HistoryColumns.ABORTED_WRITE : HistoryColumns.WRITE;
      for (int i = columns.firstOperation[t + 1] - 1; i >= columns.firstOperation[t]; i--) {
        if (columns.kinds[i] == RawBlock.WRITE) {
          int key = columns.keys[i];
          columns.kinds[i] = lastSeen[key] == t + 1 ? other : last;
          lastSeen[key] = t + 1;
        }
      }
    }
  }

  /** Step 3 for a range of transactions, with the latest own write of each key at hand. */
  private final class Pass {
    private final WriteTable table;
    private final DuplicateWrites duplicates;
    private final HistoryBuilder.TransactionNames transactions;
    private final int[] latestOwn = new int[columns.keyNames.length];
    private final int[] ownedBy = new int[columns.keyNames.length];

    Pass(
        WriteTable table,
        DuplicateWrites duplicates,
        HistoryBuilder.TransactionNames transactions) {
      this.table = table;
      this.duplicates = duplicates;
      this.transactions = transactions;
    }

    void resolve(int begin, int end) {
      for (int t = begin; t < end; t++) {
        for (int i = columns.firstOperation[t]; i < columns.firstOperation[t + 1]; i++) {
          int key = columns.keys[i];
          if (columns.kinds[i] >= HistoryColumns.WRITE) {
            latestOwn[key] = i;
            ownedBy[key] = t + 1;
          } else if (columns.kinds[i] == RawBlock.READ_UNKNOWN) {
            set(i, History.UNKNOWN, ReadStatus.UNKNOWN);
          } else {
            resolve(i, t, ownedBy[key] == t + 1 ? latestOwn[key] : -1);
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
      int write = table.find(key, value);
      if (write >= 0) {
        set(read, write, statusOf(write, read, t, own));
      } else if (write == WriteTable.ABSENT) {
        if (value == columns.initialValues[key]) {
          set(read, History.INITIAL, own >= 0 ? ReadStatus.NOT_OWN : ReadStatus.EXTERNAL);
        } else {
          set(read, History.THIN_AIR, ReadStatus.THIN_AIR);
        }
      } else {
        resolveAmongSeveral(read, t, own, -2 - write);
      }
    }

    private ReadStatus statusOf(int write, int read, int t, int own) {
      if (write >= columns.firstOperation[t] && write < columns.firstOperation[t + 1]) {
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
        for (int write : duplicates.possible(group)) {
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
      int aborted = -1;
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
        set(read, History.INITIAL, own >= 0 ? ReadStatus.NOT_OWN : ReadStatus.EXTERNAL);
        return;
      }
      int write = findNamed(read, t, transactions.find(name));
      if (write < 0) {
        set(read, History.THIN_AIR, ReadStatus.THIN_AIR);
      } else {
        set(read, write, write == own ? ReadStatus.OWN : statusOf(write, read, t, own));
      }
    }

    /** The write that the read names, of the read's key and value; -1 where there is none. */
    private int findNamed(int read, int t, int writer) {
      int found =
          writer < 0 ? WriteTable.ABSENT : table.find(columns.keys[read], columns.values[read]);
      if (found == WriteTable.ABSENT) {
        return -1;
      }
      if (found >= 0) {
        return columns.transactionOf[found] == writer && idFits(read, found) ? found : -1;
      }
      int[] members = duplicates.members(-2 - found);
      int before = lastNamed(read, writer, members, writer == t ? read : endOf(writer));
      return before < 0 && writer == t ? lastNamed(read, writer, members, endOf(writer)) : before;
    }

    private int endOf(int transaction) {
      return columns.firstOperation[transaction + 1];
    }

    private int lastNamed(int read, int writer, int[] members, int end) {
      int at = Arrays.binarySearch(members, end);
      for (int i = (at < 0 ? -1 - at : at) - 1;
          i >= 0 && columns.transactionOf[members[i]] == writer;
          i--) {
        if (idFits(read, members[i])) {
          return members[i];
        }
      }
      return -1;
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
