package dev.isogauge.online.spill;

import static dev.isogauge.timestamp.TimestampRules.compareTimes;

import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

/** Where sessions are, while their transactions come in the order of the input. */
final class ScreenedSessions {
  private static final class Session {
    /** The number of the last transaction, if sessions have numbers. */
    long number;

    /** The latest start or commit so far. */
    long time = Long.MIN_VALUE;

    long logical;
    boolean suspect;
  }

  private final boolean snapshots;
  private final Long2ObjectOpenHashMap<Session> sessions = new Long2ObjectOpenHashMap<>();
  private boolean hasSuspects;

  ScreenedSessions(boolean snapshots) {
    this.snapshots = snapshots;
  }

  /** Whether a transaction is the next of its session by its number, if it has one. */
  boolean expects(RawBlock block, int fragment) {
    long number = block.metadata().number(fragment);
    Session session = sessions.get(block.session(fragment));
    if (session == null) {
      session = new Session();
      sessions.put(block.session(fragment), session);
    } else if (number == RawBlock.NO_NUMBER
        ? session.number != number
        : session.number + 1 != number) {
      return false;
    }
    session.number = number;
    return true;
  }

  /**
   * Takes a transaction.
   *
   * @return whether it starts before it commits and no earlier than all before it ended, and
   *     commits later; for serializability, whether it commits later
   */
  boolean take(RawBlock block, int fragment) {
    Session session = sessions.get(block.session(fragment));
    FragmentMetadata times = block.metadata();
    boolean clear =
        compareTimes(
                times.commit(fragment),
                times.commitLogical(fragment),
                session.time,
                session.logical)
            > 0;
    if (snapshots) {
      clear &=
          compareTimes(
                      times.start(fragment),
                      times.startLogical(fragment),
                      session.time,
                      session.logical)
                  >= 0
              && compareTimes(
                      times.start(fragment),
                      times.startLogical(fragment),
                      times.commit(fragment),
                      times.commitLogical(fragment))
                  <= 0;
      advance(session, times.start(fragment), times.startLogical(fragment));
    }
    advance(session, times.commit(fragment), times.commitLogical(fragment));
    return clear;
  }

  private static void advance(Session session, long time, long logical) {
    if (compareTimes(time, logical, session.time, session.logical) > 0) {
      session.time = time;
      session.logical = logical;
    }
  }

  void suspect(long session) {
    sessions.get(session).suspect = true;
    hasSuspects = true;
  }

  boolean isSuspect(long session) {
    Session known = sessions.get(session);
    return known != null && known.suspect;
  }

  boolean hasSuspects() {
    return hasSuspects;
  }

  int count() {
    return sessions.size();
  }
}
