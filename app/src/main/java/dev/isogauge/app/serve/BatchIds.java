package dev.isogauge.app.serve;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The ids of batches that are on their way to the journal. Not thread-safe. */
final class BatchIds {
  private final Map<String, OnItsWay> onTheirWay = new HashMap<>();

  private record OnItsWay(int checksum, CompletableFuture<Acceptance> answer) {}

  /**
   * The answer to a batch of this id, which is still to come.
   *
   * @throws Refusal if that batch has another body
   */
  Optional<CompletableFuture<Acceptance>> earlier(String id, byte[] body) throws Refusal {
    OnItsWay onItsWay = onTheirWay.get(id);
    if (onItsWay == null) {
      return Optional.empty();
    }
    SentBefore.requireSame(onItsWay.checksum(), body);
    return Optional.of(onItsWay.answer());
  }

  /** A batch is on its way; an empty id is none. */
  void begin(String id, byte[] body, CompletableFuture<Acceptance> answer) {
    if (!id.isEmpty()) {
      onTheirWay.put(id, new OnItsWay(Batch.checksum(body), answer));
    }
  }

  /** A batch is durable, or did not become so. */
  void end(String id) {
    onTheirWay.remove(id);
  }

  /** The answers that are still to come. */
  Collection<CompletableFuture<Acceptance>> answersToCome() {
    return onTheirWay.values().stream().map(OnItsWay::answer).toList();
  }
}
