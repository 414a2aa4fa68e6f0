package dev.isogauge.format.toolkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.spi.InputException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LineBlocksTest {
  @Test
  void anEnormousLineIsReportedWithItsNumber() {
    byte[] bytes = new byte[6 << 20];
    Arrays.fill(bytes, (byte) ' ');
    bytes[10] = '\n';
    bytes[20] = '\n';
    assertThatThrownBy(
            () ->
                LineBlocks.parse(
                    HistoryFiles.bytes("input", bytes),
                    (buffer, end, block, directives) -> 2,
                    1 << 20))
        .isInstanceOf(InputException.class)
        .hasMessage("input:3:1: the line is longer than 1 MB; expected one transaction per line");
  }
}
