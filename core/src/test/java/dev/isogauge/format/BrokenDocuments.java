package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Breaks documents at random, and reads them in blocks of several sizes. */
public final class BrokenDocuments {
  private BrokenDocuments() {}

  /** Reads a document in blocks of a size. */
  @FunctionalInterface
  public interface Reading {
    List<String> describe(String document, int blockSize) throws IOException;
  }

  /**
   * Asserts that faults have the same place wherever the document is cut.
   *
   * @param faults characters, one of which replaces one of the document
   */
  public static void assertSameFaults(
      String document, String faults, Random random, Reading reading) {
    for (int round = 0; round < TestSize.pick(3, 20); round++) {
      byte[] broken = document.getBytes(StandardCharsets.UTF_8);
      broken[random.nextInt(broken.length)] = (byte) faults.charAt(random.nextInt(faults.length()));
      String text = new String(broken, StandardCharsets.UTF_8);
      String expected = outcome(text, text.length() + 1, reading);
      for (int size = 1; size < text.length(); size += 1 + random.nextInt(20)) {
        assertThat(outcome(text, size, reading)).as("%d in %s", size, text).isEqualTo(expected);
      }
    }
  }

  private static String outcome(String document, int blockSize, Reading reading) {
    try {
      return reading.describe(document, blockSize).toString();
    } catch (IOException | RuntimeException e) {
      // How much of the text a message shows is a matter of the block.
      return e.toString().replaceFirst("found .*; expected", "expected");
    }
  }
}
