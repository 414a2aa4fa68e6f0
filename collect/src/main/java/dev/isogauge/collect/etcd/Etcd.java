package dev.isogauge.collect.etcd;

import static dev.isogauge.collect.Capability.LISTS;
import static dev.isogauge.collect.Capability.TIMESTAMPS;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseProvider;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.GoPrograms;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.keyvalue.ClusterStore;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.collect.keyvalue.StoreConnection;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** etcd: the installed one, else Debian's package, as a server or a cluster of our own. */
public final class Etcd implements DatabaseProvider {
  /** Reads that a majority confirms; etcd documents them, and its transactions, as linearizable. */
  private static final DatabaseSystem SYSTEM =
      DatabaseSystem.of(
          "etcd",
          Level.LINEARIZABLE,
          Set.of(LISTS, TIMESTAMPS),
          new Level(Level.LINEARIZABLE, Set.of(IsolationLevel.STRICT_SERIALIZABILITY)));

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public List<String> variants() {
    return List.of("3.6");
  }

  @Override
  public String meaning() {
    return "etcd as installed, or from Debian's packages; or 3.6, built by Go from its modules";
  }

  @Override
  public List<DatabaseSystem> systems() {
    return List.of(SYSTEM);
  }

  @Override
  public List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    topology.requireRightClocks(
        "etcd asks the kernel for the time, past the library that would change it");
    return systems();
  }

  @Override
  public Set<Topology.Part> parts() {
    return Set.of(Topology.Part.NODES, Topology.Part.FAULTS);
  }

  @Override
  public Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.of(
        ClientProgram.store(Etcd.class, "Etcd", List.of(), Map.of())
            .alone()
            .toServerOf("http://127.0.0.1:2379", "etcd --data-dir \"$(mktemp -d)\""));
  }

  /** Starts one member, or as many as the topology wants. */
  @Override
  public Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    Path program = variant.isEmpty() ? EtcdServer.find(options) : build(options);
    int number = Math.max(1, topology.nodes());
    Sites sites = Sites.of(topology, number, options);
    List<EtcdServer> members;
    try {
      members = EtcdServer.start(program, number, sites, options);
    } catch (DatabaseException e) {
      sites.close();
      throw e;
    }
    List<ServerNode> servers = new ArrayList<>();
    List<Runnable> processes = new ArrayList<>();
    for (EtcdServer member : members) {
      servers.add(member.node());
      processes.add(member::close);
    }
    Cluster cluster = new Cluster(sites, servers, processes);
    try {
      return new KeyValueDatabase(name, SYSTEM.capabilities(), new Store(members, cluster));
    } catch (IOException e) {
      cluster.close();
      throw new DatabaseException(name + ": cannot connect: " + e.getMessage(), e);
    }
  }

  private static Path build(DatabaseOptions options) throws DatabaseException {
    return GoPrograms.built(
        "etcd-3.6",
        "etcd 3.6",
        "go.etcd.io/etcd/server/v3",
        "a download of 73 MB, and some minutes",
        List.of(),
        options.notices());
  }

  private static final class Store extends ClusterStore {
    private final List<EtcdClient> clients;

    Store(List<EtcdServer> members, Cluster cluster) throws IOException {
      super("etcd " + members.get(0).client().version(), "members", cluster);
      this.clients = members.stream().map(EtcdServer::client).toList();
    }

    @Override
    protected StoreConnection connectTo(int server, Level level) {
      return new EtcdConnection(clients.get(server));
    }

    @Override
    public void clear() throws DatabaseException {
      try {
        clients.get(0).removeAll();
      } catch (IOException e) {
        throw new DatabaseException("etcd cannot remove the keys: " + e.getMessage(), e);
      }
    }
  }
}
