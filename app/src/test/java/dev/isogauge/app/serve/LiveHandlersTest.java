package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.report.Schemas;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the live page asks for, and who gets it. */
class LiveHandlersTest {
  /** Every kind of finding but a withdrawal. */
  private static final String FAULTS =
      """
      {"session":"a","sno":1,"txn":"T1","ts":[10,20],"ops":[["w","x",1]]}
      {"session":"b","sno":1,"txn":"T2","ts":[15,25],"ops":[["w","x",2]]}
      {"session":"c","sno":1,"txn":"T3","ts":[30,40],"ops":[["r","x",3],["w","y",1],["r","y",2]]}
      {"session":"d","sno":1,"txn":"T4","ts":[50,45],"ops":[["w","z",1]]}
      {"session":"e","sno":1,"txn":"T5","ts":[60,70],"ops":[["w","u",1]]}
      {"session":"e","sno":3,"txn":"T6","ts":[80,90],"ops":[["r","v",7]]}
      {"session":"f","sno":1,"txn":"T7","ts":[110,110],"ops":[["w","t",1]]}
      {"session":"g","sno":1,"txn":"T8","ts":[110,110],"ops":[["r","t",1],["w","q",1]]}
      """;

  @TempDir private Path directory;

  @Test
  void everyFindingHasEvidenceAsTheSchemaSays() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(FAULTS);
      service.await("judged", 8);
      service.await("provisional", 0);
      Thread.sleep(500); // More than the delay: all that is provisional has become final.
      long events = service.status("events");
      StringBuilder all = new StringBuilder();
      for (int event = 1; event <= events; event++) {
        String body = service.get("evidence?event=" + event).body();
        Schemas.check("evidence", body.strip());
        assertReproduces(body);
        all.append(body);
      }
      for (String kind :
          List.of(
              "External", "Internal", "NoConflict", "Session", "TimestampTie", "TimestampOrder")) {
        assertThat(all).contains("\"kind\":\"" + kind + "\"");
      }
      assertThat(service.get("evidence?event=" + (events + 1)).statusCode()).isEqualTo(404);
      assertThat(service.get("evidence?event=x").statusCode()).isEqualTo(400);
      assertThat(service.get("evidence").statusCode()).isEqualTo(404);
    }
  }

  /**
   * The history of a finding, saved and checked by the command beside it, has a finding of its
   * kind.
   */
  private void assertReproduces(String evidence) throws IOException {
    String text = field(evidence, "history").replace("\\n", "\n");
    Path file = directory.resolve(field(evidence, "fileName"));
    Files.writeString(file, text);
    List<String> command = List.of(field(evidence, "command").split(" "));
    CommandRun run =
        CommandRun.isogauge(
            command.stream()
                .skip(1)
                .map(word -> word.equals(file.getFileName().toString()) ? file.toString() : word)
                .toArray(String[]::new));
    assertThat(run.out()).as(text).contains(field(evidence, "kind"));
    assertThat(run.exitCode()).isIn(ExitCode.VIOLATED, ExitCode.UNKNOWN);
  }

  private static String field(String json, String name) {
    Matcher field = Pattern.compile("\"" + name + "\":\"(.*?)\"").matcher(json);
    assertThat(field.find()).as(name + " of " + json).isTrue();
    return field.group(1);
  }

  @Test
  void aWithdrawalIsEvidenceOfALateTransaction() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      service.post(
          """
          {"session":"a","txn":"T1","ts":[10,20],"ops":[["w","x",1]]}
          {"session":"b","txn":"T2","ts":[30,40],"ops":[["r","x",2]]}
          """);
      service.await("events", 1);
      service.post("{\"session\":\"c\",\"txn\":\"T3\",\"ts\":[21,29],\"ops\":[[\"w\",\"x\",2]]}\n");
      service.await("events", 2);

      String found = service.get("evidence?event=1").body();
      String withdrawn = service.get("evidence?event=2").body();
      Schemas.check("evidence", found.strip());
      Schemas.check("evidence", withdrawn.strip());
      assertThat(found).contains("\"withdraws\":null,\"withdrawnBy\":2");
      assertThat(withdrawn)
          .contains("\"withdraws\":1,\"withdrawnBy\":null", "\"kind\":\"LateTransaction\"")
          .contains("T3 arrived after a verdict on T2 was final");
    }
  }

  @Test
  void aSearchGoesOnWhereItEnded() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      StringBuilder lines = new StringBuilder();
      for (int i = 1; i <= 30; i++) {
        lines.append(
            "{\"session\":\"s\",\"txn\":\"T%d\",\"ts\":[%d,%d],\"ops\":[[\"r\",\"%s\",1]]}\n"
                .formatted(i, 10 * i, 10 * i + 1, i % 3 == 0 ? "a b" : "k" + i));
      }
      service.post(lines.toString());
      service.await("events", 30);

      int found = 0;
      long since = 0;
      while (since < 30) {
        String body = service.get("search?text=a+b&limit=4&since=" + since).body();
        found += body.split("\"seq\":", -1).length - 1;
        assertThat(RunningService.number(body, "next")).isGreaterThan(since);
        since = RunningService.number(body, "next");
      }
      assertThat(found).isEqualTo(10);
      assertThat(service.get("search?text=T7").body())
          .contains("\"name\":\"T7\"")
          .contains("\"k7\"");
      assertThat(service.get("search").statusCode()).isEqualTo(400);
      assertThat(service.get("search?text=%25zz").statusCode()).isEqualTo(200);
      assertThat(service.get("search?text=x&limit=0").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void samplesOfAnHourAreKept() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      AtomicLong clock = new AtomicLong();
      StatusSamples samples =
          new StatusSamples(
              service.service()::status, () -> clock.addAndGet(StatusSamples.INTERVAL_MILLIS));
      for (int i = 0; i < StatusSamples.MOST + 100; i++) {
        samples.take();
      }
      assertThat(written(samples, 0))
          .hasSize(StatusSamples.MOST)
          .first()
          .asString()
          .startsWith("505000,");
      assertThat(written(samples, StatusSamples.INTERVAL_MILLIS * (StatusSamples.MOST + 98)))
          .hasSize(2);
      assertThat(service.get("samples").body())
          .contains("\"fields\":[\"time\",\"transactions\",\"lag\",\"provisional\"");
    }
  }

  private static List<String> written(StatusSamples samples, long since) throws Exception {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      samples.write(json, since);
    }
    String rows = text.toString().replaceFirst(".*\"samples\":\\[\\[?(.*?)]?]}", "$1");
    return List.of(rows.split("],\\[", -1));
  }

  private static ServeSettings reached(Path data, String host, String proxy) {
    ServeSettings usual = RunningService.settings(data);
    return new ServeSettings(
        usual.level(),
        host,
        0,
        data,
        usual.delay(),
        usual.clock(),
        usual.memoryBytes(),
        Optional.of("sesame"),
        usual.initial(),
        usual.maxRequest(),
        usual.retention(),
        new WebSettings(
            Optional.ofNullable(proxy).map(URI::create), Optional.empty(), Optional.empty()),
        List.of());
  }

  @Test
  void onlyThisServiceShowsThePage() throws Exception {
    try (RunningService open = RunningService.start(directory.resolve("open"))) {
      int port = open.service().port();
      assertThat(ask(port, "/", "Host", "127.0.0.1:8123")).isEqualTo(200);
      assertThat(ask(port, "/", "Host", "evil.example")).isEqualTo(403);
      assertThat(ask(port, "/status", "Host", "localhost", "X-Forwarded-For", "1.2.3.4"))
          .isEqualTo(403);
    }
  }

  @Test
  void aTokenIsTypedIntoOurPageOnly() throws Exception {
    String right = "Bearer sesame";
    // A name of this machine that is no loopback address by itself.
    ServeSettings settings = reached(directory.resolve("guarded"), "LocalHost", null);
    try (RunningService guarded = RunningService.start(settings)) {
      int port = guarded.service().port();
      for (String host : List.of("localhost:8123", "127.0.0.1", "LOCALHOST")) {
        assertThat(ask(port, "/", "Host", host)).as(host).isEqualTo(200);
      }
      for (String host : List.of("evil.example", "isogauge.example")) {
        assertThat(ask(port, "/", "Host", host)).as(host).isEqualTo(403);
      }
      assertThat(ask(port, "/status", "Host", "any.example", "Authorization", right))
          .isEqualTo(200);
      assertThat(
              ask(
                  port,
                  "/status",
                  "Host",
                  "localhost",
                  "Authorization",
                  right,
                  "Origin",
                  "https://evil.example"))
          .isEqualTo(403);
    }
  }

  @Test
  void behindAProxyItsAddressIsOurs() throws Exception {
    String right = "Bearer sesame";
    ServeSettings settings =
        reached(directory.resolve("proxied"), "127.0.0.1", "https://Isogauge.example/watch/");
    try (RunningService proxied = RunningService.start(settings)) {
      int port = proxied.service().port();
      for (String host : List.of("isogauge.example", "isogauge.example:443", "localhost:8123")) {
        assertThat(ask(port, "/", "Host", host)).as(host).isEqualTo(200);
      }
      for (String host : List.of("evil.example", "isogauge.example:8443")) {
        assertThat(ask(port, "/", "Host", host)).as(host).isEqualTo(403);
      }
      String host = "isogauge.example";
      assertThat(ask(port, "/status", "Host", host, "Origin", "https://isogauge.example"))
          .isEqualTo(401);
      for (String origin : List.of("http://isogauge.example", "https://evil.example", "null")) {
        assertThat(ask(port, "/status", "Host", host, "Authorization", right, "Origin", origin))
            .as(origin)
            .isEqualTo(403);
      }
      assertThat(
              ask(
                  port,
                  "/status",
                  "Host",
                  host,
                  "Authorization",
                  right,
                  "Origin",
                  "https://isogauge.example"))
          .isEqualTo(200);
    }
  }

  private static int ask(int port, String path, String... headers) throws IOException {
    StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1");
    for (int i = 0; i < headers.length; i += 2) {
      head.append("\r\n").append(headers[i]).append(": ").append(headers[i + 1]);
    }
    try (RawClient client = new RawClient(port)) {
      return client.send(head + "\r\n\r\n").answer().status();
    }
  }

  @Test
  void aForeignHostOrOriginIsAnsweredWith403() throws Exception {
    try (RunningService service = RunningService.start(directory)) {
      int port = service.service().port();
      assertThat(ask(port, "/", "Host", "127.0.0.1:" + port)).isEqualTo(200);
      assertThat(ask(port, "/", "Host", "evil.example")).isEqualTo(403);
      for (String path : List.of("", "status", "samples", "violations/stream")) {
        HttpResponse<String> answer =
            service.send(service.request(path).header("Origin", "http://evil.example"));
        assertThat(answer.statusCode()).as(path).isEqualTo(403);
      }
      HttpResponse<String> page = service.get("");
      assertThat(page.headers().firstValue("Content-Security-Policy"))
          .contains("frame-ancestors 'none'");
      assertThat(page.body()).doesNotContain("snapshot-isolation by");
    }
  }

  @Test
  void aPublicAddressNeedsATokenAndMustBeOne() {
    String data = directory.resolve("data").toString();
    CommandRun open =
        CommandRun.isogauge(
            "serve", "--level", "si", "--port", "0", "--data", data, "--public-url", "https://h/");
    assertThat(open.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(open.err()).contains("--public-url", "expected a token");
    for (String url :
        List.of("h", "ftp://h/", "https://", "https://u:p@h/", "https://h/?token=x")) {
      CommandRun bad =
          CommandRun.isogauge(
              "serve",
              "--level",
              "si",
              "--port",
              "0",
              "--data",
              data,
              "--token",
              "t",
              "--public-url",
              url);
      assertThat(bad.exitCode()).as(url).isEqualTo(ExitCode.USAGE);
      assertThat(bad.err()).as(url).contains("--public-url").contains("https://host/isogauge/");
    }
    assertThat(Path.of(data)).doesNotExist();
  }
}
