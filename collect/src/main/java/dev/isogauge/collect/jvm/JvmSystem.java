package dev.isogauge.collect.jvm;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Topology;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A store that is a Java library whose members form clusters: it runs in processes of ours. */
abstract class JvmSystem implements DatabaseProvider {
  private final DatabaseSystem system;
  private final Needs needs;

  /**
   * What a node consists of and needs.
   *
   * @param jars for Maven
   * @param ports how many ports it needs for itself
   * @param heapMegabytes how much memory it gets for objects
   * @param options further options of Java
   */
  record Needs(List<String> jars, int ports, int heapMegabytes, List<String> options) {}

  JvmSystem(DatabaseSystem system, Needs needs) {
    this.system = system;
    this.needs = needs;
  }

  /** Its name, for messages. */
  String product() {
    return system.title();
  }

  DatabaseSystem system() {
    return system;
  }

  Needs needs() {
    return needs;
  }

  /** The class of the module {@code node} that is its member. */
  String member() {
    return "dev.isogauge.node." + name() + "." + product() + "Member";
  }

  @Override
  public String name() {
    return product().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(system);
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    topology.requireRightClocks(
        "a Java process hardly runs with the library that would change its clock");
    return systems();
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.NODES, Topology.Part.FAULTS);
  }

  @Override
  public List<String> jars() {
    return needs.jars();
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return JvmCluster.start(name, this, topology, options);
  }
}
