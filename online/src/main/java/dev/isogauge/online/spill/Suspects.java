package dev.isogauge.online.spill;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.ForwardingListener;
import dev.isogauge.online.kernel.OnlineListener;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.LongPredicate;

/**
 * The keys and sessions of a history where something may be wrong. Elsewhere nothing is, except for
 * reads that were counted.
 */
public final class Suspects {
  private final LongPredicate keys;
  private final LongPredicate sessions;
  private final boolean none;
  private final long wrongElsewhere;

  /** By session, how many of its transactions have come. */
  private final Long2LongOpenHashMap counts = new Long2LongOpenHashMap();

  Suspects(LongPredicate keys, LongPredicate sessions, boolean none, long wrongElsewhere) {
    this.keys = keys;
    this.sessions = sessions;
    this.none = none;
    this.wrongElsewhere = wrongElsewhere;
  }

  /** Whether there are none, so that nothing is wrong. */
  public boolean isEmpty() {
    return none;
  }

  /** How many reads of other keys show a wrong value: as many findings more. */
  public long wrongElsewhere() {
    return wrongElsewhere;
  }

  /**
   * The part of the history's next transactions that concerns suspects: those that touch a suspect
   * key or belong to a suspect session. Other keys are written, so that updating transactions stay
   * such, but not seen to be read. Transactions of other sessions get the numbers that they have in
   * the whole history.
   */
  public RawBlock among(RawBlock block) {
    RawBlock part = new RawBlock();
    part.firstLine(block.fragmentCount() == 0 ? 1 : block.line(0));
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      long count = counts.addTo(block.session(fragment), 1) + 1;
      boolean whole = sessions.test(block.session(fragment));
      if (whole || touchesSuspect(block, fragment)) {
        long number = block.metadata().number(fragment);
        copy(block, fragment, number != RawBlock.NO_NUMBER || whole ? number : count, part);
      }
    }
    return part;
  }

  private boolean touchesSuspect(RawBlock block, int fragment) {
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (keys.test(block.key(i))) {
        return true;
      }
    }
    return false;
  }

  private void copy(RawBlock block, int fragment, long number, RawBlock to) {
    FragmentMetadata metadata = block.metadata();
    to.transaction(
        block.session(fragment),
        block.name(fragment),
        block.outcome(fragment),
        (int) (block.line(fragment) - block.line(0)));
    to.timestamps(metadata.start(fragment), metadata.commit(fragment));
    to.logicalTimes(metadata.startLogical(fragment), metadata.commitLogical(fragment));
    to.realTime(metadata.begin(fragment), metadata.end(fragment));
    if (number != RawBlock.NO_NUMBER) {
      to.number(number);
    }
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isWrite(i)) {
        to.write(block.key(i), block.value(i));
      } else if (!block.isUnknownRead(i) && keys.test(block.key(i))) {
        to.read(block.key(i), block.value(i));
      } else {
        to.readUnknown(block.key(i));
      }
    }
  }

  /** Leaves out what is found only because sessions were not checked as a whole. */
  public OnlineListener without(OnlineListener listener, Atoms atoms) {
    return new ForwardingListener(listener) {
      private boolean concerns(TimestampFinding finding) {
        return finding.kind() != AnomalyKind.SESSION
            || sessions.test(atoms.ofToken(finding.transaction().session()));
      }

      @Override
      public void found(TimestampFinding finding) {
        if (concerns(finding)) {
          super.found(finding);
        }
      }

      @Override
      public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
        if (concerns(finding)) {
          super.withdrawn(finding, because);
        }
      }
    };
  }
}
