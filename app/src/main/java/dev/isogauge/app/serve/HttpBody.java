package dev.isogauge.app.serve;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The body of a request while it arrives. Memory is taken for what has come, not for what is
 * announced.
 */
final class HttpBody {
  private static final int MOST_LINE = 256;

  private enum Part {
    SIZE,
    DATA,
    DATA_END,
    TRAILER
  }

  private final HttpListener listener;
  private final boolean chunked;
  private byte[] bytes = {};
  private int size;
  private boolean released;

  /** What is still to come: of the body, or of the chunk. */
  private long left;

  private Part part = Part.SIZE;
  private final StringBuilder line = new StringBuilder();
  private int trailerBytes;

  private HttpBody(HttpListener listener, boolean chunked, long length) {
    this.listener = listener;
    this.chunked = chunked;
    this.left = length;
  }

  /** The body that the headers announce. */
  static HttpBody of(HttpHeaders headers, HttpListener listener) throws HttpFailure {
    List<String> lengths = headers.all("Content-Length");
    List<String> encodings = headers.all("Transfer-Encoding");
    if (!encodings.isEmpty()) {
      if (!lengths.isEmpty()) {
        throw new HttpFailure(400, "found Content-Length and Transfer-Encoding; expected one");
      }
      if (encodings.size() > 1 || !encodings.get(0).strip().equalsIgnoreCase("chunked")) {
        throw new HttpFailure(501, "Transfer-Encoding: expected chunked or none");
      }
      return new HttpBody(listener, true, 0);
    }
    if (lengths.isEmpty()) {
      return new HttpBody(listener, false, 0);
    }
    if (lengths.size() > 1 || !lengths.get(0).matches("[0-9]{1,18}")) {
      throw new HttpFailure(400, "Content-Length: expected one number");
    }
    long length = Long.parseLong(lengths.get(0));
    if (length > listener.maxBody()) {
      throw tooLarge(listener);
    }
    return new HttpBody(listener, false, length);
  }

  private static HttpFailure tooLarge(HttpListener listener) {
    return new HttpFailure(
        413,
        "the batch is too large; expected at most " + listener.maxBody() + " bytes uncompressed");
  }

  int received() {
    return size;
  }

  byte[] bytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /** Takes what has come; whether the body is complete. */
  boolean read(ByteBuffer from) throws HttpFailure {
    if (!chunked) {
      take(from);
      return left == 0;
    }
    while (from.hasRemaining()) {
      if (part == Part.DATA) {
        take(from);
        part = left == 0 ? Part.DATA_END : Part.DATA;
        continue;
      }
      char next = (char) (from.get() & 0xFF);
      if (next != '\n') {
        line.append(next);
        if (line.length() > MOST_LINE) {
          throw new HttpFailure(400, "the body is not chunked as it should be");
        }
        continue;
      }
      String text = line.toString();
      line.setLength(0);
      if (lineEnds(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text)) {
        return true;
      }
    }
    return false;
  }

  private boolean lineEnds(String text) throws HttpFailure {
    switch (part) {
      case SIZE -> {
        String digits = text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!digits.matches("[0-9a-f]{1,8}")) {
          throw new HttpFailure(400, "the body is not chunked as it should be");
        }
        left = Long.parseLong(digits, 16);
        if (size + left > listener.maxBody()) {
          throw tooLarge(listener);
        }
        part = left == 0 ? Part.TRAILER : Part.DATA;
      }
      case DATA_END -> {
        if (!text.isEmpty()) {
          throw new HttpFailure(400, "the body is not chunked as it should be");
        }
        part = Part.SIZE;
      }
      default -> {
        trailerBytes += text.length();
        if (trailerBytes > 16 * MOST_LINE) {
          throw new HttpFailure(431, "the trailers are too long");
        }
        return text.isEmpty();
      }
    }
    return false;
  }

  private void take(ByteBuffer from) throws HttpFailure {
    int count = (int) Math.min(left, from.remaining());
    if (size + count > bytes.length) {
      long wanted = Math.max(2L * bytes.length, size + count);
      int capacity = (int) Math.min(chunked ? listener.maxBody() : size + left, wanted);
      boolean fits = listener.reserve(capacity - bytes.length);
      bytes = Arrays.copyOf(bytes, capacity);
      if (!fits) {
        throw new HttpFailure(429, "too much is being received");
      }
    }
    from.get(bytes, size, count);
    size += count;
    left -= count;
  }

  /** Gives the memory back. */
  void release() {
    if (!released) {
      released = true;
      listener.reserve(-bytes.length);
    }
  }
}
