package dev.isogauge.collect.jvm;

import dev.isogauge.collect.adapter.AdapterAnswer;
import dev.isogauge.collect.adapter.Channel;
import dev.isogauge.collect.adapter.ProtocolLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connection to a node, which is an adapter: it answers lines of JSON in turn. When it cannot
 * carry out a step for another reason than isolation, the connection is given up, and with it the
 * transaction.
 */
final class NodeChannel implements Channel {
  private static final int CONNECT_MILLIS = 5_000;

  private final Socket socket;
  private final BufferedReader in;
  private final OutputStream out;
  private long sent;

  /** Where a node listens, and what it must be told. */
  record NodeAddress(String host, int port, String secret) {}

  private NodeChannel(Socket socket) throws IOException {
    this.socket = socket;
    this.in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    this.out = socket.getOutputStream();
  }

  /** Connects, and greets the node. */
  static NodeChannel connect(NodeAddress node, Duration patience) throws BrokenException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLIS);
      NodeChannel channel = new NodeChannel(socket);
      channel.ask(
          Map.of("hello", Map.of("protocol", 1, "settings", Map.of("secret", node.secret()))),
          patience);
      return channel;
    } catch (IOException e) {
      close(socket);
      throw new BrokenException("the node does not answer: " + e.getMessage());
    }
  }

  @Override
  public AdapterAnswer ask(Map<String, ?> fields, Duration deadline) throws BrokenException {
    AdapterAnswer answer;
    try {
      socket.setSoTimeout((int) deadline.toMillis());
      Map<String, Object> request = new LinkedHashMap<>();
      request.put("id", sent);
      request.putAll(fields);
      out.write((ProtocolLine.of(request) + "\n").getBytes(StandardCharsets.UTF_8));
      answer = answer(in.readLine());
      sent++;
    } catch (IOException e) {
      throw new BrokenException(fail("does not answer: " + e.getMessage()));
    }
    if (answer.word() == AdapterAnswer.Word.REJECTED) {
      throw new BrokenException(fail("failed: " + answer.reason()));
    }
    if (answer.word() == AdapterAnswer.Word.UNKNOWN || fields.containsKey("close")) {
      close(socket);
    }
    return answer;
  }

  private AdapterAnswer answer(String line) throws IOException {
    if (line == null) {
      throw new IOException("it has gone");
    }
    Map<?, ?> fields = ProtocolLine.parse(line);
    if (!Long.valueOf(sent).equals(fields.get("id"))) {
      throw new IOException("it answered another request: " + line);
    }
    return AdapterAnswer.of(fields).orElseThrow(() -> new IOException("it answered " + line));
  }

  @Override
  public boolean isSound() {
    return !socket.isClosed();
  }

  @Override
  public String fail(String what) {
    close(socket);
    return "the node " + what;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is left to send.
    }
  }
}
