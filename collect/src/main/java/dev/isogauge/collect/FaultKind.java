package dev.isogauge.collect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way in which servers fail. */
public enum FaultKind {
  /** All processes of a server are killed, and it is started again after a while. */
  KILL,
  /** All processes of a server stand still for a while. */
  PAUSE,
  /** A server and the others do not reach one another for a while, in both directions or in one. */
  PARTITION,
  /** A server is asked to end, and is started again. */
  RESTART,
  /** A server's clock is wrong for a while. */
  CLOCK;

  /** The name used in commands. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The names of all. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(FaultKind::id).toList();
  }

  /** The fault of this name, in any case. */
  public static Optional<FaultKind> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(kind -> kind.id().equals(wanted)).findFirst();
  }
}
