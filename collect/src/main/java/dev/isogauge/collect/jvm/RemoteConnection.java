package dev.isogauge.collect.jvm;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Timestamps;
import dev.isogauge.collect.keyvalue.KeyValueConnection;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * A session's connection to a node, which carries its requests out. {@code SessionServer} in the
 * module {@code node} describes the messages. A connection that broke is made again when the next
 * transaction begins.
 */
final class RemoteConnection implements KeyValueConnection {
  private static final int CONNECT_MILLIS = 5_000;

  private final NodeAddress node;
  private final String level;
  private final Duration patience;

  /** These are null while there is no connection. */
  private Socket socket;

  private DataInputStream in;
  private DataOutputStream out;

  /** Where a node listens, and what it must be told. */
  record NodeAddress(String host, int port, String secret) {}

  RemoteConnection(NodeAddress node, String level, Duration patience) {
    this.node = node;
    this.level = level;
    this.patience = patience;
  }

  /** Connects, and returns what the node says it is. */
  String connect() throws IOException {
    close();
    try {
      socket = new Socket();
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) patience.toMillis());
      socket.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLIS);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      return ask("hello", node.secret(), level).text();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Whether all nodes have found one another. */
  boolean isComplete() throws IOException {
    return Boolean.parseBoolean(ask("complete").text());
  }

  void clear() throws IOException {
    ask("clear");
  }

  @Override
  public void begin() throws Failure {
    try {
      if (socket == null) {
        connect();
      }
    } catch (IOException e) {
      throw lost(e);
    }
    operate("begin");
  }

  @Override
  public Optional<String> value(String key) throws Failure {
    return Optional.ofNullable(operate("value", key));
  }

  @Override
  public Optional<String> valueForUpdate(String key) throws Failure {
    return Optional.ofNullable(operate("valueForUpdate", key));
  }

  @Override
  public void put(String key, String value) throws Failure {
    operate("put", key, value);
  }

  @Override
  public void remove(String key) throws Failure {
    operate("remove", key);
  }

  private String operate(String... request) throws Failure {
    try {
      return settled(ask(request));
    } catch (IOException e) {
      close();
      throw lost(e);
    }
  }

  private static Failure lost(IOException e) {
    return new Failure.ConnectionLost("the node does not answer: " + e.getMessage(), e);
  }

  @Override
  public Optional<Timestamps> commit() throws Failure {
    try {
      settled(ask("commit"));
      return Optional.empty();
    } catch (IOException e) {
      close();
      throw new Failure.CommitUnknown("the node does not say: " + e.getMessage(), e);
    }
  }

  private static String settled(Answer answer) throws Failure {
    if (answer.isConflict()) {
      throw new Failure.Aborted(answer.text(), null);
    }
    return answer.text();
  }

  @Override
  public void rollback() {
    if (socket != null) {
      try {
        ask("rollback");
      } catch (IOException e) {
        close(); // Then the node ends the transaction, too.
      }
    }
  }

  /** What a node says that did not fail. */
  private record Answer(boolean isConflict, String text) {}

  private Answer ask(String... request) throws IOException {
    out.writeInt(request.length);
    for (String text : request) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
    try {
      in.readInt(); // Always two texts.
      String kind = text();
      String text = text();
      if ("failed".equals(kind)) {
        throw new IOException(text);
      }
      return new Answer("conflict".equals(kind), text);
    } catch (EOFException e) {
      throw new IOException("it has gone", e);
    }
  }

  private String text() throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // Nothing is left to send.
      }
      socket = null;
    }
  }
}
