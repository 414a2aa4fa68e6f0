package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service in this process, and a client of it over real HTTP. */
public final class RunningService implements AutoCloseable {
  static final String LINES = "application/x-ndjson";

  /** One transaction that reads a value that was never written. */
  static final String BAD_READ =
      "{\"session\":\"s9\",\"txn\":\"bad\",\"ts\":[500,501],\"ops\":[[\"r\",\"x\",666]]}\n";

  private final Service service;
  private final List<String> messages;
  private final HttpClient client = HttpClient.newHttpClient();
  private final CompletableFuture<Long> replayed;
  private final Optional<String> token;

  private RunningService(
      Service service,
      List<String> messages,
      CompletableFuture<Long> replayed,
      Optional<String> token) {
    this.service = service;
    this.messages = messages;
    this.replayed = replayed;
    this.token = token;
  }

  public static ServeSettings settings(Path data) {
    return settings(data, Duration.ofMillis(200));
  }

  public static ServeSettings settings(Path data, Duration delay) {
    ServeSettings usual = ServeSettings.of(IsolationLevel.SNAPSHOT_ISOLATION, 0, data);
    return new ServeSettings(
        usual.level(),
        usual.host(),
        0,
        data,
        delay,
        usual.clock(),
        usual.memoryBytes(),
        usual.token(),
        usual.initial(),
        1 << 20,
        usual.retention());
  }

  public static RunningService start(Path data) throws Exception {
    return start(settings(data));
  }

  public static RunningService start(ServeSettings settings) throws Exception {
    List<String> messages = new CopyOnWriteArrayList<>();
    CompletableFuture<Long> replayed = new CompletableFuture<>();
    Service service = Service.start(settings, console(messages, replayed));
    RunningService running = new RunningService(service, messages, replayed, settings.token());
    while (running.get("status").body().contains("\"replaying\"")) {
      Thread.sleep(5);
    }
    return running;
  }

  static ServiceConsole console(List<String> messages) {
    return console(messages, new CompletableFuture<>());
  }

  private static ServiceConsole console(List<String> messages, CompletableFuture<Long> replay) {
    return new ServiceConsole() {
      @Override
      public void say(String message) {
        messages.add(message);
      }

      @Override
      public void replaying(long transactions) {}

      @Override
      public void ready(long known, long replayed, Duration took) {
        replay.complete(replayed);
      }
    };
  }

  public Service service() {
    return service;
  }

  List<String> messages() {
    return messages;
  }

  /** How many transactions it judged again when it started. */
  long replayed() throws Exception {
    return replayed.get(1, TimeUnit.MINUTES);
  }

  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/" + path));
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    return request;
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  HttpRequest.Builder batch(byte[] body) {
    return request("transactions")
        .header("Content-Type", LINES)
        .POST(BodyPublishers.ofByteArray(body));
  }

  public HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(batch(body.getBytes(UTF_8)));
  }

  HttpResponse<String> post(String id, String body) throws IOException, InterruptedException {
    return send(batch(body.getBytes(UTF_8)).header("Batch-Id", id));
  }

  public HttpResponse<String> finish() throws IOException, InterruptedException {
    return send(request("finish").POST(BodyPublishers.noBody()));
  }

  /** A number of the status. */
  long status(String field) throws IOException, InterruptedException {
    return number(get("status").body(), field);
  }

  static long number(String json, String field) {
    Matcher matcher = Pattern.compile("\"" + field + "\":([0-9]+)").matcher(json);
    if (!matcher.find()) {
      throw new AssertionError(field + " is not in " + json);
    }
    return Long.parseLong(matcher.group(1));
  }

  /** Waits until the status shows this number. */
  public void await(String field, long value) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (status(field) != value) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(field + " is not " + value + ": " + get("status").body());
      }
      Thread.sleep(10);
    }
  }

  /** Where a browser finds it. */
  public String address() {
    return "http://127.0.0.1:" + service.port() + "/";
  }

  @Override
  public void close() {
    service.close();
  }
}
