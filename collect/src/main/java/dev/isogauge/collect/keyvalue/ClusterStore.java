package dev.isogauge.collect.keyvalue;

import dev.isogauge.collect.Level;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.SessionPlace;
import dev.isogauge.collect.cluster.Cluster;
import java.util.List;

/** A store of servers of ours, to which sessions connect in turn. */
public abstract class ClusterStore implements KeyValueDatabase.Store {
  private final String version;
  private final Cluster cluster;

  /**
   * A store of one or more servers.
   *
   * @param version of each server
   * @param plural what reports call several of them
   */
  protected ClusterStore(String version, String plural, Cluster cluster) {
    int servers = cluster.servers().size();
    this.version = version + (servers == 1 ? "" : ", " + servers + " " + plural);
    this.cluster = cluster;
  }

  /** Opens a connection to a server. */
  protected abstract StoreConnection connectTo(int server, Level level);

  @Override
  public final String version() {
    return version;
  }

  @Override
  public final SessionPlace place(int number) {
    return servers().size() == 1
        ? SessionPlace.ONLY
        : new SessionPlace(servers().get(server(number)).name(), false);
  }

  @Override
  public final List<ServerNode> servers() {
    return cluster.servers();
  }

  @Override
  public final StoreConnection connect(Level level) {
    return connect(level, 0);
  }

  @Override
  public final StoreConnection connect(Level level, int number) {
    return connectTo(server(number), level);
  }

  private int server(int number) {
    return number % servers().size();
  }

  @Override
  public final void close() {
    cluster.close();
  }
}
