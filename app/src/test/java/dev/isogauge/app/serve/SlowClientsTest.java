package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever is slow, at whatever point of a request, others are answered at once. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SlowClientsTest {
  /** More than there are threads for requests. */
  private static final int MANY = 150;

  @TempDir Path directory;
  private final List<Socket> sockets = new ArrayList<>();
  private RunningService service;

  @BeforeEach
  void start() throws Exception {
    service = RunningService.start(directory);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    service.close();
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.service().port());
    sockets.add(socket);
    return socket;
  }

  private void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private void requireService(String session) throws Exception {
    long begin = System.nanoTime();
    assertThat(service.get("status").statusCode()).isEqualTo(200);
    assertThat(service.post(BAD_READ.replace("s9", session)).statusCode()).isEqualTo(200);
    assertThat(service.get("violations").statusCode()).isEqualTo(200);
    assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
  }

  @Test
  void headersThatDoNotEnd() throws Exception {
    for (int i = 0; i < MANY; i++) {
      send(open(), "POST /trans");
    }
    requireService("a");
  }

  @Test
  void bodiesThatDoNotCome() throws Exception {
    for (int i = 0; i < MANY; i++) {
      send(
          open(),
          "POST /transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{");
    }
    requireService("b");
  }

  @Test
  void chunksThatDoNotCome() throws Exception {
    for (int i = 0; i < MANY; i++) {
      send(
          open(),
          "POST /transactions HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n5\r\nab");
    }
    requireService("c");
  }

  /** Each asks again and again and reads nothing, until no more fits between. */
  @Test
  void answersThatAreNotRead() throws Exception {
    String request = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (int i = 0; i < MANY; i++) {
      Socket socket = open();
      socket.setReceiveBufferSize(1024);
      send(socket, request.repeat(50));
    }
    requireService("d");
  }

  /** Each asks for megabytes and takes a few bytes of them. */
  @Test
  void largeAnswersThatAreNotRead() throws Exception {
    StringBuilder wrong = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      wrong.append(
          BAD_READ
              .replace("s9", "s" + i)
              .replace("bad", "T" + i)
              .replace("\"x\"", "\"k" + i + "\""));
    }
    assertThat(service.post(wrong.toString()).statusCode()).isEqualTo(200);
    service.await("events", 5_000);
    for (int i = 0; i < 40; i++) {
      for (String path :
          List.of("violations?limit=10000", "search?text=666", "", "violations/stream")) {
        Socket socket = open();
        socket.setReceiveBufferSize(1024);
        send(socket, "GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
    }
    requireService("g");
    assertThat(service.get("").statusCode()).isEqualTo(200);
    assertThat(service.get("search?text=T7").body()).contains("\"T7\"");
    assertThat(service.get("violations?limit=10000").body())
        .contains("\"seq\":5000,")
        .contains("\"next\":5001,\"last\":5001}");
  }

  /** All at a time, since each of them takes ten seconds. */
  @Test
  void whoTakesTooLongIsLeft() throws Exception {
    String post = "POST /transactions HTTP/1.1\r\nHost: localhost\r\n";
    Socket silent = open();
    Socket head = open();
    Socket next = open();
    Socket body = open();
    Socket chunks = open();
    Socket patient = open();
    send(head, "GET /status HTTP/1.1\r\n");
    send(next, "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
    send(body, post + "Content-Length: 1000000\r\n\r\n");
    send(chunks, post + "Transfer-Encoding: chunked\r\n\r\n");
    send(patient, post + "Content-Length: 1000000\r\n\r\n");
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(15)) {
      Thread.sleep(500);
      sendIfOpen(head, "A: a\r\n");
      sendIfOpen(next, "G");
      sendIfOpen(body, " ");
      sendIfOpen(chunks, "1;" + "a".repeat(100) + "\r\n \r\n");
      send(patient, " ".repeat(10_000));
    }
    for (Socket socket : List.of(silent, head, next, body, chunks)) {
      socket.setSoTimeout(1_000);
      requireEnd(socket);
    }
    patient.setSoTimeout(100);
    assertThatThrownBy(() -> patient.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
  }

  private void sendIfOpen(Socket socket, String text) {
    try {
      send(socket, text);
    } catch (IOException e) {
      // It was closed, as it should be.
    }
  }

  private static boolean hasEnded(Socket socket) throws IOException {
    socket.setSoTimeout(1);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // It was reset.
    }
  }

  private static void requireEnd(Socket socket) {
    try {
      socket.getInputStream().readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection is still open", e);
    } catch (IOException e) {
      // It was reset.
    }
  }

  @Test
  void anIdleConnectionIsClosedForEachOneTooMany() throws Exception {
    int tooMany = 176;
    for (int i = 0; i < Clients.MOST_OF_AN_ADDRESS + tooMany; i++) {
      open();
    }
    requireService("e");
    long ended = 0;
    for (Socket socket : sockets) {
      ended += hasEnded(socket) ? 1 : 0;
    }
    assertThat(ended).isBetween((long) tooMany, tooMany + 5L);
  }

  @Test
  void requestsOneBehindTheOtherAreAnsweredInTheirOrder() throws Exception {
    Socket socket = open();
    send(
        socket,
        "POST /transactions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(BAD_READ.length())
            + "\r\n"
            + BAD_READ
            + "\r\n0\r\n\r\n"
            + "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
            + "GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
    List<String> answers = in.lines().filter(line -> line.startsWith("HTTP/1.1")).toList();
    assertThat(answers)
        .containsExactly("HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK");
  }
}
