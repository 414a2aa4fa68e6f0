package dev.isogauge.shrink;

import dev.isogauge.history.History;
import java.util.BitSet;

/** What is left out at a time, the largest first. */
enum Unit {
  SESSION {
    @Override
    BitSet members(History history, Part part) {
      BitSet sessions = new BitSet();
      part.transactions().stream().map(history::sessionOf).forEach(sessions::set);
      return sessions;
    }

    @Override
    Part without(History history, Part part, BitSet members) {
      BitSet transactions = new BitSet();
      members.stream()
          .forEach(s -> transactions.set(history.firstTransaction(s), history.endTransaction(s)));
      return part.withoutTransactions(history, transactions);
    }
  },

  TRANSACTION {
    @Override
    BitSet members(History history, Part part) {
      return part.transactions();
    }

    @Override
    Part without(History history, Part part, BitSet members) {
      return part.withoutTransactions(history, members);
    }
  },

  /** A predicate read is about all keys of its relation, so a key can only go as a whole. */
  KEY {
    @Override
    BitSet members(History history, Part part) {
      BitSet keys = new BitSet();
      if (!part.predicates().isEmpty()) {
        part.operations().stream().map(history::keyOf).forEach(keys::set);
      }
      return keys;
    }

    @Override
    Part without(History history, Part part, BitSet members) {
      BitSet operations = new BitSet();
      part.operations().stream()
          .filter(i -> members.get(history.keyOf(i)))
          .forEach(operations::set);
      return part.without(history, operations, new BitSet());
    }
  },

  PREDICATE_READ {
    @Override
    BitSet members(History history, Part part) {
      return part.predicates();
    }

    @Override
    Part without(History history, Part part, BitSet members) {
      return part.without(history, new BitSet(), members);
    }
  },

  OPERATION {
    @Override
    BitSet members(History history, Part part) {
      return part.operations();
    }

    @Override
    Part without(History history, Part part, BitSet members) {
      return part.without(history, members, new BitSet());
    }
  };

  /** The members of the part, by their numbers in the history. */
  abstract BitSet members(History history, Part part);

  /** The part without these. */
  abstract Part without(History history, Part part, BitSet members);
}
