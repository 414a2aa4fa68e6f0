package dev.isogauge.node.zookeeper;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** A connected client of one server. */
record ZooKeeperClient(ZooKeeper zooKeeper) implements AutoCloseable {
  private static final int SESSION_MILLIS = 5_000;

  static ZooKeeperClient connect(String server) throws IOException {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper zooKeeper =
        new ZooKeeper(
            server,
            SESSION_MILLIS,
            event -> {
              if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
              }
            });
    ZooKeeperClient client = new ZooKeeperClient(zooKeeper);
    try {
      if (connected.await(SESSION_MILLIS, TimeUnit.MILLISECONDS)) {
        return client;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
    throw new IOException("the server accepts no client");
  }

  /** Waits until the server shows all that its leader had when asked. */
  void sync() throws IOException, KeeperException, InterruptedException {
    CompletableFuture<Integer> done = new CompletableFuture<>();
    zooKeeper.sync("/", (code, path, context) -> done.complete(code), null);
    try {
      int code = done.get(SESSION_MILLIS, TimeUnit.MILLISECONDS);
      if (code != KeeperException.Code.OK.intValue()) {
        throw KeeperException.create(KeeperException.Code.get(code), "/");
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the server does not catch up with its leader", e);
    }
  }

  @Override
  public void close() {
    try {
      zooKeeper.close(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
