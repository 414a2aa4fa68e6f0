package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COUNTS;
import static dev.isogauge.online.kernel.TransactionTable.DETERMINATE;
import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.NUMBERED;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.online.kernel.Finality.Watermark;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The transactions of one session in session order. Each is compared with its predecessor, the last
 * one that it follows.
 *
 * <ol>
 *   <li>Insert the transaction that arrives, by number.
 *   <li>Judge it: its number must be one more than the last, and its timestamps must not contradict
 *       its predecessor's ({@link TransactionOrder#breaksSession}).
 *   <li>If it came between others, judge those again that may have got another predecessor or
 *       previous number: the ones behind it, until more of them were passed than any transaction
 *       has passed over to find its predecessor.
 *   <li>A gap is provisional, since the missing transaction may be on its way, and reported at the
 *       deadline. Times that contradict are reported at once.
 * </ol>
 *
 * <p>Aion (Li et al., Online Timestamp-based Transactional Isolation Checking of Database Systems)
 * assumes that a session arrives in order, where steps 3 and 4 have nothing to do. A transaction at
 * the end of its session costs O(1), another one its distance from the end of its segment, and what
 * is judged again.
 */
final class SessionTimeline extends Timeline<SessionSegment> {
  private enum Fault {
    NONE,
    GAP,
    TIMES
  }

  private final TransactionTable table;
  private final TransactionOrder order;

  // The answer of the last judgement.
  private int predecessor;
  private long previousNumber;

  /** In the header: the most transactions that were skipped in a search for a predecessor. */
  private long mostPassedOver;

  /** In the header: whether its transactions have numbers; of none so far it is not known. */
  private Numbers numbers = Numbers.NOT_KNOWN;

  private enum Numbers {
    NOT_KNOWN,
    GIVEN,
    NONE
  }

  private static final Numbers[] NUMBERS = Numbers.values();

  SessionTimeline(long session, ShardContext context) {
    super(session, context, context.sessionBlocks);
    this.table = context.table;
    this.order = context.order;
    restore();
  }

  @Override
  void writeHeader(BlockWriter to) {
    to.number(mostPassedOver);
    if (context.isByTimeline) {
      to.number(numbers.ordinal());
    }
  }

  @Override
  void readHeader(BlockReader from) {
    mostPassedOver = from.number();
    if (context.isByTimeline) {
      numbers = NUMBERS[from.integer()];
    }
  }

  @Override
  void restoreAppended(int kind, BlockReader from) {
    throw new IllegalStateException("nothing is appended to sessions");
  }

  @Override
  void restoredAppended() {}

  @Override
  void leaves() {}

  @Override
  SessionSegment create(long low, long lowLogical) {
    return new SessionSegment(low, lowLogical, true);
  }

  @Override
  SessionSegment decode(long low, long lowLogical, BlockReader from) {
    return SessionSegment.decode(low, lowLogical, from, context.facts);
  }

  /** Drops segments at the beginning all of whose commits are below a point. */
  void forget(Watermark floor) {
    SessionSegment segment = first();
    SessionSegment next = after(segment);
    while (next != null && isBelow(segment, floor)) {
      segment = next;
      next = after(segment);
    }
    dropBelow(segment.low, segment.lowLogical);
  }

  private boolean isBelow(SessionSegment segment, Watermark floor) {
    for (int i = 0; i < segment.count; i++) {
      int slot = segment.slots[i];
      boolean provisional = segment.flags(i) == ProvisionalVerdicts.VIOLATED;
      if (provisional
          || (table.has(slot, COUNTS)
              && floor.isBelow(
                  table.fact(slot, TransactionTable.COMMIT),
                  table.fact(slot, TransactionTable.COMMIT_LOGICAL)))) {
        return false;
      }
    }
    return true;
  }

  void add(int slot) {
    if (!isUniform(slot)) {
      context.unjudged(
          slot,
          "its session has transactions with and without a sequence number; expected it on all of"
              + " a session or on none");
      table.release(slot, 1);
      return;
    }
    if (isDropped(table.fact(slot, NUMBER), 0)) {
      context.belowHorizon(slot);
      table.release(slot, 1);
      return;
    }
    SessionSegment segment = at(table.fact(slot, NUMBER), 0);
    int index = segment.count;
    while (index > 0 && order.compareInSession(segment.slots[index - 1], slot) > 0) {
      index--;
    }
    // Steps 1 and 2.
    boolean isLast = index == segment.count && after(segment) == null;
    if (isLast) {
      segment.insert(index, slot);
      judge(segment, index, slot, Optional.empty());
    } else {
      insertBetween(segment, index, slot);
    }
    if (segment.isTooLarge()) {
      cut(segment, segment.count - segment.count / LAST_SHARE);
    }
    recount(segment);
  }

  /** A host that keeps state by shard has made sure of it when the transaction arrived. */
  private boolean isUniform(int slot) {
    if (!context.isByTimeline) {
      return true;
    }
    Numbers given = table.has(slot, NUMBERED) ? Numbers.GIVEN : Numbers.NONE;
    if (numbers == Numbers.NOT_KNOWN) {
      numbers = given;
      headerChanged();
    }
    return numbers == given;
  }

  private void cut(SessionSegment segment, int keep) {
    split(segment, segment.cut(keep, table));
  }

  @Override
  void cutWritten(SessionSegment segment) {
    if (segment.isWorthCutting()) {
      cut(segment, segment.count - segment.count / LAST_SHARE);
      recount(segment);
    }
  }

  @Override
  void shrink(int keep) {
    if (!isInMemory()) {
      return;
    }
    SessionSegment last = lastResident();
    if (last.count > 2 * keep) {
      cut(last, last.count - keep);
      recount(last);
    }
    spillOld();
  }

  /** Steps 1 to 3. */
  private void insertBetween(SessionSegment begin, int index, int slot) {
    List<SessionSegment> segments = new ArrayList<>();
    IntArrayList indexes = new IntArrayList();
    ArrayDeque<TimestampFinding> reported = new ArrayDeque<>();
    SessionSegment segment = begin;
    int i = index;
    long passed = 0;
    while (segment != null && passed <= mostPassedOver) {
      if (i == segment.count) {
        segment = after(segment);
        i = 0;
        continue;
      }
      segments.add(segment);
      indexes.add(segment == begin ? i + 1 : i);
      if ((segment.flags(i) & ProvisionalVerdicts.REPORTED) != 0) {
        reported.add(finding(segment, i, fault(segment, i)));
      }
      passed += table.has(segment.slots[i], DETERMINATE) ? 1 : 0;
      i++;
    }
    begin.insert(index, slot);
    judge(begin, index, slot, Optional.empty());
    for (int k = 0; k < segments.size(); k++) {
      SessionSegment later = segments.get(k);
      int at = indexes.getInt(k);
      boolean wasReported = (later.flags(at) & ProvisionalVerdicts.REPORTED) != 0;
      judge(later, at, slot, wasReported ? Optional.of(reported.remove()) : Optional.empty());
    }
  }

  private void judge(
      SessionSegment segment, int index, int because, Optional<TimestampFinding> reported) {
    int slot = segment.slots[index];
    Fault fault = fault(segment, index);
    if (reported.isPresent()) {
      if (fault != Fault.NONE && finding(segment, index, fault).equals(reported.get())) {
        return;
      }
      segment.flags(index, 0);
      context.withdrawn(reported.get(), because);
      context.late(because);
    } else if (segment.flags(index) != 0) {
      if (fault == Fault.GAP) {
        return;
      }
      segment.flags(index, 0);
      context.verdicts.satisfied(id, slot, ProvisionalVerdict.NO_READ);
      verdictsChanged();
    } else if (fault != Fault.NONE
        && slot != because
        && context.verdicts.isFinal(id, slot, ProvisionalVerdict.NO_READ)) {
      context.late(because);
    }
    if (fault == Fault.GAP && !context.verdicts.isFinal(id, slot, ProvisionalVerdict.NO_READ)) {
      segment.flags(index, ProvisionalVerdicts.VIOLATED);
      context.verdicts.violated(
          id, table.fact(slot, NUMBER), 0, slot, ProvisionalVerdict.NO_READ, false);
      verdictsChanged();
    } else if (fault != Fault.NONE) {
      report(segment, index, fault);
    }
  }

  private void report(SessionSegment segment, int index, Fault fault) {
    segment.flags(index, ProvisionalVerdicts.VIOLATED | ProvisionalVerdicts.REPORTED);
    context.listener.found(finding(segment, index, fault));
  }

  /** Step 4. Reports a gap that no transaction has filled by its deadline. */
  @Override
  void settle(ProvisionalVerdict pending) {
    SessionSegment segment = at(pending.time, pending.logical);
    int index = 0;
    while (table.fact(segment.slots[index], SEQUENCE) != pending.sequence) {
      index++;
    }
    report(segment, index, fault(segment, index));
  }

  private Fault fault(SessionSegment begin, int index) {
    int slot = begin.slots[index];
    if (!table.has(slot, COUNTS) || !findPredecessor(begin, index, slot)) {
      return Fault.NONE;
    }
    if (table.has(slot, NUMBERED) && table.fact(slot, NUMBER) != previousNumber + 1) {
      return Fault.GAP;
    }
    return order.breaksSession(predecessor, slot) ? Fault.TIMES : Fault.NONE;
  }

  private boolean findPredecessor(SessionSegment begin, int index, int slot) {
    boolean first = true;
    long passedOver = 0;
    SessionSegment segment = begin;
    int i = index - 1;
    while (segment != null) {
      for (; i >= 0; i--) {
        int earlier = segment.slots[i];
        if (first) {
          previousNumber = table.fact(earlier, NUMBER);
          first = false;
        }
        if (table.has(earlier, DETERMINATE)) {
          if (order.hadEnded(earlier, slot)) {
            predecessor = earlier;
            return true;
          }
          passedOver++;
          if (passedOver > mostPassedOver) {
            mostPassedOver = passedOver;
            headerChanged();
          }
        }
      }
      segment = before(segment);
      i = segment == null ? 0 : segment.count - 1;
    }
    if (isShortened()) {
      context.belowHorizon(slot);
    }
    return false;
  }

  private TimestampFinding finding(SessionSegment segment, int index, Fault fault) {
    int slot = segment.slots[index];
    fault(segment, index);
    return fault == Fault.GAP
        ? context.findings.sessionNumber(slot, predecessor, previousNumber + 1)
        : context.findings.session(slot, predecessor, order.snapshots());
  }
}
