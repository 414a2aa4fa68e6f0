package dev.isogauge.app.test;

import dev.isogauge.app.check.CheckOptions;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.recover.SnapshotOrder;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.level.IsolationLevel;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** By which order a run is judged while it goes on. */
enum OnlineOrder {
  /** Timestamps that the database gives. */
  TIMESTAMPS,
  /** Timestamps that follow from snapshots. */
  SNAPSHOTS,
  /** The order of versions that reads, and writes in the order of snapshots, show. */
  OVERWRITTEN,
  /** The order of versions that reads show. */
  READS;

  private static final Set<Workload> REGISTERS =
      EnumSet.of(Workload.MINI, Workload.REGISTER, Workload.GENERAL);

  static OnlineOrder of(Capabilities capabilities, RunPlan plan, CheckOptions checking) {
    if (capabilities.has(Capability.TIMESTAMPS)) {
      return TIMESTAMPS;
    }
    if (!plan.turns().isEmpty() || !SnapshotOrder.isPossible(capabilities, plan.level())) {
      return READS;
    }
    boolean isSnapshotIsolation =
        checking.measuring()
            ? plan.claims().contains(IsolationLevel.SNAPSHOT_ISOLATION)
            : checking.levels().equals(List.of(IsolationLevel.SNAPSHOT_ISOLATION));
    if (isSnapshotIsolation) {
      return SNAPSHOTS;
    }
    return REGISTERS.contains(plan.workload())
            && ReadsJudge.levels(checking, true).stream().allMatch(OnlineOrder::countsOverwriting)
        ? OVERWRITTEN
        : READS;
  }

  /** Whether snapshots of transactions decide. */
  boolean isOfSnapshots() {
    return this == SNAPSHOTS || this == OVERWRITTEN;
  }

  /** Whether the level orders transactions by what they overwrite as by what they read. */
  static boolean countsOverwriting(IsolationLevel level) {
    return level.implies(IsolationLevel.SNAPSHOT_ISOLATION);
  }

  /** Refuses a workload that does not show the order, and levels that the order does not decide. */
  void require(String database, Workload workload, CheckOptions checking) throws UsageException {
    if (this == SNAPSHOTS && workload.hasConditions()) {
      throw new UsageException(
          "--online: workload " + workload.id() + " has conditions; expected another");
    }
    if (this == READS && workload != Workload.LIST_APPEND && workload != Workload.MINI) {
      throw new UsageException(
          "--online: "
              + database
              + " gives no timestamps, and workload "
              + workload.id()
              + " does not show the order of versions; expected --workload list-append or mini");
    }
    if (this == TIMESTAMPS
        && !checking.measuring()
        && checking.levels().stream().noneMatch(OnlineOrder::countsOverwriting)) {
      throw new UsageException(
          "--online: timestamps decide snapshot-isolation and serializability; expected one of"
              + " these in --level");
    }
  }
}
