package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.Finality.Watermark;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * What must be known of a session when a transaction arrives: how many came before, whether they
 * have numbers, and how far it has come. Guarded by its lock.
 */
final class SessionProgress {
  private static final class Session {
    long arrived;
    boolean numbered;
    Watermark reached = Watermark.BELOW_ALL;
    long lastArrival;
  }

  private final Atoms atoms;
  private final Long2ObjectOpenHashMap<Session> sessions = new Long2ObjectOpenHashMap<>();

  SessionProgress(Atoms atoms) {
    this.atoms = atoms;
  }

  /** Fails if a session would have transactions with and without numbers. */
  synchronized void requireUniform(RawBlock block) {
    Map<Long, Boolean> fresh = new HashMap<>();
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      boolean numbered = block.metadata().number(fragment) != RawBlock.NO_NUMBER;
      Session known = sessions.get(block.session(fragment));
      boolean expected =
          known != null
              ? known.numbered
              : fresh.computeIfAbsent(block.session(fragment), session -> numbered);
      if (expected != numbered) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "line %d: session %s has transactions with and without a sequence number; expected"
                    + " it on all of a session or on none",
                block.line(fragment),
                atoms.token(block.session(fragment))));
      }
    }
  }

  synchronized void forEachAtom(LongConsumer action) {
    sessions.keySet().forEach(action);
  }

  /** Writes all sessions, so that {@link #restore} finds them again. */
  synchronized void save(BlockWriter to) {
    to.number(sessions.size());
    sessions.forEach(
        (id, session) -> {
          to.atom(id);
          to.number(session.arrived);
          to.number(session.numbered ? 1 : 0);
          to.number(session.reached.commit());
          to.number(session.reached.logical());
          to.number(session.lastArrival);
        });
  }

  synchronized void restore(BlockReader from) {
    for (int rest = from.integer(); rest > 0; rest--) {
      Session session = new Session();
      sessions.put(from.atom(), session);
      session.arrived = from.number();
      session.numbered = from.number() == 1;
      session.reached = new Watermark(from.number(), from.number());
      session.lastArrival = from.number();
    }
  }

  /** Notes the arrival of a transaction; returns its number in the session. */
  synchronized long arrive(RawBlock block, int fragment, boolean counts, long now) {
    Session session = sessions.computeIfAbsent(block.session(fragment), id -> new Session());
    session.arrived++;
    // A session that only aborts does not show how far time has come.
    session.lastArrival = counts || session.arrived == 1 ? now : session.lastArrival;
    FragmentMetadata metadata = block.metadata();
    session.numbered = metadata.number(fragment) != RawBlock.NO_NUMBER;
    if (counts
        && session.reached.isBelow(metadata.commit(fragment), metadata.commitLogical(fragment))) {
      session.reached = new Watermark(metadata.commit(fragment), metadata.commitLogical(fragment));
    }
    return session.numbered ? metadata.number(fragment) : session.arrived;
  }

  /**
   * The least of the latest commits of all sessions that have not been silent for too long; when
   * all are silent, just above the latest commit of all.
   */
  synchronized Watermark watermark(long now, long idleNanos) {
    Watermark least = Watermark.ABOVE_ALL;
    Watermark greatest = Watermark.BELOW_ALL;
    for (Session session : sessions.values()) {
      if (greatest.isBelow(session.reached)) {
        greatest = session.reached;
      }
      if (now - session.lastArrival < idleNanos && session.reached.isBelow(least)) {
        least = session.reached;
      }
    }
    return !least.equals(Watermark.ABOVE_ALL)
        ? least
        : new Watermark(
            greatest.commit(), greatest.logical() + (greatest.logical() < Long.MAX_VALUE ? 1 : 0));
  }
}
