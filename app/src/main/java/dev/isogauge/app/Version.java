package dev.isogauge.app;

/** The version of the program. */
final class Version {
  private Version() {}

  static String text() {
    String version = Main.class.getPackage().getImplementationVersion();
    return "isogauge "
        + (version == null ? "(unpackaged)" : version)
        + " (Java "
        + System.getProperty("java.version")
        + ")";
  }
}
