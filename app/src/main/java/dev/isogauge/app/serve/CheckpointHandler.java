package dev.isogauge.app.serve;

import java.io.IOException;

/** {@code POST /checkpoint}: saves the state of all that was acknowledged, then answers. */
final class CheckpointHandler {
  private final Service service;

  CheckpointHandler(Service service) {
    this.service = service;
  }

  void handle(Exchange exchange) throws IOException, HttpFailure, InterruptedException {
    try {
      long transactions = service.checkpoint();
      Reply.json(
          exchange,
          200,
          json -> {
            json.writeStartObject();
            json.writeNumberField("transactions", transactions);
            json.writeEndObject();
          });
    } catch (Refusal e) {
      throw TransactionsHandler.failure(exchange, e);
    }
  }
}
