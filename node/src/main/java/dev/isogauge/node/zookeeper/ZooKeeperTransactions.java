package dev.isogauge.node.zookeeper;

import dev.isogauge.node.Conflict;
import dev.isogauge.node.Transactions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;

/**
 * Transactions of versions and ZooKeeper's atomic request, {@code multi}:
 *
 * <ol>
 *   <li>A read asks the session's server, and notes the version. Linearizable transactions begin
 *       with a {@code sync}, so that they seldom meet an old one.
 *   <li>Writes wait here; their keys are read, too, for the version.
 *   <li>One request checks all versions and writes. It is ordered with all others, so that a
 *       transaction happens where its commit stands.
 *   <li>What only reads is committed in the same way if it is to be linearizable. Otherwise one
 *       request to the session's server reads all keys again: if no version is another, there is a
 *       state of that server in which the transaction happens, and the states of a server only go
 *       forward.
 * </ol>
 *
 * <p>A removed key is one without a value, since versions begin anew where a key is deleted. That a
 * key is absent is checked by creating it like that.
 */
final class ZooKeeperTransactions implements Transactions {
  private static final byte[] REMOVED = {};
  private static final int ABSENT = -1;

  private final String server;
  private final boolean isLinearizable;
  private final Map<String, Version> read = new TreeMap<>();
  private final Map<String, byte[]> written = new TreeMap<>();

  /** Null while there is none. */
  private ZooKeeperClient client;

  private record Version(int number, byte[] value) {}

  ZooKeeperTransactions(String server, boolean isLinearizable) {
    this.server = server;
    this.isLinearizable = isLinearizable;
  }

  @Override
  public void begin() throws Exception {
    rollback();
    boolean isNew = client == null;
    if (isNew) {
      client = ZooKeeperClient.connect(server);
    }
    if (isNew || isLinearizable) { // Step 1; a new client sees what the one before it has done.
      asking(
          () -> {
            client.sync();
            return true;
          });
    }
  }

  @Override
  public String value(String key) throws Exception {
    byte[] own = written.get(key);
    byte[] value = own == null ? version(key).value() : own;
    return value.length == 0 ? null : new String(value, StandardCharsets.UTF_8);
  }

  private Version version(String key) throws Exception {
    Version known = read.get(key);
    if (known == null) {
      known = asking(() -> ask(key));
      read.put(key, known);
    }
    return known;
  }

  private Version ask(String key) throws KeeperException, InterruptedException {
    Stat stat = new Stat();
    try {
      byte[] value = client.zooKeeper().getData(path(key), false, stat);
      return new Version(stat.getVersion(), value);
    } catch (KeeperException.NoNodeException e) {
      return new Version(ABSENT, REMOVED);
    }
  }

  private static String path(String key) {
    return "/" + key.replace('/', '-');
  }

  // Step 2.
  @Override
  public void put(String key, String value) throws Exception {
    version(key);
    written.put(key, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void remove(String key) throws Exception {
    put(key, "");
  }

  @Override
  public void commit() throws Exception {
    if (written.isEmpty() && !isLinearizable) {
      readAgain();
    } else if (!read.isEmpty()) {
      asking(this::checkAndWrite);
    }
  }

  // Step 3.
  private boolean checkAndWrite() throws KeeperException, InterruptedException, Conflict {
    List<Op> operations = new ArrayList<>();
    read.forEach(
        (key, version) -> {
          byte[] value = written.get(key);
          if (version.number() == ABSENT) {
            operations.add(
                Op.create(
                    path(key),
                    value == null ? REMOVED : value,
                    ZooDefs.Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT));
          } else if (value == null) {
            operations.add(Op.check(path(key), version.number()));
          } else {
            operations.add(Op.setData(path(key), value, version.number()));
          }
        });
    try {
      client.zooKeeper().multi(operations);
    } catch (KeeperException.BadVersionException
        | KeeperException.NodeExistsException
        | KeeperException.NoNodeException e) {
      throw new Conflict(e);
    }
    return true;
  }

  // Step 4. A single read needs no second one.
  private void readAgain() throws Exception {
    if (read.size() < 2) {
      return;
    }
    List<Op> operations = new ArrayList<>();
    read.keySet().forEach(key -> operations.add(Op.getData(path(key))));
    List<OpResult> results = asking(() -> results(operations));
    int i = 0;
    for (Version version : read.values()) {
      int now =
          results.get(i++) instanceof OpResult.GetDataResult result
              ? result.getStat().getVersion()
              : ABSENT;
      if (now != version.number()) {
        throw new Conflict("a key has been changed since the transaction read it");
      }
    }
  }

  /** Keys that are not there make an error of the whole, which has all results. */
  private List<OpResult> results(List<Op> operations) throws KeeperException, InterruptedException {
    try {
      return client.zooKeeper().multi(operations);
    } catch (KeeperException.NoNodeException e) {
      if (e.getResults() == null) {
        throw e;
      }
      return e.getResults();
    }
  }

  @FunctionalInterface
  private interface Question<T> {
    T ask() throws IOException, KeeperException, InterruptedException, Conflict;
  }

  /** After a failure that is not a conflict another client is used. */
  private <T> T asking(Question<T> question) throws Exception {
    try {
      return question.ask();
    } catch (IOException | KeeperException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** Nothing of the transaction is in the store. */
  @Override
  public void rollback() {
    read.clear();
    written.clear();
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
