package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Schedule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The client of a store of keys and values. Most stores run in the program itself: one member of
 * what may be a cluster elsewhere. Items and lists are texts of keys of their own.
 *
 * @param store the file that knows the store
 * @param mode what stands for its words
 */
record StoreProgram(Connecting connecting, String store, Map<String, String> mode)
    implements ProgramClient {
  /** Those that a member in memory cannot do without on Java 17. */
  private static final List<String> IGNITE_OPTIONS =
      Stream.of("java.nio", "sun.nio.ch", "java.util", "java.lang", "jdk.internal.misc")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  private static final Connecting ETCD =
      new Connecting(
          List.of(),
          false,
          List.of(),
          "",
          "http://127.0.0.1:2379",
          "etcd --data-dir \"$(mktemp -d)\"");

  private static final Connecting CASSANDRA =
      new Connecting(
          List.of(KnownJars.cassandraDriver()),
          true,
          List.of(),
          "",
          "127.0.0.1:9042",
          "bin/cassandra -f");

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
                  Connecting.embedded(List.of(KnownJars.infinispan()), List.of()),
                  "Infinispan.store",
                  infinispan(level)));
      case "zookeeper" ->
          Optional.of(
              new StoreProgram(
                  Connecting.embedded(KnownJars.zooKeeper(), List.of()),
                  "ZooKeeper.store",
                  Map.of(
                      "LINEARIZABLE", Boolean.toString(level.name().equals(Level.LINEARIZABLE)))));
      case "ignite" ->
          Optional.of(
              new StoreProgram(
                  Connecting.embedded(List.of(KnownJars.ignite()), IGNITE_OPTIONS),
                  "Ignite.store",
                  Map.of(
                      "CONCURRENCY", locksReads ? "PESSIMISTIC" : "OPTIMISTIC",
                      "ISOLATION", locksReads ? "REPEATABLE_READ" : "SERIALIZABLE")));
      case "etcd" -> Optional.of(new StoreProgram(ETCD, "Etcd.store", Map.of()));
      case "cassandra" -> Optional.of(new StoreProgram(CASSANDRA, "Cassandra.store", Map.of()));
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
