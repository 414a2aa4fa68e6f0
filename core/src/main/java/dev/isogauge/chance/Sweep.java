package dev.isogauge.chance;

import static dev.isogauge.chance.Accesses.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Goes through the begins and ends of members in the order of time. A set of members that all
 * overlap is open as a whole when the last of them begins; there it is counted.
 *
 * <ol>
 *   <li>At a begin, find the open members that share a key, and count what they could have shown
 *       together; at equal times begins come before ends.
 *   <li>Open the member's accesses.
 *   <li>At an end, close them; committed writes are acknowledged, and later reads may be stale.
 * </ol>
 *
 * <p>O(n log n) for sorting, and a step for each two open accesses of one key. Where that becomes
 * too much, only every few members one is sampled and stands for the others.
 */
final class Sweep {
  /** How long ago an acknowledged write is of interest, in nanoseconds as recorders write. */
  static final long RECENT = 1_000_000_000;

  private final History history;
  private final Accesses accesses;
  private final long[] begins;
  private final long[] ends;
  private final boolean[] counted;
  private final boolean realTime;
  private final long work;

  private final Tally tally = new Tally();
  private final OpenAccesses open;
  private final Pairs pairs;
  private final LongForks longForks;
  private final Optional<Phantoms> phantoms;

  /** By member: whether a conflicting one was open at the same time. */
  private final boolean[] contended;

  // By key: the last member to begin that uses or writes it.
  private final int[] lastUse;
  private final int[] lastWrite;

  // By key: the write acknowledged last, and the last one of another session than that.
  private final int[] acknowledged;
  private final int[] acknowledgedBefore;

  private final int[] openOfSession;
  private int openCount;
  private boolean overlapped;
  private long workDone;
  private long looks;
  private long looked;

  /** How many of those that are counted have begun, and how many there are. */
  private int next;

  private final int last;
  private int stride = 1;

  /**
   * A sweep.
   *
   * @param begins by member, ascending
   * @param counted by member: whether sets are counted that it completes
   * @param work how much to do before fewer members are sampled
   */
  Sweep(
      History history,
      Accesses accesses,
      long[] begins,
      long[] ends,
      boolean[] counted,
      boolean realTime,
      long work) {
    this.history = history;
    this.accesses = accesses;
    this.begins = begins;
    this.ends = ends;
    this.counted = counted;
    this.realTime = realTime;
    this.work = work;
    int toCount = 0;
    for (boolean each : counted) {
      toCount += each ? 1 : 0;
    }
    this.last = toCount;
    this.open = new OpenAccesses(accesses);
    this.pairs = new Pairs(accesses, open, tally);
    this.longForks = new LongForks(accesses, open, tally);
    this.phantoms =
        history.predicateReads().count() == 0
            ? Optional.empty()
            : Optional.of(new Phantoms(history, accesses, tally, work / 4));
    this.contended = new boolean[begins.length];
    this.lastUse = filled(accesses.keyCount());
    this.lastWrite = filled(accesses.keyCount());
    this.acknowledged = filled(accesses.keyCount());
    this.acknowledgedBefore = filled(accesses.keyCount());
    this.openOfSession = new int[history.sessionCount()];
  }

  private static int[] filled(int size) {
    int[] array = new int[size];
    Arrays.fill(array, NONE);
    return array;
  }

  void run() {
    int[] byEnd = Intervals.sorted(ends);
    int ended = 0;
    for (int m = 0; m < begins.length; m++) {
      while (ends[byEnd[ended]] < begins[m]) {
        end(byEnd[ended++]);
      }
      begin(m);
    }
    while (ended < byEnd.length) {
      end(byEnd[ended++]);
    }
  }

  private void begin(int member) {
    int session = history.sessionOf(accesses.transactions[member]);
    boolean active = isActive(member);
    overlapped |= counted[member] && active && openCount > openOfSession[session];
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      accesses.acknowledge(a, acknowledged[accesses.key(a)]);
      contended[member] |= open.hasConflict(a);
    }
    if (counted[member] && next++ % stride == 0) {
      count(member, session);
    }
    if (active) {
      openCount++;
      openOfSession[session]++;
    }
    open.begin(member);
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      lastUse[accesses.key(a)] = member;
      if (accesses.writes(a)) {
        lastWrite[accesses.key(a)] = member;
      }
    }
    phantoms.ifPresent(all -> all.begin(member));
  }

  private boolean isActive(int member) {
    int t = accesses.transactions[member];
    return accesses.begin(member) < accesses.end(member)
        || history.predicateReads().first(t) < history.predicateReads().end(t);
  }

  private void count(int member, int session) {
    long before = workDone;
    workDone += open.meet(member);
    for (int i = 0; i < open.partners.size(); i++) {
      pairs.count(member, open.partners.getInt(i));
    }
    if (!open.partners.isEmpty()) {
      workDone += longForks.count(member);
    }
    phantoms.ifPresent(all -> all.count(member));
    if (realTime) {
      stale(member, session);
    }
    looks++;
    looked++;
    if (workDone > work) { // as much again for all that follow, so that they are represented alike
      long each = Math.max(workDone / looks, workDone - before);
      long affordable = Math.max(1, work / Math.max(1, each));
      stride = (int) Math.max(stride, (last - next) / affordable + 1);
      tally.weigh(stride);
      workDone = 0;
      looks = 0;
    }
  }

  private void stale(int member, int session) {
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      int write = acknowledged[accesses.key(a)];
      if (write != NONE && accesses.session(write) == session) {
        write = acknowledgedBefore[accesses.key(a)];
      }
      if (accesses.reads(a)
          && write != NONE
          && begins[member] - ends[accesses.member(write)] <= RECENT) {
        tally.add(
            ChanceKind.STALE_READ, 1, accesses.missed(a, write) ? 1 : 0, accesses.aborted[member]);
      }
    }
  }

  private void end(int member) {
    int session = history.sessionOf(accesses.transactions[member]);
    boolean committed = history.outcome(accesses.transactions[member]) == Outcome.COMMITTED;
    for (int a = accesses.begin(member); a < accesses.end(member); a++) {
      int key = accesses.key(a);
      contended[member] |= (accesses.writes(a) ? lastUse : lastWrite)[key] > member;
      if (committed && accesses.writes(a)) {
        if (acknowledged[key] != NONE && accesses.session(acknowledged[key]) != session) {
          acknowledgedBefore[key] = acknowledged[key];
        }
        acknowledged[key] = a;
      }
    }
    open.end(member);
    if (isActive(member)) {
      openCount--;
      openOfSession[session]--;
    }
    phantoms.ifPresent(all -> all.end(member));
  }

  Tally tally() {
    return tally;
  }

  boolean isContended(int member) {
    return contended[member];
  }

  /** Whether transactions of two sessions were open at once. */
  boolean overlapped() {
    return overlapped;
  }

  /** How many members were sampled. */
  long looked() {
    return looked;
  }

  /** Whether something of those that were sampled is estimated too. */
  boolean estimates() {
    return phantoms.filter(Phantoms::isSampled).isPresent();
  }
}
