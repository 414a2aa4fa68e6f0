package dev.isogauge.chance;

import static dev.isogauge.chance.Accesses.NONE;

/** Counts the chances that two members have who overlap and share keys. */
final class Pairs {
  private final Accesses accesses;
  private final OpenAccesses open;
  private final Tally tally;

  /** What one of the two reads and the other writes. */
  private static final class Flow {
    private int keys;
    private int rereadKeys;

    /** Keys whose read shows the other's write. */
    private int seen;

    /** Keys whose read shows an older version. */
    private int missed;

    private int changed;
    private int intermediate;

    private void clear() {
      keys = 0;
      rereadKeys = 0;
      seen = 0;
      missed = 0;
      changed = 0;
      intermediate = 0;
    }
  }

  private final Flow here = new Flow();
  private final Flow there = new Flow();

  Pairs(Accesses accesses, OpenAccesses open, Tally tally) {
    this.accesses = accesses;
    this.open = open;
    this.tally = tally;
  }

  /** Takes the member that begins and one of its partners. */
  void count(int member, int partner) {
    here.clear();
    there.clear();
    int bothWrite = 0;
    int overwrote = 0;
    int overwritten = 0;
    int mutual = 0;
    int bothUpdate = 0;
    int lost = 0;
    for (int s = open.firstShared(partner); s != NONE; s = open.nextShared(s)) {
      int own = open.own(s);
      int other = open.other(s);
      flow(here, own, other);
      flow(there, other, own);
      if (accesses.writes(own) && accesses.writes(other)) {
        bothWrite++;
        boolean before = accesses.sees(other, own);
        boolean after = accesses.sees(own, other);
        overwrote += after && !before ? 1 : 0;
        overwritten += before && !after ? 1 : 0;
        mutual += before && after ? 1 : 0;
      }
      if (accesses.updates(own) && accesses.updates(other)) {
        bothUpdate++;
        lost += accesses.sawTheSame(own, other) ? 1 : 0;
      }
    }
    boolean aborted = accesses.aborted[member] || accesses.aborted[partner];
    reads(here, member, partner);
    reads(there, partner, member);
    tally.add(ChanceKind.LOST_UPDATE, bothUpdate, lost, aborted);
    tally.add(
        ChanceKind.DIRTY_WRITE,
        pairs(bothWrite),
        (long) overwrote * overwritten + (long) mutual * (overwrote + overwritten) + pairs(mutual),
        aborted);
    if (bothWrite == 0) {
      tally.add(
          ChanceKind.WRITE_SKEW,
          (long) here.keys * there.keys,
          (long) here.missed * there.missed,
          aborted);
    }
  }

  private void flow(Flow flow, int reader, int writer) {
    if (!accesses.reads(reader) || !accesses.writes(writer)) {
      return;
    }
    flow.keys++;
    boolean sees = accesses.sees(reader, writer);
    flow.seen += sees ? 1 : 0;
    flow.missed += !sees && accesses.missed(reader, writer) ? 1 : 0;
    flow.intermediate += accesses.seesIntermediate(reader, writer) ? 1 : 0;
    if (accesses.rereads(reader)) {
      flow.rereadKeys++;
      flow.changed += sees != accesses.seesAtLast(reader, writer) ? 1 : 0;
    }
  }

  private void reads(Flow flow, int reader, int writer) {
    if (flow.keys == 0) {
      return;
    }
    if (accesses.aborted[writer]) {
      tally.add(ChanceKind.ABORTED_READ, flow.keys, flow.seen, accesses.aborted[reader]);
    } else {
      // Where each sees the other, one saw what was not committed.
      int mutual = here.seen > 0 && there.seen > 0 ? flow.seen : 0;
      tally.add(
          ChanceKind.DIRTY_READ,
          flow.keys,
          Math.max(flow.intermediate, mutual),
          accesses.aborted[reader]);
    }
    tally.add(
        ChanceKind.READ_SKEW,
        pairs(flow.keys) + flow.rereadKeys,
        (long) flow.seen * flow.missed + flow.changed,
        accesses.aborted[reader] || accesses.aborted[writer]);
  }

  private static long pairs(long count) {
    return count * (count - 1) / 2;
  }
}
