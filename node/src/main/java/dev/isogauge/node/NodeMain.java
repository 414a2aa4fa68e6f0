package dev.isogauge.node;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** A process with a member of a cluster, to which sessions connect. */
public final class NodeMain {
  private static final int WAITING = 512;

  private NodeMain() {}

  /**
   * Runs until it is killed.
   *
   * @param arguments the file of a {@link NodeSettings}
   */
  public static void main(String[] arguments) {
    try {
      NodeSettings settings = settings(Path.of(arguments[0]));
      Member member = join(settings);
      try (ServerSocket server =
          new ServerSocket(
              settings.sessionPort(settings.number()),
              WAITING,
              InetAddress.getByName(settings.host()))) {
        while (true) {
          Socket socket = server.accept();
          Thread thread = new Thread(new SessionServer(socket, member, settings.secret()));
          thread.setDaemon(true);
          thread.start();
        }
      }
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println("ERROR " + e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static NodeSettings settings(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return new NodeSettings(properties);
  }

  private static Member join(NodeSettings settings) throws Exception {
    try {
      return Class.forName(settings.member())
          .asSubclass(Member.class)
          .getConstructor(NodeSettings.class)
          .newInstance(settings);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
