package dev.isogauge.collect.artifact;

/**
 * A file in a Maven repository.
 *
 * @param extension what it is: a jar for most
 * @param classifier of several files of a version; empty for most
 */
public record Coordinates(
    String group, String artifact, String version, String extension, String classifier) {
  /** A jar. */
  public Coordinates(String group, String artifact, String version) {
    this(group, artifact, version, "jar", "");
  }

  /** From {@code group:artifact:version} or {@code group:artifact:extension:classifier:version}. */
  static Coordinates of(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 5) {
      return new Coordinates(parts[0], parts[1], parts[4], parts[2], parts[3]);
    }
    if (parts.length != 3) {
      throw new IllegalArgumentException("found " + text + "; expected group:artifact:version");
    }
    return new Coordinates(parts[0], parts[1], parts[2]);
  }

  /** Where the file lies below the root of a repository. */
  String path() {
    return group.replace('.', '/')
        + ("/" + artifact + "/" + version)
        + ("/" + artifact + "-" + version)
        + (classifier.isEmpty() ? "" : "-" + classifier)
        + ("." + extension);
  }

  @Override
  public String toString() {
    return group
        + (":" + artifact)
        + (classifier.isEmpty() ? "" : ":" + extension + ":" + classifier)
        + (":" + version);
  }
}
