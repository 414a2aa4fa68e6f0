package dev.isogauge.format.plume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlumeTest {
  private static History parse(String text) throws IOException {
    return Conversions.read(HistoryFormat.PLUME, text);
  }

  @Test
  void transactionsStandInTheOrderOfTheirFirstLines() throws Exception {
    History history = parse("w(1,5,0,9)\nr(1,5,1,3)\r\n\nw(2,6,0,4)\n w( 2, 7 , 0 , 9 )\n");
    assertThat(history.transactionName(0)).isEqualTo("9");
    assertThat(history.endOperation(0)).isEqualTo(2);
    assertThat(history.transactionName(1)).isEqualTo("4");
    assertThat(history.transactionName(2)).isEqualTo("3");
  }

  @Test
  void leadingWritesOfZeroAreTheInitialState() throws Exception {
    History history = parse("w(1,0,0,0)\nw(2,0,0,0)\nr(1,0,1,1)\nw(2,0,1,2)\n");
    assertThat(history.transactionCount()).isEqualTo(2);
    assertThat(history.readFrom(0)).isEqualTo(History.INITIAL);
    assertThat(history.duplicateWrites()).hasSize(1);
  }

  @Test
  void minusOneMarksAbortedWrites() throws Exception {
    History history = parse("w(1,5,0,-1)\nr(1,7,0,-1)\nr(1,5,1,1)\nw(1,6,0,-1)\n");
    assertThat(history.transactionCount()).isEqualTo(2);
    assertThat(history.outcome(0)).isEqualTo(Outcome.ABORTED);
    assertThat(history.operationCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n\t\n"})
  void anEmptyFileIsAnEmptyHistory(String text) throws Exception {
    assertThat(parse(text).transactionCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "x(1,2,3,4) ~ 1:1 ~ found 'x(1,2,3,4)'; expected r(key,value,session,transaction)",
        "r(1,2,3) ~ 1:8 ~ found ')'; expected ','",
        "r(1,2,3,4,5) ~ 1:10 ~ found ',5)'; expected ')'",
        "r(1,2,3,4) x ~ 1:12 ~ found 'x'; expected end of line",
        "r(a,2,3,4) ~ 1:3 ~ found 'a,2,3,4)'; expected a decimal integer",
        "r(1,18446744073709551616,3,4) ~ 1:5 ~ the number 18446744073709551616 is out of range",
        "r(1,-9223372036854775809,3,4) ~ 1:5 ~ the number -9223372036854775809 is out of range",
        "r(1, ~ 1:5 ~ found end of line; expected a decimal integer",
      })
  void faultsHaveAPlaceAndAnExpectation(String text, String place, String message) {
    Conversions.assertFault(HistoryFormat.PLUME, text, place, message);
  }

  @Test
  void aTransactionStandsInOneSession() {
    assertThatThrownBy(() -> parse("w(1,5,0,9)\nw(1,6,0,8)\nr(1,5,1,9)\n"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "input:3:1: transaction 9 is in session 0 and in session 1; expected one session");
  }

  @Test
  void writesWhatItReads() throws Exception {
    History history =
        parse(
            """
            w(1,0,7,0)
            w(1,5,7,9)
            r(1,5,3,4)
            w(1,0,3,4)
            w(2,-6,7,-1)
            r(18446744073709551615,-9223372036854775808,5,18446744073709551614)
            """);
    assertThat(HistoryDescription.of(Conversions.through(HistoryFormat.PLUME, history)))
        .isEqualTo(HistoryDescription.of(history));
  }

  @Test
  void numbersWhatHasOtherNames() throws Exception {
    History history =
        IsogaugeText.parse("a T: w(1,5) r(2,nil) ; aborted w(1,7) r(3,?)\nb: r(1,5) ;");
    assertThat(Conversions.text(HistoryFormat.PLUME, history))
        .isEqualTo("w(1,5,0,0)\nr(2,0,0,0)\nw(1,7,0,-1)\nr(1,5,1,2)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "s: w(x,1) ~ the key x is not an integer, which plume cannot say",
        "s: w(1,a) ~ the value a is not an integer, which plume cannot say",
        "s T: indeterminate w(1,1) ~ transaction T is indeterminate",
        "s T: r(1,?) ~ transaction T has a read without a result",
        "s: [ts 1..2] w(1,1) ~ plume has no place for times",
        "s: [rt 1..2] w(1,1) ~ plume has no place for times",
        "s T: w(1,0) ~ key 1 starts at nil and has the value 0 in transaction T",
        "a A: w(1,1) | b B: w(1,1) | c: r(1,1@B) ~ plume cannot name the writer of a read",
      })
  void refusesWhatItCannotSay(String text, String message) throws Exception {
    History history = IsogaugeText.parse(text);
    assertThatThrownBy(() -> Conversions.write(HistoryFormat.PLUME, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("isogauge");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "init 1=5;s: r(1,5) ~ key 1 starts at 5, and in plume every key starts at 0",
        "init *=0;s T: w(1,0);s: w(2,3) ~ the first transaction, T, only writes initial values",
        "order 1: 1;s: w(1,1) ~ plume has no place for version orders",
        "s: a(1,1) ~ plume has no lists",
        "s: r(1,[]) ~ plume has no lists",
        "s T: [sno 1] w(1,1) ~ transaction T has a number",
      })
  void refusesStatesItCannotSay(String text, String message) throws Exception {
    refusesWhatItCannotSay(text.replace(';', '\n'), message);
  }

  @Test
  void leavesOutNamesOfWritersThatValuesTell() throws Exception {
    History history = IsogaugeText.parse("init *=0\n1 1: w(1,5)\n2 2: r(1,5@1) r(2,0@init)");
    assertThat(Conversions.text(HistoryFormat.PLUME, history))
        .isEqualTo("w(1,5,1,1)\nr(1,5,2,2)\nr(2,0,2,2)\n");
  }
}
