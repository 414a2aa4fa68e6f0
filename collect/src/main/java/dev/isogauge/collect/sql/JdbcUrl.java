package dev.isogauge.collect.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Topology;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A JDBC URL in its parts. User and password are taken out and given to the driver apart, so that
 * it cannot show them, and percent-decoded, so that they may have any characters.
 *
 * @param shown what may be shown: without parameters, and without anything before the host
 * @param plain the URL without user and password
 * @param login user and password, as far as they are given
 */
public record JdbcUrl(String shown, String plain, Properties login) {
  private static final List<String> LOGIN = List.of("user", "password");

  private static final String HOST = "(\\[[0-9a-fA-F:.]+\\]|[\\w.-]*)(:[0-9]*)?";

  /**
   * Nothing that could be a user and a password: drivers take these for a part of the host, and
   * show it.
   */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "jdbc:[a-z]+:([a-z]*:)?(//(%1$s(,%1$s)*|address=\\([\\w.,:()=-]*\\))(/%2$s)?|/?%2$s)"
              .formatted(HOST, "[\\w.$%-]*"));

  /**
   * What may be shown of something that is, or was meant to be, a URL. There may be a user and a
   * password before the host, with any characters.
   */
  public static String shown(String url) {
    String host = url.contains("//") ? url.replaceFirst("//.*@", "//") : url;
    return host.replaceFirst("[?;].*", "").replaceFirst("^([a-zA-Z]*:?).*@", "$1...@");
  }

  /** Connects to a server, of which the first is shown. */
  @FunctionalInterface
  public interface Connect {
    Database to(String shown, List<ServerUrl> servers) throws DatabaseException;
  }

  /** Connects to the server that a URL names and those of the topology, replicas last. */
  public static Database connect(String name, Topology topology, Connect connect)
      throws DatabaseException {
    List<JdbcUrl> urls = new ArrayList<>(List.of(parse(name)));
    for (String url : topology.urls()) {
      urls.add(parse(url));
    }
    for (String url : topology.readUrls()) {
      urls.add(parse(url));
    }
    try {
      return connect.to(urls.get(0).shown(), urls.stream().map(JdbcUrl::server).toList());
    } catch (DatabaseException e) {
      String message = e.getMessage();
      for (JdbcUrl url : urls) {
        message = url.withoutPassword(message);
      }
      throw new DatabaseException(message, e);
    }
  }

  private static JdbcUrl parse(String url) throws DatabaseException {
    String shown = shown(url);
    int question = url.indexOf('?');
    String address = question < 0 ? url : url.substring(0, question);
    if (!ADDRESS.matcher(address).matches()) {
      throw new DatabaseException(
          url.replaceFirst("^(jdbc:[a-z]*:?).*", "$1")
              + " found something other than a host and its port; expected"
              + " //HOST:PORT/DATABASE?user=USER&password=PASSWORD");
    }
    List<String> others = new ArrayList<>();
    Properties login = new Properties();
    String parameters = question < 0 ? "" : url.substring(question + 1);
    for (String parameter : parameters.split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? "" : parameter.substring(0, equals).toLowerCase(Locale.ROOT);
      if (LOGIN.contains(name)) {
        login.setProperty(name, decoded(shown, name, parameter.substring(equals + 1)));
      } else if (!parameter.isEmpty()) {
        others.add(parameter);
      }
    }
    return new JdbcUrl(
        shown, others.isEmpty() ? address : address + "?" + String.join("&", others), login);
  }

  /** Unlike in forms of web pages, a plus sign is one. */
  private static String decoded(String shown, String name, String text) throws DatabaseException {
    byte[] bytes = text.getBytes(UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        decoded.write(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new DatabaseException(
            shown + ": the " + name + " has a % without a code; expected %25 for it, %26 for &");
      }
      decoded.write(16 * high + low);
      i += 2;
    }
    return decoded.toString(UTF_8);
  }

  /** What a driver is given. */
  private ServerUrl server() {
    return new ServerUrl(shown, plain, login);
  }

  /** A message of a driver, which may know the URL without the password only; to be sure. */
  private String withoutPassword(String message) {
    String password = login.getProperty("password", "");
    return password.isEmpty() ? message : message.replace(password, "...");
  }
}
