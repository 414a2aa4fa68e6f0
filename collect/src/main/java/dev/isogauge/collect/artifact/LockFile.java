package dev.isogauge.collect.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jars that Isogauge was made with, by their SHA-256 checksums. A line holds the coordinates of
 * a jar and its checksum; indented lines below it are the jars that it needs. The file is
 * generated: DEVELOPMENT.md says how.
 */
final class LockFile {
  private static final String NAME = "artifacts.lock";

  private final Map<Coordinates, List<Pinned>> closures = new LinkedHashMap<>();

  /** A jar, and the checksum that its file must have. */
  record Pinned(Coordinates coordinates, String sha256) {}

  /** The lock file of this version. */
  static LockFile own() {
    return Own.LOCK;
  }

  private static final class Own {
    private static final LockFile LOCK = load();

    private static LockFile load() {
      try (InputStream stream = LockFile.class.getResourceAsStream(NAME)) {
        return parse(new String(stream.readAllBytes(), UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static LockFile parse(String text) {
    LockFile lock = new LockFile();
    List<Pinned> closure = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.strip().split(" ", -1);
      Pinned pinned = new Pinned(Coordinates.of(words[0]), words[1]);
      if (!line.startsWith(" ")) {
        closure = new ArrayList<>();
        lock.closures.put(pinned.coordinates(), closure);
      }
      closure.add(pinned);
    }
    return lock;
  }

  /** The jars by themselves that are pinned, each with what it needs. */
  Map<Coordinates, List<Pinned>> closures() {
    return closures;
  }

  /** The jar and what it needs; empty if this version is not pinned. */
  List<Pinned> closure(Coordinates jar) {
    return closures.getOrDefault(jar, List.of());
  }

  static String sha256(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      while (channel.read(buffer) >= 0) {
        digest.update(buffer.flip());
        buffer.clear();
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
