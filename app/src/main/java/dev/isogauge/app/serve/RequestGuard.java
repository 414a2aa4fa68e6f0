package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides which requests the service answers. With a token: those that carry it, and the live page,
 * which holds no data, under an address that is known to be this service's. Without one, which is
 * allowed on loopback only: those of programs on this machine and of the live page, but not those
 * of other pages in a browser, which can reach loopback addresses too, under their own Origin or a
 * Host of their choice, nor what a proxy forwards.
 */
final class RequestGuard {
  private static final String SCHEME = "Bearer ";
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");
  private static final List<String> OF_PROXIES =
      List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host");

  private final Optional<byte[]> expected;
  private final String host;
  private final Optional<URI> publicUrl;

  /**
   * The rules of a service.
   *
   * @param host the address that it listens on
   * @param publicUrl where browsers reach it through a proxy
   */
  RequestGuard(Optional<String> token, String host, Optional<URI> publicUrl) {
    this.expected = token.map(RequestGuard::hash);
    this.host = host.toLowerCase(Locale.ROOT);
    this.publicUrl = publicUrl;
  }

  enum Answer {
    ALLOWED,
    NO_TOKEN,
    FOREIGN
  }

  /** Whether a request for data is answered. */
  Answer check(Exchange exchange) throws HttpFailure {
    if (isForeign(exchange.header("Origin"))) {
      return Answer.FOREIGN;
    }
    if (expected.isPresent()) {
      String given = String.valueOf(exchange.header("Authorization"));
      boolean bearer = given.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
      byte[] found = hash(bearer ? given.substring(SCHEME.length()).strip() : "");
      // Hashes have one length, so the time of comparing reveals nothing about the token.
      return MessageDigest.isEqual(found, expected.get()) ? Answer.ALLOWED : Answer.NO_TOKEN;
    }
    boolean local =
        isLoopback(host(exchange)) && OF_PROXIES.stream().noneMatch(exchange.headers()::contains);
    return local ? Answer.ALLOWED : Answer.FOREIGN;
  }

  /** Whether the live page is shown: people type the token into it, so its address must be ours. */
  Answer checkPage(Exchange exchange) throws HttpFailure {
    if (expected.isEmpty()) {
      return check(exchange);
    }
    String asked = host(exchange);
    boolean known = isLoopback(asked) || isOurs(asked) || isPublic(asked);
    return known && !isForeign(exchange.header("Origin")) ? Answer.ALLOWED : Answer.FOREIGN;
  }

  /** The host that was asked for. A target may name one as well, and Jetty lets none differ. */
  private static String host(Exchange exchange) throws HttpFailure {
    String host = exchange.header("Host");
    return host == null ? exchange.uri().getAuthority() : host;
  }

  /** Our own page sends none when it asks, but behind a proxy it may. */
  private boolean isForeign(String origin) {
    return origin != null
        && publicUrl
            .filter(url -> origin.equalsIgnoreCase(url.getScheme() + "://" + authority(url)))
            .isEmpty();
  }

  /** Whether it is the address that the service listens on; IPv6 has brackets in a Host. */
  private boolean isOurs(String asked) {
    return nameOf(asked).replaceAll("[\\[\\]]", "").equals(host);
  }

  private boolean isPublic(String asked) {
    return publicUrl
        .filter(
            url ->
                asked.equalsIgnoreCase(authority(url))
                    || asked.equalsIgnoreCase(url.getHost() + ":" + port(url)))
        .isPresent();
  }

  /** Host and port as browsers write them: the usual port of the scheme is left out. */
  private static String authority(URI url) {
    boolean usual = url.getPort() < 0 || url.getPort() == usualPort(url);
    return url.getHost() + (usual ? "" : ":" + url.getPort());
  }

  private static int port(URI url) {
    return url.getPort() < 0 ? usualPort(url) : url.getPort();
  }

  private static int usualPort(URI url) {
    return url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  private static boolean isLoopback(String host) {
    if (host == null) {
      return true;
    }
    String name = nameOf(host);
    return LOOPBACK.contains(name) || name.matches("127(\\.[0-9]{1,3}){3}");
  }

  private static String nameOf(String host) {
    return host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
  }

  private static byte[] hash(String token) {
    return Digest.sha256().digest(token.getBytes(UTF_8));
  }
}
