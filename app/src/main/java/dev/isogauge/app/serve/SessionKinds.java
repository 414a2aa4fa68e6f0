package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Which sessions number their transactions and which rely on the order of arrival; no session may
 * do both. For one thread at a time.
 */
final class SessionKinds {
  private static final int UNKNOWN = 0;
  private static final int NUMBERED = 1;
  private static final int BY_ARRIVAL = 2;

  private final Atoms atoms;
  private final Long2IntOpenHashMap kinds = new Long2IntOpenHashMap();

  SessionKinds(Atoms atoms) {
    this.atoms = atoms;
  }

  /** Takes note of the batch's sessions, or refuses it and takes note of nothing. */
  void admit(ParsedBatch batch) throws BadBatchException {
    Long2IntOpenHashMap fresh = new Long2IntOpenHashMap();
    for (RawBlock block : batch.blocks()) {
      for (int run = 0; run < block.runCount(); run++) {
        long session = block.session(run);
        int kind = block.sequenceNumber(run) == RawBlock.NO_NUMBER ? BY_ARRIVAL : NUMBERED;
        int known = kinds.get(session) == UNKNOWN ? fresh.get(session) : kinds.get(session);
        if (known == UNKNOWN) {
          fresh.put(session, kind);
        } else if (known != kind) {
          throw new BadBatchException(
              block.line(run),
              1,
              "found a transaction of session "
                  + atoms.token(session)
                  + (kind == NUMBERED ? " with" : " without")
                  + " a sequence number, and others "
                  + (kind == NUMBERED ? "without" : "with")
                  + " one; expected it on all of a session or on none");
        }
      }
    }
    kinds.putAll(fresh);
  }
}
