package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/** A client that sends what it is told to, byte by byte as it is. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;

  /**
   * An answer.
   *
   * @param head all lines before the body
   */
  record Answer(int status, String head, String body) {
    boolean has(String headerLine) {
      return head.toLowerCase(Locale.ROOT).contains("\r\n" + headerLine.toLowerCase(Locale.ROOT));
    }
  }

  RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  Socket socket() {
    return socket;
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** The next answer, to a GET or a POST. */
  Answer answer() throws IOException {
    String head = head();
    int status = Integer.parseInt(head.substring(9, 12));
    String lower = head.toLowerCase(Locale.ROOT);
    if (lower.contains("\r\ntransfer-encoding: chunked")) {
      return new Answer(status, head, chunks());
    }
    int at = lower.indexOf("\r\ncontent-length: ");
    byte[] body =
        at < 0
            ? socket.getInputStream().readAllBytes()
            : socket
                .getInputStream()
                .readNBytes(
                    Integer.parseInt(lower.substring(at + 18, lower.indexOf("\r\n", at + 2))));
    return new Answer(status, head, new String(body, ISO_8859_1));
  }

  /** The head of the next answer. */
  String head() throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < 4 || !text.substring(text.length() - 4).equals("\r\n\r\n")) {
      text.append((char) read());
    }
    return text.toString();
  }

  private int read() throws IOException {
    int next = socket.getInputStream().read();
    if (next < 0) {
      throw new IOException("the connection was closed");
    }
    return next;
  }

  private String line() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int next = read(); next != '\n'; next = read()) {
      text.append((char) next);
    }
    return text.toString().strip();
  }

  private String chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
      body.write(socket.getInputStream().readNBytes(size));
      line();
    }
    line();
    return body.toString(ISO_8859_1);
  }

  /** Everything until the connection ends, as it is. */
  String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
