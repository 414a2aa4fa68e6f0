package dev.isogauge.app.serve;

import static dev.isogauge.app.serve.RunningService.BAD_READ;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
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

  @Test
  void moreConnectionsThanThereMayBe() throws Exception {
    for (int i = 0; i < HttpListener.MOST_OF_AN_ADDRESS + 50; i++) {
      open();
    }
    requireService("e");
    assertThat(sockets.get(0).getInputStream().read()).as("the oldest gave way").isNegative();
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
    // What is refused before its body is read ends the connection.
    assertThat(answers).containsExactly("HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found");
  }

  @Test
  void oneMeaningOnly() throws Exception {
    for (String request :
        List.of(
            "POST /transactions HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST /transactions HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
            "POST /transactions HTTP/1.1\r\nContent-Length: +3\r\n\r\n",
            "POST /transactions HTTP/1.1\r\nContent-Length : 3\r\n\r\n",
            "POST /transactions HTTP/1.1\r\nA: b\r\n c: d\r\n\r\n",
            "POST /transactions\r\n\r\n",
            "POST /transactions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")) {
      Socket socket = open();
      send(socket, request);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      assertThat(in.readLine()).as(request).startsWith("HTTP/1.1 400");
    }
    requireService("f");
  }
}
