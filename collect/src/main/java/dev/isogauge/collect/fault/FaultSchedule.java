package dev.isogauge.collect.fault;

import dev.isogauge.collect.FaultKind;
import dev.isogauge.generate.SplitMix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Faults drawn from a seed. Processes, the network and clocks fail independently of one another: at
 * most one server is killed, paused or restarted at a time, at most one is cut off, and at most one
 * has a wrong clock, but all of this may happen together.
 */
public final class FaultSchedule {
  private static final List<Set<FaultKind>> INDEPENDENT =
      List.of(
          Set.of(FaultKind.KILL, FaultKind.PAUSE, FaultKind.RESTART),
          Set.of(FaultKind.PARTITION),
          Set.of(FaultKind.CLOCK));

  private static final long SHORTEST_PAUSE_MILLIS = 500;
  private static final int PAUSE_RANGE_MILLIS = 2_500;
  private static final int SHORTEST_FAULT_MILLIS = 300;
  private static final int FAULT_RANGE_MILLIS = 4_700;
  private static final int PARTITION_VARIANTS = 3;
  private static final int MOST_WRONG_SECONDS = 3_600;

  private FaultSchedule() {}

  /** The faults of a run, by their time. */
  public static List<PlannedFault> draw(
      Set<FaultKind> kinds, int servers, Duration duration, long seed) {
    List<PlannedFault> faults = new ArrayList<>();
    for (int group = 0; group < INDEPENDENT.size(); group++) {
      Set<FaultKind> members = INDEPENDENT.get(group);
      List<FaultKind> possible = kinds.stream().filter(members::contains).sorted().toList();
      if (!possible.isEmpty()) {
        draw(possible, servers, duration.toMillis(), new SplitMix(seed * 31 + group), faults);
      }
    }
    faults.sort(Comparator.comparing(PlannedFault::at));
    return faults;
  }

  private static void draw(
      List<FaultKind> possible,
      int servers,
      long duration,
      SplitMix random,
      List<PlannedFault> faults) {
    long time = SHORTEST_PAUSE_MILLIS + random.below(PAUSE_RANGE_MILLIS);
    while (time < duration) {
      FaultKind kind = possible.get(random.below(possible.size()));
      int length = SHORTEST_FAULT_MILLIS + random.below(FAULT_RANGE_MILLIS);
      int server = random.below(servers);
      faults.add(
          new PlannedFault(
              kind,
              server,
              Duration.ofMillis(time),
              Duration.ofMillis(length),
              variant(kind, random)));
      time += length + SHORTEST_PAUSE_MILLIS + random.below(PAUSE_RANGE_MILLIS);
    }
  }

  private static int variant(FaultKind kind, SplitMix random) {
    return switch (kind) {
      case PARTITION -> random.below(PARTITION_VARIANTS);
      case CLOCK -> random.below(2 * MOST_WRONG_SECONDS) - MOST_WRONG_SECONDS;
      default -> 0;
    };
  }
}
