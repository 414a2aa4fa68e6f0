package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.text.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How many anomalies or faults of a kind to plant.
 *
 * @param kind one of the published patterns, TAP-a to TAP-n, or the kind of the fault
 * @param fault the fault, if it is one that contradicts timestamps
 */
public record Injection(AnomalyKind kind, Optional<TimestampFault> fault, int count) {
  private static final int MOST = 1_000_000;

  public Injection {
    if (fault.isEmpty() && kind.letter().isEmpty()) {
      throw new InvalidWorkloadException(
          "inject cannot plant "
              + kind.title()
              + "; expected one of "
              + String.join(", ", names()));
    }
    String name = fault.map(TimestampFault::id).orElse(kind.title());
    InvalidWorkloadException.unlessBetween("inject " + name, count, 0, MOST);
  }

  public Injection(AnomalyKind kind, int count) {
    this(kind, Optional.empty(), count);
  }

  public Injection(TimestampFault fault, int count) {
    this(fault.kind(), Optional.of(fault), count);
  }

  /**
   * Reads {@code KIND=N} or {@code KIND}, which means one. A kind is known by its title or its
   * letter, in any case: {@code FracturedRead}, {@code k} and {@code TAP-k} are the same. A title
   * with two letters means the first of them. A fault is known by its name, such as {@code
   * stale-read}.
   *
   * @throws InvalidWorkloadException if it cannot be read
   */
  public static Injection parse(String text) {
    int equals = text.indexOf('=');
    String name = (equals < 0 ? text : text.substring(0, equals)).strip();
    String count = equals < 0 ? "1" : text.substring(equals + 1).strip();
    Optional<TimestampFault> fault = TimestampFault.byName(name);
    AnomalyKind kind =
        fault.map(TimestampFault::kind).or(() -> kind(name)).orElseThrow(() -> unknown(name));
    try {
      return new Injection(kind, fault, Integer.parseInt(count));
    } catch (NumberFormatException e) {
      throw new InvalidWorkloadException(
          "inject " + name + " is '" + count + "'; expected a number from 0 to " + MOST);
    }
  }

  /** The titles of the anomalies and the names of the faults that can be planted. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (AnomalyKind kind : AnomalyKind.values()) {
      if (!kind.letter().isEmpty() && !names.contains(kind.title())) {
        names.add(kind.title());
      }
    }
    for (TimestampFault fault : TimestampFault.values()) {
      names.add(fault.id());
    }
    return names;
  }

  /** Refuses what the workload's history has no place for. */
  static void requireExpressible(WorkloadSpec spec, List<Injection> injections) {
    Optional<Injection> anomaly =
        injections.stream().filter(injection -> injection.fault.isEmpty()).findFirst();
    Optional<Injection> fault =
        injections.stream().filter(injection -> injection.fault.isPresent()).findFirst();
    if (anomaly.isPresent() && fault.isPresent()) {
      throw new InvalidWorkloadException(
          String.format(
              "inject %s contradicts timestamps, and so does %s as a side effect; expected one or the"
                  + " other, so that the truth is all there is to find",
              fault.get().fault.get().id(), anomaly.get().kind.title()));
    }
    if (spec.recording().realTime() && !injections.isEmpty()) {
      throw new InvalidWorkloadException(
          "inject plants transactions without real time; expected a workload without real-time");
    }
    if ((spec.recording().serial() || spec.recording().versionOrder()) && !injections.isEmpty()) {
      throw new InvalidWorkloadException(
          "inject plants transactions that the store does not order; expected a workload without"
              + " serial and version-order");
    }
    anomaly.ifPresent(injection -> requireAnomaly(spec, injection));
    for (Injection injection : injections) {
      injection.fault.ifPresent(each -> requireFault(spec, each));
    }
  }

  private static void requireAnomaly(WorkloadSpec spec, Injection injection) {
    if (spec.model() != DataModel.REGISTER) {
      throw new InvalidWorkloadException(
          String.format(
              "inject %s is about registers; with workload %s expected a fault such as stale-read",
              injection.kind.title(), spec.model().id()));
    }
    if (!spec.recording().aborted()) {
      throw new InvalidWorkloadException(
          String.format(
              "inject %s needs a history with aborted transactions; expected a fault such as"
                  + " stale-read, or a format that has them",
              injection.kind.title()));
    }
  }

  private static void requireFault(WorkloadSpec spec, TimestampFault fault) {
    if (spec.model().holdsRows()) {
      throw new InvalidWorkloadException(
          "inject "
              + fault.id()
              + " contradicts timestamps, which predicates are not judged by; expected a workload"
              + " other than predicate");
    }
    if (spec.recording().timestamps() == Recording.Timestamps.NONE) {
      throw new InvalidWorkloadException(
          "inject " + fault.id() + " needs timestamps, which it contradicts");
    }
    if (spec.store().levelByTimestamps().filter(fault::violates).isEmpty()) {
      List<String> stores =
          Arrays.stream(StoreKind.values())
              .filter(store -> store.levelByTimestamps().filter(fault::violates).isPresent())
              .map(StoreKind::id)
              .toList();
      throw new InvalidWorkloadException(
          String.format(
              "inject %s breaks no promise of store %s; expected store %s",
              fault.id(), spec.store().id(), String.join(" or ", stores)));
    }
  }

  private static Optional<AnomalyKind> kind(String name) {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.letter().isEmpty())
        .filter(
            kind ->
                kind.title().equalsIgnoreCase(name)
                    || kind.letter().equalsIgnoreCase(name)
                    || kind.letter().equalsIgnoreCase("TAP-" + name))
        .findFirst();
  }

  private static InvalidWorkloadException unknown(String name) {
    return new InvalidWorkloadException(
        "inject names '" + name + "'" + Suggestions.instead(name, names(), names()));
  }
}
