package dev.isogauge.online.reads;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Transactions in the order of arrival, with the writers of what they read. For one thread at a
 * time.
 *
 * <p><b>Settling</b> forgets older transactions that read from none that stay.
 *
 * <ul>
 *   <li>Of lists, their elements disappear from all reads. A run without these appends explains
 *       what is left if a run with them explains all.
 *   <li>Of a register, the last settled version becomes the initial value, if it is the only one
 *       that no settled transaction overwrote, and if whoever overwrites the register read that
 *       version or a later one. A read of any other settled version becomes one of unknown result.
 * </ul>
 */
final class KeptTransactions {
  private static final int MISSING = -1;
  private static final int SETTLED = -2;
  private static final int MOST_PASSES = 100;

  private final Atoms atoms;
  private final long initialValue;

  /** By transaction. */
  private List<RawBlock> blocks = new ArrayList<>();

  private IntArrayList fragments = new IntArrayList();
  private LongArrayList times = new LongArrayList();

  /** The place of each transaction in its session, and among all arrivals, from 1. */
  private IntArrayList places = new IntArrayList();

  private LongArrayList numbers = new LongArrayList();

  /**
   * What transactions need, one after the other: the transaction before in the session, and the
   * writers of what was read, or {@link #MISSING} or {@link #SETTLED}.
   */
  private IntArrayList needs = new IntArrayList();

  private IntArrayList needsBegin = new IntArrayList();

  /** By key and value: the transaction, or {@link #SETTLED}. */
  private Long2ObjectOpenHashMap<Long2IntOpenHashMap> writers = new Long2ObjectOpenHashMap<>();

  /** By key and value: the places in {@link #needs} that wait for its writer. */
  private Long2ObjectOpenHashMap<Long2ObjectOpenHashMap<IntArrayList>> waiting =
      new Long2ObjectOpenHashMap<>();

  private Long2IntOpenHashMap lastOfSession = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap placesInSession = new Long2IntOpenHashMap();

  /** By register: its last settled version. */
  private final Long2LongOpenHashMap bases = new Long2LongOpenHashMap();

  private long arrived;
  private long weight;
  private boolean hasSettled;

  /** A value has two writers, so that a read may have seen one that is still to come. */
  private boolean repeats;

  KeptTransactions(Atoms atoms, long initialValue) {
    this.atoms = atoms;
    this.initialValue = initialValue;
  }

  long arrived() {
    return arrived;
  }

  /** Operations and elements of lists. */
  long weight() {
    return weight;
  }

  boolean hasSettled() {
    return hasSettled;
  }

  /** How many are kept. */
  int count() {
    return blocks.size();
  }

  /** The place of a transaction among all that arrived, from 1. */
  long number(int transaction) {
    return numbers.getLong(transaction);
  }

  long time(int transaction) {
    return times.getLong(transaction);
  }

  String name(int transaction) {
    RawBlock block = blocks.get(transaction);
    long name = block.name(fragments.getInt(transaction));
    return name == Atoms.NO_NAME ? placeName(transaction) : atoms.token(name);
  }

  String session(int transaction) {
    return atoms.token(blocks.get(transaction).session(fragments.getInt(transaction)));
  }

  private String placeName(int transaction) {
    long session = blocks.get(transaction).session(fragments.getInt(transaction));
    return atoms.plain(session) + "." + places.getInt(transaction);
  }

  void add(RawBlock block, long time) {
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      int place = placesInSession.addTo(block.session(fragment), 1) + 1;
      add(block, fragment, time, place, ++arrived);
    }
  }

  private void add(RawBlock block, int fragment, long time, int place, long number) {
    int transaction = blocks.size();
    blocks.add(block);
    fragments.add(fragment);
    times.add(time);
    places.add(place);
    numbers.add(number);
    needsBegin.add(needs.size());
    long session = block.session(fragment);
    needs.add(lastOfSession.getOrDefault(session, SETTLED));
    lastOfSession.put(session, transaction);
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      weight++;
      if (block.isWrite(i)) {
        write(block.key(i), block.value(i), block.isAppend(i), transaction);
      } else if (block.isListRead(i)) {
        weight += block.listSize(i);
        for (int e = 0; e < block.listSize(i); e++) {
          need(block.key(i), block.listElement(i, e));
        }
      } else if (!block.isUnknownRead(i) && !isInitial(block.value(i))) {
        need(block.key(i), block.value(i));
      }
    }
  }

  /** A read of nil may be of an empty list. */
  private boolean isInitial(long value) {
    return value == initialValue || value == Atoms.NIL;
  }

  private void write(long key, long value, boolean isAppend, int transaction) {
    repeats |= !isAppend && isInitial(value);
    Long2IntOpenHashMap ofKey = writers(key);
    int before = ofKey.get(value);
    if (before != MISSING) {
      repeats |= before != transaction;
      return;
    }
    ofKey.put(value, transaction);
    Long2ObjectOpenHashMap<IntArrayList> places = waiting.get(key);
    IntArrayList here = places == null ? null : places.remove(value);
    if (here != null) {
      here.forEach(position -> needs.set(position, transaction));
    }
  }

  private Long2IntOpenHashMap writers(long key) {
    Long2IntOpenHashMap ofKey = writers.get(key);
    if (ofKey == null) {
      ofKey = new Long2IntOpenHashMap();
      ofKey.defaultReturnValue(MISSING);
      writers.put(key, ofKey);
    }
    return ofKey;
  }

  private void need(long key, long value) {
    int writer = writers(key).get(value);
    if (writer == MISSING) {
      waiting
          .computeIfAbsent(key, unused -> new Long2ObjectOpenHashMap<>())
          .computeIfAbsent(value, unused -> new IntArrayList())
          .add(needs.size());
    }
    needs.add(writer);
  }

  private int needsEnd(int transaction) {
    return transaction + 1 < needsBegin.size() ? needsBegin.getInt(transaction + 1) : needs.size();
  }

  /** What a set of transactions needs must be there. */
  @FunctionalInterface
  private interface Need {
    boolean isMet(int need, BitSet out);
  }

  /**
   * The transactions that cannot be in a set in which all needs are met; empty if that takes too
   * long.
   */
  private Optional<BitSet> out(int count, Need need) {
    BitSet out = new BitSet(count);
    for (int pass = 0; pass < MOST_PASSES; pass++) {
      boolean changed = false;
      for (int t = 0; t < count; t++) {
        if (out.get(t)) {
          continue;
        }
        int end = needsEnd(t);
        for (int i = needsBegin.getInt(t); i < end; i++) {
          if (!need.isMet(needs.getInt(i), out)) {
            out.set(t);
            changed = true;
            break;
          }
        }
      }
      if (!changed) {
        return Optional.of(out);
      }
    }
    return Optional.empty();
  }

  /**
   * The closed part of the first arrivals. Empty if it takes too long to find, or if values repeat.
   */
  Optional<History> closedPart(int count) {
    if (repeats) {
      return Optional.empty();
    }
    return out(
            count, (need, out) -> need != MISSING && need < count && (need < 0 || !out.get(need)))
        .map(out -> history(count, out));
  }

  /** All of it, if nothing was settled. */
  History all() {
    return history(count(), new BitSet());
  }

  private History history(int count, BitSet out) {
    // Settled transactions are missing from the positions that names are made of.
    Atoms table = hasSettled ? new Atoms() : atoms;
    LongUnaryOperator here = hasSettled ? table.from(atoms, true) : atom -> atom;
    LongOpenHashSet open = hasSettled ? openRegisters(count, out) : new LongOpenHashSet();
    RawBlock to = new RawBlock();
    for (int t = 0; t < count; t++) {
      if (!out.get(t)) {
        copy(t, to, table, here, open);
      }
    }
    HistoryBuilder builder = new HistoryBuilder(table);
    builder.defaultInitialValue(here.applyAsLong(initialValue));
    bases.forEach(
        (key, value) -> {
          if (!open.contains(key)) {
            builder.initialValue(here.applyAsLong(key), here.applyAsLong(value));
          }
        });
    builder.add(to);
    return builder.build();
  }

  private void copy(
      int transaction, RawBlock to, Atoms table, LongUnaryOperator here, LongOpenHashSet open) {
    RawBlock block = blocks.get(transaction);
    int fragment = fragments.getInt(transaction);
    long name = block.name(fragment);
    to.transaction(
        here.applyAsLong(block.session(fragment)),
        name != Atoms.NO_NAME
            ? here.applyAsLong(name)
            : hasSettled ? table.text(placeName(transaction)) : name,
        block.outcome(fragment),
        transaction);
    FragmentMetadata metadata = block.metadata();
    to.realTime(metadata.begin(fragment), metadata.end(fragment));
    to.number(metadata.number(fragment));
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      long key = here.applyAsLong(block.key(i));
      if (block.isAppend(i)) {
        to.append(key, here.applyAsLong(block.value(i)));
      } else if (block.isWrite(i)) {
        to.write(key, here.applyAsLong(block.value(i)));
      } else if (block.isListRead(i)) {
        to.readList(key);
        for (int e = 0; e < block.listSize(i); e++) {
          if (writers(block.key(i)).get(block.listElement(i, e)) != SETTLED) {
            to.element(here.applyAsLong(block.listElement(i, e)));
          }
        }
      } else if (block.isUnknownRead(i) || isOfUnknown(block.key(i), block.value(i), open)) {
        to.readUnknown(key);
      } else {
        to.read(key, here.applyAsLong(block.value(i)));
      }
    }
  }

  /** Whether a read saw a settled version other than the last. */
  private boolean isOfUnknown(long key, long value, LongOpenHashSet open) {
    if (!hasSettled) {
      return false;
    }
    boolean isBase = bases.containsKey(key) && bases.get(key) == value && !open.contains(key);
    return !isBase
        && (isInitial(value)
            ? bases.containsKey(key) || open.contains(key) || hasSettledVersion(key)
            : writers(key).get(value) == SETTLED);
  }

  private boolean hasSettledVersion(long key) {
    return writers.containsKey(key) && writers.get(key).containsValue(SETTLED);
  }

  /** Registers with a writer that may come before the last settled version. */
  private LongOpenHashSet openRegisters(int count, BitSet out) {
    LongOpenHashSet open = new LongOpenHashSet();
    for (int t = 0; t < count; t++) {
      if (out.get(t)) {
        continue;
      }
      RawBlock block = blocks.get(t);
      int fragment = fragments.getInt(t);
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        if (block.isWrite(i) && !block.isAppend(i) && !overwritesKept(block, fragment, i)) {
          open.add(block.key(i));
        }
      }
    }
    return open;
  }

  /** Whether the transaction of a write read the last settled version, or a kept one, before. */
  private boolean overwritesKept(RawBlock block, int fragment, int write) {
    long key = block.key(write);
    if (!bases.containsKey(key) && !hasSettledVersion(key)) {
      return true;
    }
    long read = firstRead(block, fragment, write);
    return read != Atoms.NO_NAME
        && ((bases.containsKey(key) && bases.get(key) == read) || writers(key).get(read) >= 0);
  }

  /** What the transaction of a write read of its key first; no name if nothing before the write. */
  private static long firstRead(RawBlock block, int fragment, int write) {
    for (int i = block.fragmentBegin(fragment); i < write; i++) {
      if (block.key(i) == block.key(write)) {
        return block.isWrite(i) || block.isUnknownRead(i) ? Atoms.NO_NAME : block.value(i);
      }
    }
    return Atoms.NO_NAME;
  }

  /** Forgets older transactions, so that about this many operations are left. */
  void settle(long wanted) {
    int cut = 0;
    for (long left = weight; cut < count() && left > wanted; cut++) {
      left -= weightOf(cut);
    }
    int older = cut;
    Optional<BitSet> staying =
        out(older, (need, out) -> need == SETTLED || (need >= 0 && need < older && !out.get(need)));
    BitSet out = staying.orElseGet(BitSet::new);
    if (staying.isEmpty() || weightOfAll(out) > wanted) {
      // Transactions that wait for ever, and what read from them, must go too.
      out = new BitSet();
      bases.clear();
    }
    rebase(older, out);
    keep(older, out);
    hasSettled = true;
  }

  private long weightOf(int transaction) {
    RawBlock block = blocks.get(transaction);
    int fragment = fragments.getInt(transaction);
    long sum = 0;
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      sum += 1 + (block.isListRead(i) ? block.listSize(i) : 0);
    }
    return sum;
  }

  private long weightOfAll(BitSet transactions) {
    return transactions.stream().mapToLong(this::weightOf).sum();
  }

  /** Finds the last settled version of each register. */
  private void rebase(int older, BitSet staying) {
    Long2ObjectOpenHashMap<LongOpenHashSet> last = new Long2ObjectOpenHashMap<>();
    bases.forEach((key, value) -> last.put(key, LongOpenHashSet.of(value)));
    Long2ObjectOpenHashMap<LongOpenHashSet> overwritten = new Long2ObjectOpenHashMap<>();
    for (int t = 0; t < older; t++) {
      RawBlock block = blocks.get(t);
      int fragment = fragments.getInt(t);
      if (staying.get(t) || block.outcome(fragment) == Outcome.ABORTED) {
        continue;
      }
      for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
        if (!block.isWrite(i) || block.isAppend(i)) {
          continue;
        }
        long key = block.key(i);
        last.computeIfAbsent(key, unused -> new LongOpenHashSet()).add(block.value(i));
        for (int j = block.fragmentBegin(fragment); j < i; j++) {
          if (block.key(j) == key && !block.isUnknownRead(j)) {
            overwritten.computeIfAbsent(key, unused -> new LongOpenHashSet()).add(block.value(j));
          }
        }
      }
    }
    bases.clear();
    last.forEach(
        (key, values) -> {
          if (overwritten.containsKey(key)) {
            values.removeAll(overwritten.get(key));
          }
          if (values.size() == 1) {
            bases.put(key, values.iterator().nextLong());
          }
        });
  }

  /** Begins again with those that stay. */
  private void keep(int older, BitSet staying) {
    final List<RawBlock> oldBlocks = blocks;
    final IntArrayList oldFragments = fragments;
    final LongArrayList oldTimes = times;
    final IntArrayList oldPlaces = places;
    final LongArrayList oldNumbers = numbers;
    Long2ObjectOpenHashMap<Long2IntOpenHashMap> before = writers;
    blocks = new ArrayList<>();
    fragments = new IntArrayList();
    times = new LongArrayList();
    places = new IntArrayList();
    numbers = new LongArrayList();
    needs = new IntArrayList();
    needsBegin = new IntArrayList();
    writers = new Long2ObjectOpenHashMap<>();
    waiting = new Long2ObjectOpenHashMap<>();
    lastOfSession = new Long2IntOpenHashMap();
    weight = 0;
    // Values of keys that nobody used since the last time are forgotten too.
    before.forEach(
        (key, values) -> {
          boolean isUsed = values.values().intStream().anyMatch(writer -> writer >= 0);
          if (isUsed) {
            values.forEach(
                (value, writer) -> {
                  if (writer == SETTLED || (writer < older && !staying.get(writer))) {
                    writers(key).put(value, SETTLED);
                  }
                });
          }
        });
    bases.forEach((key, value) -> writers(key).put(value, SETTLED));
    RawBlock to = new RawBlock();
    for (int t = 0; t < oldBlocks.size(); t++) {
      if (t >= older || staying.get(t)) {
        RawBlock block = oldBlocks.get(t);
        int fragment = oldFragments.getInt(t);
        FragmentMetadata metadata = block.metadata();
        to.copyFragment(block, fragment, block.outcome(fragment));
        to.realTime(metadata.begin(fragment), metadata.end(fragment));
        to.number(metadata.number(fragment));
        add(
            to,
            to.fragmentCount() - 1,
            oldTimes.getLong(t),
            oldPlaces.getInt(t),
            oldNumbers.getLong(t));
      }
    }
  }
}
