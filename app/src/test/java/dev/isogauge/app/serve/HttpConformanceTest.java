package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What has two meanings, or none, is refused, and nothing behind it is taken for a request. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpConformanceTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final String POST = "POST /transactions HTTP/1.1\r\n" + HOST;
  private static final String NEXT = "GET /status HTTP/1.1\r\n" + HOST + "\r\n";

  /** A batch as one chunk, without the end. */
  private static final String CHUNK =
      Integer.toHexString(BAD_READ.length()) + "\r\n" + BAD_READ + "\r\n";

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

  private RawClient open() throws IOException {
    return new RawClient(service.service().port());
  }

  private RawClient.Answer ask(String request) throws IOException {
    try (RawClient client = open()) {
      return client.send(request).answer();
    }
  }

  private static String post(String headers, String body) {
    return POST + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static String chunked(String body) {
    return POST + "Transfer-Encoding: chunked\r\n\r\n" + body;
  }

  /** Refused with 400, and the connection ends: nobody knows where a next request would begin. */
  static Stream<String> unclear() {
    return Stream.of(
        // Where the body ends.
        POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        POST + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        POST + "Content-Length: 3, 3\r\n\r\nabc",
        POST + "Content-Length: +3\r\n\r\nabc",
        POST + "Content-Length: -1\r\n\r\nabc",
        POST + "Content-Length: 0x3\r\n\r\nabc",
        POST + "Content-Length:\r\n\r\nabc",
        POST + "Content-Length: 99999999999999999999\r\n\r\nabc",
        POST + "Content-Length : 3\r\n\r\nabc",
        POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: identity\r\n\r\n",
        POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        POST + "Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n",
        "POST /transactions HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        // Chunks.
        chunked("zz\r\n"),
        chunked("-1\r\n"),
        chunked("0x5\r\nhello\r\n0\r\n\r\n"),
        chunked("ffffffffffffffff\r\n"),
        chunked("1\r\n{XX\r\n0\r\n\r\n"),
        chunked(CHUNK.replace("\r\n", "\n") + "0\n\n"),
        chunked("5;a\nhello\r\n0\r\n\r\n"),
        // Headers.
        POST + "A: b\r\n c: d\r\n\r\n",
        POST + "A: b\u0000c\r\n\r\n",
        POST + "A: b\rc\r\n\r\n",
        POST + "A\r\n\r\n",
        POST + ": a\r\n\r\n",
        POST + "A(b): c\r\n\r\n",
        "GET /status HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "GET /status HTTP/1.1\nHost: localhost\n\n",
        // The host.
        "GET /status HTTP/1.1\r\n\r\n",
        "GET /status HTTP/1.1\r\n" + HOST + HOST + "\r\n",
        "GET /status HTTP/1.1\r\n" + HOST + "Host: evil.example\r\n\r\n",
        "GET /status HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /status HTTP/1.1\r\nHost: localhost, evil.example\r\n\r\n",
        "GET /status HTTP/1.1\r\nHost: evil.example@localhost\r\n\r\n",
        "GET /status HTTP/1.1\r\nHost: localhost:99999\r\n\r\n",
        // The target.
        "GET a:b HTTP/1.1\r\n" + HOST + "\r\n",
        "GET status HTTP/1.1\r\n" + HOST + "\r\n",
        "GET /%zz HTTP/1.1\r\n" + HOST + "\r\n",
        "GET /%00 HTTP/1.1\r\n" + HOST + "\r\n",
        "G(T /status HTTP/1.1\r\n" + HOST + "\r\n",
        "\u0016\u0003\u0001\u0002\u0000\u0001\u0000");
  }

  @ParameterizedTest
  @MethodSource("unclear")
  void whatIsUnclearIsRefusedAndEndsTheConnection(String request) throws Exception {
    try (RawClient client = open()) {
      String all = client.send(request + NEXT).rest();
      assertThat(all).startsWith("HTTP/1.1 400").contains("{\"message\":\"");
      assertThat(all.split("HTTP/1\\.1 ", -1)).as(all).hasSize(2);
    }
    assertThat(service.status("transactions")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /status|505",
        "GET /status HTTP/1.2|505",
        "GET /status HTTX/1.1|505",
        "GET http://evil.example/status HTTP/1.1|400",
        "GET //status HTTP/1.1|400",
        "GET /status#a HTTP/1.1|400",
        "GET http://localhost/status HTTP/1.1|200",
        "GET /x/../status HTTP/1.1|404",
        "GET /status;a HTTP/1.1|404",
        "OPTIONS * HTTP/1.1|404",
        "get /status HTTP/1.1|405",
        "TRACE /status HTTP/1.1|405",
        "CONNECT localhost:80 HTTP/1.1|405",
      })
  void requestLines(String line, int status) throws Exception {
    assertThat(ask(line + "\r\n" + HOST + "\r\n").status()).isEqualTo(status);
  }

  @Test
  void aConnectionThatAskedForATunnelIsClosed() throws Exception {
    assertThat(ask("CONNECT localhost:80 HTTP/1.1\r\n" + HOST + "\r\n").has("connection: close"))
        .isTrue();
  }

  @Test
  void theAbsoluteFormOfAnotherHostIsRefused() throws Exception {
    String target = "GET http://evil.example/status HTTP/1.";
    assertThat(ask(target + "1\r\nHost: evil.example\r\n\r\n").status()).isEqualTo(403);
    assertThat(ask(target + "0\r\n\r\n").status()).isEqualTo(403);
    assertThat(ask("GET /status HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
  }

  @Test
  void aStrangeTargetDelaysNobody() throws Exception {
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      clients.add(open().send("GET a:b HTTP/1.1\r\n" + HOST + "\r\n"));
    }
    assertThat(service.post(BAD_READ).statusCode()).isEqualTo(200);
    int silent = 0;
    for (RawClient client : clients) {
      String answer = client.rest();
      // Of some thousands Jetty closes one without an answer.
      silent += answer.isEmpty() ? 1 : 0;
      assertThat(answer).matches("(?s)|HTTP/1\\.1 400.*");
      client.close();
    }
    assertThat(silent).isLessThan(5);
  }

  @Test
  void headHasNoBody() throws Exception {
    try (RawClient client = open()) {
      client.send("HEAD /status HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
      String all = client.rest();
      assertThat(all).startsWith("HTTP/1.1 405").contains("Allow: GET").endsWith("\r\n\r\n");
    }
  }

  @Test
  void onlyHttp11IsToldToContinue() throws Exception {
    String expect = "Expect: 100-continue\r\nContent-Length: " + BAD_READ.length() + "\r\n\r\n";
    try (RawClient old = open()) {
      old.send("POST /transactions HTTP/1.0\r\n" + HOST + expect);
      Thread.sleep(500);
      assertThat(old.socket().getInputStream().available()).isZero();
      assertThat(old.send(BAD_READ).answer().status()).isEqualTo(200);
    }
    try (RawClient client = open()) {
      assertThat(client.send(POST + expect).head()).startsWith("HTTP/1.1 100 ");
      assertThat(client.send(BAD_READ).answer().status()).isEqualTo(200);
    }
    try (RawClient client = open()) {
      client.send(POST + "Content-Type: text/plain\r\n" + expect);
      assertThat(client.answer().status()).as("before the body").isEqualTo(415);
      assertThat(client.rest()).isEmpty();
    }
    assertThat(ask(POST + "Expect: cake\r\nContent-Length: 0\r\n\r\n").status()).isEqualTo(417);
  }

  @Test
  void aHeaderThatCountsIsThereOnce() throws Exception {
    for (String twice :
        List.of("Batch-Id: a\r\nBatch-Id: b\r\n", "Batch-Id: a\r\nBatch-Id: a\r\n")) {
      RawClient.Answer answer = ask(post(twice, BAD_READ));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).contains("found two headers Batch-Id");
    }
    String type = "Content-Type: application/json\r\n";
    assertThat(ask(post(type + type, BAD_READ)).status()).isEqualTo(400);
    assertThat(ask(post("Content-Encoding: gzip\r\nContent-Encoding: br\r\n", BAD_READ)).status())
        .isEqualTo(400);
    assertThat(service.status("transactions")).isZero();
  }

  /** Jetty's cache of headers would take one for the other. */
  @Test
  void idsDifferByCase() throws Exception {
    try (RawClient client = open()) {
      for (String id : List.of("batch", "Batch", "BATCH")) {
        String body = BAD_READ.replace("s9", id).replace("bad", id);
        RawClient.Answer answer = client.send(post("Batch-Id: " + id + "\r\n", body)).answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).contains("\"duplicate\":false");
      }
    }
    assertThat(service.status("transactions")).isEqualTo(3);
  }

  @Test
  void otherEncodingsOfTransferAreUnknown() throws Exception {
    String request = POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n";
    assertThat(ask(request).status()).isEqualTo(501);
  }

  @Test
  void headersAreLimited() throws Exception {
    assertThat(ask("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n" + HOST + "\r\n").status())
        .isEqualTo(414);
    String long1 = "A: " + "a".repeat(20_000) + "\r\n";
    assertThat(ask("GET /status HTTP/1.1\r\n" + HOST + long1 + "\r\n").status()).isEqualTo(431);
    String many = "A: a\r\n".repeat(4_000);
    assertThat(ask("GET /status HTTP/1.1\r\n" + HOST + many + "\r\n").status()).isEqualTo(431);
    String trailers = "A: a\r\n".repeat(4_000);
    assertThat(ask(chunked(CHUNK + "0\r\n" + trailers + "\r\n")).status()).isBetween(400, 431);
    assertThat(service.status("transactions")).isZero();
  }

  @Test
  void chunksExtensionsAndTrailersAreRead() throws Exception {
    String extended = CHUNK.replaceFirst("\r\n", ";a=b\r\n");
    try (RawClient client = open()) {
      assertThat(client.send(chunked(extended + "0\r\nA: b\r\n\r\n")).answer().status())
          .isEqualTo(200);
      assertThat(client.send(NEXT).answer().body()).contains("\"transactions\":1");
    }
  }

  /** What looks like a request in a body is none. */
  @Test
  void aBodyIsNoRequest() throws Exception {
    String inner = "POST /finish HTTP/1.1\r\n" + HOST + "\r\n";
    try (RawClient client = open()) {
      client.send(
          "GET /status HTTP/1.1\r\n"
              + HOST
              + "Content-Length: "
              + inner.length()
              + "\r\n\r\n"
              + inner
              + NEXT
              + "\r\n\r\n"
              + NEXT.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      String all = client.rest();
      assertThat(all.split("HTTP/1\\.1 200", -1)).as(all).hasSize(4);
      assertThat(all).contains("\"state\":\"running\"").doesNotContain("finish");
    }
  }

  /** Nothing happens before all of a request is there. */
  @Test
  void halfARequestDoesNothing() throws Exception {
    try (RawClient client = open()) {
      client.send("POST /finish HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n\r\nabc");
      client.socket().shutdownOutput();
      assertThat(client.rest()).doesNotContain("HTTP/1.1 200");
    }
    try (RawClient client = open()) {
      client.send(chunked(CHUNK));
      client.socket().shutdownOutput();
      assertThat(client.rest()).doesNotContain("HTTP/1.1 200");
    }
    assertThat(service.get("status").body()).contains("\"running\"", "\"transactions\":0");
  }
}
