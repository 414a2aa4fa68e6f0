package dev.isogauge.chance;

import static dev.isogauge.chance.ChanceKind.ABORTED_READ;
import static dev.isogauge.chance.ChanceKind.DIRTY_READ;
import static dev.isogauge.chance.ChanceKind.DIRTY_WRITE;
import static dev.isogauge.chance.ChanceKind.LONG_FORK;
import static dev.isogauge.chance.ChanceKind.LOST_UPDATE;
import static dev.isogauge.chance.ChanceKind.PHANTOM;
import static dev.isogauge.chance.ChanceKind.READ_SKEW;
import static dev.isogauge.chance.ChanceKind.STALE_READ;
import static dev.isogauge.chance.ChanceKind.WRITE_SKEW;

import dev.isogauge.level.IsolationLevel;
import java.util.EnumSet;
import java.util.Set;

/**
 * What separates a level from the next weaker ones: the kinds that it forbids and that one of them
 * allows. A history without a chance of any of these satisfies the level as soon as it satisfies
 * the weaker ones, whatever the database does.
 */
public final class Separation {
  private Separation() {}

  /**
   * The kinds; empty for guarantees of single sessions, which sessions can break alone, so that no
   * kind of chance says whether they could have been broken, and for levels of single transactions.
   */
  public static Set<ChanceKind> of(IsolationLevel level) {
    return switch (level) {
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS, RECORDED ->
          EnumSet.noneOf(ChanceKind.class);
      case CUT_ISOLATION, READ_ATOMIC -> EnumSet.of(READ_SKEW);
      // Ours also forbids to go back behind a transaction already seen.
      case READ_COMMITTED -> EnumSet.of(DIRTY_READ, ABORTED_READ, READ_SKEW);
      // What happened before is acknowledged, or what it is read from is still open.
      case CAUSAL -> EnumSet.of(DIRTY_READ, STALE_READ);
      case PREFIX_CONSISTENCY -> EnumSet.of(LONG_FORK);
      case PARALLEL_SNAPSHOT_ISOLATION -> EnumSet.of(LOST_UPDATE, DIRTY_WRITE);
      // Prefix consistency allows the first two, its parallel form the last.
      case SNAPSHOT_ISOLATION -> EnumSet.of(LOST_UPDATE, DIRTY_WRITE, LONG_FORK);
      case SERIALIZABILITY -> EnumSet.of(WRITE_SKEW, PHANTOM);
      case STRONG_SNAPSHOT_ISOLATION, KEY_STRICT_SERIALIZABILITY, STRICT_SERIALIZABILITY ->
          EnumSet.of(STALE_READ);
      case LINEARIZABILITY -> EnumSet.of(DIRTY_READ, LOST_UPDATE, STALE_READ);
      case PL_1 -> EnumSet.of(DIRTY_WRITE);
      case PL_2 -> EnumSet.of(DIRTY_READ, ABORTED_READ);
      case PL_2_99 -> EnumSet.of(READ_SKEW, LOST_UPDATE, WRITE_SKEW, LONG_FORK);
      case PL_SI -> EnumSet.of(READ_SKEW, LOST_UPDATE, LONG_FORK);
      // PL-2.99 allows phantoms, PL-SI write skew.
      case PL_3 -> EnumSet.of(PHANTOM, WRITE_SKEW);
    };
  }
}
