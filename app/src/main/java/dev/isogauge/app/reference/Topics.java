package dev.isogauge.app.reference;

import dev.isogauge.app.command.ProductVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What {@code isogauge help TOPIC} explains beside commands; each is a text beside this class. */
public final class Topics {
  private static final List<Topic> ALL =
      List.of(
          new Topic("orders", "what --order and --register-order choose from"),
          new Topic("exit-codes", "what a script learns from how a command ends"),
          new Topic("quantities", "how times and sizes are written"),
          new Topic("passwords", "how to give a database's password or a service's token"));

  private Topics() {}

  /** A topic and what it is about. */
  public record Topic(String name, String about) {
    /** What there is to say, each line ended by a newline. */
    public String text() {
      try (InputStream text = Topics.class.getResourceAsStream(name + ".txt")) {
        return new String(text.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(ProductVersion.NAME + " is incomplete", e);
      }
    }
  }

  public static List<Topic> all() {
    return ALL;
  }
}
