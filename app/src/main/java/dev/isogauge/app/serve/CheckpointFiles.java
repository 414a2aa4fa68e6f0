package dev.isogauge.app.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The last two checkpoints of a service, {@code checkpoint-000001} and so on. One that is damaged
 * is put aside, and the one before it takes its place: the journal reaches back to that. For one
 * thread at a time.
 */
final class CheckpointFiles {
  private static final String PREFIX = "checkpoint-";
  private static final int KEPT = 2;

  private final DataDirectory directory;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private long next = 1;

  /** One that is kept. */
  private record Entry(long number, Checkpoint checkpoint) {}

  CheckpointFiles(DataDirectory directory) {
    this.directory = directory;
  }

  /** Reads what is there; damaged files are reported and set aside. */
  void open(Consumer<String> messages) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.path())) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches(PREFIX + "[0-9]{6,18}")) {
          numbers.add(Long.parseLong(name.substring(PREFIX.length())));
        } else if (name.startsWith(PREFIX) && name.endsWith(".tmp")) {
          Files.delete(file);
        }
      }
    }
    numbers.sort(null);
    for (long number : numbers) {
      next = number + 1;
      try {
        entries.add(new Entry(number, Checkpoint.read(path(number))));
      } catch (DamagedFileException e) {
        putAside(number, e.getMessage(), messages);
      }
    }
    giveUpOld();
  }

  private void giveUpOld() throws IOException {
    while (entries.size() > KEPT) {
      Files.deleteIfExists(path(entries.removeFirst().number()));
    }
  }

  private void putAside(long number, String why, Consumer<String> messages) throws IOException {
    Path aside = directory.path().resolve(name(number) + ".damaged");
    messages.accept(why + "; it is put aside as " + aside.getFileName());
    Files.move(path(number), aside);
  }

  /** The newest turned out to be of no use. */
  void dropNewest(String why, Consumer<String> messages) throws IOException {
    long number = entries.removeLast().number();
    putAside(number, path(number) + ": " + why, messages);
  }

  /** What to say if the newest is of no use and there is no other. */
  DamagedFileException damaged(String why) {
    return DamagedFileException.withAdvice(path(entries.getLast().number()), why);
  }

  /** Those that are kept, newest last. */
  List<Checkpoint> kept() {
    return entries.stream().map(Entry::checkpoint).toList();
  }

  Optional<Checkpoint> newest() {
    return entries.isEmpty() ? Optional.empty() : Optional.of(entries.getLast().checkpoint());
  }

  /** Adds a checkpoint, which is durable then, and gives up those that are too old. */
  void add(Checkpoint checkpoint) throws IOException {
    byte[] bytes = checkpoint.encode();
    directory.replace(name(next), out -> out.write(bytes));
    // The checker's part may be large, and only the batch matters from now on.
    byte[] none = {};
    entries.add(new Entry(next, new Checkpoint(checkpoint.batch(), none, none, none)));
    next++;
    giveUpOld();
  }

  /** Batches before this one are not needed. */
  long firstBatch() {
    return entries.size() < KEPT ? 0 : entries.getFirst().checkpoint().batch();
  }

  private Path path(long number) {
    return directory.path().resolve(name(number));
  }

  private static String name(long number) {
    return String.format(Locale.ROOT, "%s%06d", PREFIX, number);
  }
}
