package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Answers requests. */
final class Reply {
  private static final long DRAIN_NANOS = 30_000_000_000L;

  private Reply() {}

  /** Writes a JSON value. */
  @FunctionalInterface
  interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  static void json(HttpRequest exchange, int status, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = EventJson.generator(bytes)) {
      content.write(json);
      json.writeRaw('\n');
    }
    send(exchange, status, "application/json", bytes.toByteArray());
  }

  /** As it is written, for what may be too large for memory. */
  static void stream(HttpRequest exchange, Content content) throws IOException {
    header(exchange, "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.responseBody();
        JsonGenerator json = EventJson.generator(out)) {
      content.write(json);
      json.writeRaw('\n');
    }
  }

  static void text(HttpRequest exchange, String type, String text) throws IOException {
    send(exchange, 200, type, text.getBytes(UTF_8));
  }

  static void message(HttpRequest exchange, int status, String message) throws IOException {
    json(
        exchange,
        status,
        json -> {
          json.writeStartObject();
          json.writeStringField("message", message);
          json.writeEndObject();
        });
  }

  private static void header(HttpRequest exchange, String type) {
    exchange.responseHeaders().set("Content-Type", type);
    exchange.responseHeaders().set("X-Content-Type-Options", "nosniff");
  }

  private static void send(HttpRequest exchange, int status, String type, byte[] body)
      throws IOException {
    header(exchange, type);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.responseBody()) {
      out.write(body);
      out.flush();
      drain(exchange.requestBody());
    }
  }

  /**
   * Reads what is left of a request that was answered early. A connection that is closed before is
   * reset, and a client that sends all before it reads would not see the answer.
   */
  private static void drain(InputStream request) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long deadline = System.nanoTime() + DRAIN_NANOS;
    while (request.read(buffer) >= 0 && System.nanoTime() - deadline < 0) {
      // Thrown away.
    }
  }
}
