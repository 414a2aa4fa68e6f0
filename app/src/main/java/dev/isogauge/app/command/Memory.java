package dev.isogauge.app.command;

/** What to say when the heap is full. */
public final class Memory {
  public static final String ADVICE =
      "not enough memory (the heap may grow to "
          + (Runtime.getRuntime().maxMemory() >> 20)
          + " MB); allow more with ISOGAUGE_JAVA_OPTS=-Xmx8g or the like";

  private Memory() {}
}
