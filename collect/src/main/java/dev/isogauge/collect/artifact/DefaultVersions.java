package dev.isogauge.collect.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions that are used where the user names none. */
public final class DefaultVersions {
  private static final Properties VERSIONS = load();

  private DefaultVersions() {}

  /** The version of a product or driver, such as {@code h2}. */
  public static String of(String name) {
    String version = VERSIONS.getProperty(name);
    if (version == null) {
      throw new IllegalArgumentException(name);
    }
    return version;
  }

  /** The version that the user names, or else ours. */
  public static String of(String name, String version) {
    return version.isEmpty() ? of(name) : version;
  }

  private static Properties load() {
    Properties versions = new Properties();
    try (InputStream stream = DefaultVersions.class.getResourceAsStream("versions.properties")) {
      versions.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }
}
