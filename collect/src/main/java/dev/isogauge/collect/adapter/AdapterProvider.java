package dev.isogauge.collect.adapter;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.Topology;
import java.util.Map;

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
  public Capabilities capabilities(
      String name, String variant, Topology topology, Map<String, String> settings)
      throws DatabaseException {
    return AdapterDatabase.capabilities(variant, topology, settings);
  }

  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    return AdapterDatabase.start(name, variant, topology, options);
  }
}
