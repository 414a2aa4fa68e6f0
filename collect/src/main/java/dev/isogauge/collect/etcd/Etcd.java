package dev.isogauge.collect.etcd;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import java.io.IOException;

/** etcd: the installed one, else Debian's package, as a server of our own. */
public final class Etcd implements KeyValueDatabase.Store {
  private final EtcdServer server;
  private final EtcdClient client;
  private final String version;

  private Etcd(EtcdServer server) throws IOException {
    this.server = server;
    this.client = server.client();
    this.version = "etcd " + client.version();
  }

  public static Database start(String name, DatabaseOptions options) throws DatabaseException {
    EtcdServer server = EtcdServer.start(options);
    try {
      return new KeyValueDatabase(name, DatabaseSystem.ETCD, new Etcd(server));
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
