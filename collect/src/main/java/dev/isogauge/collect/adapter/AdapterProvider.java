package dev.isogauge.collect.adapter;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Topology;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Any engine, by an adapter. */
public final class AdapterProvider implements DatabaseProvider {
  @Override
  public String name() {
    return "exec";
  }

  @Override
  public String form() {
    return "exec:COMMAND";
  }

  @Override
  public String meaning() {
    return "any engine, by an adapter: a process that you write";
  }

  @Override
  public boolean knows(String variant) {
    return true;
  }

  @Override
  public boolean showsNames() {
    return true;
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of();
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    return List.of(AdapterStore.system(variant, topology, settings));
  }

  /** The adapter is asked. */
  @Override
  public Set<Topology.Part> parts() {
    return EnumSet.allOf(Topology.Part.class);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return new AdapterDatabase(name, AdapterStore.start(variant, topology, options));
  }
}
