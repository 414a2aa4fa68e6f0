package dev.isogauge.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Some versions of one key, and what is known of their order. A version is a write, or {@code
 * History.INITIAL}.
 */
final class VersionChain {
  /** What is known of the order. */
  enum Order {
    KNOWN("known"),
    PARTIAL("partial"),
    CIRCULAR("circular");

    final String id;

    Order(String id) {
      this.id = id;
    }
  }

  /** One of two versions comes before the other. */
  record Pair(int earlier, int later) {}

  /** By version, whether the anomaly is about it. */
  private final Map<Integer, Boolean> versions = new LinkedHashMap<>();

  private final Set<Pair> pairs = new LinkedHashSet<>();

  void add(int version, boolean matters) {
    versions.put(version, matters || versions.getOrDefault(version, false));
  }

  /** Says that one of two of its versions comes before the other. */
  void order(int earlier, int later) {
    if (earlier != later && versions.containsKey(earlier) && versions.containsKey(later)) {
      pairs.add(new Pair(earlier, later));
    }
  }

  boolean matters(int version) {
    return versions.get(version);
  }

  boolean has(int version) {
    return versions.containsKey(version);
  }

  int size() {
    return versions.size();
  }

  /** The versions as they were added. */
  List<Integer> versions() {
    return List.copyOf(versions.keySet());
  }

  /** What is known, in pairs. */
  Set<Pair> pairs() {
    return pairs;
  }

  /** The versions, earlier ones first; those in a circle and behind it come last. */
  List<Integer> sorted() {
    List<Integer> left = new ArrayList<>(versions.keySet());
    List<Integer> sorted = new ArrayList<>();
    Optional<Integer> next;
    do {
      next = left.stream().filter(version -> !isAfterOneOf(left, version)).findFirst();
      next.ifPresent(sorted::add);
      next.ifPresent(left::remove);
    } while (next.isPresent());
    sorted.addAll(left);
    return sorted;
  }

  private boolean isAfterOneOf(List<Integer> others, int version) {
    return pairs.stream()
        .anyMatch(pair -> pair.later() == version && others.contains(pair.earlier()));
  }

  Order known() {
    List<Integer> sorted = sorted();
    if (pairs.stream().anyMatch(p -> sorted.indexOf(p.earlier()) > sorted.indexOf(p.later()))) {
      return Order.CIRCULAR;
    }
    // An order in which neighbours are ordered is the only one.
    for (int i = 1; i < sorted.size(); i++) {
      if (!pairs.contains(new Pair(sorted.get(i - 1), sorted.get(i)))) {
        return Order.PARTIAL;
      }
    }
    return Order.KNOWN;
  }
}
