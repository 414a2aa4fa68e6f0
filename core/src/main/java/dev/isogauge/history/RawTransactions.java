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
  private final IntArrayList firstFragment = new IntArrayList();
  private final IntArrayList firstBlock = new IntArrayList();
  private final IntArrayList sizes = new IntArrayList();

  RawTransactions(Atoms atoms, List<RawBlock> blocks) {
    this.atoms = atoms;
    this.blocks = blocks;
  }

  /** Numbers the transactions of all blocks; returns the transaction by block and fragment. */
  int[][] number(boolean namesAreUnique) {
    int fragments = blocks.stream().mapToInt(RawBlock::fragmentCount).sum();
    for (IntArrayList column :
        List.of(namedTransaction, sessionOf, firstFragment, firstBlock, sizes)) {
      column.ensureCapacity(fragments);
    }
    int[][] transactionOfFragment = new int[blocks.size()][];
    for (int b = 0; b < blocks.size(); b++) {
      RawBlock block = blocks.get(b);
      int[] ids = new int[block.fragmentCount()];
      for (int fragment = 0; fragment < ids.length; fragment++) {
        ids[fragment] = number(block, b, fragment, namesAreUnique);
      }
      transactionOfFragment[b] = ids;
    }
    return transactionOfFragment;
  }

  private int number(RawBlock block, int blockIndex, int fragment, boolean namesAreUnique) {
    int session = sessions.intern(block.session(fragment));
    int size = block.fragmentEnd(fragment) - block.fragmentBegin(fragment);
    long name = block.name(fragment);
    if (name != Atoms.NO_NAME) {
      int before = named.size();
      int id = named.intern(name);
      if (id < before) {
        int transaction = namedTransaction.getInt(id);
        if (namesAreUnique) {
          RawBlock first = blocks.get(firstBlock.getInt(transaction));
          throw new HistoryException(
              block.line(fragment),
              String.format(
                  Locale.ROOT,
                  "transaction %s is also in line %d; expected a unique name",
                  atoms.token(name),
                  first.line(firstFragment.getInt(transaction))));
        }
        if (sessionOf.getInt(transaction) != session) {
          throw new HistoryException(
              block.line(fragment),
              String.format(
                  "transaction %s is in session %s and in session %s; expected one session",
                  atoms.token(name),
                  atoms.token(sessions.atom(sessionOf.getInt(transaction))),
                  atoms.token(block.session(fragment))));
        }
        sizes.set(transaction, Math.addExact(sizes.getInt(transaction), size));
        return transaction;
      }
      namedTransaction.add(sizes.size());
    }
    sessionOf.add(session);
    firstFragment.add(fragment);
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

  int firstFragment(int transaction) {
    return firstFragment.getInt(transaction);
  }

  HistoryBuilder.TransactionNames byName(int[] renumbered) {
    return name -> {
      int id = named.find(name);
      return id == History.NONE ? History.NONE : renumbered[namedTransaction.getInt(id)];
    };
  }
}
