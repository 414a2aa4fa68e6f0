package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.ShardBatches;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Which judge has a timeline: the one to which Flink assigns the timeline's key group, as if each
 * part went by {@code keyBy}. So state and timers are keyed by timeline, and can be rescaled,
 * though parcels hold many timelines.
 */
final class JudgeRouting implements ShardBatches.Router {
  private final int judges;

  JudgeRouting(int judges) {
    this.judges = judges;
  }

  @Override
  public int shard(boolean isKey, long timeline, Atoms atoms) {
    if (judges == 1) {
      return 0;
    }
    // An atom that is not negative is an integer, whose token has nothing but its digits.
    int hash =
        timeline >= 0
            ? hash(isKey, timeline)
            : TimelinePart.timeline(isKey, atoms.token(timeline)).hashCode();
    int keyGroup =
        KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, IsogaugeJob.MAX_PARALLELISM);
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        IsogaugeJob.MAX_PARALLELISM, judges, keyGroup);
  }

  /** The hash of the name of a timeline, without making it. */
  private static int hash(boolean isKey, long timeline) {
    int hash = 0;
    int weight = 1;
    long rest = timeline;
    do {
      hash += (int) ('0' + rest % 10) * weight;
      weight *= 31;
      rest /= 10;
    } while (rest > 0);
    return hash + TimelinePart.prefix(isKey) * weight;
  }

  /** Brings parcels to their judges. */
  static final class Delivery implements Partitioner<Parcel> {
    private static final long serialVersionUID = 1;

    /**
     * Fails if judges are not as many as the sender believed: they would not know the timelines.
     */
    @Override
    public int partition(Parcel parcel, int judges) {
      if (parcel.judges() != judges) {
        throw new IllegalStateException(
            "found "
                + judges
                + " judges for transactions parsed for "
                + parcel.judges()
                + "; expected the operators parse and judge to have the same parallelism");
      }
      return parcel.judge();
    }
  }
}
