package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Schedule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The client of a store of keys and values that runs in the program itself: one member of what may
 * be a cluster elsewhere. Items and lists are texts of keys of their own.
 *
 * @param store the file that knows the store
 * @param mode what stands for its words
 */
record StoreProgram(Connecting connecting, String store, Map<String, String> mode)
    implements ProgramClient {
  /**
   * For a store that has one.
   *
   * @param name as the user named it
   */
  static Optional<StoreProgram> of(String name, Level level) {
    boolean locksReads = level.name().equals(Level.REPEATABLE_READ);
    return switch (name.replaceFirst(":.*", "")) {
      case "rocksdb" ->
          Optional.of(
              new StoreProgram(
                  Connecting.embedded(KnownJars.rocksDb(), ""),
                  "RocksDb.store",
                  Map.of("OPTIMISTIC", Boolean.toString(name.endsWith(":optimistic")))));
      case "hazelcast" ->
          Optional.of(
              new StoreProgram(
                  Connecting.embedded(KnownJars.hazelcast(), ""),
                  "Hazelcast.store",
                  Map.of("LOCKS_READS", Boolean.toString(locksReads))));
      case "infinispan" ->
          Optional.of(
              new StoreProgram(
                  Connecting.embedded(KnownJars.infinispan(), ""),
                  "Infinispan.store",
                  infinispan(level)));
      default -> Optional.empty();
    };
  }

  /** As its nodes have it. */
  private static Map<String, String> infinispan(Level level) {
    boolean isOptimistic = level.name().equals(Level.REPEATABLE_READ);
    return Map.of(
        "LOCKING",
        isOptimistic ? "OPTIMISTIC" : "PESSIMISTIC",
        "ISOLATION",
        level.name().equals(Level.READ_COMMITTED) ? "READ_COMMITTED" : "REPEATABLE_READ",
        "LOCKS_READS",
        Boolean.toString(level.name().equals(Level.SERIALIZABLE)));
  }

  @Override
  public List<String> files() {
    return List.of(store, "KeyValue.client");
  }

  @Override
  public Map<String, String> words(Schedule schedule) {
    return mode;
  }

  @Override
  public String kind(Action action, Schedule schedule) {
    return switch (action.verb()) {
      case READ -> schedule.isList(action.key()) ? "list" : "value";
      default -> action.verb().name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public String arguments(Action action, Schedule schedule) {
    if (action.key().isEmpty()) {
      return "";
    }
    String key = (schedule.isList(action.key()) ? "list/" : "value/") + action.key();
    return ", List.of("
        + Reproduction.literal(key)
        + (action.value().isPresent()
            ? ", " + Reproduction.literal(Long.toString(action.value().getAsLong()))
            : "")
        + ")";
  }
}
