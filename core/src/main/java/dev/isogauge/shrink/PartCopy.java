package dev.isogauge.shrink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;

/**
 * Copies parts of a history into histories of their own. Names, outcomes and times stay as they
 * were. A transaction without a name that is no longer at its place in the session is given its old
 * place for a name, so that it is called the same. Sequence numbers close up over what is left out,
 * and a recorded gap stays with the two transactions around it.
 */
final class PartCopy {
  private final History whole;
  private final Sources sources;
  private final OrderCopy orders;
  private final LongOpenHashSet usedNames = new LongOpenHashSet();

  PartCopy(History whole, Sources sources) {
    this.whole = whole;
    this.sources = sources;
    this.orders = new OrderCopy(whole);
    for (int t = 0; t < whole.transactionCount(); t++) {
      usedNames.add(whole.nameAtom(t));
    }
    for (int i = 0; i < whole.operationCount(); i++) {
      if (!whole.isWrite(i)) {
        whole.namedWriter(i).ifPresent(name -> usedNames.add(name.longValue()));
      }
    }
    for (VersionOrder order : whole.versionOrders()) {
      order.versions().forEach(version -> usedNames.add(version.writer()));
    }
  }

  /** The part's history, with transactions and operations in the order of the whole. */
  History of(Part part) {
    HistoryBuilder builder = new HistoryBuilder(whole.atoms());
    RawBlock block = new RawBlock(part.operations().cardinality());
    BitSet transactions = part.transactions();
    int previous = -1;
    int place = 0;
    long number = RawBlock.NO_NUMBER;
    for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
      int session = whole.sessionOf(t);
      place = previous >= whole.firstTransaction(session) ? place + 1 : 0;
      boolean moved = t - whole.firstTransaction(session) != place;
      block.transaction(whole.sessionAtom(session), name(t, moved), whole.outcome(t), 0);
      times(t, block);
      if (whole.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        number = place == 0 ? whole.sequenceNumber(t) : number + step(previous, t);
        block.number(number);
      }
      previous = t;
      BitSet kept = part.operations();
      int end = whole.endOperation(t);
      for (int i = kept.nextSetBit(whole.firstOperation(t));
          i >= 0 && i < end;
          i = kept.nextSetBit(i + 1)) {
        operation(i, kept, block);
      }
    }
    wholeHistory(part, builder);
    builder.add(block);
    return builder.build();
  }

  /** Neighbours stay as far apart as they were recorded; others become neighbours. */
  private long step(int previous, int t) {
    return previous == t - 1 ? whole.sequenceNumber(t) - whole.sequenceNumber(previous) : 1;
  }

  private long name(int t, boolean moved) {
    if (whole.nameAtom(t) != Atoms.NO_NAME || !moved) {
      return whole.nameAtom(t);
    }
    long name = whole.atoms().text(whole.transactionName(t));
    return usedNames.contains(name) ? Atoms.NO_NAME : name;
  }

  private void times(int t, RawBlock block) {
    if (whole.startTimestamp(t) != RawBlock.NO_TIME
        || whole.commitTimestamp(t) != RawBlock.NO_TIME) {
      block.timestamps(whole.startTimestamp(t), whole.commitTimestamp(t));
      if (whole.startLogical(t) != 0 || whole.commitLogical(t) != 0) {
        block.logicalTimes(whole.startLogical(t), whole.commitLogical(t));
      }
    }
    if (whole.beginTime(t) != RawBlock.NO_TIME || whole.endTime(t) != RawBlock.NO_TIME) {
      block.realTime(whole.beginTime(t), whole.endTime(t));
    }
  }

  private void operation(int operation, BitSet kept, RawBlock block) {
    long key = whole.keyAtom(whole.keyOf(operation));
    if (whole.isListRead(operation)) {
      block.readList(key);
      for (int e = 0; e < whole.listSize(operation); e++) {
        if (sources.isElementKept(operation, e, kept)) {
          block.element(whole.listElement(operation, e));
        }
      }
    } else if (whole.isAppend(operation)) {
      block.append(key, whole.valueOf(operation));
    } else if (whole.isWrite(operation)) {
      block.write(key, whole.valueOf(operation));
    } else if (whole.isUnknownRead(operation)) {
      block.readUnknown(key);
    } else {
      block.read(key, whole.valueOf(operation));
      whole.namedWriter(operation).ifPresent(block::fromWriter);
    }
  }

  /** Initial values and version orders of the keys that are left. */
  private void wholeHistory(Part part, HistoryBuilder builder) {
    BitSet keys = new BitSet();
    part.operations().stream().map(whole::keyOf).forEach(keys::set);
    LongOpenHashSet atoms = new LongOpenHashSet();
    keys.stream()
        .forEach(
            key -> {
              builder.initialValue(whole.keyAtom(key), whole.initialValue(key));
              atoms.add(whole.keyAtom(key));
            });
    for (VersionOrder order : orders.of(part.operations())) {
      if (atoms.contains(order.key())) {
        builder.versionOrder(order);
      }
    }
  }
}
