package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Executes a commit order with a choice of writers by the axioms of a weak level or of parallel
 * snapshot isolation: of all writers of x that are visible to a reader of x, none comes after the
 * one that was read. A bit for each pair of transactions.
 */
final class ChosenWritersVerifier {
  private static final int IMPOSSIBLE = -2;

  private final History history;
  private final IsolationLevel level;
  private final Witness.ChosenWriters witness;
  private final int[] position;

  /** By transaction: those before it in its session; and all that are visible to it. */
  private final BitSet[] earlier;

  private final BitSet[] visible;

  /** By transaction: those that it reads from. */
  private final BitSet[] sources;

  /** By key: its writers so far, in order. */
  private final IntArrayList[] writers;

  /** By key: the elements of its list so far, and who appended each. */
  private final LongArrayList[] elements;

  private final IntArrayList[] appenders;

  ChosenWritersVerifier(History history, IsolationLevel level, Witness.ChosenWriters witness) {
    this.history = history;
    this.level = level;
    this.witness = witness;
    this.position = new int[history.transactionCount()];
    this.earlier = new BitSet[position.length];
    this.visible = new BitSet[position.length];
    this.sources = new BitSet[position.length];
    this.writers = new IntArrayList[history.keyCount()];
    this.elements = new LongArrayList[history.keyCount()];
    this.appenders = new IntArrayList[history.keyCount()];
    Arrays.fill(position, -1);
    Arrays.setAll(writers, key -> new IntArrayList(0));
    Arrays.setAll(elements, key -> new LongArrayList(0));
    Arrays.setAll(appenders, key -> new IntArrayList(0));
  }

  Optional<String> refute() {
    if (!IsolationLevel.CAUSAL.implies(level)
        && level != IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION) {
      return Optional.of("a choice of writers proves nothing about " + level.id());
    }
    for (int place = 0; place < witness.transactions().size(); place++) {
      int t = witness.transactions().get(place);
      boolean mayHappen = history.counts(t) || history.outcome(t) == Outcome.INDETERMINATE;
      if (!mayHappen || position[t] >= 0) {
        return Optional.of(name(t) + " cannot happen or is twice in the commit order");
      }
      position[t] = place;
    }
    for (int t = 0; t < position.length; t++) {
      if (history.counts(t) && position[t] < 0) {
        return Optional.of(name(t) + " is missing in the commit order");
      }
    }
    for (int t : witness.transactions()) {
      Optional<String> flaw = refuteOrder(t).or(() -> refuteReads(t));
      if (flaw.isPresent()) {
        return flaw;
      }
      commit(t);
    }
    return Optional.empty();
  }

  /** Collects what is before the transaction and visible to it; all of that comes before it. */
  private Optional<String> refuteOrder(int t) {
    earlier[t] = new BitSet();
    for (int s = history.firstTransaction(history.sessionOf(t)); s < t; s++) {
      if (history.counts(s)
          && history.outcome(s) == Outcome.COMMITTED
          && DefinedSessionOrder.hadEnded(history, s, t)) {
        if (position[s] > position[t]) {
          return Optional.of(name(t) + " comes before " + name(s) + " of its session");
        }
        earlier[t].set(s);
        earlier[t].or(earlier[s]);
      }
    }
    visible[t] = (BitSet) earlier[t].clone();
    sources[t] = new BitSet();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!isExternal(i)) {
        if (!history.isWrite(i) && !history.isListRead(i) && history.readStatus(i).isFault()) {
          return Optional.of(name(t) + " has a read that is wrong by itself");
        }
        continue;
      }
      int source = source(i);
      if (source == IMPOSSIBLE) {
        return Optional.of(name(t) + " is given a write that it cannot have read");
      }
      if (source != History.INITIAL) {
        if (position[source] < 0 || position[source] > position[t]) {
          return Optional.of(name(t) + " does not come after " + name(source) + ", which it reads");
        }
        visible[t].set(source);
        sources[t].set(source);
        if (level == IsolationLevel.CAUSAL && history.isListRead(i)) {
          // All that the list shows happens before its reader.
          IntArrayList ofKey = appenders[history.keyOf(i)];
          for (int e = 0; position[ofKey.getInt(e)] < position[source]; e++) {
            visible[t].set(ofKey.getInt(e));
          }
        }
      }
    }
    if (IsolationLevel.sessionGuarantees().contains(level)) {
      visible[t] = byGuarantee(t);
    }
    if (level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION) {
      seeOverwritten(t);
    }
    if (level == IsolationLevel.CAUSAL || level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION) {
      BitSet direct = (BitSet) visible[t].clone();
      direct.stream().forEach(s -> visible[t].or(visible[s]));
    }
    return Optional.empty();
  }

  private BitSet byGuarantee(int t) {
    BitSet all = new BitSet();
    switch (level) {
      case READ_YOUR_WRITES -> all.or(earlier[t]);
      case MONOTONIC_READS -> earlier[t].stream().forEach(s -> all.or(sources[s]));
      case MONOTONIC_WRITES -> sources[t].stream().forEach(s -> all.or(earlier[s]));
      default ->
          sources[t].stream()
              .forEach(
                  s -> {
                    all.or(sources[s]);
                    earlier[s].stream().forEach(before -> all.or(sources[before]));
                  });
    }
    return all;
  }

  /** A transaction sees whatever it overwrites. */
  private void seeOverwritten(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      IntArrayList ofKey = writers[history.keyOf(i)];
      if (history.isWrite(i) && !ofKey.isEmpty()) {
        visible[t].set(ofKey.getInt(ofKey.size() - 1));
      }
    }
  }

  private boolean isExternal(int operation) {
    return !history.isWrite(operation)
        && !history.isUnknownRead(operation)
        && (history.isListRead(operation)
            || history.readStatus(operation) == ReadStatus.EXTERNAL
            || history.readStatus(operation) == ReadStatus.SEVERAL);
  }

  /** The writer chosen for a read, or IMPOSSIBLE if the read cannot have seen it. */
  private int source(int read) {
    if (history.isListRead(read)) {
      return listSource(read);
    }
    if (history.readStatus(read) == ReadStatus.EXTERNAL) {
      return transactionOf(history.readFrom(read));
    }
    Integer chosen = witness.writers().get(read);
    boolean isPossible =
        chosen != null
            && Arrays.stream(history.candidates(read)).anyMatch(w -> transactionOf(w) == chosen);
    return isPossible ? chosen : IMPOSSIBLE;
  }

  /**
   * The transaction after which a list was as it was read: what those up to it appended, in the
   * commit order, and then the reader itself, is the list.
   */
  private int listSource(int read) {
    int key = history.keyOf(read);
    LongArrayList own = new LongArrayList();
    for (int i = history.firstOperation(history.transactionOf(read)); i < read; i++) {
      if (history.isAppend(i) && history.keyOf(i) == key) {
        own.add(history.valueOf(i));
      }
    }
    int others = history.listSize(read) - own.size();
    if (others < 0 || others > elements[key].size()) {
      return IMPOSSIBLE;
    }
    for (int e = 0; e < history.listSize(read); e++) {
      long expected = e < others ? elements[key].getLong(e) : own.getLong(e - others);
      if (history.listElement(read, e) != expected) {
        return IMPOSSIBLE;
      }
    }
    int last = others == 0 ? History.INITIAL : appenders[key].getInt(others - 1);
    // All of what a transaction appends is seen, or nothing.
    return others > 0 && others < appenders[key].size() && appenders[key].getInt(others) == last
        ? IMPOSSIBLE
        : last;
  }

  private int transactionOf(int write) {
    return write == History.INITIAL ? History.INITIAL : history.transactionOf(write);
  }

  private Optional<String> refuteReads(int t) {
    BitSet seen = new BitSet();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (!isExternal(i)) {
        continue;
      }
      int source = source(i);
      int after = source == History.INITIAL ? -1 : position[source];
      BitSet candidates = level == IsolationLevel.READ_COMMITTED ? seen : visible[t];
      IntArrayList ofKey = writers[history.keyOf(i)];
      for (int w = ofKey.size() - 1; w >= 0 && position[ofKey.getInt(w)] > after; w--) {
        if (candidates.get(ofKey.getInt(w))) {
          return Optional.of(ReadSources.stale(history, i));
        }
      }
      if (source != History.INITIAL) {
        seen.set(source);
      }
    }
    return Optional.empty();
  }

  private void commit(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isAppend(i)) {
        elements[key].add(history.valueOf(i));
        appenders[key].add(t);
      }
      if (history.isWrite(i)
          && (writers[key].isEmpty() || writers[key].getInt(writers[key].size() - 1) != t)) {
        writers[key].add(t);
      }
    }
  }

  private String name(int transaction) {
    return history.transactionName(transaction);
  }
}
