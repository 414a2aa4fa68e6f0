package dev.isogauge.history;

import dev.isogauge.history.UnknownOperations.Scope;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * What a history with unknown operations says for certain, with the same numbers: whatever this
 * violates, the history violates, however its unknown operations turn out.
 *
 * <ol>
 *   <li>Unknown reads are left out: fewer reads can be explained more easily.
 *   <li>A read of a key that an unknown write may have written has an unknown result, since it may
 *       have seen that write. So has a predicate read of a relation with such a key. Writes stay:
 *       they happened, whatever else was written. So does a read that is not what its own
 *       transaction wrote before, unless that one has unknown writes: what others wrote is no
 *       excuse.
 *   <li>A version order of such a key is left out, since versions may be missing in it.
 * </ol>
 */
final class KnownPart implements HistoryCopy.Choice {
  private final History history;
  private final BitSet doubtfulKeys = new BitSet();
  private final Set<String> doubtfulRelations = new HashSet<>();

  /** Transactions with unknown writes. */
  private final BitSet writesUnknown = new BitSet();

  private boolean allIsDoubtful;

  private KnownPart(History history) {
    this.history = history;
    Set<String> tables = new HashSet<>();
    UnknownOperations unknown = history.unknownOperations();
    for (int u = 0; u < unknown.count(); u++) {
      if (unknown.isWrite(u)) {
        add(unknown.scope(u), unknown.name(u), tables);
        writesUnknown.set(unknown.transactionOf(u));
      }
    }
    for (int key = 0; key < history.keyCount(); key++) {
      if (tables.contains(relation(history.keyAtom(key)))) {
        doubtfulKeys.set(key);
      }
    }
  }

  static History of(History history) {
    return new HistoryCopy(history).of(new KnownPart(history));
  }

  private void add(Scope scope, long name, Set<String> tables) {
    switch (scope) {
      case KEY -> {
        int key = history.keyNamed(name);
        if (key != History.NONE) {
          doubtfulKeys.set(key);
        }
        doubtfulRelations.add(relation(name));
      }
      case TABLE -> {
        String table = name == Atoms.NO_NAME ? "" : history.atoms().plain(name);
        tables.add(table);
        doubtfulRelations.add(table);
      }
      case EVERYTHING -> allIsDoubtful = true;
    }
  }

  private String relation(long key) {
    String name = history.atoms().plain(key);
    return name.substring(0, Math.max(0, name.indexOf('/')));
  }

  @Override
  public boolean keepsNumbers() {
    return true;
  }

  @Override
  public boolean unknownOperations() {
    return false;
  }

  @Override
  public boolean result(int read) {
    return !isDoubtful(history.keyOf(read))
        || (isNotOwn(read) && !writesUnknown.get(history.transactionOf(read)));
  }

  private boolean isNotOwn(int read) {
    if (history.isListRead(read) || history.isUnknownRead(read)) {
      return false;
    }
    ReadStatus status = history.readStatus(read);
    return status == ReadStatus.NOT_OWN || status == ReadStatus.NOT_LAST_OWN;
  }

  @Override
  public boolean predicateResult(int predicate) {
    long relation = history.predicateReads().relation(predicate);
    return !allIsDoubtful
        && !doubtfulRelations.contains(
            relation == Atoms.NO_NAME ? "" : history.atoms().plain(relation));
  }

  @Override
  public boolean versionOrder(int key) {
    return !isDoubtful(key);
  }

  private boolean isDoubtful(int key) {
    return allIsDoubtful || doubtfulKeys.get(key);
  }
}
