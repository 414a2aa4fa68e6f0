package dev.isogauge.collect.artifact;

/** A jar in a Maven repository. */
public record Coordinates(String group, String artifact, String version) {
  /** From {@code group:artifact:version}. */
  static Coordinates of(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("found " + text + "; expected group:artifact:version");
    }
    return new Coordinates(parts[0], parts[1], parts[2]);
  }

  /** Where the jar lies below the root of a repository. */
  String path() {
    return group.replace('.', '/')
        + ("/" + artifact + "/" + version)
        + ("/" + artifact + "-" + version + ".jar");
  }

  @Override
  public String toString() {
    return group + ":" + artifact + ":" + version;
  }
}
