package dev.isogauge.app.command;

/** The name and the version of the program. */
public final class ProductVersion {
  public static final String NAME = "isogauge";

  private ProductVersion() {}

  /** Both. */
  public static String version() {
    String version = ProductVersion.class.getPackage().getImplementationVersion();
    return NAME + " " + (version == null ? "(unpackaged)" : version);
  }

  /** Both, and the Java that runs it. */
  public static String text() {
    return version() + " (Java " + System.getProperty("java.version") + ")";
  }
}
