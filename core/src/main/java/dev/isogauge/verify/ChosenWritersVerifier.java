package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Checks a commit order with a choice of writers by the axioms of a weak level. A bit for each pair
 * of transactions: for histories of some thousands.
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

  ChosenWritersVerifier(History history, IsolationLevel level, Witness.ChosenWriters witness) {
    this.history = history;
    this.level = level;
    this.witness = witness;
    this.position = new int[history.transactionCount()];
    this.earlier = new BitSet[position.length];
    this.visible = new BitSet[position.length];
    this.sources = new BitSet[position.length];
    Arrays.fill(position, -1);
  }

  Optional<String> refute() {
    if (!IsolationLevel.CAUSAL.implies(level)) {
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
      if (history.isWrite(i) || !isExternal(i)) {
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
          for (int s : witness.transactions().subList(0, position[source])) {
            visible[t].set(s, visible[t].get(s) || writes(s, history.keyOf(i)));
          }
        }
      }
    }
    if (IsolationLevel.sessionGuarantees().contains(level)) {
      visible[t] = byGuarantee(t);
    }
    if (level == IsolationLevel.CAUSAL) {
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

  private boolean isExternal(int read) {
    return history.isListRead(read)
        || history.readStatus(read) == ReadStatus.EXTERNAL
        || history.readStatus(read) == ReadStatus.SEVERAL;
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
    int reader = history.transactionOf(read);
    List<Long> left = new ArrayList<>();
    for (int e = 0; e < history.listSize(read); e++) {
      left.add(history.listElement(read, e));
    }
    List<Long> own = appends(reader, history.keyOf(read), read);
    int others = left.size() - own.size();
    if (others < 0 || !left.subList(others, left.size()).equals(own)) {
      return IMPOSSIBLE;
    }
    List<Long> wanted = left.subList(0, others);
    List<Long> now = new ArrayList<>();
    int source = History.INITIAL;
    for (int t : witness.transactions()) {
      if (now.size() >= wanted.size()) {
        break;
      }
      List<Long> more = appends(t, history.keyOf(read), history.endOperation(t));
      now.addAll(more);
      source = more.isEmpty() ? source : t;
    }
    return now.equals(wanted) ? source : IMPOSSIBLE;
  }

  private List<Long> appends(int t, int key, int end) {
    List<Long> elements = new ArrayList<>();
    for (int i = history.firstOperation(t); i < end; i++) {
      if (history.isAppend(i) && history.keyOf(i) == key) {
        elements.add(history.valueOf(i));
      }
    }
    return elements;
  }

  private int transactionOf(int write) {
    return write == History.INITIAL ? History.INITIAL : history.transactionOf(write);
  }

  private Optional<String> refuteReads(int t) {
    BitSet seen = new BitSet();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i) || !isExternal(i)) {
        continue;
      }
      int read = i;
      int source = source(i);
      int after = source == History.INITIAL ? -1 : position[source];
      BitSet candidates = level == IsolationLevel.READ_COMMITTED ? seen : visible[t];
      boolean isStale =
          candidates.stream()
              .anyMatch(
                  s ->
                      s != source
                          && s != t
                          && position[s] > after
                          && writes(s, history.keyOf(read)));
      if (isStale) {
        return Optional.of(
            name(t)
                + " reads a version of "
                + history.keyName(history.keyOf(i))
                + " that is stale");
      }
      if (source != History.INITIAL) {
        seen.set(source);
      }
    }
    return Optional.empty();
  }

  private boolean writes(int t, int key) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i) && history.keyOf(i) == key) {
        return true;
      }
    }
    return false;
  }

  private String name(int transaction) {
    return history.transactionName(transaction);
  }
}
