package dev.isogauge.app.proxy;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that speaks the protocol byte by byte, and keeps all that comes back. */
final class WireClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private byte[] cancelKey;

  /** Logs in with a password in the clear, as the server of the tests asks for. */
  WireClient(int port, String database, int protocol) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    ByteArrayOutputStream startup = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(startup);
    data.writeInt(protocol);
    for (String each : List.of("user", "app", "database", database, "")) {
      data.write(bytes(each));
    }
    DataOutputStream direct = new DataOutputStream(socket.getOutputStream());
    direct.writeInt(startup.size() + 4);
    direct.write(startup.toByteArray());
    direct.flush();
    send('p', bytes(ProxiedServer.PASSWORD));
    flush();
    answers(1);
  }

  static byte[] bytes(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] joined(Object... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Object part : parts) {
      if (part instanceof String text) {
        all.writeBytes(bytes(text));
      } else if (part instanceof Integer number) {
        all.writeBytes(
            new byte[] {
              (byte) (number >> 24),
              (byte) (number >> 16),
              (byte) (number >> 8),
              (byte) (int) number
            });
      } else if (part instanceof Short number) {
        all.writeBytes(new byte[] {(byte) (number >> 8), (byte) (short) number});
      } else if (part instanceof Character letter) {
        all.write(letter);
      } else {
        all.writeBytes((byte[]) part);
      }
    }
    return all.toByteArray();
  }

  /** Adds a message to those that {@link #flush} sends. */
  WireClient send(char type, Object... parts) {
    byte[] body = joined(parts);
    out.write(type);
    out.writeBytes(joined(body.length + 4));
    out.writeBytes(body);
    return this;
  }

  void flush() throws IOException {
    socket.getOutputStream().write(out.toByteArray());
    socket.getOutputStream().flush();
    out.reset();
  }

  byte[] cancelKey() {
    return cancelKey;
  }

  /** Everything up to the end of so many exchanges, a message a line. */
  List<String> answers(int ends) throws IOException {
    List<String> all = new ArrayList<>();
    for (int ended = 0; ended < ends; ) {
      char type = (char) in.readByte();
      byte[] body = in.readNBytes(in.readInt() - 4);
      if (type == 'K') {
        cancelKey = body;
      } else {
        all.add(type + " " + shown(body));
      }
      ended += type == 'Z' ? 1 : 0;
    }
    return all;
  }

  /** One message, as a line. */
  String answer() throws IOException {
    char type = (char) in.readByte();
    return type + " " + shown(in.readNBytes(in.readInt() - 4));
  }

  private static String shown(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
