package dev.isogauge.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.text.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

public class SuggestionsTest {
  private static final List<String> LEVELS =
      List.of("cut-isolation", "read-committed", "read-atomic", "causal", "rc", "cc");

  @Test
  void aTypoFindsTheNearestName() {
    assertThat(Suggestions.nearest("casual", LEVELS)).contains("causal");
    assertThat(Suggestions.nearest("read-comitted", LEVELS)).contains("read-committed");
    assertThat(Suggestions.nearest("READ-ATOMIK", LEVELS)).contains("read-atomic");
    assertThat(Suggestions.nearest("cut", LEVELS)).contains("cut-isolation");
    assertThat(Suggestions.nearest("rcc", LEVELS)).contains("rc");
  }

  @Test
  void whatIsNearToNothingFindsNothing() {
    assertThat(Suggestions.nearest("serializable", LEVELS)).isEmpty();
    assertThat(Suggestions.nearest("", LEVELS)).isEmpty();
  }

  @Test
  void distanceCountsSwapsAsOne() {
    assertThat(Words.edits("chekc", "check")).isEqualTo(1);
    assertThat(Words.edits("", "abc")).isEqualTo(3);
    assertThat(Words.edits("stats", "stats")).isZero();
  }
}
