package dev.isogauge.oracle;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;

/** What anomalies claim, each in the terms of its definition, for tests that confirm it. */
public final class Shapes {
  private Shapes() {}

  /** What one kind of anomalies claims. */
  public sealed interface Shape {}

  /** A read of a value that is wrong by itself. */
  public record FaultyRead(AnomalyKind kind, int transaction, int read, int write)
      implements Shape {}

  /** t3 reads a key from t1 although t2, which overwrote that, is visible to it. */
  public record StaleRead(
      AnomalyKind kind,
      int t1,
      int t2,
      int t3,
      int key,
      int read,
      int overwrites,
      List<Edge> firstBeforeSecond,
      List<Edge> secondVisibleToThird)
      implements Shape {}

  /** A transaction reads one key from two others. */
  public record NonRepeatableRead(int transaction, int key, int firstRead, int secondRead)
      implements Shape {}

  /** A cycle, at one level if the kind does not say at which. */
  public record Cycle(AnomalyKind kind, Optional<IsolationLevel> level, List<Edge> cycle)
      implements Shape {}

  /** Two writers of one value. */
  public record DuplicateWrite(int key, int firstWrite, int secondWrite) implements Shape {}

  /** Two transactions of a session that overlap. */
  public record OverlappingSession(int earlier, int later) implements Shape {}

  /** Two updates of one version. */
  public record LostUpdate(int key, int version, int firstWrite, int secondWrite)
      implements Shape {}

  /** Operations that no order explains. */
  public record NoOrder(IsolationLevel level, List<Integer> operations, Refutation refutation)
      implements Shape {}

  /** Anything else. */
  public record Other(AnomalyKind kind) implements Shape {}

  /** What an anomaly claims. */
  public static Shape of(Anomaly anomaly) {
    return switch (anomaly.kind()) {
      case COMMIT_ORDER_CYCLE, CYCLIC_CAUSALITY -> cycle(anomaly);
      case NON_REPEATABLE_READ -> {
        Part first = anomaly.find(Role.FIRST).orElseThrow();
        yield new NonRepeatableRead(
            first.transaction(),
            first.place().key(),
            first.operation(),
            anomaly.operation(Role.SECOND));
      }
      case DUPLICATE_WRITE -> {
        Part first = anomaly.find(Role.FIRST).orElseThrow();
        yield new DuplicateWrite(
            first.place().key(), first.operation(), anomaly.operation(Role.SECOND));
      }
      case OVERLAPPING_SESSION ->
          new OverlappingSession(
              transaction(anomaly, Role.EARLIER), transaction(anomaly, Role.LATER));
      case LOST_UPDATE -> {
        Part version = anomaly.find(Role.VERSION).orElseThrow();
        yield new LostUpdate(
            version.place().key(),
            version.operation(),
            anomaly.operation(Role.FIRST),
            anomaly.operation(Role.SECOND));
      }
      case NO_VERSION_ORDER ->
          new NoOrder(
              anomaly.level().orElseThrow(),
              anomaly.parts().stream().map(Part::operation).filter(i -> i >= 0).toList(),
              anomaly.cases().orElseThrow());
      default -> anomaly.kind().isCycle() ? cycle(anomaly) : read(anomaly);
    };
  }

  private static Cycle cycle(Anomaly anomaly) {
    return new Cycle(anomaly.kind(), anomaly.level(), anomaly.edges());
  }

  private static int transaction(Anomaly anomaly, Role role) {
    return anomaly.find(role).orElseThrow().transaction();
  }

  private static Shape read(Anomaly anomaly) {
    Optional<Part> reader = anomaly.find(Role.READER);
    if (reader.isEmpty() || reader.get().operation() < 0 || anomaly.kind().isByClaim()) {
      return new Other(anomaly.kind());
    }
    int read = reader.get().operation();
    if (anomaly.edges().isEmpty()) {
      int write = anomaly.find(Role.WRITER).map(Part::operation).orElse(History.THIN_AIR);
      return new FaultyRead(anomaly.kind(), reader.get().transaction(), read, write);
    }
    int last = anomaly.edges().size() - 1;
    Edge closing = anomaly.edges().get(last);
    return new StaleRead(
        anomaly.kind(),
        closing.to(),
        closing.from(),
        reader.get().transaction(),
        reader.get().place().key(),
        read,
        anomaly.operation(Role.EXPECTED),
        anomaly.edges().subList(0, last),
        closing.why().edges());
  }
}
