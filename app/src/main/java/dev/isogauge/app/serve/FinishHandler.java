package dev.isogauge.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code POST /finish}: answers the final report, then the service ends. */
final class FinishHandler {
  private final Service service;

  FinishHandler(Service service) {
    this.service = service;
  }

  void handle(Exchange exchange) throws IOException, HttpFailure, InterruptedException {
    Path report;
    try {
      report = service.finish();
    } catch (Refusal e) {
      throw TransactionsHandler.failure(exchange, e);
    } catch (IOException e) {
      throw new HttpFailure(500, e.getMessage());
    }
    exchange.set("Content-Type", "application/json");
    // On a thread of its own, since the end waits for all others.
    exchange.send(
        report, Files.size(report), () -> new Thread(service::leave, "isogauge-end").start());
  }
}
