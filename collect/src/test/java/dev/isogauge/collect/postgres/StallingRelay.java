package dev.isogauge.collect.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between clients and a server, and can stop to pass on what they say. */
final class StallingRelay implements AutoCloseable {
  private final ServerSocket entrance;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean stalled;

  StallingRelay(int port) throws IOException {
    this.port = port;
    this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    inBackground(this::welcome);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /** From now on nothing gets through, and neither side gets an error. */
  void stall() {
    stalled = true;
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void welcome() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.addAll(List.of(client, server));
        inBackground(() -> pass(client, server));
        inBackground(() -> pass(server, client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        while (stalled) {
          Thread.sleep(50);
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException | InterruptedException e) {
      // One of them has left.
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    stalled = false; // so that the threads end
  }
}
