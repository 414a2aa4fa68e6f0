package dev.isogauge.app.reference;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The smallest of the histories that come with Isogauge for each kind of anomaly. They and the list
 * of them are resources beside this class.
 */
final class Samples {
  private Samples() {}

  /**
   * A history that has an anomaly.
   *
   * @param file its name below {@code histories}
   * @param level a level that it violates by this anomaly
   */
  record Sample(AnomalyKind kind, String file, IsolationLevel level) {
    byte[] content() {
      return resource("histories/" + file);
    }
  }

  /** None for what only the online service sees. */
  static Optional<Sample> of(AnomalyKind kind) {
    return new String(resource("samples.txt"), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.split(" ", -1))
        .filter(words -> words[0].equals(kind.name()))
        .map(words -> new Sample(kind, words[1], IsolationLevel.byName(words[2]).orElseThrow()))
        .findFirst();
  }

  private static byte[] resource(String name) {
    try (InputStream in = Samples.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not part of this build");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
