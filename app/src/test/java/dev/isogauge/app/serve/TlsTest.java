package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service over HTTPS, and what it notes of requests. */
class TlsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir Path directory;

  /** Makes a certificate of localhost, and its key beside it. */
  private KeyStore certificate(String name, String algorithm) throws Exception {
    Path file = directory.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), ISO_8859_1);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    Key key = store.getKey("a", PASSWORD);
    pem(name + ".key", "PRIVATE KEY", key.getEncoded());
    pem(name + ".crt", "CERTIFICATE", store.getCertificate("a").getEncoded());
    return store;
  }

  private void pem(String name, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        directory.resolve(name),
        "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }

  private ServeSettings settings(Tls tls, Path log) {
    ServeSettings usual = RunningService.settings(directory.resolve("data"));
    return new ServeSettings(
        usual.level(),
        usual.host(),
        0,
        usual.data(),
        usual.delay(),
        usual.clock(),
        usual.memoryBytes(),
        usual.token(),
        usual.initial(),
        usual.maxRequest(),
        usual.retention(),
        new WebSettings(Optional.empty(), Optional.of(tls), Optional.of(log)),
        List.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void servesHttpsAndNotesRequests(String algorithm) throws Exception {
    KeyStore trusted = certificate("one", algorithm);
    trusted.setCertificateEntry("trusted", trusted.getCertificate("a"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    Tls tls = Tls.read(directory.resolve("one.crt"), directory.resolve("one.key"));
    Path log = directory.resolve("access.log");
    List<String> messages = new ArrayList<>();
    try (Service service = Service.start(settings(tls, log), RunningService.console(messages))) {
      HttpClient client = HttpClient.newBuilder().sslContext(context).build();
      for (String path : List.of("status", "nowhere")) {
        URI uri = URI.create("https://localhost:" + service.port() + "/" + path);
        HttpResponse<String> answer =
            client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(path.equals("status") ? 200 : 404);
      }
      // A name that is ours, but not the certificate's.
      try (RawClient byAddress =
          new RawClient(context.getSocketFactory().createSocket("127.0.0.1", service.port()))) {
        byAddress.send("GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        assertThat(byAddress.answer().status()).isEqualTo(200);
      }
      try (RawClient plain = new RawClient(service.port())) {
        plain.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(plain.rest()).doesNotContain("HTTP");
      }
    }
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .matches("127\\.0\\.0\\.1 - - \\[.+ \\+0000\\] \"GET /status HTTP/1\\.1\" 200 \\d+ \\d+");
    assertThat(lines.get(1)).contains("\"GET /nowhere HTTP/1.1\" 404 ");
  }

  private CommandRun serve(String... options) {
    List<String> command =
        new ArrayList<>(List.of("serve", "--level", "si", "--port", "0", "--data"));
    command.add(directory.resolve("data").toString());
    command.addAll(List.of(options));
    return CommandRun.isogauge(command.toArray(String[]::new));
  }

  @Test
  void filesThatDoNotFitAreRefusedBeforeAnythingIsMade() throws Exception {
    certificate("one", "EC");
    certificate("two", "EC");
    certificate("other", "RSA");
    Files.writeString(directory.resolve("empty"), "");
    String one = directory.resolve("one.crt").toString();

    CommandRun alone = serve("--tls-cert", one);
    assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.err()).contains("--tls-cert and --tls-key together");
    for (String key : List.of("two.key", "other.key", "one.crt", "empty", "missing")) {
      CommandRun bad = serve("--tls-cert", one, "--tls-key", directory.resolve(key).toString());
      assertThat(bad.exitCode()).as(key).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(bad.err()).contains(key).doesNotContain("Exception");
    }
    for (String file : List.of("one.key", "empty", "missing")) {
      CommandRun bad =
          serve(
              "--tls-cert",
              directory.resolve(file).toString(),
              "--tls-key",
              directory.resolve("one.key").toString());
      assertThat(bad.exitCode()).as(file).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(bad.err()).contains(file).doesNotContain("Exception");
    }
    assertThat(directory.resolve("data")).doesNotExist();
    CommandRun log = serve("--access-log", directory.resolve("no/access.log").toString());
    assertThat(log.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(log.err()).contains("cannot write the access log", "no/access.log");
  }
}
