package dev.isogauge.collect.keyvalue;

import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Rows;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.SessionPlace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A store without SQL, and its sessions. */
public class KeyValueDatabase implements Database {
  /** The store itself. */
  public interface Store {
    /** What it says it is. */
    String version();

    /** Opens a connection for a session. */
    StoreConnection connect(Level level) throws DatabaseException;

    /** Removes all keys; no transaction is under way. */
    void clear() throws DatabaseException;

    /** Where the session of this number works. */
    default SessionPlace place(int number) {
      return SessionPlace.ONLY;
    }

    /** Opens a connection there. */
    default StoreConnection connect(Level level, int number) throws DatabaseException {
      return connect(level);
    }

    /** The servers that can be made to fail. */
    default List<ServerNode> servers() {
      return List.of();
    }

    /** Ends it; no session is open. */
    void close();
  }

  private final String name;
  private final Capabilities capabilities;
  private final Store store;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
  private boolean closed;

  /** A database that can do this, over its store. */
  public KeyValueDatabase(String name, Capabilities capabilities, Store store) {
    this.name = name;
    this.capabilities = capabilities;
    this.store = store;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String version() {
    return store.version();
  }

  @Override
  public final Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public final Session open(Level level) throws DatabaseException {
    return open(level, 0);
  }

  @Override
  public final SessionPlace place(int number) {
    return store.place(number);
  }

  @Override
  public final List<ServerNode> servers() {
    return store.servers();
  }

  @Override
  public final Session open(Level level, int number) throws DatabaseException {
    Session[] opened = new Session[1];
    opened[0] =
        new KeyValueSession(
            level,
            store.connect(level, number),
            capabilities.has(Capability.TIMESTAMPS),
            () -> sessions.remove(opened[0]));
    sessions.add(opened[0]);
    return opened[0];
  }

  @Override
  public final void clear() throws DatabaseException {
    store.clear();
  }

  @Override
  public final boolean isBlocked(Session session) {
    return false;
  }

  @Override
  public final void disconnect(Session session) throws DatabaseException {
    throw new DatabaseException(name + " cannot end the connections of others");
  }

  @Override
  public final void abandon(Session session) {
    sessions.remove(session);
  }

  @Override
  public final Rows administer(String sql) throws DatabaseException {
    throw new DatabaseException(name + " has no SQL; it was to run: " + sql);
  }

  @Override
  public final synchronized void close() {
    if (!closed) {
      closed = true;
      List.copyOf(sessions).forEach(Session::close);
      store.close();
    }
  }
}
