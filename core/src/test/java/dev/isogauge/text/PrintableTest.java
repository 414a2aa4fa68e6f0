package dev.isogauge.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void leavesOrdinaryTextAlone() {
    assertThat(Printable.escape("naïve 字 \ud83d\ude00 <&>")).isEqualTo("naïve 字 \ud83d\ude00 <&>");
  }

  @Test
  void showsWhatATerminalWouldActUpon() {
    assertThat(Printable.escape("a\u001b[31m\r\n\u009b\u202e\u2028\ud800"))
        .isEqualTo("a\\u001b[31m\\u000d\\u000a\\u009b\\u202e\\u2028\\ud800");
  }

  @Test
  void shortensLongNamesInTheMiddle() {
    String name = Printable.name("\ud83d\ude00".repeat(30) + "x".repeat(500) + "end");
    assertThat(name).hasSize(30 * 2 + 14 + 1 + 16).startsWith("\ud83d\ude00").endsWith("xend");
  }
}
