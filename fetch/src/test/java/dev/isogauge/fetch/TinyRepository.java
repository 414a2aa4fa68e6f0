package dev.isogauge.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A Maven repository over HTTP, or a proxy that leads to one. */
final class TinyRepository implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Map<String, String> required = new ConcurrentHashMap<>();

  TinyRepository() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /** The URIs that were asked for; absolute ones at a proxy. */
  List<String> requests() {
    return requests;
  }

  /** Adds a jar and its POM, which names dependencies as {@code group:artifact:version}. */
  TinyRepository with(String coordinates, String... dependencies) {
    String[] parts = coordinates.split(":", -1);
    StringBuilder pom =
        new StringBuilder("<project><modelVersion>4.0.0</modelVersion>")
            .append(
                "<groupId>%s</groupId><artifactId>%s</artifactId>".formatted(parts[0], parts[1]))
            .append("<version>%s</version><dependencies>".formatted(parts[2]));
    for (String dependency : dependencies) {
      String[] names = dependency.split(":", -1);
      pom.append(
          "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s"
              .formatted(
                  names[0],
                  names[1],
                  names[2],
                  names.length > 3 ? "<optional>true</optional></dependency>" : "</dependency>"));
    }
    file(path(coordinates) + ".pom", pom.append("</dependencies></project>").toString());
    return file(path(coordinates) + ".jar", "jar of " + coordinates);
  }

  TinyRepository file(String path, String content) {
    files.put(path, content.getBytes(UTF_8));
    return this;
  }

  /** Lets only those in that send this header. */
  TinyRepository requiring(String header, String value) {
    required.put(header, value);
    return this;
  }

  static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  /** Where a jar lies, without the end of its name. */
  static String path(String coordinates) {
    String[] parts = coordinates.split(":", -1);
    return "/%s/%s/%s/%s-%s"
        .formatted(parts[0].replace('.', '/'), parts[1], parts[2], parts[1], parts[2]);
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestURI().toString());
    try (exchange) {
      for (Map.Entry<String, String> header : required.entrySet()) {
        if (!header.getValue().equals(exchange.getRequestHeaders().getFirst(header.getKey()))) {
          boolean proxy = header.getKey().startsWith("Proxy");
          exchange
              .getResponseHeaders()
              .add(proxy ? "Proxy-Authenticate" : "WWW-Authenticate", "Basic realm=\"test\"");
          exchange.sendResponseHeaders(proxy ? 407 : 401, -1);
          return;
        }
      }
      byte[] content = files.get(exchange.getRequestURI().getPath());
      if (content == null) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        exchange.sendResponseHeaders(200, content.length);
        exchange.getResponseBody().write(content);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
