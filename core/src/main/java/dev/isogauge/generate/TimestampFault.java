package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.level.IsolationLevel;
import java.util.Arrays;
import java.util.Optional;

/** Faults that contradict timestamps, by the names that commands use. */
public enum TimestampFault {
  STALE_READ("stale-read", AnomalyKind.EXTERNAL),
  FUTURE_READ("future-read", AnomalyKind.EXTERNAL),
  NEVER_WRITTEN_READ("never-written-read", AnomalyKind.EXTERNAL),
  OVERLAPPING_WRITERS("overlapping-writers", AnomalyKind.NO_CONFLICT),
  SESSION_INVERSION("session-inversion", AnomalyKind.SESSION),
  INTERNAL_ERROR("internal-error", AnomalyKind.INTERNAL),
  TIMESTAMP_ORDER("timestamp-order", AnomalyKind.TIMESTAMP_ORDER),
  TIMESTAMP_TIE("timestamp-tie", AnomalyKind.TIMESTAMP_TIE);

  private final String id;
  private final AnomalyKind kind;

  TimestampFault(String id, AnomalyKind kind) {
    this.id = id;
    this.kind = kind;
  }

  /** The name used in commands and truth files. */
  public String id() {
    return id;
  }

  /** What a checker calls it. */
  public AnomalyKind kind() {
    return kind;
  }

  /** Whether the fault breaks a rule of the level. */
  public boolean violates(IsolationLevel level) {
    boolean snapshotOnly = this == OVERLAPPING_WRITERS || this == TIMESTAMP_ORDER;
    return level == IsolationLevel.SNAPSHOT_ISOLATION
        || (level == IsolationLevel.SERIALIZABILITY && !snapshotOnly);
  }

  /** The fault of a name, in any case; a checker's name will do where only one fault has it. */
  static Optional<TimestampFault> byName(String name) {
    return Arrays.stream(values())
        .filter(
            fault ->
                fault.id.equalsIgnoreCase(name)
                    || (fault.kind != AnomalyKind.EXTERNAL
                        && fault.kind.title().equalsIgnoreCase(name)))
        .findFirst();
  }
}
