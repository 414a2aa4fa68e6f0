package dev.isogauge.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

public class ExitCodeTest {
  @Test
  void ofSeveralInputsTheFirstOf1And4And3And0Decides() {
    int[] order = {1, 4, 3, 0};
    for (int i = 0; i < order.length; i++) {
      for (int j = i; j < order.length; j++) {
        assertThat(ExitCode.combine(order[i], order[j])).isEqualTo(order[i]);
        assertThat(ExitCode.combine(order[j], order[i])).isEqualTo(order[i]);
      }
    }
  }
}
