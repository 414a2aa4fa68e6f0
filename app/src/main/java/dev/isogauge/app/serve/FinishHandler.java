package dev.isogauge.app.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code POST /finish}: answers the final report, then the service ends. */
final class FinishHandler {
  private final Service service;

  FinishHandler(Service service) {
    this.service = service;
  }

  void handle(HttpRequest exchange) throws IOException, HttpFailure, InterruptedException {
    exchange.requestBody().readNBytes(1 << 16);
    Path report;
    try {
      report = service.finish();
    } catch (Refusal e) {
      throw TransactionsHandler.failure(exchange, e);
    } catch (IOException e) {
      throw new HttpFailure(500, e.getMessage());
    }
    try (exchange) {
      exchange.responseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, Files.size(report));
      try (OutputStream out = exchange.responseBody()) {
        Files.copy(report, out);
      }
    } finally {
      // Not on this thread, which the end waits for.
      new Thread(service::leave, "isogauge-end").start();
    }
  }
}
