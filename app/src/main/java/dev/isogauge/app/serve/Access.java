package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides which requests the service answers. With a token: those that carry it. Without one, which
 * is allowed on loopback only: those of programs on this machine, but not those of pages in a
 * browser, which can reach loopback addresses too, under their own Origin or a Host of their
 * choice.
 */
final class Access {
  private static final String SCHEME = "Bearer ";
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

  private final Optional<byte[]> expected;

  Access(Optional<String> token) {
    this.expected = token.map(Access::hash);
  }

  enum Answer {
    ALLOWED,
    NO_TOKEN,
    FOREIGN
  }

  Answer check(Headers headers) {
    if (expected.isPresent()) {
      String given = String.valueOf(headers.getFirst("Authorization"));
      boolean bearer = given.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
      byte[] found = hash(bearer ? given.substring(SCHEME.length()).strip() : "");
      // Hashes have one length, so the time of comparing reveals nothing about the token.
      return MessageDigest.isEqual(found, expected.get()) ? Answer.ALLOWED : Answer.NO_TOKEN;
    }
    boolean local = !headers.containsKey("Origin") && isLoopback(headers.getFirst("Host"));
    return local ? Answer.ALLOWED : Answer.FOREIGN;
  }

  private static boolean isLoopback(String host) {
    if (host == null) {
      return true;
    }
    String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    return LOOPBACK.contains(name) || name.matches("127(\\.[0-9]{1,3}){3}");
  }

  private static byte[] hash(String token) {
    return Digest.sha256().digest(token.getBytes(UTF_8));
  }
}
