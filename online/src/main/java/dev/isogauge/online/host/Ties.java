package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.online.kernel.ForwardingListener;
import dev.isogauge.online.kernel.OnlineListener;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passes a tie on once: shards find it on every key that the two transactions share. It is known by
 * its digest.
 */
final class Ties extends ForwardingListener {
  private final Set<Digest> known = ConcurrentHashMap.newKeySet();

  private record Digest(long high, long low) {}

  Ties(OnlineListener listener) {
    super(listener);
  }

  @Override
  public void found(TimestampFinding finding) {
    if (finding.kind() != AnomalyKind.TIMESTAMP_TIE || known.add(digest(finding))) {
      super.found(finding);
    }
  }

  private static Digest digest(TimestampFinding finding) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      ByteBuffer hash = ByteBuffer.wrap(sha.digest(finding.toString().getBytes(UTF_8)));
      return new Digest(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
