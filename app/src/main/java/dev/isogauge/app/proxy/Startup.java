package dev.isogauge.app.proxy;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The first message of a client, which has no type: a request for TLS, to cancel something, or to
 * begin a session.
 *
 * @param bytes all of it
 */
record Startup(int code, byte[] bytes) {
  static final int TLS = 80877103;
  static final int GSS_ENCRYPTION = 80877104;
  static final int CANCEL = 80877102;

  /** The server's own limit. */
  private static final int LONGEST = 10_000;

  /** Reads no byte behind it: what follows a request for TLS is encrypted. */
  static Startup read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length = data.readInt();
    if (length < 8 || length > LONGEST) {
      throw new IOException("found a first message of length " + length);
    }
    byte[] bytes = new byte[length];
    ByteBuffer.wrap(bytes).putInt(length);
    int count = in.readNBytes(bytes, 4, length - 4);
    if (count < length - 4) {
      throw new EOFException("the stream ends within the first message");
    }
    return new Startup(ByteBuffer.wrap(bytes).getInt(4), bytes);
  }

  /** Settings of the session, such as its user, by name. */
  Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    String[] parts = new String(bytes, 8, bytes.length - 8, StandardCharsets.UTF_8).split("\0", -1);
    for (int i = 0; i + 1 < parts.length && !parts[i].isEmpty(); i += 2) {
      settings.put(parts[i], parts[i + 1]);
    }
    return settings;
  }

  /** Whether the session speaks another language than SQL. */
  boolean isReplication() {
    String value = settings().getOrDefault("replication", "false").toLowerCase(Locale.ROOT);
    return !value.matches("false|off|no|0|f|n");
  }

  String database() {
    Map<String, String> settings = settings();
    return settings.getOrDefault("database", settings.getOrDefault("user", ""));
  }
}
