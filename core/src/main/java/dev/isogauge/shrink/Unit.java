package dev.isogauge.shrink;

import dev.isogauge.history.History;
import java.util.BitSet;

/** What is left out at a time, the largest first. */
enum Unit {
  SESSION,
  TRANSACTION,
  /** A predicate read is about all keys of its relation, so a key can only go as a whole. */
  KEY,
  PREDICATE_READ,
  OPERATION;

  /** The members of the part, by their numbers in the history. */
  BitSet members(History history, HistoryPart part) {
    BitSet members = new BitSet();
    switch (this) {
      case SESSION -> part.transactions().stream().map(history::sessionOf).forEach(members::set);
      case KEY -> {
        if (!part.predicates().isEmpty()) {
          part.operations().stream().map(history::keyOf).forEach(members::set);
        }
      }
      case TRANSACTION -> members = part.transactions();
      case PREDICATE_READ -> members = part.predicates();
      case OPERATION -> members = part.operations();
    }
    return members;
  }

  /** The part without these. */
  HistoryPart without(History history, HistoryPart part, BitSet members) {
    BitSet gone = new BitSet();
    return switch (this) {
      case SESSION -> {
        members.stream()
            .forEach(s -> gone.set(history.firstTransaction(s), history.endTransaction(s)));
        yield part.withoutTransactions(history, gone);
      }
      case TRANSACTION -> part.withoutTransactions(history, members);
      case KEY -> {
        part.operations().stream().filter(i -> members.get(history.keyOf(i))).forEach(gone::set);
        yield part.without(history, gone, new BitSet());
      }
      case PREDICATE_READ -> part.without(history, new BitSet(), members);
      case OPERATION -> part.without(history, members, new BitSet());
    };
  }
}
