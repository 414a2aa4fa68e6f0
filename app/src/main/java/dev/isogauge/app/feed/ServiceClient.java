package dev.isogauge.app.feed;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Talks to a service, and tries again where that makes sense. Thread-safe. */
public final class ServiceClient {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofMinutes(5);

  private final URI to;
  private final Optional<String> token;
  private final Duration patience;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final AtomicLong retries = new AtomicLong();

  /**
   * Of a service.
   *
   * @param patience how long to try again when it cannot be reached
   */
  public ServiceClient(URI to, Optional<String> token, Duration patience) {
    this.to = to;
    this.token = token;
    this.patience = patience;
  }

  /** How often something was tried again. */
  long retries() {
    return retries.get();
  }

  /** Sends a batch until the service has it. A service that has it already does nothing. */
  public void send(byte[] body, String id) throws FeedException, InterruptedException {
    HttpRequest request =
        request("transactions")
            .header("Content-Type", "application/x-ndjson")
            .header("Batch-Id", id)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    exchange(request);
  }

  /** Finishes the service and returns its report. */
  public String finish() throws FeedException, InterruptedException {
    return exchange(request("finish").POST(BodyPublishers.noBody()).build()).body();
  }

  /** Whether the service judges by what reads show, and needs no timestamps. */
  boolean isByReads() throws FeedException, InterruptedException {
    return exchange(request("status").GET().build()).body().contains("\"order\":\"reads\"");
  }

  private HttpRequest.Builder request(String path) {
    String base = to.toString();
    URI uri = URI.create(base.endsWith("/") ? base + path : base + "/" + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(ANSWER);
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  private HttpResponse<String> exchange(HttpRequest request)
      throws FeedException, InterruptedException {
    long giveUp = System.nanoTime() + patience.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      String problem;
      try {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() == 200) {
          return response;
        }
        problem = "answered " + response.statusCode() + ": " + response.body().strip();
        switch (response.statusCode()) {
          case 429 -> {
            // The service lives and is busy: patience is not at stake.
            giveUp = System.nanoTime() + patience.toNanos();
            pause = retryAfter(response);
          }
          case 503, 507 -> pause = retryAfter(response);
          default ->
              throw new FeedException(request.uri() + " " + problem, response.statusCode() == 400);
        }
      } catch (IOException e) {
        problem =
            "cannot be reached"
                + (e.getMessage() == null ? "" : " (" + e.getMessage().strip() + ")");
      }
      if (System.nanoTime() - giveUp > 0) {
        throw new FeedException(request.uri() + " " + problem, false);
      }
      retries.incrementAndGet();
      Thread.sleep(pause.toMillis());
      pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
    }
  }

  private static Duration retryAfter(HttpResponse<String> response) {
    String seconds = response.headers().firstValue("Retry-After").orElse("");
    return seconds.matches("[0-9]{1,4}")
        ? Duration.ofSeconds(Long.parseLong(seconds))
        : LONGEST_PAUSE;
  }
}
