package dev.isogauge.collect.artifact;

/** A jar in a Maven repository. */
public record Coordinates(String group, String artifact, String version) {
  String fileName() {
    return artifact + "-" + version + ".jar";
  }

  /** Where the jar lies below the root of a repository. */
  String path() {
    return group.replace('.', '/') + "/" + artifact + "/" + version + "/" + fileName();
  }

  @Override
  public String toString() {
    return group + ":" + artifact + ":" + version;
  }
}
