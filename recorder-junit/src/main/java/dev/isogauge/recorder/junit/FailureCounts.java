package dev.isogauge.recorder.junit;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Counts transactions that failed, by kind, and keeps the first exception of each kind. */
final class FailureCounts {
  /** Failures that a correct application has, and may answer by trying again. */
  private static final String SERIALIZATION = "serialization failure (40001)";

  private static final String DEADLOCK = "deadlock";
  private static final String OPTIMISTIC = "optimistic locking";

  private final Class<? extends Throwable>[] expected;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Map<String, Throwable> first = new LinkedHashMap<>();
  private long succeeded;
  private long failed;

  /**
   * Counts.
   *
   * @param expected exceptions that the test names as part of the business
   */
  FailureCounts(Class<? extends Throwable>[] expected) {
    this.expected = expected.clone();
  }

  synchronized void succeeded() {
    succeeded++;
  }

  /** The kind of a failure that need not end the run: of the database, or expected. */
  Optional<String> kind(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      for (Class<? extends Throwable> type : expected) {
        if (type.isInstance(cause)) {
          return Optional.of(type.getSimpleName());
        }
      }
    }
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (isOptimistic(cause.getClass())) {
        return Optional.of(OPTIMISTIC);
      }
      if (cause instanceof SQLException sql) {
        return Optional.of(kind(sql));
      }
    }
    return Optional.empty();
  }

  private static String kind(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (state.equals("40P01") || message.contains("deadlock")) {
      return DEADLOCK;
    }
    return state.equals("40001")
        ? SERIALIZATION
        : "error of the database" + (e.getSQLState() == null ? "" : " (" + state + ")");
  }

  /** By name, since no library of persistence need be there. */
  private static boolean isOptimistic(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      String name = each.getSimpleName();
      if (name.contains("OptimisticLock") || name.contains("StaleObjectState")) {
        return true;
      }
    }
    return false;
  }

  static boolean isWorthARetry(String kind) {
    return kind.equals(SERIALIZATION) || kind.equals(DEADLOCK) || kind.equals(OPTIMISTIC);
  }

  /** Counts an attempt that failed. */
  synchronized void add(String kind, Throwable thrown) {
    counts.merge(kind, 1L, Long::sum);
    first.putIfAbsent(kind, thrown);
  }

  /** Counts a transaction that was given up. */
  synchronized void gaveUp(String kind) {
    for (Class<? extends Throwable> type : expected) {
      if (type.getSimpleName().equals(kind)) {
        return; // as the application decided
      }
    }
    failed++;
  }

  /** Transactions that were given up, but for those that the test expects to fail. */
  synchronized long failed() {
    return failed;
  }

  synchronized long succeededOnes() {
    return succeeded;
  }

  synchronized long ofOptimisticLocks() {
    return counts.getOrDefault(OPTIMISTIC, 0L);
  }

  /** All attempts that failed. */
  synchronized long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** {@code 12 deadlock, 3 serialization failure (40001)}; empty without failures. */
  synchronized String byKind() {
    return counts.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }

  /** The first exception of each kind, a line each. */
  synchronized String firstOnes() {
    return first.entrySet().stream()
        .map(each -> "first " + each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining("\n"));
  }
}
