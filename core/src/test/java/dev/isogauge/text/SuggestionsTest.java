package dev.isogauge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public class SuggestionsTest {
  private static final List<String> LEVELS =
      List.of("cut-isolation", "read-committed", "read-atomic", "causal", "rc", "cc");

  @Test
  void aTypoFindsTheNearestName() {
    assertThat(Suggestions.nearest("casual", LEVELS)).containsExactly("causal");
    assertThat(Suggestions.nearest("read-comitted", LEVELS)).containsExactly("read-committed");
    assertThat(Suggestions.nearest("READ-ATOMIK", LEVELS)).containsExactly("read-atomic");
    assertThat(Suggestions.nearest("cut", LEVELS)).containsExactly("cut-isolation");
    assertThat(Suggestions.nearest("rcc", LEVELS)).containsExactly("rc", "cc");
  }

  @Test
  void partOfANameFindsAllThatHaveIt() {
    assertThat(Suggestions.nearest("skew", List.of("phantom", "write skew", "read skew")))
        .containsExactly("write skew", "read skew");
    assertThat(Suggestions.didYouMean("skew", List.of("write skew", "read skew")))
        .isEqualTo("; did you mean 'write skew' or 'read skew'?");
  }

  @Test
  void whatIsNearToNothingFindsNothing() {
    assertThat(Suggestions.nearest("serializable", LEVELS)).isEmpty();
    assertThat(Suggestions.nearest("", LEVELS)).isEmpty();
    assertThat(Suggestions.didYouMean("serializable", LEVELS)).isEmpty();
  }

  @Test
  void aMissListsFewNamesAndOfManyTheNearestThree() {
    assertThat(Suggestions.instead("zzzz", LEVELS, LEVELS))
        .isEqualTo("; expected cut-isolation, read-committed, read-atomic, causal, rc, cc");
    List<String> many = IntStream.range(10, 70).mapToObj(i -> "name-" + i).toList();
    assertThat(Suggestions.instead("zzzz", many, Collections.emptyList()))
        .isEqualTo("; the nearest of 60 names are name-10, name-11, name-12");
  }

  @Test
  void distanceCountsSwapsAsOne() {
    assertThat(Words.edits("chekc", "check")).isEqualTo(1);
    assertThat(Words.edits("", "abc")).isEqualTo(3);
    assertThat(Words.edits("stats", "stats")).isZero();
  }
}
