package dev.isogauge.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;

/** The other nodes of the cluster, as far as they can be reached. */
public final class Peers {
  private static final int TIMEOUT_MILLIS = 500;

  private final NodeSettings settings;

  /** Those of a node. */
  public Peers(NodeSettings settings) {
    this.settings = settings;
  }

  /** By node: how its member stands; nodes that do not answer are left out. */
  public Map<Integer, String> standings() {
    Map<Integer, String> standings = new TreeMap<>();
    for (int node = 0; node < settings.nodes(); node++) {
      if (node != settings.number()) {
        try {
          standings.put(node, standing(node));
        } catch (IOException e) {
          // It is away, or cut off.
        }
      }
    }
    return standings;
  }

  private String standing(int node) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(settings.host(node), settings.sessionPort(node)), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      Line line = new Line(socket);
      ask(line, "hello", Map.of("settings", Map.of("secret", settings.secret())));
      return (String) ask(line, "standing", Map.of());
    }
  }

  private static Object ask(Line line, String verb, Map<String, ?> argument) throws IOException {
    line.write(Map.of("id", 0, verb, argument));
    Map<?, ?> answer = line.read();
    if (!answer.containsKey("ok")) {
      throw new IOException("the node does not answer");
    }
    return answer.get("ok");
  }
}
