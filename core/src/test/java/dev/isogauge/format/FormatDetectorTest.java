package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.FormatDetector.Detection;
import dev.isogauge.format.cobra.CobraLogBytes;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatDetectorTest {
  private static Optional<Detection> detect(String text) {
    return FormatDetector.detect(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertDetected(String text, HistoryFormat format) {
    assertThat(detect(text)).isPresent();
    assertThat(detect(text).get().format()).isEqualTo(format);
    assertThat(detect(text).get().sure()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s1: w(x,1)",
        "\uFEFF# comment\r\n\r\n  s1 T1 : aborted w(x,1)",
        "\"s 1\": [ts 1..2] w(x,1)",
        "init *=0",
        "init x=1 y=2",
        "order x: 1 2",
        "s1:\ns2:\ns3: r(x,1)",
        "1 2: w(3,4)",
        "s1: ; w(x,1)",
        "s1: a(x,1)",
        "s1: [sno 1] r(x,[])",
        "# a comment\nr: r(x,1)",
      })
  void isogaugeText(String text) {
    assertDetected(text, HistoryFormat.ISOGAUGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"session\":1,\"ops\":[]}",
        "\n { \"host\" : 1, \"ops\": [], \"session\" : 2}\n",
        "{\"default\":0}",
        "{\"sid\":1,\"session\":1,\"ops\":[]}",
        "{\"session\":1,\"type\":\"ok\",\"ops\":[]}",
        "{\"order\":\"x\",\"versions\":[]}",
      })
  void jsonLines(String text) {
    assertDetected(text, HistoryFormat.JSONL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"tid\":67,\"sid\":19,\"sts\":{\"p\":1}",
        "\uFEFF\n[\n  {\n    \"ops\" : [\n],\n \"sid\" : 1",
        "{\"tid\":1,\"sid\":2,\"ops\":[]}\n{\"tid\":2,\"sid\":2,\"ops\":[]}",
        "{\n\"sid\":2,\n\"cts\":{}",
      })
  void timekiller(String text) {
    assertDetected(text, HistoryFormat.TIMEKILLER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{:index 0, :type :invoke, :process 0",
        "; a comment {\n\n[{:value [{:type 1}]\n:type :ok}",
        "(#jepsen.history.Op{:index 0, :type :info",
        ",{:error \"a string } \", :type,:fail}",
        "{\"index\":0,\"type\":\"invoke\"}",
        "\uFEFF[\n {\"value\":[[\"r\",1,null]], \"type\" : \"ok\"}",
      })
  void elle(String text) {
    assertDetected(text, HistoryFormat.ELLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INFO  jepsen.util - 0\t:invoke\t:read\tnil",
        "INFO  jepsen.core - Running test:\n\nINFO  jepsen.util - 12\t:ok\t:cas\t[1 2]",
        "0\t:info\t:write\t:timed-out",
      })
  void etcdLogs(String text) {
    assertDetected(text, HistoryFormat.ETCD_LOG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"w(1,2,3,4)", "\r\n r( 1,-2,3,4)\n"})
  void plumeText(String text) {
    assertDetected(text, HistoryFormat.PLUME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Readme: this is a text",
        "# Title\n\nSome words.",
        "path\tformat\tlevel",
        "INFO  jepsen.util - starting\n",
        "{:index 0, :kind :invoke}",
        "{:name \"x\", :history [{:type :invoke}]}",
        "{\"workload\":\"append\",\"history\":[]}",
        "{\"workload\":\"append\",\"history\":[{\"type\":\"invoke\"}]}",
        "[{\"type\":\"car\"}]",
        "[{\"tid\":67,\"sid\":19}]",
        "key:\n  - value",
        "foo:\nbar:",
        "# only a comment",
        " \n\n",
        "import java.util.List;",
      })
  void otherTextIsNoHistory(String text) {
    assertThat(detect(text).map(Detection::sure)).hasValue(false);
  }

  @Test
  void anEmptyInputFitsSeveralFormats() {
    assertThat(detect("").get().remark()).hasValueSatisfying(r -> assertThat(r).contains("plume"));
    assertThat(detect("w(1,2,3,4)").get().remark()).isEmpty();
  }

  @Test
  void linesMayBeLong() {
    String word = "x\\\"".repeat(20_000);
    assertDetected('"' + word + "\": w(x,1)", HistoryFormat.ISOGAUGE);
    assertDetected("s1: " + "w(x,1) ".repeat(20_000), HistoryFormat.ISOGAUGE);
    assertDetected("{\"session\":1,\"ops\":[" + "[],".repeat(40_000), HistoryFormat.JSONL);
    assertDetected("[{:error \"" + word + "\", :type :ok}", HistoryFormat.ELLE);
    assertThat(detect(" ".repeat(100_000) + word).map(Detection::sure)).hasValue(false);
  }

  @Test
  void operationsMayFollowManyComments() {
    assertDetected("# a comment\n".repeat(FormatDetector.PEEKED / 10), HistoryFormat.ISOGAUGE);
  }

  @Test
  void binaryFormats() throws Exception {
    byte[] dbcop = Conversions.write(HistoryFormat.DBCOP, IsogaugeText.parse("s: w(1,2)"));
    assertThat(FormatDetector.detect(dbcop).get().format()).isEqualTo(HistoryFormat.DBCOP);
    byte[] cobra = new CobraLogBytes().start(5).write(1, 2, 3).commit(5).bytes();
    assertThat(FormatDetector.detect(cobra).get().format()).isEqualTo(HistoryFormat.COBRA);
    byte[] timed = new CobraLogBytes().start(5, 1).write(1, 2, 3).commit(5, 2).bytes();
    assertThat(FormatDetector.detect(timed).get().format()).isEqualTo(HistoryFormat.COBRA);
    assertThat(FormatDetector.detect(new byte[100])).isPresent();
    assertThat(FormatDetector.detect(new byte[10])).isEmpty();
    assertThat(FormatDetector.detect(new byte[] {(byte) 0xca, (byte) 0xfe, 0, 0, 0, 52})).isEmpty();
  }
}
