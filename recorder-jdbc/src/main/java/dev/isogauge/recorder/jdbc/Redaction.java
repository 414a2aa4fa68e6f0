package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.StatementEffect;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps values out of a recording: in their place stand hashes, equal for equal values. The key of
 * the hashes is random and never leaves the process, so that nobody can try values.
 */
final class Redaction {
  private static final String ALGORITHM = "HmacSHA256";

  /** With a million values two are equal by chance in one of 10^8 recordings. */
  private static final int BYTES = 9;

  private static final String PLACEHOLDER = "?";

  private final SecretKeySpec key;

  Redaction() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    key = new SecretKeySpec(random, ALGORITHM);
  }

  String hash(String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] all = mac.doFinal(value.getBytes(StandardCharsets.UTF_8));
      return "h" + HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** A statement without its literals and comments. */
  String text(String sql) {
    Optional<List<Token>> tokens = Tokens.of(sql, RecordedDialect.POSTGRES);
    return tokens
        .map(
            all ->
                all.stream()
                    .filter(each -> each.kind() != Kind.END)
                    .map(
                        each ->
                            isLiteral(each) ? PLACEHOLDER : sql.substring(each.begin(), each.end()))
                    .collect(Collectors.joining(" ")))
        .orElse("(a statement that is not understood)");
  }

  private static boolean isLiteral(Token token) {
    return token.kind() == Kind.STRING || token.kind() == Kind.NUMBER;
  }

  StatementEffect access(StatementEffect access) {
    return access.redacted(
        access.keys().map(keys -> keys.stream().map(this::hash).toList()),
        access.pinned().map(keys -> keys.stream().map(this::hash).toList()),
        text(access.sql()));
  }
}
