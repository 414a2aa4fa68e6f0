package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;

/** A request and its answer, as handlers see them. */
final class HttpRequest implements AutoCloseable {
  private static final Map<Integer, String> REASONS =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(431, "Request Header Fields Too Large"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(501, "Not Implemented"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(507, "Insufficient Storage"));

  private final HttpConnection connection;
  private final HttpHeaders requestHeaders = new HttpHeaders();
  private final HttpHeaders responseHeaders = new HttpHeaders();
  private String method = "";
  private String protocol = "HTTP/1.1";
  private URI uri = URI.create("/");
  private InputStream requestBody = InputStream.nullInputStream();
  private OutputStream responseBody = OutputStream.nullOutputStream();
  private boolean keepsConnection = true;
  private boolean answered;
  private boolean ended;

  HttpRequest(HttpConnection connection) {
    this.connection = connection;
  }

  /** Takes the head of a request. */
  void parse(String head) throws HttpFailure {
    String[] lines = head.strip().split("\r?\n", -1);
    String[] first = lines[0].split(" ", -1);
    if (first.length != 3 || !isToken(first[0]) || !first[2].matches("HTTP/1\\.[01]")) {
      throw new HttpFailure(400, "expected a request of HTTP/1.1");
    }
    method = first[0];
    protocol = first[2];
    try {
      uri = new URI(first[1]);
    } catch (URISyntaxException e) {
      throw new HttpFailure(400, "expected a path without special characters");
    }
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon <= 0 || !isToken(lines[i].substring(0, colon)) || hasControl(lines[i])) {
        throw new HttpFailure(400, "a header is malformed; expected Name: value");
      }
      requestHeaders.add(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip());
    }
    String wish = String.valueOf(requestHeaders.getFirst("Connection")).toLowerCase(Locale.ROOT);
    keepsConnection = protocol.equals("HTTP/1.1") && !wish.contains("close");
  }

  private static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127);
  }

  void body(byte[] bytes) {
    requestBody = new ByteArrayInputStream(bytes);
  }

  /** This is the last request of the connection. */
  void endsConnection() {
    keepsConnection = false;
  }

  boolean isAnswered() {
    return answered;
  }

  HttpHeaders requestHeaders() {
    return requestHeaders;
  }

  HttpHeaders responseHeaders() {
    return responseHeaders;
  }

  URI uri() {
    return uri;
  }

  String method() {
    return method;
  }

  InputStream requestBody() {
    return requestBody;
  }

  OutputStream responseBody() {
    return responseBody;
  }

  /** Begins the answer. A length of 0 is one that is not known, one of -1 means no body. */
  void sendResponseHeaders(int code, long length) throws IOException {
    if (isAnswered()) {
      throw new IOException("headers already sent");
    }
    answered = true;
    boolean chunked = length == 0 && protocol.equals("HTTP/1.1");
    keepsConnection &= length != 0 || chunked;
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(code).append(' ');
    head.append(REASONS.getOrDefault(code, "Answer")).append("\r\n");
    responseHeaders.appendTo(head);
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (length != 0) {
      head.append("Content-Length: ").append(Math.max(0, length)).append("\r\n");
    }
    if (!keepsConnection) {
      head.append("Connection: close\r\n");
    }
    head.append("\r\n");
    Answer answer = new Answer(chunked, Math.max(0, length));
    responseBody = answer;
    answer.head(head.toString().getBytes(ISO_8859_1));
    if (length < 0) {
      answer.close();
    }
  }

  /** The body of the answer: one piece together with the head if it is small. */
  private final class Answer extends OutputStream {
    private static final int BUFFER = 1 << 13;

    private final boolean chunked;
    private final byte[] piece = new byte[BUFFER];
    private byte[] head = {};
    private int size;
    private long left;
    private boolean closed;

    Answer(boolean chunked, long length) {
      this.chunked = chunked;
      this.left = length;
    }

    void head(byte[] bytes) {
      head = bytes;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (closed || connection.isClosed()) {
        throw new IOException("the connection is closed");
      }
      int at = offset;
      int rest = length;
      while (rest > 0) {
        int count = Math.min(rest, BUFFER - size);
        System.arraycopy(bytes, at, piece, size, count);
        size += count;
        at += count;
        rest -= count;
        if (size == BUFFER) {
          sendPiece(false);
        }
      }
      left -= length;
    }

    @Override
    public void flush() throws IOException {
      if (chunked && !closed) {
        sendPiece(false);
        connection.flush();
        if (connection.isClosed()) {
          throw new IOException("the connection is closed");
        }
      }
    }

    private void sendPiece(boolean last) {
      byte[] before =
          chunked && size > 0
              ? (Integer.toHexString(size) + "\r\n").getBytes(ISO_8859_1)
              : new byte[0];
      byte[] after =
          !chunked
              ? new byte[0]
              : ((size > 0 ? "\r\n" : "") + (last ? "0\r\n\r\n" : "")).getBytes(ISO_8859_1);
      ByteBuffer bytes =
          ByteBuffer.allocate(head.length + before.length + size + after.length)
              .put(head)
              .put(before)
              .put(piece, 0, size)
              .put(after)
              .flip();
      head = new byte[0];
      size = 0;
      connection.send(bytes);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        sendPiece(true);
        end(chunked || left == 0);
      }
    }
  }

  private void end(boolean complete) {
    if (!ended) {
      ended = true;
      if (!complete) {
        connection.close();
      }
      connection.answered(keepsConnection);
    }
  }

  /** Gives the connection back; one without a complete answer is closed. */
  @Override
  public void close() {
    if (responseBody instanceof Answer) {
      try {
        responseBody.close();
      } catch (IOException e) {
        connection.close();
      }
    }
    end(false);
  }
}
