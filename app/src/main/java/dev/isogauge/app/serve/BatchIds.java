package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.app.serve.Refusal.Reason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The ids of the batches that were taken, so that one that is sent again counts once. Only digests
 * are kept, with the number of transactions and a checksum of the body. Not thread-safe.
 */
final class BatchIds {
  /** By digest: transactions in the upper half, the body's checksum in the lower one. */
  private DigestTable durable = new DigestTable();

  /** Those of the horizon before. */
  private DigestTable older = new DigestTable();

  private final Map<Digest, OnItsWay> onTheirWay = new HashMap<>();

  private record OnItsWay(int checksum, CompletableFuture<Acceptance> answer) {}

  /** The digest of an id; an empty id is none. */
  static Optional<Digest> digest(String id) {
    return id.isEmpty() ? Optional.empty() : Optional.of(Digest.of(id.getBytes(UTF_8)));
  }

  /**
   * The answer to an earlier batch of this id, which may still come.
   *
   * @throws Refusal if that batch had another body
   */
  Optional<CompletableFuture<Acceptance>> earlier(Digest id, byte[] body) throws Refusal {
    OnItsWay onItsWay = onTheirWay.get(id);
    long known = durable.find(id);
    long entry = known != DigestTable.ABSENT ? known : older.find(id);
    if (onItsWay == null && entry == DigestTable.ABSENT) {
      return Optional.empty();
    }
    if (Batch.checksum(body) != (onItsWay != null ? onItsWay.checksum() : (int) entry)) {
      throw new Refusal(
          Reason.OTHER_BODY, "this Batch-Id was used for another body; expected a new one");
    }
    return Optional.of(
        onItsWay != null
            ? onItsWay.answer()
            : CompletableFuture.completedFuture(new Acceptance((int) (entry >>> 32), 0, true)));
  }

  /** A batch is on its way. */
  void begin(Digest id, byte[] body, CompletableFuture<Acceptance> answer) {
    onTheirWay.put(id, new OnItsWay(Batch.checksum(body), answer));
  }

  /** A batch is durable. */
  void end(Digest id, int accepted, byte[] body) {
    onTheirWay.remove(id);
    durable.put(id, ((long) accepted << 32) | (Batch.checksum(body) & 0xFFFFFFFFL));
  }

  /** A batch did not become durable; its id may be used again. */
  void forget(Digest id) {
    onTheirWay.remove(id);
  }

  /** A horizon has passed: ids are forgotten that were there when the one before it began. */
  void age() {
    older = durable;
    durable = new DigestTable();
  }

  /** Writes the ids of batches that are durable. */
  void save(DataOutput to) throws IOException {
    durable.save(to);
    older.save(to);
  }

  void restore(DataInput from) throws IOException {
    durable.restore(from);
    older.restore(from);
  }

  /** The answers that are still to come. */
  Collection<CompletableFuture<Acceptance>> answersToCome() {
    return onTheirWay.values().stream().map(OnItsWay::answer).toList();
  }
}
