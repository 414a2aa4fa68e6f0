package dev.isogauge.online.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The files of one shard. Few of them are open at a time. A file that a kept checkpoint refers to
 * is deleted only when that checkpoint is given up. Used by one thread.
 */
final class StateFiles implements AutoCloseable {
  private static final int OPEN = 24;

  private final Path directory;
  private final AtomicLong written;
  private final AtomicLong kept;
  private final DiskSpace space;
  private final LinkedHashSet<StateFile> open = new LinkedHashSet<>();

  /** The files of each checkpoint that is kept, the oldest first. */
  private final ArrayDeque<Set<Path>> pinned = new ArrayDeque<>();

  /** Files that only checkpoints need. */
  private final Map<Path, Long> unneeded = new HashMap<>();

  private Set<Path> pinning = new HashSet<>();

  /**
   * A directory's files.
   *
   * @param written counts the bytes that are written
   * @param kept counts the bytes that are there
   */
  StateFiles(Path directory, AtomicLong written, AtomicLong kept, DiskSpace space) {
    this.directory = directory;
    this.written = written;
    this.kept = kept;
    this.space = space;
  }

  DiskSpace space() {
    return space;
  }

  /** Deletes all files of a directory that are state, or those that are not in a set. */
  static void clean(Path directory, Set<Path> needed) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "{*.blocks,*.index,index.mv*}")) {
      for (Path path : files) {
        if (!needed.contains(path)) {
          Files.delete(path);
        }
      }
    }
  }

  StateFile create(String name) throws IOException {
    return new StateFile(directory.resolve(name), this, true);
  }

  StateFile open(String name) throws IOException {
    StateFile file = new StateFile(directory.resolve(name), this, false);
    kept.addAndGet(file.size());
    return file;
  }

  /** A file was used; if too many are open, the one that was not used for longest is closed. */
  void used(StateFile file, boolean opened) {
    if (!opened && open.size() < OPEN / 2) {
      return;
    }
    open.remove(file);
    open.add(file);
    if (open.size() > OPEN) {
      Iterator<StateFile> oldest = open.iterator();
      StateFile idle = oldest.next();
      oldest.remove();
      idle.close();
    }
  }

  void closed(StateFile file) {
    open.remove(file);
  }

  /** How many files are open. */
  int openCount() {
    return open.size();
  }

  void wrote(long bytes) {
    written.addAndGet(bytes);
    kept.addAndGet(bytes);
  }

  /** The file is not needed any more, but by checkpoints. */
  void delete(StateFile file) {
    file.close();
    try {
      long size = Files.size(file.path());
      if (isPinned(file.path())) {
        unneeded.put(file.path(), size);
      } else {
        remove(file.path(), size);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void remove(Path path, long size) throws IOException {
    Files.delete(path);
    kept.addAndGet(-size);
  }

  private boolean isPinned(Path path) {
    return pinning.contains(path) || pinned.stream().anyMatch(set -> set.contains(path));
  }

  /** The checkpoint that is being made, or was read, refers to the file. */
  void pin(StateFile file) {
    pinning.add(file.path());
  }

  /** An older checkpoint refers to these files. */
  void keep(Set<Path> older) {
    pinned.add(older);
    for (Path path : older) {
      unneeded.put(path, path.toFile().length());
      kept.addAndGet(path.toFile().length());
    }
  }

  /** The checkpoint is complete; one more than are to be kept is given up. */
  void checkpointed(int keep) throws IOException {
    pinned.add(pinning);
    pinning = new HashSet<>();
    while (pinned.size() > keep) {
      pinned.poll();
    }
    for (var file : Map.copyOf(unneeded).entrySet()) {
      if (!isPinned(file.getKey())) {
        unneeded.remove(file.getKey());
        remove(file.getKey(), file.getValue());
      }
    }
  }

  /** All files that some checkpoint refers to. */
  Set<Path> pinned() {
    Set<Path> all = new HashSet<>(pinning);
    pinned.forEach(all::addAll);
    return all;
  }

  @Override
  public void close() {
    for (StateFile file : Set.copyOf(open)) {
      file.close();
    }
  }
}
