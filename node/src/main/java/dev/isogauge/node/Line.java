package dev.isogauge.node;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A connection on which both sides write lines of JSON. */
final class Line {
  /** A list of a long run is shorter by far. */
  private static final int LONGEST = 16 << 20;

  private final InputStream in;
  private final OutputStream out;

  Line(Socket socket) throws IOException {
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  Map<?, ?> read() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the other side has gone");
      }
      bytes.write(next);
      if (bytes.size() > LONGEST) {
        throw new IOException("a line of more than " + LONGEST + " bytes");
      }
    }
    return Json.parse(bytes.toString(StandardCharsets.UTF_8));
  }

  void write(Map<String, ?> object) throws IOException {
    out.write((Json.of(object) + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
