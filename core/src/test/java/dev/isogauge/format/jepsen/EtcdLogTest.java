package dev.isogauge.format.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EtcdLogTest {
  private static final String LOG =
      """
      INFO  jepsen.core - Running test
      INFO  jepsen.util - 0\t:invoke\t:read\tnil
      INFO  jepsen.util - 2   :invoke :write  4
      INFO  jepsen.util - :nemesis\t:info\t:start\tnil
      INFO  jepsen.util - 0\t:ok\t:read\tnil
      INFO  jepsen.util - 1\t:invoke\t:cas\t[4 1]\r
      WARN  jepsen.util - something \t:ok happened
      INFO  jepsen.util - 2\t:info\t:write\t:timed-out
      INFO  jepsen.util - 1\t:ok\t:cas\t[4 1]\r
      INFO  jepsen.util - 3\t:invoke\t:cas\t[1 2]
      INFO  jepsen.util - 1\t:invoke\t:cas\t[0 3]
      INFO  jepsen.util - 1\t:fail\t:cas\t[0 3]
      INFO  jepsen.util - 1\t:invoke\t:write\t5
      INFO  jepsen.util - 1\t:fail\t:write\t5
      3\t:info\t:cas\t:timed-out
      INFO  jepsen.util - 7\t:invoke\t:read\tnil""";

  @Test
  void readsOperations() throws IOException {
    assertThat(
            Conversions.text(HistoryFormat.ISOGAUGE, Conversions.read(HistoryFormat.ETCD_LOG, LOG)))
        .isEqualTo(
            """
            0: [rt 2..5] r(register,nil)
            2: indeterminate [rt 3..] w(register,4)
            1: [rt 6..9] r(register,4) w(register,1)
            1: aborted [rt 13..14] w(register,5)
            3: indeterminate [rt 10..] r(register,1) w(register,2)
            7: indeterminate [rt 16..] r(register,?)
            """);
  }

  @Test
  void contentTellsTheFormat() throws IOException {
    assertThat(
            HistoryFiles.read(
                    HistoryFiles.bytes("input", LOG.getBytes(StandardCharsets.UTF_8)),
                    Optional.empty())
                .format())
        .isEqualTo(HistoryFormat.ETCD_LOG);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "x 0|:ok|:add|5~1:9~found ':add?5'; expected :read, :write or :cas",
        "x 0|:ok|~1:9~found end of line; expected :read, :write or :cas",
        "x 0|:ok|:cas|5~1:14~expected the values of a compare-and-set",
        "x 0|:ok|:read~1:13~found an operation without a value",
        "x 0|:ok|:cas|[5~1:14~goes on in the next line",
        "x 0|:ok|:cas|5]~1:14~expected the values of a compare-and-set",
      })
  void faultsSayWhere(String line, String place, String message) {
    assertThatThrownBy(
            () ->
                Conversions.read(
                    HistoryFormat.ETCD_LOG, line.replace('|', '\t') + "\n0\t:ok\t:read\t5]\n"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:" + place + ": ")
        .hasMessageContaining(message);
  }
}
