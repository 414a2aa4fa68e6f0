package dev.isogauge.format.timekiller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimekillerTest {
  private static final String TIMES = "\"sts\":{\"p\":1,\"l\":2},\"cts\":{\"p\":3,\"l\":4}";

  private static History read(String text) throws IOException {
    return Conversions.read(HistoryFormat.TIMEKILLER, text);
  }

  /** One transaction 1 of session 2 with these operations. */
  private static History withOperations(String operations) throws IOException {
    return read("[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[" + operations + "]}]");
  }

  @Test
  void readsWhatTheToolWrites() throws IOException {
    History history =
        read(
            "[{\"tid\":67,\"sid\":19,\"sts\":{\"p\":1691420095436341,\"l\":61},"
                + "\"cts\":{\"p\":1691420095659914,\"l\":18},"
                + "\"ops\":[{\"t\":\"w\",\"k\":7,\"v\":2},{\"t\":\"r\",\"k\":8,\"v\":null}]}]");
    assertThat(HistoryDescription.of(history))
        .containsExactly(
            "19 67 COMMITTED counts=true"
                + " ts=1691420095436341:61..1691420095659914:18"
                + " rt=-9223372036854775808..-9223372036854775808 sno=-9223372036854775808",
            "  w 7 2 final=true",
            "  r 8 nil from=-1 EXTERNAL writer=none",
            "7 starts at nil",
            "8 starts at nil");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[{\"t\":\"r\",\"k\":5,\"v\":6}]}]",
        "\uFEFF [ { \"tid\" : 1 , \"sid\" : 2 , \"sts\" : { \"p\" : 1 , \"l\" : 2 } ,\r\n\t\"cts\" :"
            + " {\"l\":4,\"p\":3}, \"ops\" : [ { \"t\" : \"r\" , \"k\" : 5 , \"v\" : 6 } ] } ] \n",
        "{\"ops\":[{\"v\":6,\"k\":5,\"t\":\"READ\"}]," + TIMES + ",\"sid\":2,\"tid\":1}",
        "[{\"sid\":2," + TIMES + ",\"ops\":[{\"k\":5,\"v\":6,\"t\":\"R\"}],\"tid\":1}\n]",
        "[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[{\"t\":\"r\",\"k\":5, \"v\":6}]}]",
        "[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[{\"t\":\"r\",\"k\":5,\"v\":6 }]}]",
        "[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[{\"t\":\"r\",\"k\":5,\"v\":\n6}]}]",
        "[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[{\"t\":\"r\",\"k\":5,\"v\":6,\"x\":0}]}]",
        "[{\"x\":{\"tid\":[{\"tid\":7},{}]},\"y\":[1.5e-3,true,false,null,\"}]\\\"\"],\"tid\":1,"
            + "\"sid\":2,"
            + TIMES
            + ",\"ops\":[{\"p\":0,\"p\":0,\"t\":\"read\",\"k\":5,\"w\":[],\"v\":6}]}]",
        "[{\"\\u0074id\":1,\"s\\u0069d\":2,"
            + TIMES
            + ",\"ops\":[{\"\\u0074\":\"\\u0072\",\"\\u006b\":5,\"v\":6}]}]",
      })
  void layoutDoesNotMatter(String text) throws IOException {
    History history = read(text);
    assertThat(HistoryDescription.of(history))
        .isEqualTo(HistoryDescription.of(withOperations("{\"t\":\"r\",\"k\":5,\"v\":6}")))
        .hasSize(3);
  }

  @Test
  void kindsAreLettersOrWords() throws IOException {
    History history =
        withOperations(
            "{\"t\":\"W\",\"k\":1,\"v\":1},{\"t\":\"Write\",\"k\":1,\"v\":2},"
                + "{\"t\":\"append\",\"k\":2,\"v\":3},{\"t\":\"A\",\"k\":2,\"v\":\"x\"},"
                + "{\"t\":\"r\",\"k\":2,\"v\":[1,\"x\",null]},{\"t\":\"r\",\"k\":2,\"v\":[]},"
                + "{\"t\":\"r\",\"k\":2},{\"t\":\"r\",\"k\":1}");
    assertThat(HistoryDescription.of(history))
        .contains(
            "  w 1 1 final=false",
            "  w 1 2 final=true",
            "  append 2 3",
            "  append 2 x",
            "  list 2 [1,x,nil]",
            "  r 1 nil from=-1 NOT_OWN writer=none");
    // A read of nil on a list sees the empty list.
    assertThat(HistoryDescription.of(history)).filteredOn("  list 2 []"::equals).hasSize(2);
  }

  @Test
  void namesKeysAndValuesHaveTheFullRange() throws IOException {
    History history =
        read(
            "[{\"tid\":\"a \\u00e9\",\"sid\":\"é{[\",\"sts\":{\"p\":-9223372036854775807},"
                + "\"cts\":{\"p\":9223372036854775807},\"ops\":["
                + "{\"t\":\"w\",\"k\":18446744073709551615,\"v\":-9223372036854775808},"
                + "{\"t\":\"w\",\"k\":\"1\",\"v\":9223372036854775807}]},"
                + "{\"sid\":1,"
                + TIMES
                + ",\"ops\":[]}]");
    assertThat(history.transactionName(0)).isEqualTo("\"a é\"");
    assertThat(history.sessionName(0)).isEqualTo("\"é{[\"");
    assertThat(history.transactionName(1)).isEqualTo("1.1");
    assertThat(history.startTimestamp(0)).isEqualTo(-Long.MAX_VALUE);
    assertThat(history.commitTimestamp(0)).isEqualTo(Long.MAX_VALUE);
    assertThat(history.keyName(0)).isEqualTo("18446744073709551615");
    assertThat(history.valueName(0)).isEqualTo("-9223372036854775808");
    assertThat(history.keyName(1)).isEqualTo("\"1\"");
    assertThat(history.valueName(1)).isEqualTo("9223372036854775807");
  }

  @Test
  void operationsWithoutBlanksReadLikeOthers() throws IOException {
    String[] numbers = {"0", "1", "-1", "999999999999999999", "9223372036854775807", "null"};
    for (String kind : new String[] {"r", "w", "a"}) {
      for (String value : numbers) {
        String plain = "{\"t\":\"" + kind + "\",\"k\":0,\"v\":" + value + "}";
        assertThat(HistoryDescription.of(withOperations(plain)))
            .isEqualTo(HistoryDescription.of(withOperations(plain.replace(",", " , "))));
      }
    }
  }

  @Test
  void numbersOrderSessions() throws IOException {
    String transaction = "{\"tid\":%d,\"sid\":1,\"sno\":%d," + TIMES + ",\"ops\":[]}";
    History history =
        read("[" + transaction.formatted(5, 2) + "," + transaction.formatted(6, 1) + "]");
    assertThat(history.transactionName(0)).isEqualTo("6");
    assertThat(history.sequenceNumber(0)).isEqualTo(1);
    assertThat(history.transactionName(1)).isEqualTo("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", " [ \n ] ", "", "\n"})
  void nothingIsAnEmptyHistory(String text) throws IOException {
    assertThat(read(text).transactionCount()).isZero();
  }

  @Test
  void gzipIsFine() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(
          ("[{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[]}]").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(
            HistoryFiles.read(HistoryFiles.bytes("x", bytes.toByteArray()), Optional.empty())
                .format())
        .isEqualTo(HistoryFormat.TIMEKILLER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[~1:2~the end of the input; expected ']'",
        "[]x~1:3~found 'x'; expected the end of the input after ']'",
        "[{\"sid\":1,~1:11~the end of the input; expected a field's name",
        "[{\"sid\":1}]~1:10~without \"sts\"",
        "[{\"sid\":1,\"sid\":2}]~1:16~for the second time",
        "[{\"tid\":1.5}]~1:9~found 1.5; expected a transaction's id, a string or an integer",
        "[{\"tid\":18446744073709551616}]~1:9~out of range",
        "[{\"sid\":null}]~1:9~found null; expected a session's id",
        "[{\"sts\":{\"l\":1}}]~1:15~without \"p\"",
        "[{\"sts\":{\"p\":-9223372036854775808}}]~1:14~out of range",
        "[{\"sts\":5}]~1:9~expected a timestamp",
        "[{\"cts\":{\"p\":\"x\"}}]~1:14~expected the physical part of a timestamp, an integer",
        "[{\"x\":[}]}]~1:8~expected a value",
        "[{\"x\":[1}]}]~1:9~expected ',' or ']'",
        "[{\"x\":nul}]~1:7~expected a value",
        "[{\"sid\":\"\\\\u12\"}]~1:10~incomplete",
        "[{\"sid\":\"abc}]~1:15~the end of the input; expected '\"'",
        "[5]~1:2~found 5; expected a transaction",
        "{}]~1:2~without \"sid\"",
      })
  void faultsSayWhere(String text, String place, String message) {
    Conversions.assertFault(HistoryFormat.TIMEKILLER, text.replace("\\\\", "\\"), place, message);
  }

  @Test
  void faultsInOperationsSayWhere() {
    assertFault("{\"k\":1}", "1:72: found an operation without \"t\"");
    assertFault("{\"t\":\"r\"}", "1:74: found an operation without \"k\"");
    assertFault("{\"t\":\"x\",\"k\":1}", "1:71: found \"x\"; expected \"r\"");
    assertFault("{\"t\":\"w\",\"k\":1,\"v\":[1]}", "1:88: found a list that is not read");
    assertFault("{\"t\":\"w\",\n\"k\":{}}", "2:5: found an object; expected a key");
    assertFault("{\"t\":\"r\",\"k\":1,\"v\":true}", "1:85: found true; expected a value");
    assertFault("{\"t\":\"r\",\"k\":05,\"v\":1}", "1:79: found 05; expected a key");
    assertFault("{\"t\":\"r\",\"k\":5,\"v\":01}", "1:85: found 01; expected a value");
    assertFault("{\"t\":\"r\",\"k\":5,\"v\":1.5}", "1:85: found 1.5; expected a value");
    assertFault("{\"t\":\"r\",\"k\":5,\"v\":nil}", "1:85: found nil; expected a value");
    assertFault("{\"t\":\"r\",\"k\":5,\"v\":\n1.5}", "2:1: found 1.5; expected a value");
    assertFault("7", "1:66: found 7; expected an operation");
  }

  private static void assertFault(String operations, String message) {
    assertThatThrownBy(() -> withOperations(operations))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:" + message);
  }

  @Test
  void deepNestingIsAFault() {
    assertThatThrownBy(() -> read("[{\"x\":" + "[".repeat(100_000)))
        .hasMessageStartingWith("input:1:1007: found arrays and objects nested too deeply");
  }

  @Test
  void aNameIsUsedOnce() {
    String transaction = "{\"tid\":1,\"sid\":2," + TIMES + ",\"ops\":[]}";
    assertThatThrownBy(() -> read("[" + transaction + ",\n" + transaction + "]"))
        .hasMessageStartingWith("input:2:1: transaction 1 is also in line 1");
  }

  @Test
  void writesOneTransactionALine() throws IOException {
    History history =
        IsogaugeText.parse(
            "s1 T1: [ts 5..6] w(x,1) r(y,nil)\n1 2: [ts 7..18] w(\"a\\\"b\",\"1\")\n1: [ts 1..1]");
    assertThat(Conversions.text(HistoryFormat.TIMEKILLER, history))
        .isEqualTo(
            """
            [
            {"tid":"T1","sid":"s1","sts":{"p":5,"l":0},"cts":{"p":6,"l":0},"ops":\
            [{"t":"w","k":"x","v":1},{"t":"r","k":"y","v":null}]},
            {"tid":2,"sid":1,"sts":{"p":7,"l":0},"cts":{"p":18,"l":0},"ops":\
            [{"t":"w","k":"a\\"b","v":"1"}]},
            {"sid":1,"sts":{"p":1,"l":0},"cts":{"p":1,"l":0},"ops":[]}
            ]
            """);
    assertThat(HistoryDescription.of(Conversions.through(HistoryFormat.TIMEKILLER, history)))
        .isEqualTo(HistoryDescription.of(history));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "s1: w(x,1)~s1.1 lacks a start or commit timestamp",
        "s1 T: [ts 1..] w(x,1)~T lacks a start or commit timestamp",
        "s1 T: aborted [ts 1..2] w(x,1)~T did not commit",
        "s1 T: indeterminate [ts 1..2] w(x,1)~T did not commit",
        "s1: [ts 1..2] [rt 1..2] w(x,1)~client times",
        "s1: [ts 1..2] r(x,?)~without a result",
        "init x=0~key x starts at 0",
        "order x: 1~version orders",
      })
  void refusesWhatItCannotSay(String text, String message) throws IOException {
    History history =
        IsogaugeText.parse(text.startsWith("s1") ? text : text + "\ns1: [ts 1..2] r(x,0)");
    assertThatThrownBy(() -> Conversions.write(HistoryFormat.TIMEKILLER, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining(message)
        .hasMessageEndingWith("convert to isogauge or jsonl");
  }
}
