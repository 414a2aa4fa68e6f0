package dev.isogauge.collect.etcd;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests to etcd over its HTTP gateway. Many threads may use one. */
final class EtcdClient {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final String root;

  /** A client of the server there. */
  EtcdClient(String host, int port) {
    this.root = "http://" + host + ":" + port;
  }

  /** The server's version. */
  String version() throws IOException {
    String version =
        send(HttpRequest.newBuilder(URI.create(root + "/version")).timeout(PATIENCE).build())
            .fields()
            .get("etcdserver");
    if (version == null) {
      throw new IOException("what listens at " + root + " is not etcd");
    }
    return version;
  }

  /**
   * Asks for a key.
   *
   * @param revision the state to read; 0 is the newest that a majority has agreed on
   */
  EtcdAnswer range(String key, long revision) throws IOException {
    return post(
        "/v3/kv/range",
        "{\"key\":\"" + EtcdAnswer.encoded(key) + "\",\"revision\":\"" + revision + "\"}");
  }

  EtcdAnswer transaction(String body) throws IOException {
    return post("/v3/kv/txn", body);
  }

  void removeAll() throws IOException {
    String first = EtcdAnswer.encoded("\0");
    post("/v3/kv/deleterange", "{\"key\":\"" + first + "\",\"range_end\":\"" + first + "\"}");
  }

  private EtcdAnswer post(String path, String body) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(root + path))
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private EtcdAnswer send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException("etcd answers " + response.statusCode() + ": " + response.body());
      }
      return EtcdAnswer.parse(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while etcd was asked");
    }
  }
}
