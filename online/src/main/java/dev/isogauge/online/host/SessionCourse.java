package dev.isogauge.online.host;

import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/**
 * Whether in every session each transaction starts by its commit, commits after the one before it,
 * and has a higher number, if any. Then no read passes over a version because that follows it in
 * its session: such a version commits later than the read's transaction.
 */
final class SessionCourse {
  private static final class Session {
    long commit = Long.MIN_VALUE;
    long logical = Long.MIN_VALUE;
    long number = Long.MIN_VALUE;
  }

  private final Long2ObjectOpenHashMap<Session> sessions = new Long2ObjectOpenHashMap<>();
  private boolean isForward = true;

  boolean isForward() {
    return isForward;
  }

  /** Takes note of the next transaction of a session. */
  void add(RawBlock block, int run) {
    if (!isForward) {
      return;
    }
    FragmentMetadata metadata = block.metadata();
    Session session = sessions.computeIfAbsent(block.session(run), id -> new Session());
    long number = metadata.number(run);
    if (number != RawBlock.NO_NUMBER) {
      isForward = number > session.number;
      session.number = number;
    }
    long commit = metadata.commit(run);
    if (commit != RawBlock.NO_TIME) {
      long logical = metadata.commitLogical(run);
      isForward &=
          TimestampRules.compareTimes(session.commit, session.logical, commit, logical) < 0
              && TimestampRules.compareTimes(
                      metadata.start(run), metadata.startLogical(run), commit, logical)
                  <= 0;
      session.commit = commit;
      session.logical = logical;
    }
  }
}
