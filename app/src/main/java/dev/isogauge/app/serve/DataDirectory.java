package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The files of a service: {@code lock}, {@code settings}, the checker's {@code state}, {@code
 * records} of batches and violations, and, once finished, {@code report.json}.
 */
final class DataDirectory implements Closeable {
  private static final int VERSION = 7;

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Makes the directory if need be and takes it for this process alone. */
  static DataDirectory open(ServeSettings settings) throws IOException, ServiceException {
    Path path = settings.data();
    boolean isNew = !Files.exists(path);
    if (!isNew && !Files.isDirectory(path)) {
      throw new ServiceException(path + " is a file; expected a directory, or nothing yet");
    }
    Files.createDirectories(path);
    // What it holds may be confidential; files in it need no care of their own then.
    Private.directory(path);
    if (isNew && path.toAbsolutePath().getParent() != null) {
      Private.force(path.toAbsolutePath().getParent());
    }
    FileChannel channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    DataDirectory directory = new DataDirectory(path, channel);
    try {
      if (!directory.takeLock()) {
        throw new ServiceException(path + ": another service is running on this directory");
      }
      directory.requireSettings(settings);
      return directory;
    } catch (IOException | ServiceException e) {
      channel.close();
      throw e;
    }
  }

  private boolean takeLock() throws IOException {
    try {
      FileLock taken = lock.tryLock();
      return taken != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private void requireSettings(ServeSettings settings) throws IOException, ServiceException {
    Path file = path.resolve("settings");
    List<String> wanted =
        List.of(
            "version=" + VERSION,
            "level=" + settings.levelNames() + (settings.isByReads() ? " by reads" : ""),
            "clock=" + settings.clock().name().toLowerCase(Locale.ROOT),
            "initial=" + settings.initial());
    if (!Files.exists(file)) {
      if (Files.exists(records())) {
        throw new DamagedFileException(file, "the file is missing although there are batches");
      }
      replace("settings", out -> out.write((String.join("\n", wanted) + "\n").getBytes(UTF_8)));
      return;
    }
    List<String> recorded = new String(Files.readAllBytes(file), UTF_8).lines().toList();
    for (String line : wanted) {
      if (!recorded.contains(line)) {
        String name = line.substring(0, line.indexOf('=') + 1);
        Optional<String> before =
            recorded.stream().filter(each -> each.startsWith(name)).findFirst();
        if (before.isEmpty() && name.equals("version=") && recorded.size() == wanted.size() - 1) {
          before = Optional.of("version=1");
        }
        throw refusal(file, line, before);
      }
    }
  }

  private static IOException damaged(Path file, String wanted, Optional<String> found) {
    return new DamagedFileException(
        file,
        "found "
            + found.map(line -> line.replaceAll("\\p{Cntrl}", "?")).orElse("no line")
            + " where "
            + wanted.substring(0, wanted.indexOf('=') + 1)
            + "... is expected; restore the file from a copy, or name another directory");
  }

  private ServiceException refusal(Path file, String wanted, Optional<String> before)
      throws IOException {
    boolean isVersion = wanted.startsWith("version=");
    if (before.isEmpty() || (isVersion && !before.get().matches("version=[0-9]{1,9}"))) {
      throw damaged(file, wanted, before);
    }
    String differs = path + ": it was begun with " + before.get() + "; found " + wanted + "; ";
    return new ServiceException(
        differs
            + (isVersion
                ? "finish it with the Isogauge that began it, or name another directory and send"
                    + " the transactions again"
                : "expected the same, or another directory"));
  }

  Path path() {
    return path;
  }

  /** Where the checker keeps what does not fit into memory. */
  Path state() {
    return path.resolve("state");
  }

  /** Where batches and violations are kept. */
  Path records() {
    return path.resolve("records");
  }

  /** The final report, if the service was finished. */
  Path report() {
    return path.resolve("report.json");
  }

  /** Writes the content of a file. */
  @FunctionalInterface
  interface Content {
    void write(OutputStream out) throws IOException;
  }

  /** Writes a file that appears complete and durable, or not at all. */
  void replace(String name, Content content) throws IOException {
    Path temporary = path.resolve(name + ".tmp");
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      OutputStream out = Channels.newOutputStream(channel);
      content.write(out);
      out.flush();
      channel.force(true);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(temporary); // It takes room that the disk may lack.
      throw e;
    }
    Files.move(temporary, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    Private.force(path);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
