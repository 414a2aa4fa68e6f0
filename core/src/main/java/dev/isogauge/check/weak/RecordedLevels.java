package dev.isogauge.check.weak;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.search.Visibility;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The levels that transactions of a history record, one for each reader.
 *
 * <p>Reference: Bouajjani, Enea and Román-Calvo, "On the Complexity of Checking Mixed Isolation
 * Levels for SQL Transactions", CAV 2025.
 */
final class RecordedLevels implements IntFunction<Visibility> {
  private final Visibility[] levels;
  private final Optional<String> flaw;

  RecordedLevels(History history) {
    levels = new Visibility[history.transactionCount()];
    Optional<String> found = Optional.empty();
    for (int t = 0; t < levels.length; t++) {
      Optional<IsolationLevel> level = IsolationLevel.byName(history.recordedLevel(t));
      if (level.filter(Visibility.mixing()::contains).isPresent()) {
        levels[t] = Visibility.of(level.get());
      } else if (found.isEmpty() && history.outcome(t) != Outcome.ABORTED) {
        found = Optional.of(flaw(history, t));
      }
    }
    flaw = found;
  }

  private static String flaw(History history, int t) {
    String recorded = history.recordedLevel(t);
    return history.transactionName(t)
        + (recorded.isEmpty()
            ? " records no level"
            : " records " + recorded + ", which is no level of single transactions")
        + "; expected one of "
        + Visibility.mixing().stream().map(IsolationLevel::id).collect(Collectors.joining(", "));
  }

  /** Why there is no level for some transaction, if so. */
  Optional<String> flaw() {
    return flaw;
  }

  @Override
  public Visibility apply(int transaction) {
    return levels[transaction];
  }
}
