package dev.isogauge.property;

/** How much the randomised and exhaustive tests do: little by default, all when thorough. */
public final class TestSize {
  private TestSize() {}

  public static boolean isThorough() {
    return "thorough".equals(System.getProperty("isogauge.test.size"));
  }

  public static int pick(int reduced, int thorough) {
    return isThorough() ? thorough : reduced;
  }
}
