package dev.isogauge.online.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which transactions were sent, where, and a digest of what they were, so that one that is sent
 * again is recognised. A transaction is known by a timeline, for instance its session, and a number
 * there; numbers that follow one another are cheap. Memory is bounded, the rest lies on disk. With
 * a horizon a transaction is known for one horizon at least and two at most ({@link #age}). For one
 * thread at a time, which must not be interrupted.
 */
public final class SentTransactions implements AutoCloseable {
  private final Path directory;
  private final long memoryBytes;
  private final DiskSpace space;
  private SentGeneration current;
  private Optional<SentGeneration> older = Optional.empty();

  /** Generations that only checkpoints refer to, and how many more must be made until then. */
  private final List<Retired> retired = new ArrayList<>();

  private record Retired(int number, int checkpoints) {}

  private record Saved(int number, byte[] store) {}

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
    this.directory = directory;
    this.memoryBytes = memoryBytes;
    this.space = space;
    Files.createDirectories(directory);
    List<List<Saved>> saved = new ArrayList<>();
    for (byte[] checkpoint : checkpoints) {
      saved.add(decode(checkpoint));
    }
    List<Saved> newest = saved.isEmpty() ? List.of() : saved.remove(saved.size() - 1);
    List<Integer> numbers = new ArrayList<>(newest.stream().map(Saved::number).toList());
    saved.forEach(then -> then.forEach(each -> retire(each.number(), numbers)));
    SentGeneration.clean(directory, numbers);
    current =
        newest.isEmpty() ? new SentGeneration(directory, 0, space) : restored(newest.get(0), saved);
    if (newest.size() > 1) {
      older = Optional.of(restored(newest.get(1), saved));
    }
  }

  private void retire(int number, List<Integer> numbers) {
    if (!numbers.contains(number)) {
      numbers.add(number);
      retired.add(new Retired(number, 1));
    }
  }

  private SentGeneration restored(Saved newest, List<List<Saved>> before) throws IOException {
    SentGeneration generation = new SentGeneration(directory, newest.number(), space);
    for (List<Saved> then : before) {
      for (Saved each : then) {
        if (each.number() == newest.number()) {
          generation.keep(each.store());
        }
      }
    }
    generation.restore(newest.store());
    generation.checkpointed();
    return generation;
  }

  private static List<Saved> decode(byte[] checkpoint) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(checkpoint));
    List<Saved> saved = new ArrayList<>();
    while (from.available() > 0) {
      saved.add(new Saved(from.readInt(), from.readNBytes(from.readInt())));
    }
    return saved;
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
    older.ifPresent(
        generation -> {
          generation.close();
          retired.add(new Retired(generation.number, OnlineChecker.KEPT));
        });
    older = Optional.of(current);
    current = new SentGeneration(directory, current.number + 1, space);
  }

  /** Makes everything durable; returns what the constructor needs to go on. */
  public byte[] save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream to = new DataOutputStream(bytes);
      save(current, to);
      if (older.isPresent()) {
        save(older.get(), to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void save(SentGeneration generation, DataOutputStream to) throws IOException {
    byte[] store = generation.save();
    to.writeInt(generation.number);
    to.writeInt(store.length);
    to.write(store);
  }

  /** What was saved last is part of a checkpoint; all but it and the one before are given up. */
  public void checkpointed() throws IOException {
    current.checkpointed();
    older.ifPresent(SentGeneration::checkpointed);
    retired.replaceAll(each -> new Retired(each.number(), each.checkpoints() - 1));
    if (retired.removeIf(each -> each.checkpoints() <= 0)) {
      List<Integer> kept = new ArrayList<>(retired.stream().map(Retired::number).toList());
      kept.add(current.number);
      older.ifPresent(generation -> kept.add(generation.number));
      SentGeneration.clean(directory, kept);
    }
  }

  @Override
  public void close() {
    current.close();
    older.ifPresent(SentGeneration::close);
  }
}
