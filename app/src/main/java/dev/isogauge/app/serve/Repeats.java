package dev.isogauge.app.serve;

import dev.isogauge.online.host.SentTransactions;
import dev.isogauge.online.host.SentTransactions.Sent;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

/**
 * Recognises transactions that were sent before, in whatever batch: the same again counts once, and
 * another one under the same number is refused. What is found is part of the journal, since a
 * restart may not know any more what was known then. The thread that takes batches holds the lock
 * until these are durable or {@linkplain #takeBack taken back}: a checkpoint must not know of
 * others.
 */
final class Repeats {
  private final SentTransactions sent;

  Repeats(SentTransactions sent) {
    this.sent = sent;
  }

  /**
   * Takes note of the transactions of a batch.
   *
   * @param batch its number
   * @return which of them were sent before
   * @throws RepeatedException if one was sent before with other content; nothing is noted then
   */
  synchronized BitSet take(Fingerprints batch, long number, String id) throws RepeatedException {
    sent.shrink();
    if (!id.isEmpty()) {
      sent.batch(number, id);
    }
    BitSet repeated = new BitSet();
    int i = 0;
    try {
      for (; i < batch.count(); i++) {
        Optional<Sent> before =
            batch.isKnown(i) ? sent.find(batch.timeline(i), batch.number(i)) : Optional.empty();
        if (before.isEmpty()) {
          note(batch, i, number);
        } else if (before.get().digest() == batch.digest(i)) {
          repeated.set(i);
        } else {
          String earlier = sent.id(before.get().batch()).orElse("");
          throw new RepeatedException(id, batch.line(i), earlier, before.get().line());
        }
      }
    } catch (RepeatedException | RuntimeException e) {
      takeBack(batch, i, repeated);
      throw e;
    }
    return repeated;
  }

  /** Takes note of a batch of the journal, and of what was found when it came. */
  synchronized void replay(Fingerprints batch, long number, String id, BitSet repeated) {
    sent.shrink();
    if (!id.isEmpty()) {
      sent.batch(number, id);
    }
    for (int i = 0; i < batch.count(); i++) {
      if (!repeated.get(i)) {
        note(batch, i, number);
      }
    }
  }

  private void note(Fingerprints batch, int i, long number) {
    if (batch.isKnown(i)) {
      sent.put(
          batch.timeline(i), batch.number(i), new Sent(batch.digest(i), number, batch.line(i)));
    }
  }

  /** Takes back what was noted of a batch that did not become durable. */
  synchronized void takeBack(Fingerprints batch, BitSet repeated) {
    takeBack(batch, batch.count(), repeated);
  }

  private void takeBack(Fingerprints batch, int end, BitSet repeated) {
    for (int i = 0; i < end; i++) {
      if (batch.isKnown(i) && !repeated.get(i)) {
        sent.remove(batch.timeline(i), batch.number(i));
      }
    }
  }

  synchronized void age() {
    sent.age();
  }

  synchronized byte[] save() {
    return sent.save();
  }

  synchronized void checkpointed() throws IOException {
    sent.checkpointed();
  }

  synchronized void close() {
    sent.close();
  }
}
