package dev.isogauge.app.serve;

import dev.isogauge.online.host.RecordStore.Changes;
import dev.isogauge.online.kernel.Horizon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The batches that were acknowledged since the last checkpoints, in the order in which they are
 * judged, together with what recognises them when they are sent again. For one thread, but for
 * {@link #removeBefore}.
 */
final class Journal {
  private final Records records;
  private final SentBefore sent;
  private long sequence;
  private Optional<JournalArchive> archive = Optional.empty();

  /** Takes the batches of a journal in order. */
  @FunctionalInterface
  interface BatchTaker {
    void batch(Batch batch) throws IOException;
  }

  /**
   * A journal that goes on.
   *
   * @param from the number of the last batch that is not replayed
   */
  Journal(Records records, Horizon horizon, long from) throws IOException {
    this.records = records;
    this.sent = new SentBefore(records.store(), horizon);
    this.sequence = Math.max(from, records.last(Records.BATCHES));
  }

  /** Shows the batches behind one; nothing before it is read. */
  void replay(long from, BatchTaker replay) throws IOException {
    records.after(
        Records.BATCHES,
        from,
        (number, value) -> {
          replay.batch(Batch.decode(number, value));
          return true;
        });
  }

  /** What was sent before. */
  SentBefore sent() {
    return sent;
  }

  /** Begins to write batches together. */
  Group begin(long now) {
    return new Group(now);
  }

  /** Batches that become durable together. */
  final class Group {
    private final long now;
    private final Changes changes = new Changes();
    private final SentBefore.Group sending;
    private int batches;

    private Group(long now) {
      this.now = now;
      this.sending = sent.begin(now);
    }

    /**
     * Looks for the transactions of a batch.
     *
     * @throws RepeatedException if one was sent before with other content
     */
    SentBefore.Checked check(Fingerprints batch, String id) throws RepeatedException, IOException {
      return sending.check(batch, id);
    }

    /** Adds a batch that was read last. */
    void add(
        String id,
        BatchFormat format,
        byte[] body,
        Fingerprints fingerprints,
        SentBefore.Checked checked) {
      sending.add(fingerprints, id, body, checked);
      batches++;
      int count = fingerprints.count();
      Batch batch = new Batch(sequence + batches, now, format, id, count, checked.repeated(), body);
      changes.put(Records.BATCHES, Records.key(batch.sequence()), batch.encoded());
    }

    /** Makes them durable, all or none; returns the number of the first. */
    long commit() throws IOException {
      sending.finish(changes);
      long first = sequence + 1;
      records.write(Records.BATCHES, sequence + batches, changes);
      sequence += batches;
      sending.committed();
      return first;
    }
  }

  /** What the batches take. */
  long bytes() {
    return records.batchBytes();
  }

  /**
   * Gives up the batches before one; adds them to files of a directory before, if there is one.
   * Safe to call while others append, and for one thread.
   */
  void removeBefore(long number, Optional<Path> directory) throws IOException {
    if (directory.isPresent()) {
      if (archive.isEmpty()) {
        archive = Optional.of(new JournalArchive(directory.get()));
      }
      archive.get().add(records, number);
    }
    Changes changes = new Changes();
    changes.removeRange(Records.BATCHES, Records.key(0), Records.key(number));
    records.store().removeFilesBefore(Records.BATCHES, Records.key(number));
    records.store().write(changes);
  }
}
