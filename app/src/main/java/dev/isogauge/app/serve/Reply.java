package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Answers requests. */
final class Reply {
  private Reply() {}

  /** Writes a JSON value. */
  @FunctionalInterface
  interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  static void json(Exchange exchange, int status, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = ServiceEventJson.generator(bytes)) {
      content.write(json);
      json.writeRaw('\n');
    }
    send(exchange, status, "application/json", bytes.toByteArray());
  }

  static void text(Exchange exchange, String type, byte[] text) {
    send(exchange, 200, type, text);
  }

  static void message(Exchange exchange, int status, String message) throws IOException {
    json(
        exchange,
        status,
        json -> {
          json.writeStartObject();
          json.writeStringField("message", message);
          json.writeEndObject();
        });
  }

  /** Makes it as the client reads it, for what may be large. */
  static void pieces(Exchange exchange, Exchange.Pieces pieces) throws IOException {
    header(exchange, "application/json");
    exchange.send(pieces);
  }

  private static void header(Exchange exchange, String type) {
    exchange.set("Content-Type", type);
    exchange.set("X-Content-Type-Options", "nosniff");
  }

  private static void send(Exchange exchange, int status, String type, byte[] body) {
    header(exchange, type);
    exchange.send(status, body);
  }
}
