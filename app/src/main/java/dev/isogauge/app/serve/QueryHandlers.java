package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** What can be asked: {@code GET /status}, {@code /violations} and {@code /metrics}. */
final class QueryHandlers {
  private static final int DEFAULT_LIMIT = 1000;
  private static final int LARGEST_LIMIT = 10_000;

  private final Service service;

  QueryHandlers(Service service) {
    this.service = service;
  }

  void status(Exchange exchange) throws IOException {
    Reply.json(exchange, 200, service.status()::write);
  }

  void metrics(Exchange exchange) {
    Reply.text(exchange, "text/plain; version=0.0.4", Metrics.of(service.status()).getBytes(UTF_8));
  }

  void violations(Exchange exchange) throws IOException, HttpFailure {
    String query = exchange.uri().getQuery();
    long since = number(query, "since", 0, 0, Long.MAX_VALUE);
    int limit = (int) number(query, "limit", DEFAULT_LIMIT, 1, LARGEST_LIMIT);
    Reply.pieces(exchange, new EventPieces(service.log(), since, limit, limit, event -> true));
  }

  /** A parameter of the query, which is a number in a range. */
  static long number(String query, String name, long otherwise, long least, long most)
      throws HttpFailure {
    for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
      if (parameter.startsWith(name + "=")) {
        String text = parameter.substring(name.length() + 1);
        try {
          long value = Long.parseLong(text);
          if (value >= least && value <= most) {
            return value;
          }
        } catch (NumberFormatException e) {
          // Reported below, like a number out of range.
        }
        throw new HttpFailure(
            400, name + ": expected a whole number from " + least + " to " + most);
      }
    }
    return otherwise;
  }
}
