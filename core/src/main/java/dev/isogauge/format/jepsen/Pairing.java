package dev.isogauge.format.jepsen;

import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Makes transactions of the events of a whole history.
 *
 * <ol>
 *   <li>Choose the clock: times where every event has one and they differ, else indices where every
 *       event has one, else places in the input.
 *   <li>Pair each completion with the invocation of its process that is under way. It begins and
 *       ends the transaction in real time; an operation whose client never learned has no end.
 *       Completions without invocation have no begin, and where nothing was invoked there is no
 *       real time at all.
 *   <li>Of the transactions at the edges of parts, keep those that are needed.
 * </ol>
 *
 * <p>O(events) expected.
 */
final class Pairing {
  private static final long NOT_OPEN = -1;

  private enum Clock {
    TIME,
    INDEX,
    POSITION
  }

  private final Input input;
  private final Atoms atoms;
  private final List<EventBlock> parts;
  private final Clock clock;
  private final boolean hasInvocations;
  private final long[] firstPositions;
  private final LongOpenHashSet sessions = new LongOpenHashSet();
  private long nextSession;
  private long anonymous;

  /** By process its invocation that is under way: part and event, 32 bits each. */
  private final Long2LongOpenHashMap open = new Long2LongOpenHashMap();

  /** Two blocks a part: what is kept of its leading and trailing transactions; null if nothing. */
  private final RawBlock[] kept;

  Pairing(Input input, Atoms atoms, List<EventBlock> parts) {
    this.input = input;
    this.atoms = atoms;
    this.parts = parts;
    // Step 1.
    boolean allTimed = true;
    boolean allIndexed = true;
    boolean invoked = false;
    long earliest = Long.MAX_VALUE;
    long latest = Long.MIN_VALUE;
    firstPositions = new long[parts.size() + 1];
    for (int p = 0; p < parts.size(); p++) {
      EventBlock part = parts.get(p);
      firstPositions[p + 1] = firstPositions[p] + part.operations();
      for (int e = 0; e < part.count(); e++) {
        allTimed &= part.time(e) != EventBlock.MISSING;
        allIndexed &= part.index(e) != EventBlock.MISSING;
        earliest = Math.min(earliest, part.time(e));
        latest = Math.max(latest, part.time(e));
        invoked |= part.event(e) == OperationType.INVOKED;
        sessions.add(part.process(e));
      }
    }
    clock = allTimed && earliest < latest ? Clock.TIME : allIndexed ? Clock.INDEX : Clock.POSITION;
    hasInvocations = invoked;
    kept = new RawBlock[2 * parts.size()];
    open.defaultReturnValue(NOT_OPEN);
  }

  /** Hands the transactions to the builder. */
  void addTo(HistoryBuilder builder) throws InputException {
    // Step 2.
    for (int p = 0; p < parts.size(); p++) {
      for (int e = 0; e < parts.get(p).count(); e++) {
        pair(p, e);
      }
    }
    long[] left = open.values().toLongArray();
    Arrays.sort(left);
    for (long invocation : left) {
      keepInvocation(invocation, Outcome.INDETERMINATE, RawBlock.NO_TIME);
    }
    // Step 3.
    for (int p = 0; p < parts.size(); p++) {
      add(kept[2 * p], builder);
      builder.add(parts.get(p).transactions);
      add(kept[2 * p + 1], builder);
    }
    remark(builder);
  }

  private static void add(RawBlock block, HistoryBuilder builder) {
    if (block != null) {
      builder.add(block);
    }
  }

  private void remark(HistoryBuilder builder) {
    long skipped = parts.stream().mapToLong(EventBlock::skipped).sum();
    if (skipped > 0) {
      builder.remark(
          skipped
              + " operations of processes that are not integers, such as :nemesis, were skipped");
    }
    if (anonymous > 0) {
      builder.remark(
          anonymous + " transactions name no process; each was made a session of its own");
    }
  }

  private void pair(int p, int e) throws InputException {
    EventBlock part = parts.get(p);
    long process = part.process(e);
    OperationType event = part.event(e);
    if (event == OperationType.INVOKED) {
      long before = open.put(process, (long) p << 32 | e);
      if (before != NOT_OPEN) {
        keepInvocation(before, Outcome.INDETERMINATE, RawBlock.NO_TIME);
      }
      return;
    }
    long invocation = open.remove(process);
    long begin = invocation == NOT_OPEN ? RawBlock.NO_TIME : time(invocation);
    long end =
        event == OperationType.UNKNOWN || !hasInvocations
            ? RawBlock.NO_TIME
            : time((long) p << 32 | e);
    if (begin != RawBlock.NO_TIME && end < begin && end != RawBlock.NO_TIME) {
      throw new InputException(
          input.name(),
          part.line(e),
          1,
          String.format(
              Locale.ROOT,
              "found the completion of an operation at %d, and its invocation at %d; expected the"
                  + " completion not to be earlier",
              end,
              begin));
    }
    if (part.hasTransaction(e)) {
      part.transactions.complete(part.fragment(e), session(process), begin, end);
    } else if (event == OperationType.LEFT_OUT) {
      return;
    } else if (invocation != NOT_OPEN) {
      keepInvocation(
          invocation, event == OperationType.FAILED ? Outcome.ABORTED : Outcome.INDETERMINATE, end);
    } else if (part.hasEdge(e)) {
      part.requireEdge(e, input.name());
      keep(part, part.leading, part.fragment(e), 2 * p, part.leading.outcome(part.fragment(e)));
      RawBlock block = kept[2 * p];
      block.complete(block.fragmentCount() - 1, session(process), RawBlock.NO_TIME, end);
    }
  }

  private void keepInvocation(long invocation, Outcome outcome, long end) throws InputException {
    int p = (int) (invocation >>> 32);
    int e = (int) invocation;
    EventBlock part = parts.get(p);
    long session = session(part.process(e));
    if (part.hasTransaction(e)) {
      part.transactions.complete(part.fragment(e), session, time(invocation), end);
      return;
    }
    part.requireEdge(e, input.name());
    keep(part, part.trailing, part.fragment(e), 2 * p + 1, outcome);
    RawBlock block = kept[2 * p + 1];
    block.complete(block.fragmentCount() - 1, session, time(invocation), end);
  }

  private void keep(EventBlock part, RawBlock edge, int fragment, int place, Outcome outcome) {
    if (kept[place] == null) {
      kept[place] = new RawBlock(0);
      kept[place].firstLine(part.firstLine());
    }
    kept[place].copyFragment(edge, fragment, outcome);
  }

  private long time(long reference) {
    int p = (int) (reference >>> 32);
    int e = (int) reference;
    EventBlock part = parts.get(p);
    return switch (clock) {
      case TIME -> part.time(e);
      case INDEX -> part.index(e);
      case POSITION -> firstPositions[p] + part.position(e);
    };
  }

  /** The process, or a new session where none is named. */
  private long session(long process) {
    if (process != Atoms.NO_NAME) {
      return process;
    }
    anonymous++;
    while (!sessions.add(atoms.integer(nextSession))) {
      nextSession++;
    }
    return atoms.integer(nextSession);
  }
}
