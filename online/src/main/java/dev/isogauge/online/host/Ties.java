package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
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
final class Ties implements OnlineListener {
  private final OnlineListener listener;
  private final Set<Digest> known = ConcurrentHashMap.newKeySet();

  private record Digest(long high, long low) {}

  Ties(OnlineListener listener) {
    this.listener = listener;
  }

  @Override
  public void found(TimestampFinding finding) {
    if (finding.kind() != AnomalyKind.TIMESTAMP_TIE || known.add(digest(finding))) {
      listener.found(finding);
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

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    listener.withdrawn(finding, because);
  }

  @Override
  public void counted(AnomalyKind kind) {
    listener.counted(kind);
  }

  @Override
  public void counted(AnomalyKind kind, long count) {
    listener.counted(kind, count);
  }

  @Override
  public void late(TimestampedTransaction transaction) {
    listener.late(transaction);
  }

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    listener.unjudged(transaction, why);
  }
}
