package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Locale;

/** The transactions of raw blocks, numbered in the order they first appear. */
final class RawTransactions {
  private final Atoms atoms;
  private final List<RawBlock> blocks;

  private final AtomIndex sessions = new AtomIndex();
  private final AtomIndex named = new AtomIndex();
  private final IntArrayList namedTransaction = new IntArrayList();
  private final IntArrayList sessionOf = new IntArrayList();
  private final IntArrayList firstRun = new IntArrayList();
  private final IntArrayList firstBlock = new IntArrayList();
  private final IntArrayList sizes = new IntArrayList();

  RawTransactions(Atoms atoms, List<RawBlock> blocks) {
    this.atoms = atoms;
    this.blocks = blocks;
  }

  /** Numbers the transactions of all blocks; says of each run of each block whose it is. */
  int[][] number(boolean namesAreUnique) {
    int runs = blocks.stream().mapToInt(RawBlock::runCount).sum();
    for (IntArrayList column : List.of(namedTransaction, sessionOf, firstRun, firstBlock, sizes)) {
      column.ensureCapacity(runs);
    }
    int[][] transactionOfRun = new int[blocks.size()][];
    for (int b = 0; b < blocks.size(); b++) {
      RawBlock block = blocks.get(b);
      int[] ids = new int[block.runCount()];
      for (int run = 0; run < ids.length; run++) {
        ids[run] = number(block, b, run, namesAreUnique);
      }
      transactionOfRun[b] = ids;
    }
    return transactionOfRun;
  }

  private int number(RawBlock block, int blockIndex, int run, boolean namesAreUnique) {
    int session = sessions.intern(block.session(run));
    int size = block.runEnd(run) - block.runBegin(run);
    long name = block.name(run);
    if (name != Atoms.NO_NAME) {
      int before = named.size();
      int id = named.intern(name);
      if (id < before) {
        int transaction = namedTransaction.getInt(id);
        if (namesAreUnique) {
          RawBlock first = blocks.get(firstBlock.getInt(transaction));
          throw new HistoryException(
              block.line(run),
              String.format(
                  Locale.ROOT,
                  "transaction %s stands here and in line %d; expected a name of its own",
                  atoms.token(name),
                  first.line(firstRun.getInt(transaction))));
        }
        if (sessionOf.getInt(transaction) != session) {
          throw new HistoryException(
              block.line(run),
              String.format(
                  "transaction %s stands in session %s and in session %s; expected one session",
                  atoms.token(name),
                  atoms.token(sessions.atom(sessionOf.getInt(transaction))),
                  atoms.token(block.session(run))));
        }
        sizes.set(transaction, Math.addExact(sizes.getInt(transaction), size));
        return transaction;
      }
      namedTransaction.add(sizes.size());
    }
    sessionOf.add(session);
    firstRun.add(run);
    firstBlock.add(blockIndex);
    sizes.add(size);
    return sizes.size() - 1;
  }

  int count() {
    return sizes.size();
  }

  AtomIndex sessions() {
    return sessions;
  }

  int sessionOf(int transaction) {
    return sessionOf.getInt(transaction);
  }

  /** How many operations the transaction has. */
  int size(int transaction) {
    return sizes.getInt(transaction);
  }

  RawBlock firstBlock(int transaction) {
    return blocks.get(firstBlock.getInt(transaction));
  }

  int firstRun(int transaction) {
    return firstRun.getInt(transaction);
  }

  HistoryBuilder.TransactionNames byName(int[] renumbered) {
    return name -> {
      int id = named.find(name);
      return id == History.NONE ? History.NONE : renumbered[namedTransaction.getInt(id)];
    };
  }
}
