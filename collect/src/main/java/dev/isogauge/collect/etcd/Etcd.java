package dev.isogauge.collect.etcd;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.cluster.Cluster;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.keyvalue.ClusterStore;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** etcd: the installed one, else Debian's package, as a server or a cluster of our own. */
public final class Etcd extends ClusterStore {
  private final List<EtcdClient> clients;

  private Etcd(List<EtcdServer> members, Cluster cluster) throws IOException {
    super("etcd " + members.get(0).client().version(), "members", cluster);
    this.clients = members.stream().map(EtcdServer::client).toList();
  }

  /** Starts one member, or as many as the topology wants. */
  public static Database start(String name, Topology topology, DatabaseOptions options)
      throws DatabaseException {
    int number = Math.max(1, topology.nodes());
    Sites sites = Sites.of(topology, number, options);
    List<EtcdServer> members;
    try {
      members = EtcdServer.start(number, sites, options);
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
      return new KeyValueDatabase(name, DatabaseSystem.ETCD, new Etcd(members, cluster));
    } catch (IOException e) {
      cluster.close();
      throw new DatabaseException(name + ": cannot connect: " + e.getMessage(), e);
    }
  }

  @Override
  protected KeyValueConnection connectTo(int server, Level level) {
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
