package dev.isogauge.online.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which transactions were sent, where, and a digest of what they were, so that one that is sent
 * again is recognised. A transaction is known by a timeline, for instance its session, and a number
 * there; numbers that follow one another are cheap. Memory is bounded, the rest lies on disk. With
 * a horizon a transaction is known for one horizon at least and two at most ({@link #age}). For one
 * thread at a time, which must not be interrupted.
 */
public final class SentTransactions implements AutoCloseable {
  private final StateStore store;
  private final long memoryBytes;
  private SentGeneration current;
  private Optional<SentGeneration> older = Optional.empty();

  /** The checkpoints that are kept, and the one that was saved last. */
  private final ArrayDeque<Long> checkpoints = new ArrayDeque<>();

  private record Saved(long checkpoint, int generation, boolean hasOlder) {
    byte[] encode() {
      return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + 1)
          .putLong(checkpoint)
          .putInt(generation)
          .put((byte) (hasOlder ? 1 : 0))
          .array();
    }

    static Saved decode(byte[] bytes) {
      ByteBuffer from = ByteBuffer.wrap(bytes);
      return new Saved(from.getLong(), from.getInt(), from.get() == 1);
    }
  }

  /**
   * What is known of a transaction.
   *
   * @param digest of its content
   * @param batch in which it was sent
   * @param line there
   */
  public record Sent(long digest, long batch, long line) {}

  /**
   * Goes on from the last checkpoint, or begins.
   *
   * @param memoryBytes what pages in memory may take
   * @param checkpoints what {@link #save} returned for the checkpoints that are kept, the newest in
   *     the end
   */
  public SentTransactions(
      Path directory, long memoryBytes, List<byte[]> checkpoints, DiskSpace space)
      throws IOException {
    this.memoryBytes = memoryBytes;
    List<Saved> saved = checkpoints.stream().map(Saved::decode).toList();
    saved.forEach(each -> this.checkpoints.add(each.checkpoint()));
    Saved newest = saved.isEmpty() ? new Saved(0, 0, false) : saved.get(saved.size() - 1);
    store =
        new StateStore(
            directory,
            SentGeneration.KINDS,
            memoryBytes,
            space,
            saved.isEmpty() ? OptionalLong.empty() : OptionalLong.of(newest.checkpoint()));
    store.keep(Set.copyOf(this.checkpoints));
    current = new SentGeneration(store, newest.generation());
    if (newest.hasOlder()) {
      older = Optional.of(new SentGeneration(store, newest.generation() - 1));
    }
  }

  /** What is known of a transaction, if it was sent. */
  public Optional<Sent> find(long timeline, long number) {
    Optional<Sent> found = find(current, timeline, number);
    return found.isEmpty() && older.isPresent() ? find(older.get(), timeline, number) : found;
  }

  private static Optional<Sent> find(SentGeneration generation, long timeline, long number) {
    SentPage page = generation.page(timeline, number);
    int at = page.find(number);
    return at < 0
        ? Optional.empty()
        : Optional.of(new Sent(page.digest(at), page.batch(at), page.line(at)));
  }

  /** Notes that a transaction was sent. */
  public void put(long timeline, long number, Sent sent) {
    current.put(
        timeline, number, sent.digest(), sent.batch(), (int) Math.min(sent.line(), 1 << 30));
  }

  /** Takes back what was put last for a transaction. */
  public void remove(long timeline, long number) {
    current.page(timeline, number).remove(number);
  }

  /** Notes how the producer calls a batch. */
  public void batch(long batch, String id) {
    current.batch(batch, id);
  }

  /** How the producer calls a batch, if it has a name and is known. */
  public Optional<String> id(long batch) {
    Optional<String> found = current.id(batch);
    return found.isEmpty() && older.isPresent() ? older.get().id(batch) : found;
  }

  /** Lets pages leave memory if there are too many. */
  public void shrink() {
    if (current.bytes() > memoryBytes) {
      current.shrink();
    }
    if (older.isPresent() && older.get().bytes() > memoryBytes / 2) {
      older.get().shrink();
    }
  }

  /** A horizon has passed: what was sent before the last one is forgotten. */
  public void age() {
    older.ifPresent(SentGeneration::drop);
    older = Optional.of(current);
    current = new SentGeneration(store, current.number + 1);
  }

  /** Makes everything durable; returns what the constructor needs to go on. */
  public byte[] save() {
    current.flush();
    older.ifPresent(SentGeneration::flush);
    checkpoints.add(store.checkpoint());
    return new Saved(checkpoints.getLast(), current.number, older.isPresent()).encode();
  }

  /** What was saved last is part of a checkpoint; all but it and the one before are given up. */
  public void checkpointed() {
    while (checkpoints.size() > OnlineChecker.KEPT) {
      checkpoints.poll();
    }
    store.keep(Set.copyOf(checkpoints));
  }

  @Override
  public void close() {
    store.close();
  }
}
