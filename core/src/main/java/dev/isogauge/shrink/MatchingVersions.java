package dev.isogauge.shrink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.history.VersionOrder.Version;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Predicates;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which versions of a key a predicate read with a version set depends on: the one that it names,
 * those that change whether the key matches, up to the first change after the named one, and the
 * reader's own, which hide all others from it, wherever they stand. Of a key that it does not name
 * it saw a delete, any of them, or nothing before the first version. Without the others the key
 * changes where it did before, so the read keeps its dependencies.
 *
 * <p>That is only known of keys whose order of versions has every write once, and of conditions
 * that can be evaluated and compute nothing from the rows.
 */
final class MatchingVersions {
  /** The place of the initial version: before all writes. */
  private static final int INITIAL_PLACE = -1;

  private final History history;
  private final PredicateReads predicates;
  private final Predicates parser = new Predicates();
  private final ParsedRows rows;
  private final Long2ObjectOpenHashMap<VersionOrder> orders = new Long2ObjectOpenHashMap<>();

  /**
   * By key: its writes in the order of versions, if that is clear. Filled as they are asked for.
   */
  private final Int2ObjectOpenHashMap<Optional<int[]>> writesInOrder =
      new Int2ObjectOpenHashMap<>();

  MatchingVersions(History history) {
    this.history = history;
    this.predicates = history.predicateReads();
    this.rows = new ParsedRows(history.atoms());
    history.versionOrders().forEach(order -> orders.put(order.key(), order));
  }

  /** Those of the key's writes that the predicate read depends on; all where that is not known. */
  IntArrayList needed(int predicate, int key, IntArrayList writes) {
    Optional<int[]> order =
        writesInOrder.computeIfAbsent(key, unused -> writesInOrder(key, writes));
    Optional<Predicate> condition = condition(predicate);
    if (order.isEmpty() || condition.isEmpty()) {
      return writes;
    }
    boolean isNamed = isNamed(predicate, key);
    int seen = isNamed ? seen(predicate, key, order.get()) : lastDelete(order.get());
    IntArrayList needed = new IntArrayList();
    boolean matched = matches(condition.get(), history.initialValue(key));
    boolean changedAfterSeen = false;
    for (int place = 0; place < order.get().length; place++) {
      int write = order.get()[place];
      boolean matches = matches(condition.get(), history.valueOf(write));
      boolean changes = matches != matched && !changedAfterSeen;
      boolean own = history.transactionOf(write) == predicates.transactionOf(predicate);
      boolean maybeSeen = isNamed ? place == seen : history.isDelete(write);
      if (changes || maybeSeen || own) {
        needed.add(write);
      }
      changedAfterSeen |= changes && place > seen;
      matched = matches;
    }
    return needed;
  }

  private Optional<Predicate> condition(int predicate) {
    if (!predicates.hasVersionSet(predicate) || predicates.hasValue(predicate)) {
      return Optional.empty();
    }
    try {
      return Optional.of(parser.parse(history.atoms().plain(predicates.condition(predicate))))
          .filter(parsed -> parsed.aggregate().isEmpty());
    } catch (PredicateException e) {
      return Optional.empty();
    }
  }

  private boolean matches(Predicate condition, long value) {
    return value != Atoms.DEAD && condition.matches(rows.row(value));
  }

  private boolean isNamed(int predicate, int key) {
    return IntStream.range(0, predicates.memberCount(predicate))
        .anyMatch(m -> predicates.memberKey(predicate, m) == key);
  }

  /** The place of the last delete, or of the initial version if there is none. */
  private int lastDelete(int[] order) {
    for (int place = order.length - 1; place >= 0; place--) {
      if (history.isDelete(order[place])) {
        return place;
      }
    }
    return INITIAL_PLACE;
  }

  /** The place of the version that the version set names. */
  private int seen(int predicate, int key, int[] order) {
    for (int m = 0; m < predicates.memberCount(predicate); m++) {
      if (predicates.memberKey(predicate, m) == key) {
        for (int place = 0; place < order.length; place++) {
          if (isMeant(
              order[place],
              predicates.memberValue(predicate, m),
              predicates.memberWriter(predicate, m))) {
            return place;
          }
        }
      }
    }
    return INITIAL_PLACE;
  }

  private Optional<int[]> writesInOrder(int key, IntArrayList writes) {
    VersionOrder order = orders.get(history.keyAtom(key));
    if (order == null) {
      return writes.size() == 1 ? Optional.of(writes.toIntArray()) : Optional.empty();
    }
    IntArrayList inOrder = new IntArrayList();
    for (Version version : order.versions()) {
      int[] meant =
          writes.intStream().filter(w -> isMeant(w, version.value(), version.writer())).toArray();
      boolean initial = version.writer() == Atoms.INITIAL_WRITER && inOrder.isEmpty();
      if (!initial && (meant.length != 1 || inOrder.contains(meant[0]))) {
        return Optional.empty();
      }
      if (!initial) {
        inOrder.add(meant[0]);
      }
    }
    return inOrder.size() == writes.size() ? Optional.of(inOrder.toIntArray()) : Optional.empty();
  }

  private boolean isMeant(int write, long value, long writer) {
    return history.valueOf(write) == value
        && (writer == Atoms.NO_NAME || writer == history.nameAtom(history.transactionOf(write)));
  }
}
