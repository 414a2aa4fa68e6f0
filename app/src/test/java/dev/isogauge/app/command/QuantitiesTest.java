package dev.isogauge.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class QuantitiesTest {
  @Test
  void durationsHaveUnits() {
    assertThat(Quantities.duration("500ms")).contains(Duration.ofMillis(500));
    assertThat(Quantities.duration("30s")).contains(Duration.ofSeconds(30));
    assertThat(Quantities.duration("2m")).contains(Duration.ofMinutes(2));
    assertThat(Quantities.duration("1h")).contains(Duration.ofHours(1));
  }

  @Test
  void sizesHaveUnits() {
    assertThat(Quantities.bytes("64k")).contains(65_536L);
    assertThat(Quantities.bytes("512M")).contains(536_870_912L);
    assertThat(Quantities.bytes("2g")).contains(2_147_483_648L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "5", "0s", "-1s", "1.5s", "99999999999s", "5 s", "5days"})
  void otherTextIsNoDuration(String text) {
    assertThat(Quantities.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "5", "0m", "-1m", "1.5g", "5t", "99999999999g"})
  void otherTextIsNoSize(String text) {
    assertThat(Quantities.bytes(text)).isEmpty();
  }
}
