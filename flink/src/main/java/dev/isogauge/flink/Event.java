package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Something that is worth reporting. */
sealed interface Event {
  /** What may be found on several keys: the ledger sees to it that it is one. */
  sealed interface OfLedger extends Event {
    TimestampFinding finding();

    /** What distinguishes it from all other findings: of a tie, not which shared key it names. */
    default String digest() {
      TimestampFinding known =
          finding().kind() == AnomalyKind.TIMESTAMP_TIE
              ? finding().on(Optional.empty())
              : finding();
      return Event.digest(known.toString());
    }
  }

  /** A violation was found, or is one no more. */
  record Finding(TimestampFinding finding, Optional<TimestampedTransaction> withdrawnBy)
      implements OfLedger {
    boolean isFound() {
      return withdrawnBy.isEmpty();
    }
  }

  /** A violation by two transactions whose key has many such pairs: counted, if it is not found. */
  record OneMore(TimestampFinding finding) implements OfLedger {}

  /** A violation that stands at the end of the input. */
  record Standing(TimestampFinding finding) implements Event {}

  /** A violation by two transactions whose key has many such pairs, which is not described. */
  record Counted(AnomalyKind kind) implements Event {}

  /** A violation of a weak level, in words. */
  record Explained(AnomalyKind kind, String text) implements Event {
    /** What distinguishes it from all others. */
    String digest() {
      return Event.digest(text);
    }
  }

  /** A part of a transaction that cannot be judged. */
  record Unjudged(TimestampedTransaction transaction, String why) implements Event {}

  /** A line that is not a transaction, or not one that can be judged. */
  record Rejected(String source, long line, String why) implements Event {}

  /** So many transactions were taken apart. */
  record Taken(long transactions) implements Event {}

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(UTF_8)), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
