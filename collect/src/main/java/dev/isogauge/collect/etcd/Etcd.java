package dev.isogauge.collect.etcd;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** etcd: the installed one, else Debian's package, as a server of our own. */
public final class Etcd implements KeyValueDatabase.Store {
  /** Reads that a majority confirms; etcd documents them, and its transactions, as linearizable. */
  private static final List<Level> LEVELS =
      List.of(new Level("LINEARIZABLE", Set.of(IsolationLevel.STRICT_SERIALIZABILITY)));

  private final EtcdServer server;
  private final EtcdClient client;
  private final String version;

  private Etcd(EtcdServer server) throws IOException {
    this.server = server;
    this.client = server.client();
    this.version = "etcd " + client.version();
  }

  /** What it can do. */
  public static Capabilities capabilities() {
    return KeyValueDatabase.capabilities(LEVELS);
  }

  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    EtcdServer server = EtcdServer.start(options);
    try {
      return new KeyValueDatabase(name, LEVELS, new Etcd(server));
    } catch (IOException e) {
      server.close();
      throw new DatabaseException(name + ": cannot connect: " + e.getMessage(), e);
    }
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public KeyValueConnection connect(Level level) {
    return new EtcdConnection(client);
  }

  @Override
  public void clear() throws DatabaseException {
    try {
      client.removeAll();
    } catch (IOException e) {
      throw new DatabaseException("etcd cannot remove the keys: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
