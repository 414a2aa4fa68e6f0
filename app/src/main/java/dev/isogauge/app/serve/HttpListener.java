package dev.isogauge.app.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Receives HTTP/1.1 requests on one thread, which waits for no client: a request reaches a handler
 * when all of it is there, and a small answer that the client does not read waits here, not in the
 * handler. So clients that are slow cost a buffer and no thread. All have time limits, and when
 * there are too many connections the one that was idle for longest gives way.
 */
final class HttpListener {
  static final int MOST_CONNECTIONS = 2048;
  static final int MOST_OF_AN_ADDRESS = 1024;

  private static final int BACKLOG = 512;
  private static final long SWEEP_MILLIS = 250;
  private static final int READ_BYTES = 1 << 16;

  /** What a request body may be made of, and what is done with whole requests. */
  interface Door {
    /** Whether the request may go on, before its body is read. */
    void admit(HttpRequest request) throws HttpFailure;

    /** Handles a whole request, on another thread. */
    void handle(HttpRequest request);
  }

  private final ServerSocketChannel server;
  private final Selector selector;
  private final Door door;
  private final int maxBody;
  private final long mostReceiving;
  private final AtomicLong receiving = new AtomicLong();
  private final AtomicInteger busy = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "isogauge-http");
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
  private final Queue<HttpConnection> resumed = new ConcurrentLinkedQueue<>();

  // Of the thread: those that are not being handled, the one that is idle for longest first.
  private final LinkedHashSet<HttpConnection> connections = new LinkedHashSet<>();
  private final Map<InetAddress, Integer> addresses = new HashMap<>();
  private volatile boolean closed;

  HttpListener(InetSocketAddress address, int maxBody, Door door) throws IOException {
    this.door = door;
    this.maxBody = maxBody;
    this.mostReceiving = Math.max(256L << 20, 2L * maxBody);
    selector = Selector.open();
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      server.bind(address, BACKLOG);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException e) {
      server.close();
      selector.close();
      throw e;
    }
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  int port() {
    return server.socket().getLocalPort();
  }

  int maxBody() {
    return maxBody;
  }

  Door door() {
    return door;
  }

  /** Counts bytes of bodies that are held; whether there is room for them. */
  boolean reserve(long bytes) {
    return receiving.addAndGet(bytes) <= mostReceiving;
  }

  /** Whether a request is being handled, or its answer is on its way. */
  boolean isBusy() {
    return busy.get() > 0;
  }

  void began() {
    busy.incrementAndGet();
  }

  void ended() {
    busy.decrementAndGet();
  }

  /** From a handler's thread: the connection wants to read, write or end. */
  void resume(HttpConnection connection) {
    resumed.add(connection);
    selector.wakeup();
  }

  private void run() {
    long lastSweep = System.nanoTime();
    while (!closed) {
      try {
        selector.select(SWEEP_MILLIS);
        Set<SelectionKey> ready = selector.selectedKeys();
        for (SelectionKey key : ready) {
          serve(key);
        }
        ready.clear();
        for (HttpConnection next = resumed.poll(); next != null; next = resumed.poll()) {
          next.resumed();
          touch(next);
        }
        if (System.nanoTime() - lastSweep > SWEEP_MILLIS * 1_000_000) {
          lastSweep = System.nanoTime();
          sweep(lastSweep);
        }
      } catch (ClosedSelectorException e) {
        return;
      } catch (IOException | RuntimeException e) {
        pause();
      }
    }
  }

  /** Out of file descriptors, for example. It goes on when there are some again. */
  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(SelectionKey key) throws IOException {
    try {
      if (key.isAcceptable()) {
        accept();
        return;
      }
      HttpConnection connection = (HttpConnection) key.attachment();
      if (key.isValid() && key.isWritable()) {
        connection.writable();
      }
      if (key.isValid() && key.isReadable()) {
        connection.readable(buffer);
      }
      touch(connection);
    } catch (CancelledKeyException e) {
      // It was closed on the way.
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = server.accept();
    if (channel == null) {
      return;
    }
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    InetAddress address = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
    SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
    HttpConnection connection = new HttpConnection(this, channel, key, address);
    key.attach(connection);
    addresses.merge(address, 1, Integer::sum);
    connections.add(connection);
    if (addresses.get(address) > MOST_OF_AN_ADDRESS) {
      giveWay(address);
    } else if (connections.size() > MOST_CONNECTIONS) {
      giveWay(null);
    }
  }

  /** Closes the connection that was idle for longest, of an address if one is given. */
  private void giveWay(InetAddress of) {
    for (HttpConnection connection : connections) {
      if (connection.isIdle() && (of == null || connection.address().equals(of))) {
        connection.close();
        forget(connection);
        return;
      }
    }
  }

  /** It did something, or is gone. */
  private void touch(HttpConnection connection) {
    if (connection.isClosed()) {
      forget(connection);
    } else if (connection.hasMoved()) {
      connections.remove(connection);
      connections.add(connection);
    }
  }

  private void forget(HttpConnection connection) {
    connection.resumed();
    if (connections.remove(connection)) {
      addresses.computeIfPresent(connection.address(), (a, n) -> n > 1 ? n - 1 : null);
    }
  }

  private void sweep(long now) {
    List<HttpConnection> over = new ArrayList<>();
    for (HttpConnection connection : connections) {
      if (connection.isClosed() || connection.isOverdue(now)) {
        over.add(connection);
      }
    }
    for (HttpConnection connection : over) {
      connection.close();
      forget(connection);
    }
  }

  /** Closes all connections. */
  void stop() throws IOException, InterruptedException {
    closed = true;
    selector.wakeup();
    if (thread.isAlive()) {
      thread.join();
    }
    server.close();
    for (HttpConnection connection : connections) {
      connection.close();
    }
    selector.close();
  }
}
