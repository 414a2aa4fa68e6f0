package dev.isogauge.app.proxy;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.UsageException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The server behind the proxy, as its URL says, with the user that reads the server's log.
 *
 * @param password empty if the server asks for none
 */
record ServerAddress(
    String host,
    int port,
    String user,
    Optional<String> password,
    String database,
    Mode mode,
    Optional<Path> rootCertificates) {
  private static final String OPTION = "--to";
  private static final String EXPECTED = "a URL such as postgres://user@localhost:5432/shop";
  private static final int USUAL_PORT = 5432;

  /** When TLS is used, in the words of PostgreSQL's clients. */
  enum Mode {
    DISABLE("disable"),
    PREFER("prefer"),
    REQUIRE("require"),
    VERIFY_CA("verify-ca"),
    VERIFY_FULL("verify-full");

    private final String word;

    Mode(String word) {
      this.word = word;
    }

    boolean isWanted() {
      return this != DISABLE;
    }

    boolean isRequired() {
      return isWanted() && this != PREFER;
    }

    boolean checksCertificate() {
      return this == VERIFY_CA || this == VERIFY_FULL;
    }

    boolean checksName() {
      return this == VERIFY_FULL;
    }
  }

  /** Reads {@code postgres://user:password@host:port/database?sslmode=require}. */
  static ServerAddress parse(String text) throws UsageException {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      throw bad(text);
    }
    boolean isPostgres = "postgres".equals(url.getScheme()) || "postgresql".equals(url.getScheme());
    if (!isPostgres || url.getHost() == null) {
      throw bad(text);
    }
    Map<String, String> settings = settings(text, url);
    String[] login =
        url.getRawUserInfo() == null ? new String[0] : url.getRawUserInfo().split(":", 2);
    String user = login.length > 0 ? decoded(login[0]) : System.getProperty("user.name");
    Optional<String> password =
        login.length > 1
            ? Optional.of(decoded(login[1]))
            : Optional.ofNullable(settings.get("password"));
    String path = url.getPath() == null ? "" : url.getPath();
    String host = url.getHost();
    return new ServerAddress(
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        url.getPort() < 0 ? USUAL_PORT : url.getPort(),
        user,
        password,
        path.length() > 1 ? path.substring(1) : user,
        mode(settings.getOrDefault("sslmode", "prefer")),
        Optional.ofNullable(settings.get("sslrootcert")).map(Path::of));
  }

  private static Map<String, String> settings(String text, URI url) throws UsageException {
    Map<String, String> settings = new HashMap<>();
    String query = url.getRawQuery() == null ? "" : url.getRawQuery();
    for (String each : query.split("&", -1)) {
      String[] parts = each.split("=", 2);
      if (parts.length == 2) {
        settings.put(parts[0], decoded(parts[1]));
      } else if (!each.isEmpty()) {
        throw bad(text);
      }
    }
    return settings;
  }

  private static Mode mode(String word) throws UsageException {
    for (Mode mode : Mode.values()) {
      if (mode.word.equals(word)) {
        return mode;
      }
    }
    throw Arguments.bad(
        OPTION + ": sslmode", word, "disable, prefer, require, verify-ca or verify-full");
  }

  /** The URL may hold a password, so it is not repeated. */
  private static UsageException bad(String text) {
    return Arguments.bad(OPTION, text.replaceAll("//[^@/]*@", "//...@"), EXPECTED);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  ServerAddress withPassword(String given) {
    return new ServerAddress(
        host, port, user, Optional.of(given), database, mode, rootCertificates);
  }

  /** The address for the driver, without the login. */
  String jdbcUrl() {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return "jdbc:postgresql://"
        + shown
        + ":"
        + port
        + "/"
        + URLEncoder.encode(database, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Properties login() {
    Properties login = new Properties();
    login.setProperty("user", user);
    password.ifPresent(text -> login.setProperty("password", text));
    login.setProperty("sslmode", mode.word);
    rootCertificates.ifPresent(file -> login.setProperty("sslrootcert", file.toString()));
    login.setProperty("ApplicationName", "isogauge proxy");
    login.setProperty("loginTimeout", "20");
    return login;
  }

  /** Without the login. */
  @Override
  public String toString() {
    return host + ":" + port + "/" + database;
  }
}
