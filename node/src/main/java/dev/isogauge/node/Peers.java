package dev.isogauge.node;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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

  /**
   * By node: how its member stands; nodes that do not answer are left out.
   *
   * @param level one of the store's
   */
  public Map<Integer, String> standings(String level) {
    Map<Integer, String> standings = new TreeMap<>();
    for (int node = 0; node < settings.nodes(); node++) {
      if (node != settings.number()) {
        try {
          standings.put(node, standing(node, level));
        } catch (IOException e) {
          // It is away, or cut off.
        }
      }
    }
    return standings;
  }

  private String standing(int node, String level) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(settings.host(node), settings.sessionPort(node)), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      ask(in, out, "hello", settings.secret(), level);
      return ask(in, out, "standing");
    }
  }

  private static String ask(DataInputStream in, DataOutputStream out, String... request)
      throws IOException {
    SessionServer.write(out, request);
    String[] answer = SessionServer.read(in);
    if (answer.length != 2 || !"done".equals(answer[0]) || answer[1] == null) {
      throw new IOException("the node does not answer");
    }
    return answer[1];
  }
}
