package dev.isogauge.collect.litmus;

import dev.isogauge.collect.record.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which version of each item a search saw, as its result shows:
 *
 * <ol>
 *   <li>What the transaction itself wrote before, it saw.
 *   <li>An item that was found with its value had that value.
 *   <li>Any other item was seen in a version that meets the condition, if it was found, or in one
 *       that does not. Versions that follow one another without a change of that are all the same
 *       to the search, so the oldest of them is taken.
 *   <li>If no committed version will do, the search may have seen one of a transaction that had not
 *       committed.
 *   <li>If several will do and others lie between them, the result does not decide.
 * </ol>
 */
final class VersionSets {
  private final ScheduleRun run;
  private final Map<String, List<Version>> orders;

  /**
   * Version sets of the searches in a run.
   *
   * @param orders by item its versions, where their order is known
   */
  VersionSets(ScheduleRun run, Map<String, List<Version>> orders) {
    this.run = run;
    this.orders = orders;
  }

  /**
   * The versions that a search saw, by item; empty where the result does not decide.
   *
   * @param place where the search stands among the reader's operations
   */
  Optional<Map<String, Version>> of(
      ScheduledTransaction reader, int place, Operation.Search<String> search) {
    Map<String, Version> seen = new LinkedHashMap<>();
    for (String key : run.schedule().keys()) {
      Optional<Version> version = own(reader, place, key).or(() -> seen(key, search));
      if (version.isEmpty()) {
        return Optional.empty();
      }
      seen.put(key, version.get());
    }
    return Optional.of(seen);
  }

  /** Step 1. */
  private static Optional<Version> own(ScheduledTransaction reader, int place, String key) {
    Optional<Version> own = Optional.empty();
    for (Operation<String> operation : reader.operations().subList(0, place)) {
      if (operation instanceof Operation.Write<String> write && write.key().equals(key)) {
        own = Optional.of(new Version(reader.name(), write.value()));
      }
    }
    return own;
  }

  private Optional<Version> seen(String key, Operation.Search<String> search) {
    Optional<Operation.Match<String>> match =
        search.matches().stream().filter(each -> each.key().equals(key)).findFirst();
    if (match.isPresent() && match.get().value().isPresent()) {
      return Optional.of(withValue(key, match.get().value()));
    }
    return Optional.ofNullable(orders.get(key))
        .flatMap(order -> among(order, key, search.condition(), match.isPresent()));
  }

  /** Step 2. */
  private Version withValue(String key, OptionalLong value) {
    return allVersions(key).stream()
        .filter(version -> version.value().equals(value))
        .findFirst()
        .orElse(new Version("", value));
  }

  private Optional<Version> among(
      List<Version> order, String key, String condition, boolean found) {
    // Step 3.
    List<Integer> suitable = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      if (Version.meets(condition, order.get(i).value()) == found) {
        suitable.add(i);
      }
    }
    if (suitable.isEmpty()) {
      // Step 4.
      return allVersions(key).stream()
          .filter(version -> Version.meets(condition, version.value()) == found)
          .findFirst()
          .or(() -> Optional.of(order.get(0)));
    }
    int first = suitable.get(0);
    int last = suitable.get(suitable.size() - 1);
    // Step 5.
    return last - first + 1 == suitable.size() ? Optional.of(order.get(first)) : Optional.empty();
  }

  /** All versions that any transaction wrote, also if it did not commit or wrote another one. */
  private List<Version> allVersions(String key) {
    List<Version> versions = new ArrayList<>();
    for (ScheduledTransaction transaction : run.all()) {
      for (Operation<String> operation : transaction.operations()) {
        if (operation instanceof Operation.Write<String> write && write.key().equals(key)) {
          versions.add(new Version(transaction.name(), write.value()));
        }
      }
    }
    return versions;
  }
}
