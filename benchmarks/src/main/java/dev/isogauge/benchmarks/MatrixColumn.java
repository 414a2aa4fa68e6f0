package dev.isogauge.benchmarks;

import dev.isogauge.chance.ChanceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A column of the matrix: an anomaly, the schedules that try it, and its chances in random runs.
 */
enum MatrixColumn {
  DIRTY_WRITE(ChanceKind.DIRTY_WRITE, "g0"),
  ABORTED_READ(ChanceKind.ABORTED_READ, "g1a"),
  INTERMEDIATE_READ(null, "g1b"),
  CIRCULAR_READS(null, "g1c"),
  VANISHING_WRITES(null, "otv"),
  LOST_UPDATE(ChanceKind.LOST_UPDATE, "lost-update"),
  READ_SKEW(
      ChanceKind.READ_SKEW,
      "g-single-item",
      "g-single-predicate",
      "g-single-write",
      "g-single-delete"),
  WRITE_SKEW(ChanceKind.WRITE_SKEW, "g2-item"),
  PHANTOM(ChanceKind.PHANTOM, "pmp-read", "pmp-write", "g2", "g2-two-edges"),
  READ_ONLY_ANOMALY(null, "read-only"),
  LONG_FORK(ChanceKind.LONG_FORK, "long-fork"),
  /** Schedules of faults that were found: only those against a claim are faults. */
  KNOWN_FAULTS(null, "stale-statement", "retry", "revive", "failed-commit", "postgres-12.3");

  private final Optional<ChanceKind> chance;
  private final List<String> schedules;

  MatrixColumn(ChanceKind chance, String... schedules) {
    this.chance = Optional.ofNullable(chance);
    this.schedules = List.of(schedules);
  }

  Optional<ChanceKind> chance() {
    return chance;
  }

  List<String> schedules() {
    return schedules;
  }

  static List<String> titles() {
    return Arrays.stream(values()).map(MatrixColumn::toString).toList();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("read only", "read-only");
  }
}
