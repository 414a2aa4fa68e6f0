package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTest {
  private static final String GOOD =
      """
      {"session":"s1","txn":"a","ts":[1,2],"ops":[["w","x",1]]}
      {"session":"s2","txn":"b","ts":[3,4],"ops":[["r","x",1],["w","y",1]]}
      """;
  private static final String ARRAY =
      """
      [{"tid":1,"sid":1,"sts":{"p":10,"l":1},"cts":{"p":11},"ops":[{"t":"w","k":5,"v":1}]},
       {"tid":2,"sid":1,"sts":{"p":12},"cts":{"p":13},"ops":[{"t":"r","k":5,"v":1}]}]
      """;

  @TempDir Path directory;

  private RunningService service;

  @BeforeEach
  void start() throws Exception {
    service = RunningService.start(directory);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aStreamHasListsOrPlainValues() throws Exception {
    service.post(GOOD);

    HttpResponse<String> refused =
        service.post("{\"session\":\"s3\",\"ts\":[5,6],\"ops\":[[\"a\",\"z\",1]]}\n");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("found a list, and this stream has plain values");
    assertThat(service.post(ARRAY).statusCode()).isEqualTo(200);
  }

  @Test
  void takesBothFormats() throws Exception {
    HttpResponse<String> lines = service.post(GOOD);
    HttpResponse<String> array = service.post(ARRAY);

    assertThat(lines.statusCode()).isEqualTo(200);
    assertThat(lines.body().strip()).isEqualTo("{\"accepted\":2,\"duplicate\":false}");
    assertThat(array.body().strip()).isEqualTo("{\"accepted\":2,\"duplicate\":false}");
    assertThat(service.status("transactions")).isEqualTo(4);
    service.await("judged", 4);
    assertThat(service.status("violations")).isZero();
  }

  @Test
  void aBatchIdCountsOnceAlsoAfterARestart() throws Exception {
    service.post("one", GOOD);
    HttpResponse<String> again = service.post("one", GOOD);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body().strip()).isEqualTo("{\"accepted\":2,\"duplicate\":true}");

    service.close();
    service = RunningService.start(directory);

    assertThat(service.post("one", GOOD).body()).contains("\"accepted\":2,\"duplicate\":true");
    assertThat(service.status("transactions")).isEqualTo(2);
    HttpResponse<String> other = service.post("one", BAD_READ);
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(service.status("transactions")).isEqualTo(2);
  }

  @Test
  void concurrentRetriesOfOneBatchCountOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<String>> calls = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      calls.add(() -> service.post("same", GOOD).body());
    }
    int fresh = 0;
    for (Future<String> answer : threads.invokeAll(calls)) {
      assertThat(answer.get()).contains("\"accepted\":2");
      fresh += answer.get().contains("\"duplicate\":false") ? 1 : 0;
    }
    threads.shutdown();

    assertThat(fresh).isEqualTo(1);
    assertThat(service.status("transactions")).isEqualTo(2);
    assertThat(service.status("batches")).isEqualTo(1);
  }

  @Test
  void concurrentProducersLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String line = "{\"session\":" + i + ",\"ts\":[" + i + "," + i + "],\"ops\":[]}\n";
      calls.add(() -> service.post(line).statusCode());
    }
    for (Future<Integer> answer : threads.invokeAll(calls)) {
      assertThat(answer.get()).isEqualTo(200);
    }
    threads.shutdown();

    service.await("judged", 200);
    assertThat(service.status("transactions")).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"session\":1,\"ts\":[1,2],\"ops\":[[\"q\",1,1]]} | 2 | 33 | expected \"r\"",
        "{\"session\":1,\"ts\":[1,2],\"ops\":[ | 2 | 32 | expected",
        "{\"session\":1,\"ops\":[]} | 2 | 1 | without its start and commit timestamp",
        "{\"session\":1,\"ts\":[1,null],\"ops\":[]} | 2 | 1 | without its commit timestamp",
        "{\"session\":1,\"ts\":[null,1],\"ops\":[]} | 2 | 1 | without its start timestamp",
        "{\"session\":1,\"ts\":[1,2],\"ops\":[[\"a\",1,1],[\"w\",1,1]]} | 2 | 1 | a list and as a register",
        "{\"init\":[[\"x\",1]]} | 1 | 1 | expected transactions, and",
        "{\"session\":1,\"txn\":\"n\",\"ts\":[1,2],\"ops\":[]} | 2 | 1 | a name of its own",
      })
  void aBadTransactionRefusesItsBatchAndNothingIsKept(
      String bad, int line, int column, String message) throws Exception {
    String first = "{\"session\":2,\"txn\":\"n\",\"ts\":[1,2],\"ops\":[[\"w\",\"k\",1]]}\n";
    HttpResponse<String> answer = service.post("id", first + bad + "\n");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("\"line\":" + line + ",\"column\":" + column + ",");
    assertThat(answer.body()).contains(message.replace("\"", "\\\""));
    assertThat(service.status("transactions")).isZero();
    assertThat(service.status("batches")).isZero();
    assertThat(service.post("id", GOOD).statusCode()).isEqualTo(200);
  }

  @Test
  void aBatchWhoseLastLineIsCutOffIsRefusedWhole() throws Exception {
    String cutOff = GOOD.substring(0, GOOD.length() - 5);

    HttpResponse<String> refused = service.post("id", cutOff);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("\"line\":2,\"column\":");
    assertThat(service.status("transactions")).isZero();
    assertThat(service.post("id", GOOD).body()).contains("\"accepted\":2,\"duplicate\":false");
    String withoutLineEnd = GOOD.strip().replace("\"a\"", "\"c\"").replace("\"b\"", "\"d\"");
    assertThat(service.post(withoutLineEnd).body()).contains("\"accepted\":2");
  }

  @Test
  void sessionsAreNumberedThroughoutOrNotAtAll() throws Exception {
    String numbered =
        "{\"tid\":%d,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"sno\":1,\"ops\":[]}";
    String plain = "{\"tid\":%d,\"sid\":1,\"sts\":{\"p\":3},\"cts\":{\"p\":4},\"ops\":[]}";
    String mixed =
        "["
            + String.format(Locale.ROOT, numbered, 1)
            + ",\n"
            + String.format(Locale.ROOT, plain, 2)
            + "]";

    assertThat(service.post(mixed).body()).contains("\"line\":2,").contains("on all of a session");
    assertThat(service.post("[" + String.format(Locale.ROOT, numbered, 1) + "]").statusCode())
        .isEqualTo(200);
    assertThat(service.post("[" + String.format(Locale.ROOT, plain, 2) + "]").statusCode())
        .isEqualTo(400);
    service.close();
    service = RunningService.start(directory);
    assertThat(service.post("[" + String.format(Locale.ROOT, plain, 2) + "]").statusCode())
        .isEqualTo(400);
  }

  @Test
  void compressedBatchesAreTakenWithinTheLimit() throws Exception {
    assertThat(gzip(GOOD.getBytes(UTF_8)).statusCode()).isEqualTo(200);
    assertThat(service.status("transactions")).isEqualTo(2);

    HttpResponse<String> bomb = gzip(new byte[100 << 20]);
    assertThat(bomb.statusCode()).isEqualTo(413);

    HttpResponse<String> damaged =
        service.send(service.batch(GOOD.getBytes(UTF_8)).header("Content-Encoding", "gzip"));
    assertThat(damaged.statusCode()).isEqualTo(400);
  }

  private HttpResponse<String> gzip(byte[] body) throws IOException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(body);
    }
    return service.send(service.batch(bytes.toByteArray()).header("Content-Encoding", "gzip"));
  }

  @Test
  void requestsAreLimitedInSize() throws Exception {
    String large = " ".repeat((1 << 20) + 1);
    HttpResponse<String> unannounced =
        service.send(
            service
                .request("transactions")
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(large.getBytes(UTF_8)))));

    assertThat(service.post(large).statusCode()).isEqualTo(413);
    assertThat(unannounced.statusCode()).isEqualTo(413);
    assertThat(service.post(" ".repeat(1 << 20)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "transactions, application/x-ndjson, 413",
    "transactions, text/plain, 415",
    "x, , 404"
  })
  void aClientThatReadsOnlyWhenItHasSentAllSeesTheAnswer(String path, String type, int status)
      throws Exception {
    int length = 64 << 20;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.service().port())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
              .formatted(path, type, length)
              .getBytes(UTF_8));
      byte[] blanks = " ".repeat(1 << 20).getBytes(UTF_8);
      for (int sent = 0; sent < length; sent += blanks.length) {
        out.write(blanks);
      }
      socket.setSoTimeout(60_000);
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(in.readLine()).startsWith("HTTP/1.1 " + status);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/x-www-form-urlencoded", "text/plain", "image/png"})
  void otherContentTypesAreRefused(String type) throws Exception {
    HttpResponse<String> answer =
        service.send(
            service
                .request("transactions")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(GOOD)));

    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(answer.body()).contains("application/x-ndjson");
  }

  @Test
  void unknownPathsMethodsAndEncodingsAreRefused() throws Exception {
    assertThat(service.get("nothing").statusCode()).isEqualTo(404);
    assertThat(service.get("transactions").statusCode()).isEqualTo(405);
    assertThat(service.get("transactions").headers().firstValue("Allow")).contains("POST");
    assertThat(
            service.send(service.batch(new byte[0]).header("Content-Encoding", "br")).statusCode())
        .isEqualTo(415);
    assertThat(service.post("has blank s", GOOD).statusCode()).isEqualTo(400);
    assertThat(service.post("i".repeat(201), GOOD).statusCode()).isEqualTo(400);
    assertThat(service.post("hello").body()).contains("\"line\":1,\"column\":1");
    assertThat(service.get("violations?since=x").statusCode()).isEqualTo(400);
    assertThat(service.get("violations?limit=0").statusCode()).isEqualTo(400);
  }

  @Test
  void pagesOfABrowserMayNotAsk() throws Exception {
    HttpResponse<String> answer =
        service.send(service.request("status").header("Origin", "http://evil.example"));

    assertThat(answer.statusCode()).isEqualTo(403);
    for (String host : List.of("localhost", "127.0.0.1:80", "127.1.2.3:8123", "[::1]:1")) {
      assertThat(statusFor(host)).as(host).isEqualTo(200);
    }
    for (String host : List.of("evil.example:80", "127.evil.example", "localhost.evil.example")) {
      assertThat(statusFor(host)).as(host).isEqualTo(403);
    }
  }

  private int statusFor(String host) throws IOException {
    try (RawClient client = new RawClient(service.service().port())) {
      return client.send("GET /status HTTP/1.1\r\nHost: " + host + "\r\n\r\n").answer().status();
    }
  }

  @Test
  void violationsHaveSequenceNumbersAndSentences() throws Exception {
    service.post(GOOD + BAD_READ);
    service.await("events", 1);

    String all = service.get("violations").body();
    assertThat(all)
        .contains("\"seq\":1,\"event\":\"found\"", "\"kind\":\"External\"", "\"sentence\":\"")
        .contains("\"next\":1,\"last\":1");
    assertThat(service.get("violations?since=1").body())
        .startsWith("{\"events\":[],\"next\":1,\"last\":1}");
  }

  @Test
  void aLateTransactionWithdrawsWhatItExplains() throws Exception {
    service.post(GOOD + BAD_READ);
    service.await("violations", 1);
    service.post(
        "{\"session\":\"s3\",\"txn\":\"late\",\"ts\":[400,401],\"ops\":[[\"w\",\"x\",666]]}\n");
    service.await("violations", 0);

    String events = service.get("violations?since=1").body();
    assertThat(events).contains("\"seq\":2,\"event\":\"withdrawn\"", "\"withdraws\":1");
  }

  @Test
  void metricsAreReadByPrometheus() throws Exception {
    service.post(GOOD);
    HttpResponse<String> answer = service.get("metrics");

    assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4");
    List<String> lines = answer.body().lines().toList();
    assertThat(lines).contains("isogauge_transactions_total 2");
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "# HELP [a-z_]+ .+|# TYPE [a-z_]+ (counter|gauge)"
                            + "|[a-z_]+(\\{[a-z]+=\"[^\"]*\"(,[a-z]+=\"[^\"]*\")*})? [0-9.E-]+"));
  }

  @Test
  void finishingWritesTheReportAndEndsTheService() throws Exception {
    service.post(GOOD + BAD_READ);
    HttpResponse<String> report = service.finish();

    assertThat(report.statusCode()).isEqualTo(200);
    assertThat(report.body())
        .contains("\"verdict\":\"violated\"", "\"transactions\":3", "\"counts\":{\"External\":1}");
    assertThat(service.service().awaitEnd()).isEqualTo(Service.Ending.VIOLATED);
    assertThat(Files.readString(directory.resolve("report.json"))).isEqualTo(report.body());
    assertThat(Service.finishedBefore(directory)).contains(Service.Ending.VIOLATED);
  }

  @Test
  void aSatisfiedRunEndsSo() throws Exception {
    service.post(GOOD);

    assertThat(service.finish().body()).contains("\"verdict\":\"satisfied\"", "\"violations\":[]");
    assertThat(service.service().awaitEnd()).isEqualTo(Service.Ending.SATISFIED);
  }

  @Test
  void theReportSaysWhatTheStreamCouldHaveShown() throws Exception {
    service.post(
        """
        {"session":"s1","txn":"a","ts":[1,5],"ops":[["r","x",null],["w","x",1]]}
        {"session":"s2","txn":"b","ts":[2,4],"outcome":"aborted","ops":[["r","x",null],["w","x",2]]}
        """);

    assertThat(service.finish().body())
        .contains(
            "\"verdict\":\"satisfied\"",
            "\"sentence\":\"Could have shown: dirty read 1 (1 aborted), aborted read 1, lost update"
                + " 1 (1 aborted); no chance of",
            "\"remarks\":[]");
  }

  @Test
  void aLevelThatNothingCouldBreakSaysSo() throws Exception {
    service.post(GOOD);

    assertThat(service.finish().body())
        .contains(
            "\"remarks\":[\"snapshot-isolation held, but nothing here could have broken it\"]");
  }

  @Test
  void abortedTransactionsProveNothing() throws Exception {
    service.post(
        GOOD.replace("\"ops\"", "\"outcome\":\"aborted\",\"ops\"")
            .replace("\"r\",\"x\",1", "\"r\",\"x\",null"));

    assertThat(service.finish().body())
        .contains("\"verdict\":\"unknown\",\"reason\":\"none of 2 transactions committed");
    assertThat(service.service().awaitEnd()).isEqualTo(Service.Ending.UNKNOWN);
  }

  @Test
  void aRunWithoutATransactionProvesNothing() throws Exception {
    service.post("");

    assertThat(service.finish().body()).contains("\"verdict\":\"unknown\"");
    assertThat(service.service().awaitEnd()).isEqualTo(Service.Ending.UNKNOWN);
    assertThat(Service.finishedBefore(directory)).contains(Service.Ending.UNKNOWN);
  }

  @Test
  void theTokenIsAskedForEverywhere() throws Exception {
    ServeSettings usual = RunningService.settings(directory.resolve("with-token"));
    ServeSettings guarded =
        new ServeSettings(
            usual.level(),
            usual.host(),
            0,
            usual.data(),
            usual.delay(),
            usual.clock(),
            usual.memoryBytes(),
            Optional.of("sesame"),
            usual.initial(),
            usual.maxRequest(),
            usual.retention());
    try (RunningService with = RunningService.start(guarded)) {
      assertThat(with.post(GOOD).statusCode()).isEqualTo(200);
      for (String path : List.of("status", "violations", "metrics", "violations/stream", "x")) {
        HttpResponse<String> wrong =
            with.send(with.request(path).setHeader("Authorization", "Bearer Sesame"));
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      }
      assertThat(
              with.send(with.batch(GOOD.getBytes(UTF_8)).setHeader("Authorization", "sesame"))
                  .statusCode())
          .isEqualTo(401);
      assertThat(with.status("transactions")).isEqualTo(2);
    }
  }

  /** 80,000 strings would be 10 MB. */
  @Test
  void refusedBatchesLeaveNoStringsBehind() throws Exception {
    for (int batch = 0; batch < 40; batch++) {
      StringBuilder body = new StringBuilder();
      for (int i = 0; i < 2_000; i++) {
        body.append("{\"session\":\"s\",\"ts\":[1,2],\"ops\":[[\"w\",\"k")
            .append(batch)
            .append("-")
            .append(i)
            .append("\",1]]}\n");
      }
      body.append("{\"session\":\"s\",\"ts\":[1,null],\"ops\":[]}\n");
      assertThat(service.post(body.toString()).statusCode()).isEqualTo(400);
    }
    assertThat(service.status("memoryBytes")).isLessThan(100_000);
  }

  @Test
  void stringsCountAsMemory() throws Exception {
    long before = service.status("memoryBytes");
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      body.append("{\"session\":1,\"ts\":[")
          .append(2 * i)
          .append(",")
          .append(2 * i + 1)
          .append("],\"ops\":[[\"w\",1,\"value ")
          .append(i)
          .append("\"]]}\n");
    }
    assertThat(service.post(body.toString()).statusCode()).isEqualTo(200);
    // An answer comes before the engine has the batch.
    service.await("judged", 2_000);
    assertThat(service.status("memoryBytes") - before).isGreaterThan(2_000 * 100);
  }
}
